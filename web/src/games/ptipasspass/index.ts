import type { GameClient } from "$lib/games";

import { dwell } from "./dwell";
import Emblem from "./Emblem.svelte";
import { manner } from "./manner";
import { keep, remember } from "./memory";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  hindsight: () => import("./Underneath.svelte"),
  dwell,
  keep,
  remember,
  manner,
};

export default client;
