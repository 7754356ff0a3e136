/**
 * The table of an example. Nobody keeps it: whatever is tried is asked of the referee, together with the position and all that
 * was tried before, and what comes of it is shown as at any table.
 */
import { lookAtPosition, ServerProblem, tryMove } from "../api";
import { newId } from "../connection";
import { language } from "../i18n.svelte";
import { still } from "../motion";
import type { GameInfo, PositionExample, PositionSeen, SeatInfo, TableInfo } from "../protocol";
import { Table } from "../table.svelte";
import { patience } from "../trouble.svelte";

/** Who sits where in the examples of the rules pages. */
const NAMES = ["Ada", "Basil", "Chloe", "Dario", "Emil", "Fanny"];
/** Milliseconds until a server that did not answer is asked again, unless the network is back sooner. */
const AGAIN = 5000;

const seatOf = (example: PositionExample): number => example.moves.find(({ seat }) => seat >= 0)?.seat ?? 0;

export class ExampleTable extends Table {
  /** What the referee said last. */
  seen = $state.raw<PositionSeen | null>(null);
  /** No answer comes. */
  silent = $state(false);
  /** The moves tried since the position. */
  made = $state.raw<{ seat: number; move: string }[]>([]);
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(
    readonly example: PositionExample,
    game: GameInfo,
  ) {
    super("", [{ seat: seatOf(example), key: "" }]);
    this.look = seatOf(example);
    this.info = info(example, game);
  }

  /** The example's next move, as long as nothing else was tried. */
  get next(): { seat: number; move: string } | null {
    const asTold = this.made.every(({ move }, number) => this.example.moves[number]?.move === move);
    return (asTold && !this.refusal && this.example.moves[this.made.length]) || null;
  }

  /** Nothing is announced here that would have to be read first. */
  override get watches(): boolean {
    return true;
  }

  override away(_seat: number): boolean {
    return false;
  }

  override play(move: string, seat: number | null = this.look): void {
    if (seat !== null) void this.#try(seat, move);
  }

  override ask(move: string, seat: number | null = this.look): void {
    if (seat !== null) void this.#try(seat, move, true);
  }

  /** Do what the example tells. */
  step(): void {
    const { next } = this;
    if (next) void this.#try(next.seat, next.move);
  }

  /** Lay the position, anew. */
  async lay(): Promise<void> {
    const seen = await this.#ask(() => lookAtPosition(this.#about()));
    if (!seen) return;
    this.made = [];
    this.refusal = null;
    still(() => this.#show(seen, false));
    this.status = "open";
  }

  override close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async #try(seat: number, move: string, onlyAsked = false): Promise<void> {
    if (this.sent) return;
    this.refusal = null;
    this.sent = { id: newId(), seat, move, version: null };
    const seen = await this.#ask(() =>
      tryMove({ ...this.#about(), position: this.example.position, moves: this.made, seat, move }),
    );
    this.sent = null;
    if (!seen) return;
    if (seen.refusal) {
      const code = seen.refusal.clause === null ? "notation" : "illegal";
      this.refusal = {
        refused: { type: "refused", id: null, retry_after: null, ...seen.refusal, code },
        move,
      };
      this.seen = { ...seen, reasons: [] };
    } else if (!onlyAsked) {
      this.made = [...this.made, { seat, move }];
      this.#show(seen, true);
    }
  }

  #about() {
    const { game, seats, options, position } = this.example;
    return { game, seats, options, position, look: this.look, language: language.current };
  }

  /** Until there is an answer, or nobody wants it any more. */
  async #ask(question: () => Promise<PositionSeen>): Promise<PositionSeen | null> {
    while (!this.#closed) {
      try {
        const seen = await question();
        this.silent = false;
        return this.#closed ? null : seen;
      } catch (fault) {
        this.silent = true;
        const problem = fault instanceof ServerProblem ? fault.problem : null;
        await this.#pause(patience(problem) ?? AGAIN);
      }
    }
    return null;
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((over) => {
      const timer = setTimeout(() => this.#wake?.(), milliseconds);
      const wake = (): void => {
        clearTimeout(timer);
        removeEventListener("online", wake);
        over();
      };
      this.#wake = wake;
      addEventListener("online", wake);
    });
  }

  #show(seen: PositionSeen, follows: boolean): void {
    const { view } = seen;
    if (!view) return;
    const known = this.events.length;
    this.seen = seen;
    this.equipment = seen.equipment;
    this.events = this.keep(seen.events);
    this.shown = {
      type: "update",
      version: seen.events.length,
      seat: this.look,
      events: follows ? seen.events.slice(known) : [],
      view,
      moves: seen.offers.find(({ seat }) => seat === this.look)?.moves ?? [],
      now: 0,
      deadline: null,
      clocks: null,
    };
  }
}

function info({ seats, options }: PositionExample, { name, tagline }: GameInfo): TableInfo {
  const people = Array.from({ length: seats }, (_, seat): SeatInfo => ({
    seat,
    kind: "here",
    name: NAMES[seat] ?? String(seat),
    level: null,
    online: true,
    out: null,
    stand_in: false,
  }));
  return {
    type: "table",
    table: "",
    game: name,
    options,
    goal: tagline,
    settings: {
      chat: "off",
      patience: 0,
      pace: 0,
      absent: null,
      clock: null,
      watchers: "forbidden",
      rated: false,
    },
    people,
    yours: [],
    commitment: "",
    numbers: [],
    part: null,
    seed: null,
    draws: false,
    offer: null,
    ended: null,
    watching: 0,
    watchers: [],
    known_deal: true,
    shown: [],
    origin: null,
  };
}
