import { MediaQuery } from "svelte/reactivity";

import { thisRoom } from "../room.svelte";
import type { Table } from "../table.svelte";
import type { Panel } from "./frame";

interface Around {
  table: Table;
  panels: Panel[];
  /** Beside the log. */
  tabs: Panel[];
  /** Whether there are log and talk. */
  side: boolean;
}

/** Whatever lies beside a table, at its side or in drawers: what is open of it, and what has been read. */
export class Beside {
  /** What is open before the table: the name of a panel, `log`, `chat`, `help`, `menu` or `leaving`. */
  drawer = $state<string | null>(null);
  /** What is open at the side. */
  tab = $state("log");
  #read = $state(0);
  /** Room at the side: the same width as in the styles of the layout. */
  #broad = new MediaQuery("min-width: 1081px");
  #around: () => Around;
  #room = thisRoom();

  constructor(around: () => Around) {
    this.#around = around;
    $effect(() => {
      if (this.#talking) this.#read = this.#said;
    });
  }

  get wide(): boolean {
    return this.#around().side && this.#broad.current;
  }

  /** The panel that stands above log and talk where there is room. */
  get upper(): Panel | undefined {
    return this.#around().panels.find((panel) => panel.content);
  }

  /** The panel that is open in a drawer. */
  get panel(): Panel | undefined {
    return this.#around().panels.find((panel) => panel.name === this.drawer);
  }

  /** How many words one has not read. */
  get unread(): number {
    return this.#talking ? 0 : this.#said - this.#read;
  }

  /** In a room, people talk there rather than at its tables. */
  get #said(): number {
    return (this.#room ?? this.#around().table).chat.length;
  }

  get #talking(): boolean {
    return this.wide ? this.tab === "chat" : this.drawer === "chat";
  }

  open(wanted: string): void {
    if (this.wide && (wanted === "log" || this.#around().tabs.some(({ name }) => name === wanted)))
      this.tab = wanted;
    // What is beside the table already need not be opened.
    else if (!this.wide || wanted !== this.upper?.name) this.drawer = wanted;
  }

  readonly close = (): void => {
    this.drawer = null;
  };
}
