/** The log in sentences: what was done and how it ended, without the colours (PT-20). */
import { m } from "../../paraglide/messages";
import { list } from "$lib/i18n.svelte";
import { fieldsOf } from "$lib/positions/text";
import type { SeenEvent } from "$lib/protocol";
import type { Teller } from "$lib/table/log";
import type { LogLine } from "$lib/table/Log.svelte";
import type { Table } from "$lib/table.svelte";

import { between } from "./words";

export function story(table: Table): Teller {
  const set = fieldsOf(table.told[0]?.move ?? "");
  let round = Number(set.get("round") ?? 1);
  const heading = (): LogLine => ({
    key: `round ${round}`,
    text: m.ptipasspass_round({ round }),
    kind: "heading",
  });
  const lines = [heading()];
  /** The last one is over. */
  let begins = false;
  let active = 0;
  let cup = "";
  function tell(event: SeenEvent): void {
    if (begins) lines.push(heading());
    const key = String(event.version);
    const subject = table.subject(event.seat);
    const [word = "", ...rest] = event.move.split(" ");
    const say = (text: string, kind?: LogLine["kind"]): void =>
      void lines.push({ key: `${key} ${lines.length}`, text, ...(kind && { kind }) });
    const names = { ...between(table, event.seat, active), cup };
    switch (word) {
      case "set":
        active = Number(set.get("active"));
        cup = set.get("named") ?? "";
        say(m.position_log(), "quiet");
        break;
      case "first":
        say(m.ptipasspass_log_first(table.subject(Number(rest[0]))), "quiet");
        break;
      case "hide":
        active = event.seat;
        cup = rest[1] ?? "";
        say(m.ptipasspass_log_hide({ ...subject, cup }));
        break;
      case "ok":
        if (event.shown.includes("placed"))
          say(m.ptipasspass_log_placed({ ...table.subject(active), cup }), "quiet");
        break;
      case "doublon":
        say(m.ptipasspass_log_doublon(subject), "event");
        say(
          event.shown.includes("right")
            ? m.ptipasspass_doublon_right(names)
            : m.ptipasspass_doublon_wrong(names),
        );
        break;
      case "menteur":
        say(m.ptipasspass_log_menteur(names), "event");
        say(
          event.shown.includes("right")
            ? m.ptipasspass_log_menteur_right(names)
            : m.ptipasspass_log_menteur_wrong(names),
        );
        break;
      case "swap":
        say(m.ptipasspass_log_swap({ ...subject, cups: list(rest) }));
        break;
      case "lift":
        say(m.ptipasspass_log_lift({ ...subject, cups: list(rest) }));
        if (!event.shown.includes("won")) say(m.ptipasspass_log_lift_lost(), "quiet");
        break;
    }
    if (event.shown.includes("won")) say(m.ptipasspass_lift_won(subject), "event");
    if (event.shown.includes("void")) say(m.ptipasspass_void(), "event");
    begins = event.shown.includes("won") || event.shown.includes("void");
    if (begins) round += 1;
  }
  return { lines, tell, after: () => (begins && !table.latest?.outcome ? [heading()] : []) };
}
