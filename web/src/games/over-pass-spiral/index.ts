import { dwell } from "$lib/board/puzzle/dwell";
import type { GameClient } from "$lib/games";

import Emblem from "./Emblem.svelte";

const client: GameClient = {
  name: "over-pass-spiral",
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  dwell,
  // Everything lies on the board for all to see.
  manner: () => "open",
};

export default client;
