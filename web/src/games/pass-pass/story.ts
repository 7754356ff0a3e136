/** The log in sentences: what people did, and what the server says has come of it. */
import { m } from "../../paraglide/messages";
import { list } from "$lib/i18n.svelte";
import { isSet } from "$lib/positions/text";
import type { SeenEvent } from "$lib/protocol";
import type { Teller } from "$lib/table/log";
import type { LogLine } from "$lib/table/Log.svelte";
import type { Table } from "$lib/table.svelte";

import { cardName, cardsOf } from "./cards";
const NATURE = -1;

type Told = Omit<LogLine, "key">;

export function story(table: Table): Teller {
  const lines: LogLine[] = [];
  function tell(event: SeenEvent): void {
    const key = String(event.version);
    if (isSet(event.move)) lines.push({ key, text: m.position_log(), kind: "quiet" });
    const begun = event.shown.find((shown) => shown.startsWith("trick"));
    if (begun) lines.push({ key: `${key} trick`, text: heading(begun), kind: "heading" });
    const text = sentence(table, event);
    if (text) lines.push({ key, text });
    for (const shown of event.shown) {
      const told = consequence(table, event, shown);
      if (told) lines.push({ key: `${key} ${shown}`, ...told });
    }
  }
  return { lines, tell };
}

/** `trick 1 4`: the round and the trick that a card begins. */
function heading(shown: string): string {
  const [, round = "", trick = ""] = shown.split(" ");
  return m.pass_pass_log_trick({ round, trick });
}

/** What somebody did. */
function sentence(table: Table, { seat, move }: SeenEvent): string | null {
  if (seat === NATURE) {
    if (!move.startsWith("leader")) return null;
    const leader = Number(move.split(" ")[1]);
    return table.isYou(leader)
      ? m.pass_pass_log_lead_you()
      : m.pass_pass_log_lead({ name: table.name(leader) });
  }
  const cards = cardsOf(move);
  if (!cards.length) return null;
  if (move.startsWith("take")) return took(table, seat, cards);
  const card = cardName(cards[0] ?? "");
  return table.isYou(seat)
    ? m.pass_pass_log_play_you({ card })
    : m.pass_pass_log_play({ name: table.name(seat), card });
}

/** What came of it: `winners 0 2`, `second 2 G3 B5`, `passes 2 1`, `round 1 23 - 19 -`. */
function consequence(table: Table, event: SeenEvent, shown: string): Told | null {
  const [kind, ...words] = shown.split(" ");
  if (kind === "round") return { text: result(table, words), kind: "event" };
  const seat = Number(words[0]);
  if (kind === "winners") return { text: won(table, seat, Number(words[1])), kind: "quiet" };
  // A second winner who had a choice has said what they took.
  if (kind === "second" && event.seat !== seat) return { text: took(table, seat, cardsOf(shown)) };
  if (kind !== "passes") return null;
  const text = table.isYou(seat)
    ? m.pass_pass_log_pass_you()
    : m.pass_pass_log_pass({ name: table.name(seat) });
  return { text, kind: "event" };
}

function won(table: Table, one: number, other: number): string {
  const [first, second] = [table.name(one), table.name(other)];
  if (table.isYou(one)) return m.pass_pass_log_won_you({ second });
  return table.isYou(other) ? m.pass_pass_log_won_second({ first }) : m.pass_pass_log_won({ first, second });
}

function took(table: Table, seat: number, cards: string[]): string {
  const names = list(cards.map((card) => m.pass_pass_the_card({ card: cardName(card) })));
  return table.isYou(seat)
    ? m.pass_pass_log_take_you({ cards: names })
    : m.pass_pass_log_take({ name: table.name(seat), cards: names });
}

/** The points that count for each; a partner's count for those with none. */
function result(table: Table, [round = "", ...points]: string[]): string {
  const scores = points.flatMap((count, seat) =>
    count === "-" ? [] : [m.pass_pass_log_score({ ...table.subject(seat), points: Number(count) })],
  );
  return m.pass_pass_log_round({ round, scores: list(scores) });
}
