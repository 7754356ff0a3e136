import type { GameClient } from "$lib/games";

import { dwell } from "./dwell";
import Emblem from "./Emblem.svelte";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  order: 1,
  length: "medium",
  dwell,
};

export default client;
