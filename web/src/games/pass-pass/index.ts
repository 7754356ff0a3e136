import type { GameClient } from "$lib/games";

import Card from "./Card.svelte";
import { cardName } from "./cards";
import { dwell } from "./dwell";
import Emblem from "./Emblem.svelte";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  dwell,
  card: { face: Card, name: cardName },
};

export default client;
