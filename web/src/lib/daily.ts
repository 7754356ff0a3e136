/** The puzzle of the day, as this browser remembers it: which days were solved, and in how many moves. */
import { keep, recall } from "./storage";

const NAME = "daily";
const DAY = 86_400_000;

/** By date. */
type Solved = Record<string, number>;

const solved = (): Solved => recall<Solved>(NAME, {});

export const solvedIn = (date: string): number | null => solved()[date] ?? null;

export function rememberDaily(date: string, count: number): void {
  const known = solved();
  keep(NAME, { ...known, [date]: Math.min(count, known[date] ?? count) });
}

export interface Streak {
  /** Days in a row until today, or until yesterday while today's is still open. */
  days: number;
  best: number;
}

const shift = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

export function streak(today: string, known: Solved = solved()): Streak {
  let run = 0;
  let best = 0;
  let before = "";
  for (const date of Object.keys(known).sort()) {
    run = shift(date, -1) === before ? run + 1 : 1;
    best = Math.max(best, run);
    before = date;
  }
  return { days: before === today || before === shift(today, -1) ? run : 0, best };
}
