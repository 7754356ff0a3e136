import { dwell } from "$lib/board/puzzle/dwell";
import type { GameClient } from "$lib/games";

import Emblem from "./Emblem.svelte";
import { puzzle } from "./words";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  order: 9,
  dwell,
  // Everything lies on the board for all to see.
  manner: () => "open",
  puzzle,
};

export default client;
