/** The log in sentences: a race is quickly told. */
import { m } from "../../paraglide/messages";
import { fieldsOf, isSet } from "$lib/positions/text";
import type { SeenEvent } from "$lib/protocol";
import type { Teller } from "$lib/table/log";
import type { LogLine } from "$lib/table/Log.svelte";
import type { Table } from "$lib/table.svelte";

import { cardName } from "./cards";
import { bullied, laid, penalty } from "./happenings";

/** Nobody reads further back while it is on. */
export const MOST = 120;

function sentence(table: Table, event: SeenEvent): Omit<LogLine, "key"> | null {
  const { seat, move } = event;
  const subject = table.subject(seat);
  const wrong = penalty(event);
  const other = bullied(move);
  const card = laid(move);
  const [verb, what, , owner] = move.split(" ");
  if (wrong)
    return {
      text: m.passe_eclair_log_wrong({
        ...table.subject(wrong.seat),
        card: cardName(wrong.card),
        clause: wrong.clause,
      }),
      kind: "quiet",
    };
  if (other !== null)
    return {
      text: m.passe_eclair_log_michi({
        name: subject.name,
        other: table.name(other),
        who: table.isYou(other) ? "other" : subject.who,
      }),
      kind: "event",
    };
  if (card) return { text: m.passe_eclair_log_lay({ ...subject, card: cardName(card) }) };
  switch (verb) {
    case "set":
      return { text: m.position_log(), kind: "quiet" };
    case "turn":
      return { text: m.passe_eclair_log_turn({ card: cardName(what ?? "") }), kind: "quiet" };
    case "spend":
      return { text: m.passe_eclair_log_spend({ ...subject, card: cardName(what ?? "") }) };
    case "call":
      return { text: m.passe_eclair_log_call(subject) };
    case "coach":
      return { text: m.passe_eclair_log_coach(table.subject(Number(what))) };
    case "victory":
      return { text: m.passe_eclair_log_won(table.subject(Number(owner))), kind: "event" };
    case "consolation":
      return { text: m.passe_eclair_consolation(table.subject(Number(owner))), kind: "quiet" };
    default:
      return null;
  }
}

export function story(table: Table): Teller {
  const lines: LogLine[] = [];
  let round = 0;
  function tell(event: SeenEvent): void {
    const key = String(event.version);
    // The round of a position has been dealt.
    if (isSet(event.move)) round = Number(fieldsOf(event.move).get("round") ?? 1);
    if (event.move.startsWith("deal ")) {
      round += 1;
      lines.push({ key, text: m.passe_eclair_log_round({ round }), kind: "heading" });
    } else {
      const told = sentence(table, event);
      if (told) lines.push({ key, ...told });
    }
  }
  return { lines, tell };
}
