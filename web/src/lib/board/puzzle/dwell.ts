/** How long a move stays on the screen before the next: as long as its piece is on its way. */
import type { SeenEvent } from "../../protocol";
import { duration } from "../run";
import { stops } from "./line";

/** Between two moves. */
const BREATH = 140;

export const dwell = ({ move, shown }: SeenEvent): number =>
  duration(Math.max(3, stops(move, shown).length)) + BREATH;
