/**
 * One room as this client knows it: the people in it, who sits where, what is played, and what is said. The connection feeds
 * it; the pages draw it.
 */
import { getContext, setContext } from "svelte";

import { Connection, newId, type Status } from "./connection";
import { forgetMyself, type Person } from "./person.svelte";
import type {
  Choose,
  FromRoom,
  FromRoomClient,
  Refused,
  RoomChat,
  RoomInfo,
  RoomPerson,
  RoomSeat,
  SeatKey,
} from "./protocol";

/** What changes something, and is answered. */
type Act = Extract<FromRoomClient, { id: string }>;
type Unnamed<T> = T extends unknown ? Omit<T, "id"> : never;

/** Something to be done in a room. */
export type Deed = Unnamed<Act>;

/** What the server calls a key that it does not know. */
const UNKNOWN = "person";
/** How long a refusal stays, in milliseconds. */
const REFUSAL_STAYS = 9000;

const CONTEXT = Symbol("room");

/** What is to be done in rooms that one has just made, as soon as one is there. */
const deeds = new Map<string, Deed[]>();

export const inNewRoom = (room: string, todo: Deed[]): void => void deeds.set(room, todo);

export class Room {
  status = $state<Status>("opening");
  info = $state.raw<RoomInfo | null>(null);
  chat = $state.raw<RoomChat[]>([]);
  refusal = $state.raw<Refused | null>(null);
  /** Why one cannot be here, or not any more. */
  parting = $state.raw<Refused | null>(null);
  /** One looks at the table of the game, rather than at the room around it. */
  atTable = $state(false);
  /** The host picks another game. */
  choosing = $state(false);

  #answers = new Map<string, (accepted: boolean) => void>();
  #connection: Connection<FromRoomClient, FromRoom>;
  #person: Person;

  constructor(
    readonly id: string,
    person: Person,
  ) {
    this.#person = person;
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

  /** A game was played here, and is over. */
  get between(): boolean {
    return this.info !== null && this.info.number > 0 && !this.info.playing;
  }

  /** Whoever sits and is here has to agree before one more game begins by itself. */
  get players(): RoomPerson[] {
    const seated = new Set(this.info?.seats.map((seat) => seat.person));
    return this.info?.people.filter((person) => seated.has(person.person) && person.online) ?? [];
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
    return { type: "hello", key: this.#person.key };
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
        break;
      case "chat":
        if (!this.chat.some((line) => line.number === message.number))
          this.chat = [...this.chat, message].toSorted((one, other) => one.number - other.number);
        break;
      case "accepted":
        this.#answered(message.id, true);
        break;
      case "refused":
        this.#refuse(message);
        if (message.id) this.#answered(message.id, false);
        break;
      case "pong":
        break;
    }
  }

  #changed(info: RoomInfo): void {
    const before = this.info;
    this.info = info;
    for (const deed of deeds.get(this.id) ?? []) void this.do(deed);
    deeds.delete(this.id);
    // Everybody goes to the table where a game begins; who looks at the one before is taken along.
    if (info.playing && (!before?.playing || before.table !== info.table)) {
      this.atTable = true;
      this.choosing = false;
    }
    if (info.table === null) this.atTable = false;
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
