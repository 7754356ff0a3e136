/**
 * What waits for one: one's rooms, as the server tells them while they change, on a wire that is there as long as one is
 * known. Home shows them; the tab shows that there is something, wherever one is.
 */
import { Connection, type Status } from "./connection";
import { follow } from "./notices.svelte";
import type { Friend, FromMe, FromMeClient, MyNews, MyRoom } from "./protocol";
import { router } from "./router.svelte";

/** Somebody else is in that room: what waits there is worth a sign. */
export const inCompany = (room: MyRoom): boolean => room.people.length > 1;

class Waiting {
  /** The last used first. */
  rooms = $state.raw<MyRoom[]>([]);
  friends = $state.raw<Friend[]>([]);

  #visible = $state(!document.hidden);
  #connection: Connection<FromMeClient, FromMe> | null = null;
  #all = false;
  #told = false;

  constructor() {
    document.addEventListener("visibilitychange", () => (this.#visible = !document.hidden));
  }

  /** Where others wait for one, but for the room that one is looking at. */
  readonly calls = $derived(
    this.rooms.filter((room) => room.wanted && inCompany(room) && !(this.#visible && isHere(room))),
  );

  /** Listen, as somebody who is known, until what is returned is called. */
  listen(key: string): () => void {
    this.rooms = [];
    this.friends = [];
    this.#all = true;
    this.#told = false;
    this.#connection = new Connection<FromMeClient, FromMe>("me", {
      welcome: "me",
      hello: () => ({ type: "hello", key }),
      heard: (message) => {
        if (message.type === "me") this.#changed(message);
        else if (message.type === "friends") this.friends = message.friends;
      },
      status: (status: Status) => {
        // The first one of a connection says all.
        if (status !== "open") this.#all = true;
      },
    });
    return () => this.#connection?.close();
  }

  #changed({ rooms, gone }: MyNews): void {
    const out = new Set([...gone, ...rooms.map((room) => room.room)]);
    const kept = this.#all ? [] : this.rooms.filter((room) => !out.has(room.room));
    this.#all = false;
    const before = this.rooms;
    this.rooms = [...kept, ...rooms].toSorted((one, other) => other.used_at - one.used_at);
    // Whoever has just come sees it on the page.
    if (this.#told) follow(before, this.rooms.filter(inCompany));
    this.#told = true;
  }
}

/** Whether this page is that room's. */
export const isHere = (room: MyRoom): boolean => router.words[0] === "room" && router.words[1] === room.room;

export const waiting = new Waiting();
