import type { GameClient } from "$lib/games";

import { m } from "../../paraglide/messages";
import Emblem from "./Emblem.svelte";

const client: GameClient = {
  emblem: Emblem,
  board: () => import("./Board.svelte"),
  // Everybody at one screen has a corner of their own, and hides nothing.
  manner: () => "aloud",
  around: m.passe_eclair_face_up,
  round: m.passe_eclair_log_round,
};

export default client;
