/** What is counted, and what is to be reached. */
import { m } from "../../paraglide/messages";
import { inMoves } from "$lib/board/puzzle/words";

export const puzzle = {
  ...inMoves,
  goal: () => m.over_pass_spiral_goal(),
};
