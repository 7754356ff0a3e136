/**
 * The lobby as this client knows it: which rooms are open, and what one is looking for. There is one wire for the whole
 * client; it stays while one looks for somebody, wherever one goes meanwhile.
 */
import { leaveRoom } from "./api";
import { Connection, newId, type Status } from "./connection";
import { asMyself, forgetMyself, me, somebody } from "./person.svelte";
import type { FromLobby, FromLobbyClient, LobbyInfo, OpenRoom, Pair, Refused } from "./protocol";

export type Wish = Omit<Pair, "type" | "id">;

/** What the server calls a key that it does not know. */
const UNKNOWN = "person";

class Lobby {
  status = $state<Status>("opening");
  rooms = $state.raw<OpenRoom[]>([]);
  /** How many look at the lobby; null until it has said so. */
  here = $state<number | null>(null);
  refusal = $state.raw<Refused | null>(null);
  /** What one looks for others for. */
  wish = $state.raw<Wish | null>(null);
  /** The room where others wait who want the same. */
  paired = $state.raw<{ room: string; people: string[]; commitment: string; game: string } | null>(null);

  #connection: Connection<FromLobbyClient, FromLobby> | null = null;
  #looking = false;
  /** The id under which one asked for somebody. */
  #asked = "";

  /** One looks around. */
  look(): void {
    this.#looking = true;
    this.#connection ??= this.#connect();
  }

  /** One does not look around any more. */
  lookAway(): void {
    this.#looking = false;
    this.#rest();
  }

  /** Look for others who want the same. */
  async seek(wish: Wish): Promise<void> {
    this.refusal = null;
    this.paired = null;
    await somebody();
    this.wish = wish;
    // Only somebody can be paired: hello says who.
    if (this.#connection) this.#connection.tell(this.#hello());
    else this.#connection = this.#connect();
    if (this.status === "open") this.#ask();
  }

  stop(): void {
    this.wish = null;
    this.#connection?.forget(this.#asked);
    this.#connection?.ask({ type: "unpair", id: newId() });
    this.#rest();
  }

  /** One does not want to go where one was paired: those who wait there are not kept waiting. */
  async decline(room: string): Promise<void> {
    this.paired = null;
    // Not by the room's own wire: whoever is connected to it has come.
    await asMyself(({ key }) => leaveRoom(key, room));
  }

  #rest(): void {
    if (this.#looking || this.wish) return;
    this.#connection?.close();
    this.#connection = null;
    this.status = "opening";
    this.here = null;
  }

  #connect(): Connection<FromLobbyClient, FromLobby> {
    this.rooms = [];
    return new Connection<FromLobbyClient, FromLobby>("lobby", {
      welcome: "lobby",
      hello: () => this.#hello(),
      heard: (message) => this.#heard(message),
      status: (status) => this.#turned(status),
    });
  }

  #hello(): FromLobbyClient {
    return { type: "hello", key: me.known?.key ?? null };
  }

  #ask(): void {
    if (!this.wish) return;
    this.#connection?.forget(this.#asked);
    this.#asked = newId();
    this.#connection?.ask({ type: "pair", id: this.#asked, ...this.wish });
  }

  #turned(status: Status): void {
    const before = this.status;
    this.status = status;
    if (status === "gone" && this.refusal?.code === UNKNOWN) void this.#comeBack();
    // The lobby tells all anew, and has forgotten what one looked for.
    if (status === "lost") this.here = null;
    if (status === "open" && before !== "open") this.#ask();
  }

  async #comeBack(): Promise<void> {
    this.refusal = null;
    await forgetMyself();
    this.status = "opening";
    this.#connection = this.#connect();
  }

  #heard(message: FromLobby): void {
    switch (message.type) {
      case "lobby":
        this.#changed(message);
        break;
      case "paired":
        if (this.wish) this.paired = { ...message, game: this.wish.game };
        this.wish = null;
        this.#rest();
        break;
      case "refused":
        this.refusal = message;
        this.wish = null;
        break;
      case "accepted":
      case "announcements":
      case "pong":
        break;
    }
  }

  #changed({ rooms, gone, here }: LobbyInfo): void {
    const out = new Set([...gone, ...rooms.map((room) => room.room)]);
    // The first one of a connection says all.
    const kept = this.here === null ? [] : this.rooms.filter((room) => !out.has(room.room));
    this.rooms = [...kept, ...rooms].toSorted((one, other) => other.created_at - one.created_at);
    this.here = here;
  }
}

export const lobby = new Lobby();
