import type { GameClient } from "$lib/games";

import { dwell } from "./dwell";
import Emblem from "./Emblem.svelte";

const client: GameClient = {
  name: "pass-pass",
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  dwell,
};

export default client;
