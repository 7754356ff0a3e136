/** Graded series: what becomes of a table of theirs, and which puzzle comes next. */
import { m } from "../paraglide/messages";
import { series } from "./api";
import type { PuzzleTexts } from "./games";
import { prefs } from "./prefs.svelte";
import type { PuzzleSeries, View } from "./protocol";
import { rememberSolved, solvedOf, type SolvedSeries } from "./series/solved.svelte";
import { startTable } from "./start";
import { knownTable } from "./tables";

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
