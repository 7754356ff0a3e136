/**
 * A table that is played at, or watched: fed by its connection.
 *
 * What arrives is shown in order, each update no sooner than the one before has had its time on the screen
 * (`dwell`), so that cards can travel and a round's result can be read, however quick the bots are. Whoever falls far behind jumps to the present. Whoever
 * looks back stays there, whatever arrives meanwhile.
 */
import { Connection, newId } from "./connection";
import { me } from "./person.svelte";
import { still } from "./motion";
import { panel } from "./rules/panel.svelte";
import type {
  Frame,
  FromClient,
  FromServer,
  Refused,
  SeatKey,
  SeenEvent,
  SetPace,
  Update,
  View,
} from "./protocol";
import { Past } from "./replay/past.svelte";
import { ofTable } from "./replay/sources";
import { updateOf } from "./replay/table.svelte";
import { Table, type Refusal } from "./table.svelte";
import { changeTable, knownTable } from "./tables";

/** How long a refusal stays, in milliseconds. */
const REFUSAL_STAYS = 9000;

/** Of more updates than this only those are shown one by one that want to be read: a whole trick, a verdict, dice. */
const BACKLOG = 8;
/** What stays at least so long wants to be read, in milliseconds. */
const WANTS_READING = 800;
/** More than this happens between two turns of one's own at no table: whoever is so far behind jumps to the present. */
const FAR_BEHIND = 60;

export class LiveTable extends Table {
  #moves = new Map<string, string>();
  /** What was only asked about, and is not answered yet. */
  #questions = new Set<string>();
  /** The last of them: answers to older ones come too late. */
  #question: string | null = null;
  #queue = $state.raw<Update[]>([]);
  #shownAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest = 0;
  /** By how much the server's clock is ahead of this page's, as each update told when it came. */
  #aheads = new WeakMap<Update, number>();
  #ahead = Date.now() - performance.now();
  #connection: Connection<FromClient, FromServer>;
  /** What was on the screen when one began to look back. */
  #left = $state.raw<{ shown: Update; events: SeenEvent[] } | null>(null);

  /** With the keys of one's seats: those that this browser keeps, unless somebody else knows better. */
  constructor(id: string, keys: SeatKey[] = knownTable(id)?.keys ?? []) {
    super(id, keys);
    // Several people at one screen start behind the curtain.
    if (this.mine.length === 1) this.look = this.mine[0] ?? null;
    this.#connection = new Connection<FromClient, FromServer>(encodeURIComponent(id), {
      welcome: "table",
      hello: () => ({
        type: "hello",
        keys: keys.map((key) => key.key),
        look: this.look,
        since: this.#latest,
        name: me.known && !me.known.guest ? me.known.name : null,
      }),
      heard: (message) => this.#heard(message),
      status: (status) => (this.status = status),
    });
  }

  /** What the server's clock says, by which deadlines and events are stamped, whatever this device's own says. */
  override readonly time = (): number => performance.now() + this.#ahead;

  override get current(): boolean {
    return !this.#queue.length;
  }

  override get told(): SeenEvent[] {
    return this.#left?.events ?? this.events;
  }

  override get latest(): View | null {
    return this.#left?.shown.view ?? this.view;
  }

  /** Look back at what one saw, as one saw it; whatever happens meanwhile is shown when one comes back. */
  override lookBack(version: number): void {
    const { shown, events } = this;
    if (this.past) void this.past.go(version);
    else if (shown && !this.paused) {
      clearTimeout(this.#timer);
      this.#left = { shown, events };
      this.past = new Past(
        ofTable(this.id, this.look, this.keys),
        (frame, follows) => this.#recall(frame, follows),
        () => this.stays,
        () => this.#comeBack(),
      );
      this.past.count = this.#latest;
      void this.past.open(version);
    }
  }

  #recall(frame: Frame, follows: boolean): void {
    const left = this.#left;
    if (!left) return;
    // A game that is about remembering shows no more than what one may keep.
    const view = left.shown.view.outcome ? frame.view : this.remember(frame.view);
    const change = (): void => {
      this.events = left.events.filter((event) => event.version <= frame.version);
      this.shown = { ...updateOf(frame, left.shown.seat), view };
    };
    if (follows) change();
    else still(change);
  }

  #comeBack(): void {
    const left = this.#left;
    this.past?.close();
    this.past = null;
    this.#left = null;
    if (left)
      still(() => {
        this.shown = left.shown;
        this.events = left.events;
      });
    this.#advance();
  }

  override close(): void {
    this.past?.close();
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  /** A move of the seat one looks through, or of another of one's own that acts in the open. */
  override play(move: string, seat: number | null = this.look): void {
    if (seat === null || !this.shown || this.sent || this.past) return;
    const id = newId();
    this.refusal = null;
    this.#question = null;
    this.sent = { id, seat, move, version: null };
    this.#moves.set(id, move);
    this.#connection.ask({ type: "move", id, seat, move, version: this.shown.version });
  }

  override ask(move: string, seat: number | null = this.look): void {
    // Whoever clicks twice has played, and is not asking.
    if (seat === null || !this.shown || this.sent || this.past) return;
    const id = newId();
    this.refusal = null;
    this.#question = id;
    this.#questions.add(id);
    this.#moves.set(id, move);
    this.#connection.ask({ type: "ask", id, seat, move, version: this.shown.version });
  }

  /** A word of the table: no move, so it need not be one's turn. */
  override word(word: string, seat: number | undefined = this.seats[0]): void {
    if (seat === undefined || !this.shown) return;
    const id = newId();
    this.#moves.set(id, word);
    this.#connection.ask({ type: "move", id, seat, move: word, version: 0 });
  }

  override setPace(pace: SetPace["pace"]): void {
    const seat = this.mine[0];
    if (seat !== undefined) this.#connection.ask({ type: "pace", id: newId(), seat, pace });
  }

  /** Bots move at once until it is one's own turn. */
  override skip(): void {
    const seat = this.look ?? this.seats[0];
    if (seat !== undefined) this.#connection.ask({ type: "skip", id: newId(), seat });
  }

  /** Let a spectator see what a seat of one's own sees, or no more. */
  override show(watcher: string, seat: number, yes: boolean): void {
    this.#connection.ask({ type: "show", id: newId(), seat, watcher, yes });
  }

  override sayPhrase(seat: number, phrase: number): void {
    this.#connection.ask({ type: "phrase", id: newId(), seat, phrase });
  }

  override sayText(seat: number, text: string): void {
    this.#connection.ask({ type: "say", id: newId(), seat, text });
  }

  /** Look through another of one's own seats, or through none. */
  override lookThrough(seat: number | null): void {
    if (seat === this.look) return;
    this.look = seat;
    this.refusal = null;
    this.#connection.tell({ type: "look", seat });
  }

  override resume(): void {
    this.paused = false;
    this.#advance();
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
        if (this.past) this.past.count = this.#latest;
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
        this.#refused(message);
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
      case "announcements":
      case "pong":
        break;
    }
  }

  #refused(refused: Refused): void {
    const id = refused.id ?? "";
    if (this.#questions.delete(id) && id !== this.#question) return;
    this.#refuse({ refused, move: this.#moves.get(id) ?? null });
    if (this.sent?.id === id) this.sent = null;
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
    while (this.#queue.length && !this.paused && !this.past) {
      const [next, ...rest] = this.#queue as [Update, ...Update[]];
      const hurry = document.hidden || this.#queue.length > FAR_BEHIND || next.seat !== this.shown?.seat;
      const due = hurry ? 0 : this.#shownAt + this.#pause() - Date.now();
      if (due > 0) {
        this.#timer = setTimeout(() => this.#advance(), due);
        return;
      }
      this.#queue = rest;
      this.#show(next);
    }
  }

  #pause(): number {
    const { stays } = this;
    return this.#queue.length > BACKLOG && stays < WANTS_READING ? 0 : stays;
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

  /** Shown until one does something else, and long enough to be read: its clause as well, which leads back to it. */
  #refuse(refusal: Refusal): void {
    this.refusal = refusal;
    const timer = setInterval(() => {
      if (this.refusal === refusal && (panel.open || document.activeElement?.closest("[role=alert]"))) return;
      clearInterval(timer);
      if (this.refusal === refusal) this.refusal = null;
    }, REFUSAL_STAYS);
  }

  /** A move is on its way until the screen shows what came of it. */
  #settle(): void {
    const version = this.sent?.version ?? null;
    if (version !== null && this.shown && this.shown.version >= version) this.sent = null;
  }
}
