/** How long things stay on the screen before the next one happens. */
import { calm } from "$lib/motion";
import type { SeenEvent, View } from "$lib/protocol";

import type { PassPassView } from "./view";

const CARD = 320;
const TRICK = 900;
const ROUND = 1200;

export function dwell(before: View | null, after: View, events: SeenEvent[]): number {
  if (!before || calm()) return 0;
  if ((before as PassPassView).round !== (after as PassPassView).round) return ROUND;
  // A whole trick, and who has won it, wants to be seen.
  return events.at(-1)?.shown.some((told) => told.startsWith("winners")) ? TRICK : CARD;
}
