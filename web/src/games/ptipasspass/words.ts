/** Whose turn it is and what came of it, in words. */
import { m } from "../../paraglide/messages";
import { list } from "$lib/i18n.svelte";
import { overText } from "$lib/table/words";
import type { Table } from "$lib/table.svelte";

import type { Scene } from "./stage.svelte";
import { colourName } from "./tokens";
import type { PtiPassPassView } from "./view";

export const isWindow = (view: PtiPassPassView): boolean =>
  view.phase === "doublon" || view.phase === "menteur";

export const challengeWord = (word: string): string =>
  word === "doublon" ? m.ptipasspass_doublon() : m.ptipasspass_menteur();

export function turnText(table: Table, view: PtiPassPassView, own: number | null): string {
  if (view.outcome) return overText(table, view.outcome);
  const name = view.active === null ? "" : table.name(view.active);
  const yours = own !== null && view.turn.includes(own);
  const cup = view.named ?? "";
  const waiting = (): string =>
    m.ptipasspass_waiting({ names: list(view.turn.map((seat) => table.name(seat))) });
  switch (view.phase) {
    case "hide":
      return yours ? m.ptipasspass_turn_hide_you() : m.ptipasspass_turn_hide({ name });
    case "doublon":
      return yours || table.shared ? m.ptipasspass_turn_doublon_you({ name, cup }) : waiting();
    case "announce":
      return yours ? m.ptipasspass_turn_announce_you() : m.ptipasspass_turn_announce({ name });
    case "menteur":
      return yours || table.shared ? m.ptipasspass_turn_menteur_you({ name }) : waiting();
    case "swap":
      return yours ? m.ptipasspass_turn_swap_you() : m.ptipasspass_turn_swap({ name });
    case "lift":
      return yours ? m.ptipasspass_turn_lift_you() : m.ptipasspass_turn_lift({ name });
    default:
      return m.ptipasspass_turn_first();
  }
}

/** Who challenges whom, and which of them one is. */
export function between(
  table: Table,
  seat: number,
  active: number,
): Record<"name" | "active" | "who", string> {
  const who = table.isYou(seat) ? "you" : table.isYou(active) ? "active" : "one";
  return { name: table.name(seat), active: table.name(active), who };
}

export interface Told {
  title: string;
  text: string;
  good: boolean;
}

/** What a scene means: who was right, and who takes what. */
export function told(table: Table, { challenge, reveals, lifter, won }: Scene): Told {
  if (!challenge) {
    const subject = table.subject(lifter);
    return won
      ? { title: m.ptipasspass_lift_won(subject), text: m.ptipasspass_lift_won_text(), good: true }
      : { title: m.ptipasspass_lift_lost(), text: m.ptipasspass_lift_lost_text(subject), good: false };
  }
  const { right, cup } = challenge;
  const names = between(table, challenge.seat, challenge.active);
  const challenger = table.subject(challenge.seat);
  const title = right ? m.ptipasspass_right(challenger) : m.ptipasspass_wrong(challenger);
  if (challenge.word === "doublon")
    return {
      title,
      text: right
        ? m.ptipasspass_doublon_right({ ...names, cup })
        : m.ptipasspass_doublon_wrong({ ...names, cup }),
      good: right,
    };
  const shown = colourName(reveals.find(({ where }) => where === "fist")?.tokens[0] ?? "?");
  const announced = colourName(challenge.announced ?? "?");
  return {
    title,
    text: right
      ? m.ptipasspass_menteur_right({ ...names, announced, shown })
      : m.ptipasspass_menteur_wrong({ ...names, shown }),
    good: right,
  };
}

/** Who takes the tokens that a challenge has brought to light. */
export function taker({ challenge }: Scene): number | null {
  if (!challenge) return null;
  return challenge.right ? challenge.active : challenge.seat;
}

export function reason(table: Table, view: PtiPassPassView): string {
  const winners = view.outcome?.winners ?? [];
  if (view.outcome?.reason === "max-turns") return m.ptipasspass_won_turns({ turns: view.turns });
  return m.ptipasspass_won(table.subject(winners[0] ?? 0));
}
