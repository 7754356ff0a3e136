/**
 * Which puzzles of the graded series one has solved, in how many moves, and whether it was worth the star. This device knows
 * it, and the server as well once one is somebody there: what either has is joined, so that all devices of an account agree.
 */
import { untrack } from "svelte";

import { noteSolvedPuzzles, readMySeries } from "../api";
import { me } from "../person.svelte";
import type { SolvedPuzzle } from "../protocol";
import { keep, onKept, recall } from "../storage";

const NAME = "series";
/** So many are said at once. */
const AT_ONCE = 100;

/** A puzzle that was solved. */
export interface Solved {
  /** The fewest moves so far; null where they are not counted. */
  count: number | null;
  /** As well as can be, and without a hint. */
  starred: boolean;
}

/** Of one game, by number. */
export type SolvedSeries = Record<string, Solved>;
type All = Record<string, SolvedSeries>;

let all = $state.raw<All>(recall(NAME, {}));
onKept(NAME, () => (all = recall(NAME, {})));

export const solvedOf = (game: string): SolvedSeries => all[game] ?? {};

export const starsOf = (solved: SolvedSeries): number =>
  Object.values(solved).filter(({ starred }) => starred).length;

/** The best of several tries is kept; a star once won stays. */
export function better(one: Solved | undefined, other: Solved): Solved {
  if (!one) return other;
  const counts = [one.count, other.count].filter((count) => count !== null);
  return { count: counts.length ? Math.min(...counts) : null, starred: one.starred || other.starred };
}

const same = (one: Solved | undefined, other: Solved): boolean =>
  one?.count === other.count && one.starred === other.starred;

/** Whether anything is new in it. */
function join(game: string, number: number, found: Solved): boolean {
  const solved = solvedOf(game);
  const best = better(solved[number], found);
  if (same(solved[number], best)) return false;
  all = { ...all, [game]: { ...solved, [number]: best } };
  return true;
}

export function rememberSolved(game: string, number: number, found: Solved): void {
  untrack(() => {
    if (!join(game, number, found)) return;
    keep(NAME, all);
    void shareSolved();
  });
}

let sharing: Promise<void> = Promise.resolve();

/** Tell the server what this device knows, and the other way round; where that fails, the next time does it. */
export function shareSolved(): Promise<void> {
  return (sharing = sharing.then(share).catch(() => undefined));
}

async function share(): Promise<void> {
  const person = me.known;
  if (!person) return;
  const { solved } = await readMySeries(person.key);
  // Somebody else by now: what was said is not theirs.
  if (me.known?.person !== person.person) return;
  const heard: All = {};
  let changed = false;
  for (const { game, number, count, starred } of solved) {
    (heard[game] ??= {})[number] = { count, starred };
    changed = join(game, number, { count, starred }) || changed;
  }
  if (changed) keep(NAME, all);
  const news = Object.entries(all).flatMap(([game, known]) =>
    Object.entries(known)
      .filter(([number, entry]) => !same(heard[game]?.[number], entry))
      .map(([number, entry]): SolvedPuzzle => ({ game, number: Number(number), ...entry })),
  );
  for (let from = 0; from < news.length; from += AT_ONCE)
    await noteSolvedPuzzles(person.key, { solved: news.slice(from, from + AT_ONCE) });
}

/** This browser is nobody's any more: what was solved on it stays with whoever did. */
export function forgetSolved(): void {
  all = {};
  keep(NAME, all);
}
