/** The log in sentences: what was done and how it ended, without the colours (PT-20). */
import { m } from "../../paraglide/messages";
import { list } from "$lib/i18n.svelte";
import { fieldsOf } from "$lib/positions/text";
import type { SeenEvent } from "$lib/protocol";
import type { Teller } from "$lib/table/log";
import type { LogLine } from "$lib/table/Log.svelte";
import type { Table } from "$lib/table.svelte";

import { between } from "./words";

type Sentence = [text: string, kind?: LogLine["kind"]];

/** Whose turn it is, and the cup that was named. */
interface Turn {
  active: number;
  cup: string;
}

/** What was done, and what has come of it. */
function sentences(table: Table, event: SeenEvent, turn: Turn): Sentence[] {
  const subject = table.subject(event.seat);
  const [word = "", ...rest] = event.move.split(" ");
  if (word === "set") {
    const set = fieldsOf(event.move);
    turn.active = Number(set.get("active"));
    turn.cup = set.get("named") ?? "";
  } else if (word === "hide") {
    turn.active = event.seat;
    turn.cup = rest[1] ?? "";
  }
  const { active, cup } = turn;
  const names = { ...between(table, event.seat, active), cup };
  const right = event.shown.includes("right");
  switch (word) {
    case "set":
      return [[m.position_log(), "quiet"]];
    case "first":
      return [[m.ptipasspass_log_first(table.subject(Number(rest[0]))), "quiet"]];
    case "hide":
      return [[m.ptipasspass_log_hide({ ...subject, cup })]];
    case "ok":
      return event.shown.includes("placed")
        ? [[m.ptipasspass_log_placed({ ...table.subject(active), cup }), "quiet"]]
        : [];
    case "doublon":
      return [
        [m.ptipasspass_log_doublon(subject), "event"],
        [right ? m.ptipasspass_doublon_right(names) : m.ptipasspass_doublon_wrong(names)],
      ];
    case "menteur":
      return [
        [m.ptipasspass_log_menteur(names), "event"],
        [right ? m.ptipasspass_log_menteur_right(names) : m.ptipasspass_log_menteur_wrong(names)],
      ];
    case "swap":
      return [[m.ptipasspass_log_swap({ ...subject, cups: list(rest) })]];
    case "lift":
      return [
        [m.ptipasspass_log_lift({ ...subject, cups: list(rest) })],
        ...(event.shown.includes("won") ? [] : [[m.ptipasspass_log_lift_lost(), "quiet"] as Sentence]),
      ];
    default:
      return [];
  }
}

export function story(table: Table): Teller {
  let round = Number(fieldsOf(table.told[0]?.move ?? "").get("round") ?? 1);
  const turn: Turn = { active: 0, cup: "" };
  const heading = (): LogLine => ({
    key: `round ${round}`,
    text: m.ptipasspass_round({ round }),
    kind: "heading",
  });
  const lines = [heading()];
  /** The last one is over. */
  let begins = false;
  function tell(event: SeenEvent): void {
    if (begins) lines.push(heading());
    const won = event.shown.includes("won");
    const nobody = event.shown.includes("void");
    const said = sentences(table, event, turn);
    if (won) said.push([m.ptipasspass_lift_won(table.subject(event.seat)), "event"]);
    if (nobody) said.push([m.ptipasspass_void(), "event"]);
    for (const [text, kind] of said)
      lines.push({ key: `${event.version} ${lines.length}`, text, ...(kind && { kind }) });
    begins = won || nobody;
    if (begins) round += 1;
  }
  return { lines, tell, after: () => (begins && !table.latest?.outcome ? [heading()] : []) };
}
