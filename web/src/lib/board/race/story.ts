/**
 * The log of a race in sentences. Events name places, not people's colours, so the teller keeps count of the turns: the
 * order of the rolls for the start, whose colour is on, and what is home already.
 */
import { m } from "../../../paraglide/messages";
import { fieldsOf, isSet } from "../../positions/text";
import type { RaceView, SeenEvent } from "../../protocol";
import type { LogLine } from "../../table/Log.svelte";
import type { Table } from "../../table.svelte";
import { colourName, type Colour } from "../colours";

const NATURE = -1;
const PIECES = 10;

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
): LogLine[] {
  const lines: LogLine[] = [];
  const starting = new Start(view.seats);
  const homes = view.colours.map(() => 0);
  /** Whose turn it would be, and whose it is, as places of the turn order. */
  let due = -1;
  let place = -1;
  let turn = 0;
  let deeds: boolean[] = [];
  /** The steps that the last line tells. */
  let way: string[] = [];

  const say = (event: SeenEvent, text: string, more: Omit<LogLine, "key" | "text"> = {}): void =>
    void lines.push({ key: `${event.version} ${lines.length}`, text, ...more });

  for (const event of table.told) {
    const [word = "", one = "", other = ""] = event.move.split(" ");
    if (isSet(event.move)) {
      const set = fieldsOf(event.move);
      place = view.colours.findIndex((colour) => colour === set.get("colour"));
      due = set.get("stands_in") === "1" ? (place + view.seats) % view.colours.length : place;
      turn = Number(set.get("turns") ?? 0) + 1;
      set
        .get("homes")
        ?.split(",")
        .forEach((count, number) => (homes[number] = Number(count)));
      starting.over = true;
      say(event, m.position_log(), { kind: "quiet" });
      // Before the roll the turn is told with it.
      if (!set.has("dice")) {
        due = (due + view.colours.length - 1) % view.colours.length;
        turn -= 1;
      }
      continue;
    }
    if (event.seat === NATURE) {
      const [first, second] = [Number(one), Number(other)];
      if (!starting.over) {
        const roller = table.subject(starting.roller);
        say(event, m.board_log_start({ ...roller, one, other, total: first + second }), { kind: "quiet" });
        starting.roll(first + second);
        if (starting.over) say(event, m.board_log_begins(table.subject(starting.roller)), { kind: "quiet" });
        continue;
      }
      due = due < 0 ? starting.roller : (due + 1) % view.colours.length;
      // A colour that is wholly home is passed over for its owner's other one.
      place = homes[due] === PIECES ? (due + view.seats) % view.colours.length : due;
      turn += 1;
      deeds = [];
      way = [];
      const colour = view.colours[place];
      say(
        event,
        m.board_log_turn({
          turn,
          ...table.subject(view.owners[place] ?? 0),
          colour: colour ? colourName(colour) : "",
          one,
          other,
        }),
        { kind: "heading", mark: colour },
      );
      continue;
    }
    const subject = table.subject(event.seat);
    if (word === "end") continue;
    if (word === "undo") {
      way = [];
      if (deeds.pop()) homes[place] = (homes[place] ?? 0) - 1;
      say(event, m.board_log_undo(subject), { kind: "quiet" });
      continue;
    }
    const colour: Colour | undefined = view.colours[place];
    const { text, home = false, step } = tell(event, subject);
    deeds.push(home);
    if (home) homes[place] = (homes[place] ?? 0) + 1;
    if (step && way.at(-1) === step[0]) {
      way.push(step[1]);
      const last = lines.pop();
      lines.push({ key: last?.key ?? event.move, text: tellSteps(way) });
      continue;
    }
    way = step ? [...step] : [];
    say(event, text, home ? { kind: "event", mark: colour } : {});
  }
  return lines;
}

/** Who rolls for the start: everybody, then those who are even, until one is ahead. */
class Start {
  over = false;
  #rollers: number[];
  #totals: number[] = [];

  constructor(seats: number) {
    this.#rollers = Array.from({ length: seats }, (_, seat) => seat);
  }

  /** Who is to roll; once it is over, who begins. */
  get roller(): number {
    return this.#rollers[this.#totals.length] ?? 0;
  }

  roll(total: number): void {
    this.#totals.push(total);
    if (this.#totals.length < this.#rollers.length) return;
    const best = Math.max(...this.#totals);
    this.#rollers = this.#rollers.filter((_, index) => this.#totals[index] === best);
    this.#totals = [];
    this.over = this.#rollers.length === 1;
  }
}
