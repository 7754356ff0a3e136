/** The way that a piece would run, for drawing it before it does. Whether it may is the server's affair. */
import { parts, stops } from "$lib/board/puzzle/line";
import type { Plan } from "$lib/board/plan";
import type { PuzzleView } from "$lib/protocol";

/** The shortest chain of pieces of other colours along the lines, up to the one that is removed. */
export function runOf(plan: Plan, view: PuzzleView, move: string): string[] {
  const { from, over, to } = parts(move);
  const colours = new Map(view.pieces.map(({ place, colour }) => [place, colour]));
  // From an exit a piece keeps to the rim, which the drawing does not tell.
  if (from === null || over === null || plan.spots.find(({ name }) => name === from)?.exit)
    return stops(move);
  const came = new Map<string, string>([[from, from]]);
  const queue = [from];
  for (let here = queue.shift(); here !== undefined && !came.has(over); here = queue.shift())
    for (const next of beside(plan, here))
      if (!came.has(next) && colours.has(next) && colours.get(next) !== colours.get(from)) {
        came.set(next, here);
        queue.push(next);
      }
  if (!came.has(over)) return stops(move);
  const way = [over, to];
  while (way[0] !== from) way.unshift(came.get(way[0] ?? from) ?? from);
  return way;
}

const beside = (plan: Plan, place: string): string[] =>
  plan.strokes.flatMap(({ spots }) => {
    const index = spots.indexOf(place);
    return index < 0 ? [] : [spots[index - 1], spots[index + 1]].filter((spot) => spot !== undefined);
  });
