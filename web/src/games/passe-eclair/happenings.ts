/** What has happened between two drawings of the table, read from the events: what everybody sees and hears. */
import type { SeenEvent, Update } from "$lib/protocol";

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
const ROUND = /^round (\d) (\d)$/;
const BULLY = /^michi (\d) on \d+$/;
const LAY = /^(\S+) on \d+$/;

/** What an event brought to light in such words. */
const told = ({ shown }: SeenEvent, words: RegExp): RegExpExecArray | null =>
  shown.map((line) => words.exec(line)).find((found) => found !== null) ?? null;

/** A wrong card that an event brought to light (ES-11). */
export function penalty(event: SeenEvent): { seat: number; card: string; clause: string } | null {
  const found = told(event, PENALTY);
  return found && { seat: Number(found[1]), card: found[2] ?? "", clause: found[3] ?? "" };
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

export function happenings({ events, view }: Update): Happening[] {
  const found: Happening[] = [];
  for (const event of events) {
    const wrong = penalty(event);
    const other = bullied(event.move);
    const card = laid(event.move);
    if (wrong) found.push({ kind: "wrong", ...wrong });
    else if (other !== null) found.push({ kind: "michi", seat: event.seat, other });
    else if (card)
      found.push({ kind: event.shown.includes("cut-in") ? "cut-in" : "lay", seat: event.seat, card });
    else if (event.move.startsWith("turn ")) found.push({ kind: "turn", card: event.move.slice(5) });
    if (event.shown.includes("blocked")) found.push({ kind: "blocked" });
    const over = told(event, ROUND);
    if (over) {
      const consoled = (view as PasseEclairView).rounds.at(-1)?.consoled ?? null;
      found.push({ kind: "round", round: Number(over[1]), winner: Number(over[2]), consoled });
    }
  }
  return found;
}
