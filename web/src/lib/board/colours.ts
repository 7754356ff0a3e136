/** The four colours of pieces, and what people call them. */
import { m } from "../../paraglide/messages";
import type { RacePiece } from "../protocol";

/** A piece of the box, and the place it stands on. */
export type Piece = RacePiece;
export type Colour = Piece["colour"];

const NAMES: Record<Colour, () => string> = {
  black: m.board_black,
  white: m.board_white,
  red: m.board_red,
  blue: m.board_blue,
};

export const colourName = (colour: Colour): string => NAMES[colour]();

/** "black piece on c3" */
export const pieceName = (colour: Colour, place: string): string =>
  m.board_piece({ colour: colourName(colour), place });
