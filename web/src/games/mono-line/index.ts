import { m } from "../../paraglide/messages";
import type { GameClient } from "$lib/games";

import { dwell } from "./dwell";
import Emblem from "./Emblem.svelte";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  dwell,
  // Everything lies on the board for all to see.
  manner: () => "open",
  around: m.board_around,
};

export default client;
