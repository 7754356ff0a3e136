/** Graded series: which puzzles this person has solved, in how many moves, and whether it was worth the star. */
import { m } from "../paraglide/messages";
import { series } from "./api";
import type { PuzzleTexts } from "./games";
import { prefs } from "./prefs.svelte";
import type { PuzzleSeries, View } from "./protocol";
import { startTable } from "./start";
import { keep, recall } from "./storage";
import { knownTable } from "./tables";

const NAME = "series";

/** A puzzle that was solved. */
export interface SolvedPuzzle {
  /** The fewest moves so far; null where they are not counted. */
  count: number | null;
  /** As well as can be, and without a hint. */
  starred: boolean;
}

/** Of one game, by number. */
export type SolvedSeries = Record<string, SolvedPuzzle>;

const all = (): Record<string, SolvedSeries> => recall(NAME, {});

export const solvedOf = (game: string): SolvedSeries => all()[game] ?? {};

export const starsOf = (solved: SolvedSeries): number =>
  Object.values(solved).filter(({ starred }) => starred).length;

/** The best of several tries is kept; a star once won stays. */
export function better(one: SolvedPuzzle | undefined, other: SolvedPuzzle): SolvedPuzzle {
  if (!one) return other;
  const counts = [one.count, other.count].filter((count) => count !== null);
  return { count: counts.length ? Math.min(...counts) : null, starred: one.starred || other.starred };
}

export function rememberSolved(game: string, number: number, found: SolvedPuzzle): void {
  const known = all();
  const solved = known[game] ?? {};
  keep(NAME, { ...known, [game]: { ...solved, [number]: better(solved[number], found) } });
}

/** What a table of a series has come to, once it is over. */
export function noteSolved(id: string, mine: number[], view: View, texts: PuzzleTexts | undefined): void {
  const table = knownTable(id);
  const { outcome } = view;
  if (!table?.series || !outcome || !outcome.winners.some((seat) => mine.includes(seat))) return;
  const { number, minimum, reason } = table.series;
  const count = texts?.count(view) ?? null;
  const well = outcome.reason === reason && (minimum === null || (count ?? Infinity) <= minimum);
  rememberSolved(table.game, number, { count, starred: well && !table.hints });
}

/** The next one that is not solved, after one or from the beginning; null: all are. */
export function nextOf(places: number, solved: SolvedSeries, after = 0): number | null {
  const numbers = Array.from({ length: places }, (_, place) => place + 1);
  const open = numbers.filter((number) => !solved[number]);
  return open.find((number) => number > after) ?? open[0] ?? null;
}

export async function startPuzzle(found: PuzzleSeries, number: number): Promise<void> {
  const puzzle = found.puzzles[number - 1];
  if (!puzzle) return;
  const bots = Array.from({ length: found.seats - 1 }, () => ({ kind: "bot" as const, level: found.level }));
  await startTable(
    {
      game: found.game,
      seats: [{ kind: "here", name: prefs.name || m.setup_guest({ number: 1 }) }, ...bots],
      options: puzzle.options,
      position: puzzle.position,
      settings: { chat: "off" },
    },
    { series: { number, minimum: puzzle.minimum, reason: puzzle.reason } },
  );
}

/** The one after this, at once; false: there is none left. */
export async function startNext(game: string, after: number): Promise<boolean> {
  const found = await series(game);
  const next = nextOf(found.puzzles.length, solvedOf(game), after);
  if (next !== null) await startPuzzle(found, next);
  return next !== null;
}
