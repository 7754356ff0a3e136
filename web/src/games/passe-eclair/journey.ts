/** Where each card comes from, and what it sounds like. */
import type { Journey } from "$lib/motion";
import type { SeenEvent } from "$lib/protocol";
import type { Sound } from "$lib/sound";

import { SOCKE } from "./cards";
import type { Happening } from "./happenings";
import type { Racer } from "./racer.svelte";

export function journey(root: HTMLElement, racers: Racer[], events: SeenEvent[], news: Happening[]): Journey {
  const anchor = (name: string): Element | null => {
    const found = root.querySelector(`[data-anchor="${name}"]`);
    return found?.clientWidth ? found : null;
  };
  const dealt = events.some(({ move }) => move.startsWith("deal "));
  const swap = news.find((happening) => happening.kind === "michi");
  return {
    dealt,
    origin: ({ element, name }) => {
      const from = element.dataset.from;
      if (name.startsWith("middle-") && from !== undefined && from !== "pile") {
        const racer = racers.find(({ seat }) => seat === Number(from));
        const slot = racer && anchor(`slot-${from}-${racer.flying ?? racer.gone}`);
        return slot ?? anchor(`seat-${from}`);
      }
      // A hand that Michi has brought comes from where it was.
      if (swap?.kind === "michi" && name.startsWith("hand-")) {
        const mine = racers.find(({ seat }) => seat === swap.seat || seat === swap.other);
        return mine ? anchor(`seat-${mine.seat === swap.seat ? swap.other : swap.seat}`) : null;
      }
      return anchor("pile");
    },
    order: ({ element }) => (dealt ? Number(element.dataset.order ?? 0) : 0),
  };
}

/** The loudest of what has happened; null: nothing to be heard. */
export function soundOf(news: Happening[]): Sound | null {
  const has = (kind: Happening["kind"]): boolean => news.some((happening) => happening.kind === kind);
  if (has("round")) return "round";
  if (has("michi")) return "thud";
  if (has("wrong")) return "whistle";
  if (news.some((happening) => "card" in happening && happening.card === SOCKE)) return "bark";
  if (has("lay") || has("cut-in")) return "card";
  return has("turn") ? "take" : null;
}
