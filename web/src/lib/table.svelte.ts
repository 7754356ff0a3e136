/**
 * One table as this client knows it. The connection feeds it; the pages draw it.
 *
 * What arrives is shown in order, each update no sooner than the one before has had its time on the screen
 * (`dwell`), so that cards can travel and a round's result can be read. Whoever falls far behind jumps to the present.
 */
import { Connection, newId, type Status } from "./connection";
import type {
  Chat,
  FromClient,
  FromServer,
  Refused,
  SeatKey,
  SeenEvent,
  SetPace,
  TableInfo,
  Update,
  View,
  Watcher,
} from "./protocol";
import { changeTable, knownTable } from "./tables";

/** How long `before`, and the events that led to it, must stay before `after` replaces it, in milliseconds. */
export type Dwell = (before: View | null, after: View, events: SeenEvent[]) => number;

export interface Refusal {
  refused: Refused;
  /** The move that was refused, if it was one. */
  move: string | null;
}

interface Sent {
  id: string;
  seat: number;
  move: string;
  /** The version it became, once the server has said so. */
  version: number | null;
}

/** How long a refusal stays, in milliseconds. */
const REFUSAL_STAYS = 9000;

/** More updates than this are not shown one by one. */
const BACKLOG = 8;

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

  /** The game's own sense of time; set once the game is known. */
  dwell: Dwell = () => 0;
  /** What may be kept of the events: some games are about remembering. */
  keep: (events: SeenEvent[]) => SeenEvent[] = (events) => events;
  readonly mine: number[];
  #moves = new Map<string, string>();
  #queue = $state.raw<Update[]>([]);
  #shownAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest = 0;
  /** By how much the server's clock is ahead of this page's, as each update told when it came. */
  #aheads = new WeakMap<Update, number>();
  #ahead = Date.now() - performance.now();
  #connection: Connection<FromClient, FromServer>;

  /** With the keys of one's seats: those that this browser keeps, unless somebody else knows better. */
  constructor(
    readonly id: string,
    readonly keys: SeatKey[] = knownTable(id)?.keys ?? [],
  ) {
    this.mine = keys.map((key) => key.seat);
    // Several people at one screen start behind the curtain.
    if (this.mine.length === 1) this.look = this.mine[0] ?? null;
    this.#connection = new Connection<FromClient, FromServer>(encodeURIComponent(id), {
      welcome: "table",
      hello: () => ({
        type: "hello",
        keys: keys.map((key) => key.key),
        look: this.look,
        since: this.#latest,
      }),
      heard: (message) => this.#heard(message),
      status: (status) => (this.status = status),
    });
  }

  /** What the server's clock says, by which deadlines and events are stamped, whatever this device's own says. */
  readonly time = (): number => performance.now() + this.#ahead;

  get view(): View | null {
    return this.shown?.view ?? null;
  }

  /** What one may do now; nothing while the screen is behind the table or a move is on its way. */
  get moves(): string[] {
    return this.shown && !this.#queue.length && !this.sent && !this.paused ? this.shown.moves : [];
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
    return this.info?.people[seat]?.name ?? "…";
  }

  /** Whether somebody of another screen has gone for now. */
  away(seat: number): boolean {
    const person = this.info?.people[seat];
    return person?.kind !== "bot" && !person?.online && !this.mine.includes(seat);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  /** A move of the seat one looks through, or of another of one's own that acts in the open. */
  play(move: string, seat: number | null = this.look): void {
    if (seat === null || !this.shown || this.sent) return;
    const id = newId();
    this.refusal = null;
    this.sent = { id, seat, move, version: null };
    this.#moves.set(id, move);
    this.#connection.ask({ type: "move", id, seat, move, version: this.shown.version });
  }

  /** A word of the table: no move, so it need not be one's turn. */
  word(word: string, seat: number | undefined = this.seats[0]): void {
    if (seat === undefined || !this.shown) return;
    const id = newId();
    this.#moves.set(id, word);
    this.#connection.ask({ type: "move", id, seat, move: word, version: 0 });
  }

  setPace(pace: SetPace["pace"]): void {
    const seat = this.mine[0];
    if (seat !== undefined) this.#connection.ask({ type: "pace", id: newId(), seat, pace });
  }

  /** Bots move at once until it is one's own turn. */
  skip(): void {
    const seat = this.look ?? this.seats[0];
    if (seat !== undefined) this.#connection.ask({ type: "skip", id: newId(), seat });
  }

  /** Let a spectator see what a seat of one's own sees, or no more. */
  show(watcher: string, seat: number, yes: boolean): void {
    this.#connection.ask({ type: "show", id: newId(), seat, watcher, yes });
  }

  sayPhrase(seat: number, phrase: number): void {
    this.#connection.ask({ type: "phrase", id: newId(), seat, phrase });
  }

  sayText(seat: number, text: string): void {
    this.#connection.ask({ type: "say", id: newId(), seat, text });
  }

  /** Look through another of one's own seats, or through none. */
  lookThrough(seat: number | null): void {
    if (seat === this.look) return;
    this.look = seat;
    this.refusal = null;
    this.#connection.tell({ type: "look", seat });
  }

  resume(): void {
    this.paused = false;
    this.#advance();
  }

  /** Leave something out of what is on the screen: it has been seen for long enough. */
  forget(change: (view: View) => View): void {
    if (this.shown) this.shown = { ...this.shown, events: [], view: change(this.shown.view) };
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case "table":
        this.info = message;
        this.watching = message.watching ?? 0;
        this.watchers = message.watchers ?? [];
        if (this.look !== null && !this.mine.includes(this.look) && !message.shown?.includes(this.look))
          this.look = null;
        changeTable(this.id, {
          names: message.people.map((person) => person.name ?? ""),
          over: message.seed !== null,
        });
        break;
      case "equipment":
        this.equipment = message.equipment;
        break;
      case "update":
        this.#latest = Math.max(this.#latest, message.version);
        this.#take(message);
        break;
      case "watchers":
        this.watching = message.watching;
        this.watchers = message.watchers;
        break;
      case "accepted":
        if (this.sent?.id === message.id) this.sent = { ...this.sent, version: message.version };
        this.#settle();
        break;
      case "refused":
        this.#refuse({ refused: message, move: this.#moves.get(message.id ?? "") ?? null });
        if (this.sent?.id === message.id) this.sent = null;
        break;
      case "lags":
        this.lags = message.lags;
        break;
      case "chat":
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message];
        break;
      case "probe":
        this.#connection.tell({ type: "echo", nonce: message.nonce });
        break;
      case "pong":
        break;
    }
  }

  /** Games are told of moves only; what was said beside them is the table's. */
  #take(update: Update): void {
    const said = update.events.filter((event) => event.move.startsWith("/"));
    const told = said.length
      ? { ...update, events: update.events.filter((event) => !said.includes(event)) }
      : update;
    const known = new Set(this.words.map((event) => event.version));
    const fresh = said.filter((event) => !known.has(event.version));
    if (fresh.length) this.words = [...this.words, ...fresh];
    this.#aheads.set(told, update.now - performance.now());
    this.#queue = [...this.#queue, told];
    this.#advance();
  }

  /** Show what may be shown now, and come back when the next is due. */
  #advance(): void {
    clearTimeout(this.#timer);
    while (this.#queue.length && !this.paused) {
      const [next, ...rest] = this.#queue as [Update, ...Update[]];
      const hurry = document.hidden || this.#queue.length > BACKLOG || next.seat !== this.shown?.seat;
      const due = hurry ? 0 : this.#shownAt + this.#stays(next) - Date.now();
      if (due > 0) {
        this.#timer = setTimeout(() => this.#advance(), due);
        return;
      }
      this.#queue = rest;
      this.#show(next);
    }
  }

  #stays(next: Update): number {
    return this.dwell(this.view, next.view, this.shown?.events ?? []);
  }

  #show(update: Update): void {
    this.#shownAt = Date.now();
    this.shown = update;
    this.#ahead = this.#aheads.get(update) ?? this.#ahead;
    this.#settle();
    if (update.events.length) {
      const known = new Set(this.events.map((event) => event.version));
      const fresh = update.events.filter((event) => !known.has(event.version));
      if (fresh.length) this.events = this.keep([...this.events, ...fresh]);
    }
  }

  /** Shown until one does something else, and long enough to be read. */
  #refuse(refusal: Refusal): void {
    this.refusal = refusal;
    setTimeout(() => {
      if (this.refusal === refusal) this.refusal = null;
    }, REFUSAL_STAYS);
  }

  /** A move is on its way until the screen shows what came of it. */
  #settle(): void {
    const version = this.sent?.version ?? null;
    if (version !== null && this.shown && this.shown.version >= version) this.sent = null;
  }
}
