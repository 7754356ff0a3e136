/** The puzzle of the day, as this browser remembers it: which days were solved, in how many moves, and with how much help. */
import { keep, recall } from "./storage";

const NAME = "daily";
const DAY = 86_400_000;

/** A day that was solved. */
export interface Entry {
  count: number;
  /** How often one asked for a hint on the way. */
  hints: number;
  /** On another day than its own: it does not count for days in a row. */
  late: boolean;
}

/** By date. The first ones were kept as a number alone. */
type Kept = Record<string, number | Entry>;
export type Solved = Record<string, Entry>;

export const solvedDays = (): Solved =>
  Object.fromEntries(
    Object.entries(recall<Kept>(NAME, {})).map(([date, entry]) => [
      date,
      typeof entry === "number" ? { count: entry, hints: 0, late: false } : entry,
    ]),
  );

export const solvedIn = (date: string): number | null => solvedDays()[date]?.count ?? null;

export const today = (): string => new Date().toISOString().slice(0, 10);

/** The best of several tries is kept; a day is solved in time if one of them was, and without help if one was. */
export function rememberDaily(date: string, count: number, hints: number, solvedOn = today()): void {
  const known = solvedDays();
  const before = known[date];
  const late = solvedOn > date && (before?.late ?? true);
  keep(NAME, {
    ...known,
    [date]: {
      count: Math.min(count, before?.count ?? count),
      hints: Math.min(hints, before?.hints ?? hints),
      late,
    } satisfies Entry,
  });
}

export interface Streak {
  /** Days in a row until today, or until yesterday while today's is still open. */
  days: number;
  best: number;
  /** Of these days in a row, the last seven: whether one was helped. */
  helped: boolean[];
}

export const shift = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

const WEEK = 7;

export function streak(today: string, known: Solved = solvedDays()): Streak {
  let run: boolean[] = [];
  let best = 0;
  let before = "";
  for (const date of Object.keys(known).sort()) {
    const entry = known[date];
    if (!entry || entry.late) continue;
    run = shift(date, -1) === before ? [...run, entry.hints > 0] : [entry.hints > 0];
    best = Math.max(best, run.length);
    before = date;
  }
  const current = before === today || before === shift(today, -1) ? run : [];
  const lit = current.length && current.length % WEEK === 0 ? WEEK : current.length % WEEK;
  return { days: current.length, best, helped: lit ? current.slice(-lit) : [] };
}
