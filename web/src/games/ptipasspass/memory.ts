/**
 * What the page may keep. Remembering is the game (PT-20), so the colours leave with the moment that showed them: of an
 * event stays what was done and how it ended.
 */
import { fieldsOf } from "$lib/positions/text";
import type { SeenEvent, View } from "$lib/protocol";

import type { PtiPassPassView } from "./view";

/** What may stay of what an event showed: how it ended. */
const STAYS = ["won", "void", "right", "wrong", "placed"];

/** What may stay of a position that was set: whose turn it was, and at which cup. */
const SET = ["active", "named", "round"];

/** Events without what is to be forgotten; they are the same ones in every update, so that nobody tells them again. */
const kept = new WeakSet<SeenEvent>();

/** All events so far, without the colours in them; the last announcement stays until something else is done. */
export function keep(events: SeenEvent[]): SeenEvent[] {
  const last = events.findLastIndex((event) => event.move !== "ok");
  return events.map((event, index) => {
    if (kept.has(event) || (index >= last && event.move.startsWith("announce"))) return event;
    const stays = without(event);
    kept.add(stays);
    return stays;
  });
}

function without(event: SeenEvent): SeenEvent {
  const [word, , cup] = event.move.split(" ");
  switch (word) {
    case "set": {
      // What is forgotten stands there as unknown: the record must still be seen to be that of this game.
      const set = [...fieldsOf(event.move)].map(([name, value]) => [name, SET.includes(name) ? value : "?"]);
      return { ...event, move: ["set", ...set.map((field) => field.join("="))].join(" ") };
    }
    case "hide":
      return { ...event, move: `hide ? ${cup}`, shown: [] };
    case "announce":
      return { ...event, move: "announce" };
    default:
      return { ...event, shown: event.shown.filter((text) => STAYS.includes(text)) };
  }
}

/** A past moment while the game is on: where the cups and the people stood, and no colours. */
export function remember(view: View): View {
  const seen = view as PtiPassPassView;
  const hand = seen.hand.map(() => "?");
  const known: PtiPassPassView = { ...seen, hand, fist: seen.fist && "?", revealed: [], challenge: null };
  return known;
}
