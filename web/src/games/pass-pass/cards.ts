/** The cards by their notation: `P12` is the purple 12. */
import { m } from "../../paraglide/messages";

import type { PassPassView } from "./view";

export const COLOURS = ["purple", "blue", "green", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

const LETTERS = "PBGY";
const VALUES = 12;

export const colourOf = (card: string): Colour => COLOURS[LETTERS.indexOf(card.charAt(0))] ?? "purple";
export const valueOf = (card: string): number => Number(card.slice(1));

const rank = (card: string): number => LETTERS.indexOf(card.charAt(0)) * VALUES + valueOf(card) - 1;

/** By colour, then by value. */
export const sorted = (cards: string[]): string[] => [...cards].sort((one, other) => rank(one) - rank(other));

export const gems = (view: PassPassView, card: string): number => view.diamonds[rank(card)] ?? 0;

export const colourName = (colour: Colour): string =>
  ({
    purple: m.pass_pass_purple,
    blue: m.pass_pass_blue,
    green: m.pass_pass_green,
    yellow: m.pass_pass_yellow,
  })[colour]();

/** "purple 12" */
export const cardName = (card: string): string =>
  m.pass_pass_card({ colour: colourName(colourOf(card)), value: valueOf(card) });

/** "purple 12, 3 diamonds" */
export function cardNameWithGems(view: PassPassView, card: string): string {
  const count = gems(view, card);
  return count ? m.pass_pass_card_gems({ card: cardName(card), count }) : cardName(card);
}

/** The cards a move names: `take G3 B5` → G3, B5. */
export const cardsOf = (move: string): string[] => move.split(" ").filter((word) => /^[PBGY]\d+$/.test(word));
