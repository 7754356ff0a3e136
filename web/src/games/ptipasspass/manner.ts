/** How people at one screen act: only the choice of a token wants the curtain. */
import type { Manner } from "$lib/games";
import type { View } from "$lib/protocol";

import type { PtiPassPassView } from "./view";

export function manner(view: View): Manner {
  const { phase, notebook } = view as PtiPassPassView;
  switch (phase) {
    case "doublon":
    case "announce":
    case "menteur":
      return "aloud";
    case "swap":
    case "lift":
      // A hand without tokens hides nothing; a notebook does.
      return notebook === null ? "open" : "hidden";
    default:
      return "hidden";
  }
}
