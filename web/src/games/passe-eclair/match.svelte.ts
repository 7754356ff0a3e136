/** A table as a race: one racer for each seat of this browser, and what has happened for everybody to see. */
import type { PasseEclairView, Update } from "$lib/protocol";
import { Table } from "$lib/table.svelte";

import { happenings, type Happening } from "./happenings";
import { Racer } from "./racer.svelte";
import { Stamps } from "./stamps.svelte";

/** How long it stays, in milliseconds; nothing: it is only heard, or seen by itself. */
const STAYS: Partial<Record<Happening["kind"], number>> = {
  michi: 2200,
  round: 2600,
  wrong: 1800,
  "cut-in": 1500,
  blocked: 1800,
};

export class Race {
  readonly racers: Racer[];
  readonly news = new Stamps<Happening>();
  #own: Table[] = [];
  #before: Update | null = null;

  constructor(readonly table: Table) {
    // Around one screen each seat looks through a wire of its own: all of them play at once.
    this.racers = table.mine.map((seat) => {
      if (!table.shared) return new Racer(table, seat);
      const own = new Table(table.id, seat);
      this.#own.push(own);
      return new Racer(own, seat);
    });
  }

  close(): void {
    for (const table of this.#own) table.close();
  }

  /** What led to the update on the screen; null for the first one. */
  note(shown: Update): { was: PasseEclairView; news: Happening[] } | null {
    const was = this.#before?.view as PasseEclairView | undefined;
    this.#before = shown;
    if (!was) return null;
    const news = happenings(was, shown);
    for (const happening of news) {
      const stays = STAYS[happening.kind];
      // One's own mistakes are told at one's own hand.
      const own = happening.kind === "wrong" && this.table.mine.includes(happening.seat);
      if (stays && !own) this.news.show(happening, stays);
    }
    // A card turned because nobody had any: said quietly.
    if (was.phase === "play" && news.every(({ kind }) => kind === "turn" || kind === "blocked"))
      for (const happening of news) if (happening.kind === "turn") this.news.show(happening, 1000);
    return { was, news };
  }
}
