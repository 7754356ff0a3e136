/** What a move sounds like. */
import type { Sound } from "$lib/sound";

import type { PtiPassPassView } from "./view";

export function soundOf(was: PtiPassPassView, is: PtiPassPassView): Sound {
  if (is.outcome) return "win";
  if (is.round > was.round) return "pass";
  if (is.challenge) return is.challenge.right ? "pass" : "refused";
  return is.revealed.length ? "take" : "card";
}
