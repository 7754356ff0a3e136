import { raceClient } from "$lib/board/race/client";
import type { GameClient } from "$lib/games";

import Emblem from "./Emblem.svelte";

const client: GameClient = {
  ...raceClient,
  emblem: Emblem,
  board: () => import("./Board.svelte"),
};

export default client;
