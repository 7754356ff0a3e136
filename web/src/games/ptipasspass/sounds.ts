/** What a move sounds like. */
import type { Sound } from "$lib/sound";

import type { PtiPassPassView } from "./view";

/** `over`: so is the round. */
export function soundOf({ challenge, revealed }: PtiPassPassView, over: boolean): Sound {
  if (over) return "round";
  if (challenge) return challenge.right ? "pass" : "refused";
  return revealed.length ? "take" : "card";
}
