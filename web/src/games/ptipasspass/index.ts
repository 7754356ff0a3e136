import type { GameClient } from "$lib/games";

import { dwell } from "./dwell";
import Emblem from "./Emblem.svelte";
import { manner } from "./manner";
import { keep } from "./memory";

const client: GameClient = {
  name: "ptipasspass",
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  dwell,
  keep,
  manner,
};

export default client;
