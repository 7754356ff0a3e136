/** What differs between the puzzles in words. */
import { m } from "../../../paraglide/messages";
import type { PuzzleTexts } from "../../games";
import type { PuzzleView, View } from "../../protocol";

export interface Words extends PuzzleTexts {
  /** "moves" */
  unit: (count: number) => string;
  /** How one plays, in a sentence or two. */
  pick: string;
  /** What a solution is worth, where there is more than one kind. */
  solved?: (reason: string) => string;
}

const count = (view: View): number => (view as PuzzleView).count;

export const inMoves: Pick<Words, "figure" | "count" | "unit"> = {
  count,
  figure: (count) => m.puzzle_moves({ count }),
  unit: (count) => m.puzzle_moves_unit({ count }),
};

export const inSteps: Pick<Words, "figure" | "count" | "unit"> = {
  count,
  figure: (count) => m.puzzle_steps({ count }),
  unit: (count) => m.puzzle_steps_unit({ count }),
};

/** How a solution compares with what is known. */
export function verdict(view: PuzzleView, words: Words): string {
  const { count, par, best } = view;
  if (par !== null)
    return count <= par ? m.puzzle_over_par() : m.puzzle_over_worse({ figure: words.figure(par) });
  if (!best) return "";
  const figure = words.figure(best.figure);
  if (count > best.figure) return m.puzzle_over_worse({ figure });
  if (count < best.figure) return m.puzzle_over_better({ figure });
  return best.proved ? m.puzzle_over_best_proved() : m.puzzle_over_best();
}
