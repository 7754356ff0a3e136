/**
 * The log in sentences. Events tell who played and picked what; what follows from them by itself (the second winner's
 * cards, a Pass Pass) shows only in the views, so it is noted when it is seen and kept for a reload.
 */
import { m } from "../../paraglide/messages";
import { list } from "$lib/i18n.svelte";
import type { SeenEvent } from "$lib/protocol";
import type { LogLine } from "$lib/table/Log.svelte";
import type { Table } from "$lib/table.svelte";

import { cardName, cardsOf } from "./cards";
import type { PassPassView } from "./view";

type Fact =
  | { kind: "won"; first: number; second: number }
  | { kind: "took"; seat: number; cards: string[] }
  | { kind: "pass"; seat: number; count: number };

const NATURE = -1;

export class Story {
  #facts = $state.raw<Record<number, Fact[]>>({});
  #key: string;

  constructor(readonly table: Table) {
    this.#key = `muscade:story:${table.id}`;
    try {
      this.#facts = JSON.parse(sessionStorage.getItem(this.#key) ?? "{}") as Record<number, Fact[]>;
    } catch {
      // Without memory the log only has what the events tell.
    }
  }

  /** Note what has followed from the move that led from one view to the next. */
  note(before: PassPassView | null, after: PassPassView, version: number): void {
    if (this.#facts[version]) return;
    const facts = after.round === (before?.round ?? after.round) ? this.#follows(before, after) : [];
    if (!facts.length) return;
    this.#facts = { ...this.#facts, [version]: facts };
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(this.#facts));
    } catch {
      // See above.
    }
  }

  #follows(before: PassPassView | null, after: PassPassView): Fact[] {
    const facts: Fact[] = [];
    const trick = after.last_trick;
    const whole = after.trick;
    if (before?.phase === "play" && whole && whole.first !== null && whole.second !== null)
      facts.push({ kind: "won", first: whole.first, second: whole.second });
    // A second winner who had a choice has an event of their own.
    if (
      trick &&
      trick.second !== null &&
      before?.phase === "first" &&
      before.last_trick?.number !== trick.number
    )
      facts.push({ kind: "took", seat: trick.second, cards: trick.second_took });
    after.passes.forEach((count, seat) => {
      if (before && count > (before.passes[seat] ?? 0)) facts.push({ kind: "pass", seat, count });
    });
    return facts;
  }

  /** Everything so far. */
  lines(view: PassPassView): LogLine[] {
    const lines: LogLine[] = [];
    let round = 0;
    let plays = 0;
    for (const event of this.table.events) {
      const key = String(event.version);
      if (event.seat === NATURE && event.move.startsWith("deal")) {
        if (round) lines.push(...this.#result(view, round));
        round += 1;
        plays = 0;
      } else if (/^[PBGY]\d+$/.test(event.move)) {
        if (plays % view.seats === 0) {
          const trick = plays / view.seats + 1;
          lines.push({ key: `${key} trick`, text: m.pass_pass_log_trick({ round, trick }), kind: "heading" });
        }
        plays += 1;
      }
      const text = this.#sentence(event);
      if (text) lines.push({ key, text });
      (this.#facts[event.version] ?? []).forEach((fact, index) => {
        lines.push({ key: `${key} ${index}`, ...this.#tell(fact) });
      });
    }
    if (view.outcome && view.pad.length === round) lines.push(...this.#result(view, round));
    return lines;
  }

  #you(seat: number): boolean {
    return !this.table.shared && this.table.mine.includes(seat);
  }

  #sentence({ seat, move }: SeenEvent): string | null {
    if (seat === NATURE) {
      if (!move.startsWith("leader")) return null;
      const leader = Number(move.split(" ")[1]);
      return this.#you(leader)
        ? m.pass_pass_log_lead_you()
        : m.pass_pass_log_lead({ name: this.table.name(leader) });
    }
    const cards = cardsOf(move);
    if (!cards.length) return null;
    if (move.startsWith("take")) return this.#took(seat, cards);
    const card = cardName(cards[0] ?? "");
    return this.#you(seat)
      ? m.pass_pass_log_play_you({ card })
      : m.pass_pass_log_play({ name: this.table.name(seat), card });
  }

  #took(seat: number, cards: string[]): string {
    const names = list(cards.map((card) => m.pass_pass_the_card({ card: cardName(card) })));
    return this.#you(seat)
      ? m.pass_pass_log_take_you({ cards: names })
      : m.pass_pass_log_take({ name: this.table.name(seat), cards: names });
  }

  #tell(fact: Fact): Omit<LogLine, "key"> {
    if (fact.kind === "took") return { text: this.#took(fact.seat, fact.cards) };
    if (fact.kind === "won") {
      const [first, second] = [this.table.name(fact.first), this.table.name(fact.second)];
      return { text: m.pass_pass_log_won({ first, second }), kind: "quiet" };
    }
    const text = this.#you(fact.seat)
      ? m.pass_pass_log_pass_you()
      : m.pass_pass_log_pass({ name: this.table.name(fact.seat) });
    return { text, kind: "event" };
  }

  #result(view: PassPassView, round: number): LogLine[] {
    const scores = view.pad[round - 1];
    if (!scores) return [];
    const told = scores.flatMap((line, seat) =>
      line.recorded ? [m.pass_pass_log_score({ name: this.table.name(seat), points: line.points })] : [],
    );
    return [
      { key: `round ${round}`, text: m.pass_pass_log_round({ round, scores: list(told) }), kind: "event" },
    ];
  }
}
