/** What has happened between two drawings of the table, read from the events: what everybody sees and hears. */
import type { SeenEvent, Update } from "$lib/protocol";

import { MICHI, SOCKE } from "./cards";
import type { PasseEclairView } from "./view";

export type Happening =
  | { kind: "lay"; seat: number; card: string }
  | { kind: "cut-in"; seat: number; card: string }
  | { kind: "wrong"; seat: number; card: string; clause: string }
  | { kind: "michi"; seat: number; other: number }
  | { kind: "blocked" }
  | { kind: "turn"; card: string }
  | { kind: "round"; round: number; winner: number; consoled: number | null };

const PENALTY = /^penalty (\d) (\S+) (ES-\d+)$/;
const BULLY = /^michi (\d) on \d+$/;
const LAY = /^(\S+) on \d+$/;

/** A wrong card that an event brought to light (ES-11). */
export function penalty(event: SeenEvent): { seat: number; card: string; clause: string } | null {
  for (const line of event.shown) {
    const found = PENALTY.exec(line);
    if (found) return { seat: Number(found[1]), card: found[2] ?? "", clause: found[3] ?? "" };
  }
  return null;
}

/** The opponent Michi was sent to, if it was he. */
export const bullied = (move: string): number | null => {
  const found = BULLY.exec(move);
  return found ? Number(found[1]) : null;
};

/** The card that was laid, if one was. */
export const laid = (move: string): string | null => {
  const card = LAY.exec(move)?.[1] ?? null;
  return card === "nothing" || card === "call" ? null : card;
};

export function happenings(was: PasseEclairView | null, update: Update): Happening[] {
  const view = update.view as PasseEclairView;
  const found: Happening[] = [];
  let top = was?.middle.at(-1) ?? null;
  for (const event of update.events) {
    const wrong = penalty(event);
    const other = bullied(event.move);
    const card = laid(event.move);
    if (wrong) found.push({ kind: "wrong", ...wrong });
    else if (other !== null) {
      found.push({ kind: "michi", seat: event.seat, other });
      top = { card: MICHI, seat: event.seat };
    } else if (card) {
      const cut = top?.card === SOCKE && top.seat !== null && top.seat !== event.seat;
      found.push({ kind: cut ? "cut-in" : "lay", seat: event.seat, card });
      top = { card, seat: event.seat };
    } else if (event.move.startsWith("turn ")) {
      top = { card: event.move.slice(5), seat: null };
      found.push({ kind: "turn", card: top.card });
    }
    if (event.shown.includes("blocked")) found.push({ kind: "blocked" });
  }
  if (was && view.rounds.length > was.rounds.length) {
    const last = view.rounds.at(-1);
    if (last)
      found.push({ kind: "round", round: view.rounds.length, winner: last.winner, consoled: last.consoled });
  }
  return found;
}
