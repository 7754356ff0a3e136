/**
 * What one has chosen so far, among the moves the server lists: a token and a cup in any order, or cups one by one, two
 * to swap, three to lift.
 */
import type { Table } from "$lib/table.svelte";

import type { PtiPassPassView } from "./view";

export class Choice {
  token = $state<string | null>(null);
  cups = $state<string[]>([]);

  constructor(readonly table: Table) {}

  get #phase(): string {
    return (this.table.view as PtiPassPassView | null)?.phase ?? "over";
  }

  /** The cups of every listed move of that word. */
  #named(word: "swap" | "lift"): string[][] {
    return this.table.moves
      .filter((move) => move.startsWith(word))
      .map((move) => move.split(" ").slice(1))
      .filter((cups) => this.cups.every((cup) => cups.includes(cup)));
  }

  /** The lines that can still be lifted with what is chosen, through that cup. */
  lines(through: string | null): string[][] {
    return this.#named("lift").filter((cups) => through === null || cups.includes(through));
  }

  /** The swap of the two chosen cups, if they are neighbours. */
  get swap(): string | null {
    return this.#match("swap");
  }

  allows(cup: string): boolean {
    if (this.#phase === "hide")
      return this.table.moves.some((move) => {
        const [word, token, named] = move.split(" ");
        return word === "hide" && named === cup && (this.token === null || token === this.token);
      });
    return (
      this.cups.includes(cup) ||
      [...this.#named("swap"), ...this.#named("lift")].some((cups) => cups.includes(cup))
    );
  }

  pickToken(token: string): void {
    this.token = this.token === token ? null : token;
    this.#hide();
  }

  /** A token cannot be hidden now: whichever cup is meant, the law says why not. */
  tryToken(token: string): void {
    const [cup] = (this.table.view as PtiPassPassView).cups;
    if (cup) this.#ask(`hide ${token} ${cup.name}`);
  }

  pickCup(cup: string): void {
    if (!this.allows(cup)) {
      // No line and no neighbours: the law says so.
      const cups = [...this.cups, cup].sort();
      if (cups.length > 1) this.#ask(`${cups.length === 2 ? "swap" : "lift"} ${cups.join(" ")}`);
      return;
    }
    if (this.#phase === "hide") {
      this.cups = this.cups.includes(cup) ? [] : [cup];
      this.#hide();
      return;
    }
    this.cups = this.cups.includes(cup) ? this.cups.filter((other) => other !== cup) : [...this.cups, cup];
    const lift = this.#match("lift");
    if (lift) this.#play(lift);
  }

  swapThem(): void {
    if (this.swap) this.#play(this.swap);
  }

  clear(): void {
    this.token = null;
    this.cups = [];
  }

  #hide(): void {
    const move = this.table.moves.find((listed) => listed === `hide ${this.token} ${this.cups[0]}`);
    if (move) this.#play(move);
  }

  /** The listed move of that word with the chosen cups and no others. */
  #match(word: "swap" | "lift"): string | null {
    const named = this.#named(word).find((cups) => cups.length === this.cups.length);
    return named ? [word, ...named].join(" ") : null;
  }

  #ask(move: string): void {
    this.table.ask(move);
    this.clear();
  }

  #play(move: string): void {
    this.table.play(move);
    this.clear();
  }
}
