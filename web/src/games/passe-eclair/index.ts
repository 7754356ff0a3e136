import type { GameClient } from "$lib/games";

import { m } from "../../paraglide/messages";
import Emblem from "./Emblem.svelte";

const client: GameClient = {
  name: "passe-eclair",
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  // A race: what has happened is on the screen at once.
  dwell: () => 0,
  // Everybody at one screen has a corner of their own, and hides nothing.
  manner: () => "aloud",
  around: m.passe_eclair_face_up,
};

export default client;
