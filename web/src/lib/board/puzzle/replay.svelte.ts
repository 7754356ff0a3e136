/** Somebody's solution, played move by move at a table of one's own until one takes over. */
import type { Table } from "../../table.svelte";
import { changeTable, knownTable } from "../../tables";

/** Between two moves, beside the time that the first is on its way. */
const BREATH = 320;

export class Replay {
  hurry = $state(false);
  #moves = $state.raw<string[]>([]);

  constructor(readonly table: Table) {
    this.#moves = knownTable(table.id)?.replay ?? [];
  }

  get all(): number {
    return this.#moves.length;
  }

  get done(): number {
    return this.table.events.length;
  }

  get next(): string | null {
    return this.#moves[this.done] ?? null;
  }

  get on(): boolean {
    return this.next !== null && this.table.mine.length > 0 && !this.table.view?.outcome;
  }

  /** Whether everything that happened here was shown, and not done. */
  get watched(): boolean {
    return this.all > 0 && this.done === this.all;
  }

  /** After what is on the screen has had its time. */
  get pause(): number {
    return this.hurry || !this.table.shown ? 0 : this.table.stays + BREATH;
  }

  /** One goes on by oneself. */
  take(): void {
    this.#moves = this.#moves.slice(0, this.done);
    changeTable(this.table.id, { replay: this.#moves });
  }
}
