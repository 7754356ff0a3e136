import { dwell } from "$lib/board/puzzle/dwell";
import { inMoves } from "$lib/board/puzzle/words";
import type { GameClient } from "$lib/games";

import Emblem from "./Emblem.svelte";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  dwell,
  // Everything lies on the board for all to see.
  manner: () => "open",
  puzzle: inMoves,
};

export default client;
