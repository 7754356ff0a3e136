/**
 * The cards by their notation (`CARD_NAMES` in the game's cards.py): `L>M` is Léon passing to Marlon, beside `socke` and
 * `michi`; and what can be done with them (moves.py): everything names the number of the top card it is done on.
 */
import { m } from "../../paraglide/messages";

import type { PasseEclairView } from "./view";

export const FOOTBALLERS = ["L", "M", "R", "F", "V"] as const;
export type Footballer = (typeof FOOTBALLERS)[number];

export const SOCKE = "socke";
export const MICHI = "michi";

/** Each has a colour of the house; the sign and the drawing tell them apart without it. */
export const COLOURS: Record<Footballer, string> = {
  L: "yellow",
  M: "blue",
  R: "green",
  F: "red",
  V: "purple",
};

const isFootballer = (letter: string | undefined): letter is Footballer =>
  FOOTBALLERS.some((known) => known === letter);

export interface Pass {
  holder: Footballer;
  receiver: Footballer;
}

/** Who passes to whom; null for the dog and Gros Michi. */
export function passOf(card: string): Pass | null {
  const [holder, receiver] = card.split(">");
  return isFootballer(holder) && isFootballer(receiver) ? { holder, receiver } : null;
}

export const footballerName = (letter: Footballer): string =>
  ({
    L: m.passe_eclair_leon,
    M: m.passe_eclair_marlon,
    R: m.passe_eclair_rocce,
    F: m.passe_eclair_fabi,
    V: m.passe_eclair_vanessa,
  })[letter]();

/** "Léon to Marlon", "Socke" */
export function cardName(card: string): string {
  const pass = passOf(card);
  if (!pass) return card === SOCKE ? m.passe_eclair_socke() : m.passe_eclair_michi();
  return m.passe_eclair_card({
    holder: footballerName(pass.holder),
    receiver: footballerName(pass.receiver),
  });
}

/** A token's face: goals, or a footballer to send off (ES-17). */
export function tokenName(token: string): string {
  if (isFootballer(token)) return footballerName(token);
  return token === "?" ? m.passe_eclair_token_hidden() : m.passe_eclair_goals({ count: Number(token) });
}

export const tokenFootballer = (token: string): Footballer | null => (isFootballer(token) ? token : null);

/** "Anything!", "Marlon!" */
export const wantedText = (who: NonNullable<PasseEclairView["wanted"]>): string =>
  who === "anything" ? m.passe_eclair_anything() : m.passe_eclair_wanted_name({ name: footballerName(who) });

export const lay = (card: string, number: number): string => `${card} on ${number}`;
export const bully = (seat: number, number: number): string => `${MICHI} ${seat} on ${number}`;
export const letPass = (number: number): string => `nothing on ${number}`;
export const call = (number: number): string => `call on ${number}`;
export const spend = (card: string): string => `spend ${card}`;
export const READY = "ready";

/** Cards fly: chance may be turning or drawing one just now, but nobody looks up for that. */
export const racing = (view: PasseEclairView): boolean => ["play", "turn", "draw"].includes(view.phase);
