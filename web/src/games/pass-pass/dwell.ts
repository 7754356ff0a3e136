/** How long things stay on the screen before the next one happens. */
import type { SeenEvent } from "$lib/protocol";

import { told } from "./journey";

const CARD = 320;
const TRICK = 900;
const ROUND = 1200;

export function dwell(event: SeenEvent): number {
  if (told([event], "round")) return ROUND;
  // A whole trick, and who has won it, wants to be seen.
  return told([event], "winners") ? TRICK : CARD;
}
