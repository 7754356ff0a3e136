/**
 * The log of a race in sentences. Events name places, not people's colours, so the teller keeps count of the turns: the
 * order of the rolls for the start, whose colour is on, and what is home already.
 */
import { m } from "../../../paraglide/messages";
import type { RaceView, SeenEvent } from "../../protocol";
import type { LogLine } from "../../table/Log.svelte";
import type { Table } from "../../table.svelte";
import { colourName, type Colour } from "../colours";

const NATURE = -1;
const PIECES = 10;

/** What a game says about an action; `home` if it took a piece of the turn's colour home. */
export type Tell = (
  event: SeenEvent,
  names: { name: string; colour: string },
) => { text: string; home: boolean };

export function story(table: Table, view: RaceView, tell: Tell): LogLine[] {
  const lines: LogLine[] = [];
  const starting = new Start(view.seats);
  const homes = view.colours.map(() => 0);
  /** Whose turn it would be, and whose it is, as places of the turn order. */
  let due = -1;
  let place = -1;
  let turn = 0;
  let deeds: boolean[] = [];

  const say = (event: SeenEvent, text: string, more: Omit<LogLine, "key" | "text"> = {}): void =>
    void lines.push({ key: `${event.version} ${lines.length}`, text, ...more });

  for (const event of table.events) {
    const [word = "", one = "", other = ""] = event.move.split(" ");
    if (event.seat === NATURE) {
      const [first, second] = [Number(one), Number(other)];
      if (!starting.over) {
        const name = table.name(starting.roller);
        say(event, m.board_log_start({ name, one, other, total: first + second }), { kind: "quiet" });
        starting.roll(first + second);
        if (starting.over)
          say(event, m.board_log_begins({ name: table.name(starting.roller) }), { kind: "quiet" });
        continue;
      }
      due = due < 0 ? starting.roller : (due + 1) % view.colours.length;
      // A colour that is wholly home is passed over for its owner's other one.
      place = homes[due] === PIECES ? (due + view.seats) % view.colours.length : due;
      turn += 1;
      deeds = [];
      const colour = view.colours[place];
      say(
        event,
        m.board_log_turn({
          turn,
          name: table.name(view.owners[place] ?? 0),
          colour: colour ? colourName(colour) : "",
          one,
          other,
        }),
        { kind: "heading", mark: colour },
      );
      continue;
    }
    const name = table.name(event.seat);
    if (word === "end") continue;
    if (word === "undo") {
      if (deeds.pop()) homes[place] = (homes[place] ?? 0) - 1;
      say(event, m.board_log_undo({ name }), { kind: "quiet" });
      continue;
    }
    const colour: Colour | undefined = view.colours[place];
    const { text, home } = tell(event, { name, colour: colour ? colourName(colour) : "" });
    deeds.push(home);
    if (home) homes[place] = (homes[place] ?? 0) + 1;
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
