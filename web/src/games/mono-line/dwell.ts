/** How long things stay on the screen before the next one happens. */
import type { SeenEvent } from "$lib/protocol";

const TRIED = 420;
const HEARD = 1600;
/** By the first word of a move; what is none of these is a place that was tried. */
const STAYS: Record<string, number> = { end: 320, undo: 320, swap: 320, announce: HEARD };

export const dwell = ({ move }: SeenEvent): number => STAYS[move.split(" ")[0] ?? ""] ?? TRIED;
