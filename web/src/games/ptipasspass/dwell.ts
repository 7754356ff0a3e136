/** How long things stay on the screen before the next one happens. What wants to be read stops the table altogether. */
import type { SeenEvent } from "$lib/protocol";

const WORD = 140;
const DEED = 340;
const PLACED = 800;
const SWAPPED = 800;

export function dwell({ move, shown }: SeenEvent): number {
  if (move === "ok") return shown.includes("placed") ? PLACED : WORD;
  return move.startsWith("swap") ? SWAPPED : DEED;
}
