/**
 * One seat of this browser in the race: its cards in fixed places, so that neither finger nor key has to look for them
 * anew while others play, and what became of the card that was sent.
 */
import { m } from "../../paraglide/messages";
import { keep, recall } from "$lib/storage";
import type { Refusal, Table } from "$lib/table.svelte";

import { bully, call, lay, letPass, MICHI, READY, spend } from "./cards";
import { penalty } from "./happenings";
import { Stamps } from "./stamps.svelte";
import type { PasseEclairView } from "./view";

export interface Slot {
  id: number;
  /** null: the card that lay here has been played. */
  card: string | null;
}

export interface Mishap {
  /** `kept`: it does not fit, and so stays in the hand of whoever likes that better. */
  kind: "late" | "wrong" | "kept";
  slot: number | null;
  clause: string;
}

/** What is said of each kind. */
export const MISHAPS: Record<Mishap["kind"], { cry: () => string; text: () => string }> = {
  late: { cry: m.passe_eclair_late, text: m.passe_eclair_late_text },
  wrong: { cry: m.passe_eclair_wrong, text: m.passe_eclair_wrong_text },
  kept: { cry: m.passe_eclair_kept, text: m.passe_eclair_kept_text },
};

const MISHAP_STAYS = 2200;
const ASSIST = "passe-eclair:assist";

let assist = $state(recall(ASSIST, false));

/** Whether cards that do not fit stay in hand: for learners, off unless somebody wants it. */
export const assistance = {
  get on(): boolean {
    return assist;
  },
  set on(value: boolean) {
    assist = value;
    keep(ASSIST, value);
  },
};

let ids = 0;

export class Racer {
  slots = $state.raw<Slot[]>([]);
  /** The slot whose card is on its way to the server. */
  flying = $state<number | null>(null);
  /** The slot that was emptied last. */
  gone: number | null = null;
  /** Michi is in the air: whose hand will it be? */
  armed = $state(false);
  mishaps = new Stamps<Mishap>();
  #round = 0;

  constructor(
    readonly table: Table,
    readonly seat: number,
  ) {}

  get view(): PasseEclairView | null {
    return this.table.shown?.seat === this.seat ? (this.table.shown.view as PasseEclairView) : null;
  }

  /** What the server says fits now, in flight or not. */
  get offered(): string[] {
    return this.view ? (this.table.shown?.moves ?? []) : [];
  }

  get opponents(): number[] {
    return Array.from({ length: this.view?.seats ?? 0 }, (_, seat) => seat).filter(
      (seat) => seat !== this.seat,
    );
  }

  fits(card: string): boolean {
    const { view, offered } = this;
    if (!view) return false;
    if (view.phase === "spend") return offered.includes(spend(card));
    if (card === MICHI) return this.opponents.some((other) => offered.includes(bully(other, view.number)));
    return offered.includes(lay(card, view.number));
  }

  /** Any card may be tried at any time; the server is the referee (ES-11). */
  play(slot: Slot): void {
    const { view } = this;
    if (!view || slot.card === null || this.table.sent) return;
    if (view.phase !== "play") {
      // Where nothing is to be spent, the law says so.
      if (view.phase === "spend") this.#send(spend(slot.card), slot.id);
      return;
    }
    if (assist && !this.fits(slot.card)) {
      this.#mishap({ kind: "kept", slot: slot.id, clause: "ES-11" });
      return;
    }
    if (slot.card !== MICHI) {
      this.armed = false;
      this.#send(lay(slot.card, view.number), slot.id);
    } else if (this.opponents.length === 1) this.bully(this.opponents[0] ?? 0);
    else this.armed = !this.armed;
  }

  bully(other: number): void {
    const slot = this.slots.find(({ card }) => card === MICHI);
    this.armed = false;
    if (this.view && slot) this.#send(bully(other, this.view.number), slot.id);
  }

  /** Nothing to lay on this card, or nothing to spend before the first one. */
  pass(): void {
    if (!this.view) return;
    const move = this.view.phase === "spend" ? READY : letPass(this.view.number);
    if (this.offered.includes(move)) this.#send(move, null);
  }

  call(): void {
    if (this.view) this.#send(call(this.view.number), null);
  }

  /** After every update: the cards that are left stay where they are, new ones take the free places. */
  arrange(): void {
    const view = this.view;
    if (!view) return;
    const left = [...view.hand];
    const flying = this.flying;
    const lost = new Set<number>();
    // What has flown is gone first; its twin in another place is not.
    const order = [...this.slots].sort(
      (one, other) => Number(one.id === flying) - Number(other.id === flying),
    );
    for (const slot of order) {
      if (slot.card === null) continue;
      const at = left.indexOf(slot.card);
      if (at < 0) lost.add(slot.id);
      else left.splice(at, 1);
    }
    const [first] = lost;
    if (first !== undefined) this.gone = first;
    if (view.round !== this.#round || lost.size > 1) {
      this.#round = view.round;
      this.slots = view.hand.map((card) => ({ id: ++ids, card }));
      this.armed = false;
    } else {
      const slots = this.slots.map((slot) => (lost.has(slot.id) ? { ...slot, card: null } : slot));
      for (const card of left) {
        const free = slots.findIndex((slot) => slot.card === null);
        if (free < 0) slots.push({ id: ++ids, card });
        else slots[free] = { id: ++ids, card };
      }
      if (lost.size || left.length) this.slots = slots;
    }
    if (!this.table.sent) this.flying = null;
    if (!view.hand.includes(MICHI) || view.phase !== "play") this.armed = false;
  }

  /** Tell one's own mistakes where the card lies. */
  note(): void {
    for (const event of this.table.shown?.events ?? []) {
      const wrong = penalty(event);
      if (!wrong || wrong.seat !== this.seat) continue;
      const slot =
        this.slots.find(({ id }) => id === this.flying) ?? this.slots.find(({ card }) => card === wrong.card);
      this.#mishap({ kind: "wrong", slot: slot?.id ?? null, clause: wrong.clause });
    }
  }

  /** Whether a refusal only says that another card was quicker (ES-9). */
  late(refusal: Refusal): boolean {
    const { code, clause } = refusal.refused;
    if (code !== "late" && clause !== "ES-9") return false;
    this.table.refusal = null;
    // A pass that comes too late costs nothing and needs no word.
    if (this.flying !== null) this.#mishap({ kind: "late", slot: this.flying, clause: "ES-9" });
    return true;
  }

  refused(): void {
    this.flying = null;
  }

  #mishap(mishap: Mishap): void {
    this.mishaps.show(mishap, MISHAP_STAYS);
  }

  #send(move: string, slot: number | null): void {
    if (this.table.sent) return;
    this.flying = slot;
    this.table.play(move);
  }
}
