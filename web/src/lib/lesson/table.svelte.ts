/**
 * The table of a lesson. Nobody keeps it: whatever the learner does is asked of the server together with all that was done
 * before, and what came of it is shown move by move, as at any table.
 */
import { m } from "../../paraglide/messages";
import { takeLesson } from "../api";
import { newId } from "../connection";
import { calm, still } from "../motion";
import { prefs } from "../prefs.svelte";
import type { LessonFrame, LessonSeen } from "../protocol";
import { Table } from "../table.svelte";

/** How long the last move is seen before the table is laid anew, in milliseconds: with and without motion. */
const BEFORE_LAYING = 1600;
const BEFORE_LAYING_CALMLY = 300;

export class LessonTable extends Table {
  /** Where the learner is, and what is to be done there. */
  seen = $state.raw<LessonSeen>() as LessonSeen;
  /** The law allows what was tried, but the step wants something else. */
  other = $state(false);
  fault = $state.raw<unknown>(null);
  /** By which the steps so far were done. */
  #done: string[] = [];
  #queue = $state.raw<LessonFrame[]>([]);
  #next: LessonSeen | null = null;
  #shownAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    seen: LessonSeen,
  ) {
    super(
      "",
      seen.table.yours.map((seat) => ({ seat, key: "" })),
    );
    this.look = this.mine[0] ?? null;
    this.equipment = seen.equipment;
    this.#sit(seen);
    this.status = "open";
    this.#take(seen);
  }

  override get current(): boolean {
    return !this.#queue.length;
  }

  /** Whether all steps are done, and shown. */
  get over(): boolean {
    return this.seen.step === null;
  }

  override play(move: string, seat: number | null = this.look): void {
    if (seat === null || this.sent || !this.current || this.over) return;
    this.refusal = null;
    this.other = false;
    this.sent = { id: newId(), seat, move, version: null };
    void this.#ask(this.#done, move);
  }

  /** Nothing is done but what the step wants; whatever else is tried, the law answers. */
  override ask(move: string, seat: number | null = this.look): void {
    this.play(move, seat);
  }

  /** Have the step done, for whoever does not want to do it. */
  omit(): void {
    const move = this.seen.step?.moves[0];
    if (move !== undefined) this.play(move);
  }

  /** To the step before. */
  back(): void {
    if (this.sent || !this.#done.length) return;
    this.#done = this.#done.slice(0, -1);
    this.#look();
  }

  /** From the first step again. */
  again(): void {
    this.#done = [];
    this.#look();
  }

  override resume(): void {
    this.paused = false;
    this.#advance();
  }

  override close(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    this.#queue = [];
    this.paused = false;
    this.refusal = null;
    this.other = false;
    void this.#ask(this.#done, null);
  }

  async #ask(done: string[], move: string | null): Promise<void> {
    try {
      const seen = await takeLesson({ game: this.game, moves: done, move });
      if (done !== this.#done) return;
      if (move !== null && seen.accepted) this.#done = [...done, move];
      else if (move !== null) this.other = seen.refusal === null;
      if (seen.refusal)
        this.refusal = {
          refused: {
            type: "refused",
            id: null,
            code: seen.refusal.clause === null ? "notation" : "illegal",
            retry_after: null,
            ...seen.refusal,
          },
          move,
        };
      this.#take(seen);
    } catch (problem) {
      this.fault = problem;
    } finally {
      if (done === this.#done || move !== null) this.sent = null;
    }
  }

  #take(seen: LessonSeen): void {
    this.#next = seen;
    this.#queue = seen.frames;
    this.#advance();
  }

  /** Show what may be shown now, and come back when the next is due. */
  #advance(): void {
    clearTimeout(this.#timer);
    while (this.#queue.length && !this.paused) {
      const [next, ...rest] = this.#queue as [LessonFrame, ...LessonFrame[]];
      const due = this.#shownAt + this.#stays(next) - Date.now();
      if (this.shown && due > 0) {
        this.#timer = setTimeout(() => this.#advance(), due);
        return;
      }
      this.#show(next);
      this.#queue = rest;
    }
    if (!this.#queue.length && this.#next) {
      this.seen = this.#next;
      this.#sit(this.seen);
    }
  }

  /** Who is there, and what is to be reached: a table that is laid anew may be another one. */
  #sit({ table }: LessonSeen): void {
    this.info = {
      ...table,
      people: table.people.map((person) => ({
        ...person,
        name: person.name || prefs.name || m.lesson_you(),
      })),
    };
  }

  #stays(next: LessonFrame): number {
    if (!next.laid) return this.stays;
    if (!this.#next?.accepted) return 0;
    return calm() ? BEFORE_LAYING_CALMLY : BEFORE_LAYING;
  }

  #show(frame: LessonFrame): void {
    const { version, events, view, moves } = frame;
    const change = (): void => {
      this.events = this.keep(frame.laid ? events : [...this.events, ...events]);
      this.shown = {
        type: "update",
        version,
        seat: this.look,
        events: frame.laid ? [] : events,
        view,
        moves,
        now: 0,
        deadline: null,
        clocks: null,
      };
    };
    this.#shownAt = Date.now();
    if (frame.laid) still(change);
    else change();
  }
}
