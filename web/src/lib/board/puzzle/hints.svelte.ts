/** A hint holds for the position it was asked for, and no longer. */
import { hint } from "../../api";
import type { Hint } from "../../protocol";
import type { Table } from "../../table.svelte";
import { changeTable, knownTable } from "../../tables";

interface Told {
  version: number;
  hint: Hint | null;
  fault: unknown;
}

export class Hints {
  asking = $state(false);
  #told = $state.raw<Told | null>(null);

  /** So many were given at this table. */
  given = $state(0);

  constructor(readonly table: Table) {
    this.given = knownTable(table.id)?.hints ?? 0;
  }

  get #now(): Told | null {
    return this.#told?.version === this.table.shown?.version ? this.#told : null;
  }

  get answer(): Hint | null {
    return this.#now?.hint ?? null;
  }

  get fault(): unknown {
    return this.#now?.fault ?? null;
  }

  get move(): string | null {
    return this.answer?.status === "solvable" ? this.answer.move : null;
  }

  /** Ask, and say which move it is once that is known. */
  async ask(found: (move: string) => void): Promise<void> {
    const version = this.table.shown?.version;
    if (this.asking || version === undefined) return;
    this.asking = true;
    try {
      this.#told = { version, hint: await hint(this.table.id), fault: null };
      this.given += 1;
      changeTable(this.table.id, { hints: this.given });
      if (this.move !== null) found(this.move);
    } catch (fault) {
      this.#told = { version, hint: null, fault };
    } finally {
      this.asking = false;
    }
  }
}
