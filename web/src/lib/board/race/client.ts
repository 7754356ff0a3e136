// What the clients of both races have in common.
import { m } from "../../../paraglide/messages";
import type { GameClient } from "../../games";
import { dwell } from "./dwell";

export const raceClient: Omit<GameClient, "emblem" | "board"> = {
  dwell,
  // Everything lies on the board for all to see.
  manner: () => "open",
  around: m.board_around,
};
