/** The log in sentences. A piece that was only tried is not worth one. */
import { m } from "../../paraglide/messages";
import { fieldsOf } from "$lib/positions/text";
import type { SeenEvent } from "$lib/protocol";
import type { Teller } from "$lib/table/log";
import type { LogLine } from "$lib/table/Log.svelte";
import type { Table } from "$lib/table.svelte";

import { sideOf } from "./sides";

export function story(table: Table): Teller {
  const lines: LogLine[] = [];
  let tried = "";
  let number = 0;
  function tell(event: SeenEvent): void {
    const subject = table.subject(event.seat);
    const mark = sideOf(event.seat);
    const say = (text: string, more: Omit<LogLine, "key" | "text"> = {}): void =>
      void lines.push({ key: `${event.version} ${lines.length}`, text, ...more });
    const [word = "", one = "", other = ""] = event.move.split(" ");
    switch (word) {
      case "set": {
        const set = fieldsOf(event.move);
        number = (set.get("pieces") ?? "").split(/[,/]/).filter(Boolean).length;
        tried = set.get("tried") ?? "";
        say(m.position_log(), { kind: "quiet" });
        break;
      }
      case "first":
        say(m.mono_line_log_first(table.subject(Number(one))), { kind: "quiet" });
        break;
      case "end":
        number += 1;
        say(m.mono_line_log_place({ ...subject, number, place: tried }), { mark });
        break;
      case "swap":
        say(m.mono_line_log_swap(subject), { kind: "event", mark });
        break;
      case "announce":
        say(m.mono_line_log_announce({ ...subject, one, other }), { kind: "event", mark });
        say(event.shown.includes("right") ? m.mono_line_log_right() : m.mono_line_log_wrong());
        break;
      case "concede":
        say(m.mono_line_log_concede(subject), { kind: "event", mark });
        break;
      case "undo":
        break;
      default:
        tried = word;
    }
  }
  return { lines, tell };
}
