/** How long things stay on the screen before the next one happens. */
import { calm } from "$lib/motion";
import type { View } from "$lib/protocol";

import type { PassPassView } from "./view";

const CARD = 320;
const TRICK = 900;
const ROUND = 1200;

export function dwell(before: View | null, after: View): number {
  if (!before || calm()) return 0;
  const was = before as PassPassView;
  const is = after as PassPassView;
  if (was.round !== is.round) return ROUND;
  // A whole trick, and who has won it, wants to be seen.
  return was.phase === "first" && is.phase !== "first" ? TRICK : CARD;
}
