/** How long a move stays on the screen before the next: as long as its piece is on its way. */
import { calm } from "../../motion";
import type { SeenEvent, View } from "../../protocol";
import { duration } from "../run";
import { stops } from "./line";

/** Between two moves. */
const BREATH = 140;

export function dwell(before: View | null, _after: View, events: SeenEvent[]): number {
  const last = events.at(-1);
  if (!before || !last || calm()) return 0;
  return duration(Math.max(3, stops(last.move, last.shown).length)) + BREATH;
}
