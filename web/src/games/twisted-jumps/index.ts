import { puzzleClient } from "$lib/board/puzzle/client";
import { inMoves } from "$lib/board/puzzle/words";
import type { GameClient } from "$lib/games";

import Emblem from "./Emblem.svelte";

const client: GameClient = {
  ...puzzleClient,
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  puzzle: inMoves,
};

export default client;
