/**
 * Numbers that one adds to deals, made here and kept until the game is over: so that nobody else can choose a deal, and one can
 * see afterwards that one's own number was in it.
 */
import { keep, recall } from "./storage";

/** What one added to a deal, and what was known of it before. */
export interface Given {
  /** Of the server's part. */
  commitment: string;
  number: string;
  /** The natural order of what chance draws from. */
  order: string[];
  /** Seats of bots, which add nothing. */
  bots: number[];
}

const NAME = "numbers";
const MADE = "numbers-made";
const MOST = 30;
const BYTES = 16;

/** Nobody can guess it. */
export const newNumber = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** The number of this browser for a deal, by its commitment: the same in all its tabs, and after a reload. */
export function numberFor(commitment: string): string {
  const made = recall<[commitment: string, number: string][]>(MADE, []);
  const known = made.find(([other]) => other === commitment)?.[1];
  const number = known ?? newNumber();
  if (known === undefined) keep(MADE, [...made, [commitment, number]].slice(-MOST));
  return number;
}

export const givenAt = (table: string): Given | null =>
  recall<Record<string, Given>>(NAME, {})[table] ?? null;

export function keepGiven(table: string, given: Given): void {
  const others = Object.entries(recall<Record<string, Given>>(NAME, {})).filter(([known]) => known !== table);
  keep(NAME, Object.fromEntries([...others, [table, given]].slice(-MOST)));
}
