/**
 * One room as this client knows it: the people in it, who sits where, what is played, and what is said. The connection feeds
 * it; the pages draw it.
 */
import { getContext, setContext } from "svelte";

import { games, readRatings } from "./api";
import { Connection, newId, type Status } from "./connection";
import { keepGiven, numberFor } from "./numbers";
import { ignored } from "./people/ignored.svelte";
import { forgetMyself, type Person } from "./person.svelte";
import type {
  Choose,
  FromRoom,
  FromRoomClient,
  RatingInfo,
  Refused,
  RoomChat,
  RoomInfo,
  RoomPerson,
  RoomSeat,
  SeatKey,
  SomeRatings,
} from "./protocol";
import { ratingAt } from "./ratings/ratings";

/** What changes something, and is answered. */
type Act = Extract<FromRoomClient, { id: string }>;
type Unnamed<T> = T extends unknown ? Omit<T, "id"> : never;

/** Something to be done in a room. */
export type Deed = Unnamed<Act>;

/** What the server calls a key that it does not know. */
const UNKNOWN = "person";
/** And a number for a deal that is over, or that another screen of one's own has added one to. */
const TOO_LATE = "deal";
/** How long a refusal stays, in milliseconds. */
const REFUSAL_STAYS = 9000;

const CONTEXT = Symbol("room");

/** What is to be done in rooms that one has just made, as soon as one is there. */
const deeds = new Map<string, Deed[]>();

/** Commitments of deals in rooms to which one is on the way, to play at once. */
const promised = new Map<string, string>();

export const onTheWay = (room: string, commitment: string): void => void promised.set(room, commitment);

/** A number for the next deal. */
interface Adding {
  commitment: string;
  number: string;
  accepted: boolean;
}

export const inNewRoom = (room: string, todo: Deed[]): void => void deeds.set(room, todo);

export class Room {
  status = $state<Status>("opening");
  info = $state.raw<RoomInfo | null>(null);
  #said = $state.raw<RoomChat[]>([]);
  /** What was said, but by those whom one has muted. */
  chat = $derived(this.#said.filter((line) => ignored.how(line.person) === null));
  refusal = $state.raw<Refused | null>(null);
  /** Of those who sit here, and of bots. */
  ratings = $state.raw<SomeRatings | null>(null);
  /** Why one cannot be here, or not any more. */
  parting = $state.raw<Refused | null>(null);
  /** One looks at the table of the game, rather than at the room around it. */
  atTable = $state(false);
  /** The host picks another game. */
  choosing = $state(false);
  /** What somebody does who has to say first who they are. */
  introducing = $state.raw<(() => unknown) | null>(null);

  /** Whose ratings are known. */
  #rated = "";
  #adding: Adding | null = null;
  #answers = new Map<string, (accepted: boolean) => void>();
  #connection: Connection<FromRoomClient, FromRoom>;
  #person: Person;

  constructor(
    readonly id: string,
    person: Person,
  ) {
    this.#person = person;
    const commitment = promised.get(id);
    promised.delete(id);
    if (commitment !== undefined)
      this.#adding = { commitment, number: numberFor(commitment), accepted: true };
    this.#connection = this.#connect();
  }

  get hosting(): boolean {
    return this.info !== null && this.info.host === this.info.you;
  }

  /** The seats one has, of the next game or of the one that is on. */
  get mine(): RoomSeat[] {
    return this.info?.seats.filter((seat) => seat.person === this.info?.you) ?? [];
  }

  /** The keys of one's own seats at the table. */
  get keys(): SeatKey[] {
    return this.info?.yours.filter((key) => key.table === this.info?.table) ?? [];
  }

  /** The game that is on wants nobody to look on before it is over, and one has no seat in it. */
  get barred(): boolean {
    const forbidden = this.info?.settings.watchers === "forbidden";
    return forbidden && this.info?.playing === true && !this.keys.length;
  }

  /** A game was played here, and is over. */
  get between(): boolean {
    return this.info !== null && this.info.number > 0 && !this.info.playing;
  }

  /** Whoever sits and is here has to agree before one more game begins by itself. */
  get players(): RoomPerson[] {
    const seated = new Set(this.info?.seats.map((seat) => seat.person));
    return this.info?.people.filter((person) => seated.has(person.person) && person.online) ?? [];
  }

  /** Whether the name that a table shows at a seat is that of an account: it may be that of an hour ago. */
  isAccount(seat: number, name: string): boolean {
    const player = this.info?.players[seat];
    return player?.account === true && player.name === name;
  }

  /** How strong whoever sits at a table of this room is; nothing of those brought along. */
  rating(table: string, seat: number): RatingInfo | undefined {
    const place = this.info?.table === table ? this.info.players[seat] : undefined;
    return place && this.isThemselves(place) ? ratingAt(this.ratings, place) : undefined;
  }

  /** It is a bot, or the person whose seat it is, not somebody at their screen. */
  isThemselves(place: RoomSeat): boolean {
    return place.person === null || this.person(place.person)?.name === place.name;
  }

  /** Ask how strong those are who sit here. */
  async #lookAtRatings(): Promise<void> {
    const info = this.info;
    if (!info) return;
    const people = info.seats.flatMap((seat) => seat.person ?? []);
    const asked = [info.game, info.seats.length, info.playing, ...people.toSorted()].join(" ");
    if (asked === this.#rated || info.seats.length < 2 || !people.length) return;
    this.#rated = asked;
    const found = await readRatings(info.game, info.seats.length, people).catch(() => null);
    if (asked === this.#rated) this.ratings = found;
  }

  /** What somebody looks like who sits at a table of this room; nothing of bots and those brought along. */
  portrait(table: string, seat: number): string | null {
    return this.info?.table === table ? (this.info.players[seat]?.portrait ?? null) : null;
  }

  /** Among others one has a name: whoever has not said one does so first. */
  asSomebody(deed: () => unknown): void {
    const others = (this.info?.people.length ?? 0) > 1;
    if (others && this.#person.guest) this.introducing = deed;
    else deed();
  }

  person(id: string | null): RoomPerson | undefined {
    return this.info?.people.find((person) => person.person === id);
  }

  close(): void {
    this.#connection.close();
  }

  /** One is called, or looks, otherwise from now on. */
  hello(person: Person): void {
    this.#person = person;
    this.#connection.tell(this.#hello());
  }

  sit(seat: number, somebodyElse?: string): Promise<boolean> {
    return this.do(
      somebodyElse === undefined
        ? { type: "sit", seat }
        : { type: "sit", seat, also: true, name: somebodyElse || null },
    );
  }

  choose(choice: Unnamed<Omit<Choose, "type">>): Promise<boolean> {
    return this.do({ type: "choose", ...choice });
  }

  /** Ask for something to be done; whether it was. */
  do(deed: Deed): Promise<boolean> {
    this.refusal = null;
    return this.#ask(deed);
  }

  #ask(deed: Deed): Promise<boolean> {
    const id = newId();
    return new Promise((answered) => {
      this.#answers.set(id, answered);
      this.#connection.ask({ ...deed, id } as Act);
    });
  }

  #connect(): Connection<FromRoomClient, FromRoom> {
    return new Connection<FromRoomClient, FromRoom>(`rooms/${encodeURIComponent(this.id)}`, {
      welcome: "room",
      hello: () => this.#hello(),
      heard: (message) => this.#heard(message),
      status: (status) => {
        // Unknown to this server: one is made known to it, and comes back.
        if (status === "gone" && this.refusal?.code === UNKNOWN) void this.#comeBack();
        else this.status = status;
        if (status === "gone") this.parting = this.refusal;
      },
    });
  }

  #hello(): FromRoomClient {
    const adding = this.info === null ? this.#adding : null;
    const adds = adding && { number: adding.number, commitment: adding.commitment };
    return { type: "hello", key: this.#person.key, adds };
  }

  async #comeBack(): Promise<void> {
    this.refusal = null;
    try {
      this.#person = await forgetMyself();
      this.#connection = this.#connect();
    } catch {
      this.status = "gone";
    }
  }

  #heard(message: FromRoom): void {
    switch (message.type) {
      case "room":
        this.#changed(message);
        void this.#lookAtRatings();
        break;
      case "chat":
        if (!this.#said.some((line) => line.number === message.number))
          this.#said = [...this.#said, message].toSorted((one, other) => one.number - other.number);
        break;
      case "ignored":
        ignored.hear(message.people);
        break;
      case "unsaid":
        this.#said = this.#said.filter((line) => !message.numbers.includes(line.number));
        break;
      case "accepted":
        this.#answered(message.id, true);
        break;
      case "refused":
        // A number that came when the cards were dealt already: nobody has done anything wrong.
        if (message.code !== TOO_LATE) this.#refuse(message);
        if (message.id) this.#answered(message.id, false);
        break;
      case "announcements":
      case "pong":
        break;
    }
  }

  #changed(info: RoomInfo): void {
    const before = this.info;
    this.info = info;
    if (info.table !== null && info.table !== before?.table) void this.#dealt(info, info.table);
    void this.#settleIn(info);
    // Everybody goes to the table where a game begins; who looks at the one before is taken along.
    if (info.playing && (!before?.playing || before.table !== info.table)) {
      this.atTable = true;
      this.choosing = false;
    }
    if (info.table === null) this.atTable = false;
  }

  /** Whoever sits adds a number to the next deal before anything else is done. */
  async #settleIn(info: RoomInfo): Promise<void> {
    // What chance draws from is known before, or a deal could be chosen by laying it otherwise.
    await games().catch(() => []);
    if (this.info !== info) return;
    const waiting = !info.playing && info.commitment !== this.#adding?.commitment;
    if (waiting && this.mine.length) void this.#add(info.commitment);
    for (const deed of deeds.get(this.id) ?? []) void this.do(deed);
    deeds.delete(this.id);
  }

  async #add(commitment: string): Promise<void> {
    const adding: Adding = { commitment, number: numberFor(commitment), accepted: false };
    this.#adding = adding;
    const { number } = adding;
    adding.accepted = await this.#ask({ type: "number", number, commitment });
  }

  /** A game has begun: what one added, and what was known before, is kept to check the deal by. */
  async #dealt(info: RoomInfo, table: string): Promise<void> {
    const adding = this.#adding;
    this.#adding = null;
    if (!adding?.accepted || !this.keys.length) return;
    const shelf = await games().catch(() => []);
    keepGiven(table, {
      commitment: adding.commitment,
      number: adding.number,
      order: shelf.find((game) => game.name === info.game)?.order ?? [],
      bots: info.players.filter((seat) => seat.person === null).map((seat) => seat.seat),
    });
  }

  #answered(id: string, accepted: boolean): void {
    this.#answers.get(id)?.(accepted);
    this.#answers.delete(id);
  }

  #refuse(refusal: Refused): void {
    this.refusal = refusal;
    setTimeout(() => {
      if (this.refusal === refusal) this.refusal = null;
    }, REFUSAL_STAYS);
  }
}

/** Whatever is drawn below is in this room. */
export const enterRoom = (room: Room): void => void setContext(CONTEXT, room);

/** The room that what is drawn is in, if it is in one. */
export const thisRoom = (): Room | null => getContext<Room | undefined>(CONTEXT) ?? null;
