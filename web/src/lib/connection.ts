/**
 * The wire to one table, one room or the lobby: opens, says hello, and opens again when it breaks.
 *
 * Whatever carries an id is kept until the server answers it, and sent again under the same id after a break; the
 * server takes each id once, so nothing is lost and nothing happens twice.
 */
import { m } from "../paraglide/messages";
import { announcements } from "./announcements.svelte";
import { noteRefusal } from "./people/exclusion.svelte";
import type { Accepted, Announcements, Ping, Pong, Refused } from "./protocol";
import { patience, Trouble } from "./trouble.svelte";

export type Status = "opening" | "open" | "lost" | "gone";

/** `Said` is what goes from here to the server, `Heard` what comes back. */
export interface Listener<Said, Heard extends { type: string }> {
  /** The message that says one is there. */
  welcome: Heard["type"];
  hello(): Said;
  heard(message: Heard): void;
  status(status: Status): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;
const HEARTBEAT = 15000;
const PATIENCE = 8000;
/** Close codes from 4400 on: the server does not want this client back (no such table, bad hello). */
const UNWELCOME = 4400;

/** An id nobody else makes; also outside secure contexts, where `randomUUID` is missing. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export class Connection<Said extends { type: string }, Heard extends { type: string }> {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Said>();
  #wait = FIRST_WAIT;
  /** While the wire is down. */
  #trouble: Trouble | null = null;
  /** What is to be said again later, by its id. */
  #postponed = new Map<string, Trouble>();
  /** What the server said last before it hung up. */
  #parting: Refused | null = null;
  #heart: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #beats = 0;
  #closed = false;

  constructor(
    /** Below `/ws/`. */
    readonly path: string,
    readonly listener: Listener<Said, Heard>,
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#trouble?.end();
    for (const trouble of this.#postponed.values()) trouble.end();
    this.#rest();
    this.#socket?.close();
  }

  /** Say something that needs no answer; it is lost while the wire is down. */
  tell(message: Said | Ping): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Say something that the server must answer. */
  ask(message: Said & { id: string }): void {
    this.#unanswered.set(message.id, message);
    this.tell(message);
  }

  /** One does not want any more what was asked for, and not answered. */
  forget(id: string): void {
    this.#answered(id);
  }

  #open(): void {
    if (this.#closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.path}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.tell(this.listener.hello());
      for (const message of this.#unanswered.values()) this.tell(message);
      this.#heart = setInterval(this.#beat, HEARTBEAT);
      announcements.lookSoon();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#silence);
      const message = JSON.parse(event.data) as Heard | Accepted | Refused | Announcements | Pong;
      if (message.type === this.listener.welcome) {
        this.#wait = FIRST_WAIT;
        this.#trouble?.end();
        this.#trouble = null;
        this.listener.status("open");
      }
      if (message.type === "announcements") {
        announcements.hear((message as Announcements).announcements);
        return;
      }
      if (message.type === "refused") noteRefusal(message as Refused);
      if (message.type === "refused" && this.#postpone(message as Refused)) return;
      if ("id" in message && message.id) this.#answered(message.id);
      this.listener.heard(message as Heard);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.#rest();
      this.#socket = null;
      if (this.#closed) return;
      if (event.code >= UNWELCOME && event.code < 5000) {
        this.listener.status("gone");
        return;
      }
      this.listener.status("lost");
      void this.#openAgain();
    };
  }

  #answered(id: string): void {
    this.#unanswered.delete(id);
    this.#postponed.get(id)?.end();
    this.#postponed.delete(id);
  }

  async #openAgain(): Promise<void> {
    const said = this.#parting;
    this.#parting = null;
    const wait = Math.max(patience(said) ?? 0, this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#trouble ??= new Trouble(m.offline, false);
    if (await this.#trouble.wait(wait, said?.text ?? null)) this.#open();
  }

  /** Whether what was refused is said again by itself, at the time that the server named. */
  #postpone(refused: Refused): boolean {
    const wait = patience(refused);
    if (wait === null) return false;
    if (refused.id === null) this.#parting = refused;
    if (refused.id === null || !this.#unanswered.has(refused.id)) return false;
    void this.#sayLater(refused, refused.id, wait);
    return true;
  }

  async #sayLater(refused: Refused, id: string, wait: number): Promise<void> {
    const trouble = this.#postponed.get(id) ?? new Trouble(m.offline, true);
    this.#postponed.set(id, trouble);
    const again = await trouble.wait(wait, refused.text);
    const message = this.#unanswered.get(id);
    if (again && message && !this.#closed) {
      this.tell(message);
      return;
    }
    this.#postponed.delete(id);
    // Given up by the person: then it is a refusal like any other.
    if (this.#unanswered.delete(id)) this.listener.heard(refused as unknown as Heard);
  }

  /** A silent wire is a broken one, even where nobody has noticed. */
  #beat = (): void => {
    this.tell({ type: "ping", nonce: ++this.#beats });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const socket = this.#socket;
      socket?.close();
      socket?.onclose?.(new CloseEvent("close"));
    }, PATIENCE);
  };

  #rest(): void {
    clearInterval(this.#heart);
    clearTimeout(this.#silence);
  }

  /** The network, or the person, is back: do not wait. */
  #hurry = (): void => {
    if (this.#socket || document.hidden) return;
    this.#wait = FIRST_WAIT;
    this.#trouble?.tryNow();
  };
}
