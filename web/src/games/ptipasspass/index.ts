import type { GameClient } from "$lib/games";

import { dwell } from "./dwell";
import Emblem from "./Emblem.svelte";
import { manner } from "./manner";
import { keep } from "./memory";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  order: 2,
  length: "medium",
  limit: "max_turns",
  dwell,
  keep,
  manner,
};

export default client;
