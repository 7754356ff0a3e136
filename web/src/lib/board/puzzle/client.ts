// What the clients of all puzzles have in common.
import type { GameClient } from "../../games";
import { dwell } from "./dwell";

export const puzzleClient: Pick<GameClient, "dwell" | "manner"> = {
  dwell,
  // Everything lies on the board for all to see.
  manner: () => "open",
};
