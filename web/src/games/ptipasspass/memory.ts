/**
 * What the page may keep. Remembering is the game (PT-20), so the colours leave with the moment that showed them: of an
 * event stays what was done and how it ended.
 */
import { fieldsOf } from "$lib/positions/text";
import type { SeenEvent, View } from "$lib/protocol";

import type { PtiPassPassView } from "./view";

type Verdict = "right" | "wrong";

/** What may stay of what an event showed. */
const STAYS = ["won", "void", "right", "wrong"];

/** What may stay of a position that was set: how far its turn had come. */
const SET = ["active", "named", "announced", "ok", "round"];

const settled = (event: SeenEvent): boolean =>
  event.shown.some((text) => text === "right" || text === "wrong");

function verdict(event: SeenEvent, right: boolean): SeenEvent {
  const word: Verdict = right ? "right" : "wrong";
  return settled(event) ? event : { ...event, shown: [word] };
}

/** All events so far, without the colours in them; the last announcement stays until something else is done. */
export function keep(events: SeenEvent[]): SeenEvent[] {
  const last = events.findLastIndex((event) => event.move !== "ok");
  let announced: string | undefined;
  return events.map((event, index) => {
    const [word, what, cup] = event.move.split(" ");
    switch (word) {
      case "set": {
        const set = [...fieldsOf(event.move)].filter(([name]) => SET.includes(name));
        announced = fieldsOf(event.move).get("announced");
        return { ...event, move: ["set", ...set.map((field) => field.join("="))].join(" ") };
      }
      case "hide":
        return { ...event, move: `hide ? ${cup}`, shown: [] };
      case "announce":
        announced = what;
        return index < last ? { ...event, move: "announce" } : event;
      case "doublon":
        return verdict(
          event,
          event.shown.some((text) => !text.startsWith("fist") && !text.endsWith("-")),
        );
      case "menteur":
        return verdict(event, !event.shown.includes(`fist ${announced}`));
      default:
        return { ...event, shown: event.shown.filter((text) => STAYS.includes(text)) };
    }
  });
}

/** A past moment while the game is on: where the cups and the people stood, and no colours. */
export function remember(view: View): View {
  const seen = view as PtiPassPassView;
  const hand = seen.hand.map(() => "?");
  const known: PtiPassPassView = { ...seen, hand, fist: seen.fist && "?", revealed: [], challenge: null };
  return known;
}
