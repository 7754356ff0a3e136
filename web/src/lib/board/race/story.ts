/** The log of a race in sentences. Whose roll it was, and whose turn it is, the events say. */
import { m } from "../../../paraglide/messages";
import { fieldsOf, isSet } from "../../positions/text";
import type { RaceView, SeenEvent } from "../../protocol";
import type { Teller } from "../../table/log";
import type { LogLine } from "../../table/Log.svelte";
import type { Table } from "../../table.svelte";
import { colourName, type Colour } from "../colours";

const NATURE = -1;

/** What a game says about an action. */
export interface Told {
  text: string;
  /** It took a piece of the turn's colour home. */
  home?: boolean;
  /** A step that may be told together with the next one of the same piece. */
  step?: [string, string];
}
/** The heading has said whose turn it is; `subject` for what wants it again. */
export type Tell = (event: SeenEvent, subject: ReturnType<Table["subject"]>) => Told;

/** `tellSteps`: what a game says about several steps of one piece. */
export function story(
  table: Table,
  view: RaceView,
  tell: Tell,
  tellSteps: (way: string[]) => string,
): Teller {
  const lines: LogLine[] = [];
  let colour: Colour | undefined;
  /** The steps that the last line tells. */
  let way: string[] = [];

  const say = (event: SeenEvent, text: string, more: Omit<LogLine, "key" | "text"> = {}): void =>
    void lines.push({ key: `${event.version} ${lines.length}`, text, ...more });

  /** What a roll was for: `start 1`, `begins 1`, `turn 3 red`. */
  function rolled(event: SeenEvent): void {
    const [, one = "", other = ""] = event.move.split(" ");
    for (const [what, number = "", named] of event.shown.map((shown) => shown.split(" ")))
      if (what === "turn") {
        const place = view.colours.findIndex((known) => known === named);
        colour = view.colours[place];
        const owner = table.subject(view.owners[place] ?? 0);
        const hue = colour ? colourName(colour) : "";
        const text = m.board_log_turn({ turn: number, ...owner, colour: hue, one, other });
        say(event, text, { kind: "heading", mark: colour });
      } else {
        const subject = table.subject(Number(number));
        const total = Number(one) + Number(other);
        const text =
          what === "start"
            ? m.board_log_start({ ...subject, one, other, total })
            : m.board_log_begins(subject);
        say(event, text, { kind: "quiet" });
      }
  }

  function next(event: SeenEvent): void {
    const told = way;
    way = [];
    if (isSet(event.move)) {
      const set = fieldsOf(event.move).get("colour");
      colour = view.colours.find((known) => known === set);
      say(event, m.position_log(), { kind: "quiet" });
    } else if (event.seat === NATURE) rolled(event);
    else if (event.move === "undo")
      say(event, m.board_log_undo(table.subject(event.seat)), { kind: "quiet" });
    else if (event.move !== "end") {
      const { text, home = false, step } = tell(event, table.subject(event.seat));
      if (step && told.at(-1) === step[0]) {
        way = [...told, step[1]];
        const last = lines.pop();
        lines.push({ key: last?.key ?? event.move, text: tellSteps(way) });
      } else {
        way = step ?? [];
        say(event, text, home ? { kind: "event", mark: colour } : {});
      }
    }
  }
  return { lines, tell: next };
}
