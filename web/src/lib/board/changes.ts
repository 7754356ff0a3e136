/** What has moved between two views: pieces have no names, so it is read off the places. */
import type { Colour, Piece } from "./colours";

export interface Change {
  colour: Colour;
  /** Null: from beside the board. */
  from: string | null;
  /** Null: off the board. */
  to: string | null;
}

/** `hint`: which piece is known to have gone where, should there be a choice. */
export function changes(was: Piece[], is: Piece[], hint?: { from: string; to: string }): Change[] {
  const key = ({ place, colour }: Piece): string => `${colour} ${place}`;
  const before = new Set(was.map(key));
  const after = new Set(is.map(key));
  const gone = was.filter((piece) => !after.has(key(piece)));
  const come = is.filter((piece) => !before.has(key(piece)));
  come.sort((one, other) => Number(other.place === hint?.to) - Number(one.place === hint?.to));
  gone.sort((one, other) => Number(other.place === hint?.from) - Number(one.place === hint?.from));
  const found = come.map((piece): Change => {
    const index = gone.findIndex(({ colour }) => colour === piece.colour);
    const from = index < 0 ? null : (gone.splice(index, 1)[0]?.place ?? null);
    return { colour: piece.colour, from, to: piece.place };
  });
  return [...found, ...gone.map(({ colour, place }): Change => ({ colour, from: place, to: null }))];
}

/** Of the ways that a view tells the one that begins there and ends so. */
export const wayAmong = (
  ways: string[],
  from: string | null,
  ...end: (string | null)[]
): string[] | undefined =>
  ways
    .map((way) => way.split(" "))
    .find((way) => way[0] === from && end.every((place, index) => way.at(index - end.length) === place));

/** The way that an event shows: "via d2 e3". */
export const via = (shown: string[]): string[] =>
  shown
    .find((text) => text.startsWith("via "))
    ?.split(" ")
    .slice(1) ?? [];
