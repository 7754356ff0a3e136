/** How long things stay on the screen before the next one happens: as long as a piece is on its way, or dice are read. */
import { calm } from "../../motion";
import type { SeenEvent, View } from "../../protocol";
import { via } from "../changes";
import { duration } from "../run";

const ROLLED = 900;
const ENDED = 420;
/** Between two moves. */
const BREATH = 160;

export function dwell(before: View | null, _after: View, events: SeenEvent[]): number {
  const last = events.at(-1);
  if (!before || !last || calm()) return 0;
  if (last.move.startsWith("roll")) return ROLLED;
  if (last.move === "end") return ENDED;
  const way = via(last.shown);
  // The way without its two ends, or a piece to or from a pile.
  return duration(way.length ? way.length + 2 : 3) + BREATH;
}
