/** The four colours of pieces, and what people call them. */
import { m } from "../../paraglide/messages";
import type { RacePiece } from "../protocol";

/** A piece of the box, and the place it stands on. */
export type Piece = RacePiece;
export type Colour = Piece["colour"];

/** What the drawing of each looks like: no colour stands alone. */
const SHAPES: Record<Colour, () => string> = {
  black: m.board_circle,
  white: m.board_square,
  red: m.board_triangle,
  blue: m.board_diamond,
};

const NAMES: Record<Colour, () => string> = {
  black: m.board_black,
  white: m.board_white,
  red: m.board_red,
  blue: m.board_blue,
};

export const colourName = (colour: Colour): string => NAMES[colour]();

/** "black circle on c3" */
export const pieceName = (colour: Colour, place: string): string =>
  m.board_piece({ colour: colourName(colour), shape: SHAPES[colour](), place });
