/**
 * One table as this client shows it: what the pages draw. It is fed by a connection (`LiveTable`), or by the frames of a game
 * that is read again (`ReplayTable`); a board need not know which.
 */
import { m } from "../paraglide/messages";
import type { Status } from "./connection";
import { language } from "./i18n.svelte";
import { calm } from "./motion";
import type {
  Chat,
  Refused,
  SeatKey,
  SeenEvent,
  SetPace,
  TableInfo,
  Update,
  View,
  Watcher,
} from "./protocol";
import type { Past } from "./replay/past.svelte";

/** How long what an event led to must stay before anything replaces it, in milliseconds. */
export type Dwell = (event: SeenEvent) => number;

export interface Refusal {
  refused: Refused;
  /** The move that was refused, if it was one. */
  move: string | null;
}

/** A move under way to the server. */
export interface Sent {
  id: string;
  seat: number;
  move: string;
  /** The version it became, once the server has said so. */
  version: number | null;
}

export class Table {
  status = $state<Status>("opening");
  info = $state.raw<TableInfo | null>(null);
  /** What stands on the table from beginning to end; it comes before the first update, where a game has any. */
  equipment = $state.raw<unknown>(null);
  /** The update on the screen. */
  shown = $state.raw<Update | null>(null);
  /** Every move up to the one on the screen, by version. */
  events = $state.raw<SeenEvent[]>([]);
  /** What was said beside the moves, `/resign` say. */
  words = $state.raw<SeenEvent[]>([]);
  /** How many look on, and some of them, for whoever plays. */
  watching = $state(0);
  watchers = $state.raw<Watcher[]>([]);
  chat = $state.raw<Chat[]>([]);
  /** How many milliseconds away each seat is, where that is known. */
  lags = $state.raw<(number | null)[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** The move under way to the server. */
  sent = $state.raw<Sent | null>(null);
  /** The seat one looks through; null: as a spectator. */
  look = $state<number | null>(null);
  /** While this is set nothing moves: something on the screen wants to be read first. */
  paused = $state(false);
  /** What has happened before, while one looks back at it. */
  past = $state.raw<Past | null>(null);
  /** What each seat sees, where everything is open. */
  views = $state.raw<View[]>([]);
  /** What lies on the table and is in nobody's view, where everything is open. */
  hidden = $state.raw<{ [name: string]: unknown }>({});

  /** The game's own sense of time; set once the game is known. */
  dwell: Dwell = () => 0;
  /** What may be kept of the events: some games are about remembering. */
  keep: (events: SeenEvent[]) => SeenEvent[] = (events) => events;
  /** What may be seen of a past moment while the game is on; all of it, unless the game is about remembering. */
  remember: (view: View) => View = (view) => view;
  readonly mine: number[];

  constructor(
    readonly id: string,
    readonly keys: SeatKey[] = [],
  ) {
    this.mine = keys.map((key) => key.seat);
  }

  /** What the clock says by which deadlines and events are stamped. */
  readonly time: () => number = () => this.shown?.now ?? 0;

  get view(): View | null {
    return this.shown?.view ?? null;
  }

  /** What one may do now; nothing while the screen is behind the table or a move is on its way. */
  get moves(): string[] {
    return this.shown && this.current && !this.sent && !this.paused ? this.shown.moves : [];
  }

  /** How long what is on the screen must stay before anything replaces it, in milliseconds. */
  get stays(): number {
    const last = this.shown?.events.at(-1);
    return last && !calm() ? this.dwell(last) : 0;
  }

  /** Whether the screen shows all that is known. */
  get current(): boolean {
    return true;
  }

  /** What the log tells: every move there was, and where they have led. */
  get told(): SeenEvent[] {
    return this.events;
  }

  get latest(): View | null {
    return this.view;
  }

  /** The seat one looks through, once its view is on the screen: nobody else's hand is drawn. */
  get own(): number | null {
    return this.look !== null && this.shown?.seat === this.look ? this.look : null;
  }

  /** Whether the one who looks has something to do. */
  get yours(): boolean {
    return this.own !== null && this.moves.length > 0;
  }

  /** The seat at one's own side of the table; null: that of nobody at this screen. */
  get below(): number | null {
    return this.own ?? (this.mine.length === 1 ? (this.mine[0] ?? null) : null);
  }

  /** The other seats in the order of play, from one's own side of the table on. */
  get others(): number[] {
    const seats = this.view?.seats ?? 0;
    const below = this.below;
    const around = Array.from({ length: seats }, (_, step) => ((below ?? seats - 1) + 1 + step) % seats);
    return below === null ? around : around.slice(0, -1);
  }

  /** Whether several people share this screen. */
  get shared(): boolean {
    return this.mine.length > 1;
  }

  /** Whether somebody here still plays: has a seat and has not given it up, and the game is on. */
  get playing(): boolean {
    return this.seats.length > 0 && this.shown !== null && !this.view?.outcome;
  }

  /** Whether nobody at this screen plays now: whoever looks on, or back, is stopped by nothing. */
  get watches(): boolean {
    return this.mine.length === 0 || this.past !== null;
  }

  /** The seats whose own cards lie before those at this screen. */
  get eyes(): number[] {
    return this.mine.length ? this.mine : this.look === null ? [] : [this.look];
  }

  /** One's own seats that are still in the game. */
  get seats(): number[] {
    return this.mine.filter((seat) => !this.info?.people[seat]?.out);
  }

  /** Whether a bot plays there, its own or one that stands in. */
  isBot(seat: number): boolean {
    const person = this.info?.people[seat];
    return person?.kind === "bot" || (person?.stand_in ?? false);
  }

  /** Milliseconds that a seat has left at a table with a clock, when the server's clock says `now`. */
  left(seat: number, now: number): number | null {
    const left = this.shown?.clocks?.[seat] ?? null;
    if (left === null || !this.shown) return null;
    return Math.max(0, this.runs(seat) ? left - (now - this.shown.now) : left);
  }

  /** Whether the clock of a seat is running. */
  runs(seat: number): boolean {
    return this.view?.turn.includes(seat) ?? false;
  }

  name(seat: number): string {
    const name = this.info?.people[seat]?.name;
    // Whoever wanted to be forgotten has no name any more.
    return name === "" ? m.person_left() : (name ?? "…");
  }

  /** Whether a seat is that of the one who reads this, so that they are spoken to. */
  isYou(seat: number): boolean {
    return !this.shared && this.mine.includes(seat);
  }

  /** Whom a sentence is about, for messages that speak to whoever reads them. */
  subject(seat: number): { name: string; who: "you" | "one" } {
    return { name: this.name(seat), who: this.isYou(seat) ? "you" : "one" };
  }

  /** How everybody is called, and in which language: what every sentence about them depends on. */
  get wording(): string {
    return [language.current, ...(this.info?.people.map(({ seat }) => this.name(seat)) ?? [])].join("\n");
  }

  /** Whether somebody of another screen has gone for now. */
  away(seat: number): boolean {
    const person = this.info?.people[seat];
    return person?.kind !== "bot" && !person?.online && !this.mine.includes(seat);
  }

  /** Leave something out of what is on the screen: it has been seen for long enough. */
  forget(change: (view: View) => View): void {
    if (this.shown) this.shown = { ...this.shown, events: [], view: change(this.shown.view) };
  }

  /** Make a move where it is offered; where it is not, hear why. */
  attempt(move: string, seat: number | null = this.look): void {
    if (this.moves.includes(move)) this.play(move, seat);
    else this.ask(move, seat);
  }

  /** Look at the table as it was at a version. */
  lookBack(version: number): void {
    void this.past?.go(version);
  }

  // What one may do at a table, if it is not one of the past.
  play(_move: string, _seat?: number | null): void {}
  /** Hear what the law says against a move. It is never made, whatever a wrong touch turns out to mean. */
  ask(_move: string, _seat?: number | null): void {}
  word(_word: string, _seat?: number): void {}
  setPace(_pace: SetPace["pace"]): void {}
  skip(): void {}
  show(_watcher: string, _seat: number, _yes: boolean): void {}
  sayPhrase(_seat: number, _phrase: number): void {}
  sayText(_seat: number, _text: string): void {}
  lookThrough(_seat: number | null): void {}
  resume(): void {
    this.paused = false;
  }
  close(): void {}
}
