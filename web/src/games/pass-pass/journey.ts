/** What can be seen and heard of a move: where each card comes from, in which order they travel, and what it sounds like. */
import type { Journey } from "$lib/motion";
import type { SeenEvent } from "$lib/protocol";
import type { Sound } from "$lib/sound";

import { cardsOf, colourOf } from "./cards";
import type { PassPassView } from "./view";

/** The second winner's cards leave after the first winner's, and the discards last. */
const SECOND = 3;
const DISCARDS = 6;

/** Whether any of the events brought that to light, by its first word. */
export const told = (events: SeenEvent[], what: string): boolean =>
  events.some(({ shown }) => shown.some((line) => line.startsWith(`${what} `)));

export function journey(root: HTMLElement, is: PassPassView, events: SeenEvent[]): Journey {
  const dealt = events.some(({ move }) => move.startsWith("deal "));
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

export function soundOf(events: SeenEvent[]): Sound {
  if (told(events, "passes")) return "pass";
  if (told(events, "round")) return "round";
  if (told(events, "winners")) return "trick";
  const last = events.at(-1)?.move ?? "";
  return cardsOf(last)[0] === last ? "card" : "take";
}
