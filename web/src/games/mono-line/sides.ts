/** Whose pieces look like what: two colours of the box, one for each player. */
import type { Colour, Piece } from "$lib/board/colours";

import type { MonoLineView } from "./view";

const SIDES: [Colour, Colour] = ["red", "blue"];

export const sideOf = (seat: number): Colour => SIDES[seat] ?? "red";

/** Every piece to be seen, the tried one included. */
export function piecesOf(view: MonoLineView): Piece[] {
  const pieces = view.pieces.map(({ place, seat }) => ({ place, colour: sideOf(seat) }));
  if (view.tried !== null && view.active !== null)
    pieces.push({ place: view.tried, colour: sideOf(view.active) });
  return pieces;
}
