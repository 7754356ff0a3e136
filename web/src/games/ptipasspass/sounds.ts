/** What a move sounds like. */
import type { Sound } from "$lib/sound";

import type { PtiPassPassView } from "./view";

export function soundOf(was: PtiPassPassView, is: PtiPassPassView): Sound {
  if (is.round > was.round) return "round";
  if (is.challenge) return is.challenge.right ? "pass" : "refused";
  return is.revealed.length ? "take" : "card";
}
