/** A table as a race: one racer for each seat of this browser, and what has happened for everybody to see. */
import type { Update } from "$lib/protocol";
import { LiveTable } from "$lib/live.svelte";
import { atRest } from "$lib/motion";
import type { Table } from "$lib/table.svelte";

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

const TURN_STAYS = 1000;

export class Race {
  readonly racers: Racer[];
  readonly news = new Stamps<Happening>();
  #own: Table[] = [];
  #noted = false;
  /** Whether the last word was that there is nothing to play. */
  #silence = false;

  constructor(readonly table: Table) {
    // Around one screen each seat looks through a wire of its own: all of them play at once.
    this.racers = table.eyes.map((seat) => {
      if (!table.shared) return new Racer(table, seat);
      const own = new LiveTable(
        table.id,
        table.keys.filter((key) => key.seat === seat),
      );
      this.#own.push(own);
      return new Racer(own, seat);
    });
  }

  close(): void {
    for (const table of this.#own) table.close();
  }

  /** What led to the update on the screen; null for the first one. */
  note(shown: Update): Happening[] | null {
    const first = !this.#noted;
    this.#noted = true;
    // Another time: nothing led there.
    if (first || atRest()) return null;
    const news = happenings(shown);
    for (const happening of news) {
      const stays = STAYS[happening.kind];
      // One's own mistakes are told at one's own hand.
      const own = happening.kind === "wrong" && this.table.mine.includes(happening.seat);
      if (stays && !own) this.news.show(happening, stays);
    }
    // A card turned because nobody had any: said quietly.
    for (const { seat, move } of shown.events) if (seat >= 0) this.#silence = move.startsWith("nothing");
    const turned = news.findLast(({ kind }) => kind === "turn");
    if (turned && this.#silence) this.news.show(turned, TURN_STAYS);
    return news;
  }
}
