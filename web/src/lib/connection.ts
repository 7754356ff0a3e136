/**
 * The wire to one table: opens, says hello, and opens again when it breaks.
 *
 * Whatever carries an id is kept until the server answers it, and sent again under the same id after a break; the
 * server takes each id once, so nothing is lost and nothing happens twice.
 */
import type {
  FromClient,
  FromServer,
  Hello,
  MakeMove,
  SayPhrase,
  SayText,
  SetPace,
  Show,
  Skip,
} from "./protocol";

export type Status = "opening" | "open" | "lost" | "gone";

export type Asked = MakeMove | SetPace | Skip | Show | SayPhrase | SayText;

export interface Listener {
  hello(): Hello;
  heard(message: FromServer): void;
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

export class Connection {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Asked>();
  #wait = FIRST_WAIT;
  #again: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #beats = 0;
  #closed = false;

  constructor(
    readonly table: string,
    readonly listener: Listener,
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#again);
    this.#rest();
    this.#socket?.close();
  }

  /** Say something that needs no answer; it is lost while the wire is down. */
  tell(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Say something that the server must answer. */
  ask(message: Asked): void {
    this.#unanswered.set(message.id, message);
    this.tell(message);
  }

  #open(): void {
    if (this.#closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.table)}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.tell(this.listener.hello());
      for (const message of this.#unanswered.values()) this.tell(message);
      this.#heart = setInterval(this.#beat, HEARTBEAT);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#silence);
      const message = JSON.parse(event.data) as FromServer;
      if (message.type === "probe") this.tell({ type: "echo", nonce: message.nonce });
      if (message.type === "table") {
        this.#wait = FIRST_WAIT;
        this.listener.status("open");
      }
      if ((message.type === "accepted" || message.type === "refused") && message.id)
        this.#unanswered.delete(message.id);
      this.listener.heard(message);
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
      this.#again = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
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
    clearTimeout(this.#again);
    this.#wait = FIRST_WAIT;
    this.#open();
  };
}
