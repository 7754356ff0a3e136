/** What can be seen and heard of a move: where each card comes from, in which order they travel, and what it sounds like. */
import type { Journey } from "$lib/motion";
import type { SeenEvent } from "$lib/protocol";
import type { Sound } from "$lib/sound";

import { colourOf } from "./cards";
import type { PassPassView } from "./view";

/** The second winner's cards leave after the first winner's, and the discards last. */
const SECOND = 3;
const DISCARDS = 6;

export function journey(root: HTMLElement, was: PassPassView, is: PassPassView): Journey {
  const dealt = was.round !== is.round;
  const won = is.last_trick;
  return {
    dealt,
    origin: ({ element, name }) => {
      const seat = element.dataset.from;
      if (dealt || seat === undefined) return root.querySelector("[data-anchor=deck]");
      const hand = root.querySelector(`[data-anchor="hand-${seat}-${colourOf(name)}"]`);
      return hand?.clientWidth ? hand : root.querySelector(`[data-anchor="seat-${seat}"]`);
    },
    order: ({ element, name }) => {
      if (dealt) return Number(element.dataset.order ?? 0);
      if (won?.second_took.includes(name)) return SECOND + won.second_took.indexOf(name);
      return is.discards.includes(name) ? DISCARDS : 0;
    },
  };
}

export function soundOf(was: PassPassView, is: PassPassView, events: SeenEvent[]): Sound {
  const reached = events.some(({ shown }) => shown.some((told) => told.startsWith("passes")));
  if (reached) return "pass";
  if (is.pad.length > was.pad.length) return "round";
  if (was.phase === "play" && is.phase !== "play") return "trick";
  return was.phase === "play" && is.round === was.round ? "card" : "take";
}
