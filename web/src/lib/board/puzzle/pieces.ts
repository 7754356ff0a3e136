/** What stands on the board of a puzzle, and what has moved there. */
import type { PuzzleView, SeenEvent } from "../../protocol";
import { changes, type Change } from "../changes";
import type { Colour, Piece } from "../colours";
import { deedOf, lineOf, parts, stops } from "./line";

/** Where colours do not count, all pieces look alike. */
export const piecesOf = (view: PuzzleView, plain: Colour): Piece[] =>
  view.pieces.map(({ place, colour }) => ({ place, colour: colour ?? plain }));

export interface Motion {
  moved: (Change & { pile?: string })[];
  way: string[];
  jumps: boolean;
}

/** `events`: the whole log, its last event being the one that led from `was` to `is`. */
export function motion(was: Piece[], is: Piece[], events: SeenEvent[], pile: string | undefined): Motion {
  const event = events.at(-1);
  const deed = event ? deedOf(lineOf(events), event) : null;
  if (!event || !deed) {
    const apart = changes(was, is).flatMap(({ colour, from, to }) => [
      { colour, from, to: null },
      { colour, from: null, to },
    ]);
    return { moved: apart.filter(({ from, to }) => from ?? to), way: [], jumps: false };
  }
  const { from, over, to } = parts(deed.move);
  const way = stops(deed.move, event.shown);
  const hint = from === null ? undefined : deed.back ? { from: to, to: from } : { from, to };
  return {
    moved: changes(was, is, hint).map((change) =>
      pile && over === null && (change.from === null || change.to === null) ? { ...change, pile } : change,
    ),
    way: deed.back ? [...way].reverse() : way,
    jumps: over !== null && way.length === 3,
  };
}
