/** The way that a piece would run, for drawing it before it does. */
import { parts, stops } from "$lib/board/puzzle/line";
import type { Plan } from "$lib/board/plan";
import type { PuzzleView } from "$lib/protocol";

export function runOf(_plan: Plan, view: PuzzleView, move: string): string[] {
  const { from, over, to } = parts(move);
  const ways = view.ways.map((way) => way.split(" "));
  return ways.find((way) => way[0] === from && way.at(-2) === over && way.at(-1) === to) ?? stops(move);
}
