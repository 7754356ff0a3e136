import { m } from "../../paraglide/messages";
import { dwell } from "$lib/board/race/dwell";
import type { GameClient } from "$lib/games";

import Emblem from "./Emblem.svelte";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  order: 4,
  length: "long",
  limit: "max_turns",
  dwell,
  // Everything lies on the board for all to see.
  manner: () => "open",
  around: m.board_around,
};

export default client;
