/** How long things stay on the screen before the next one happens: as long as a piece is on its way, or dice are read. */
import type { SeenEvent } from "../../protocol";
import { via } from "../changes";
import { duration } from "../run";

const ROLLED = 900;
const ENDED = 420;
/** Between two moves. */
const BREATH = 160;

export function dwell({ move, shown }: SeenEvent): number {
  if (move.startsWith("roll")) return ROLLED;
  if (move === "end") return ENDED;
  const way = via(shown);
  // The way without its two ends, or a piece to or from a pile.
  return duration(way.length ? way.length + 2 : 3) + BREATH;
}
