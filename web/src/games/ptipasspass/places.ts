/** Where the cups stand on the screen: seen a little from above, so that the rows behind are smaller. A cup is 100 wide. */
import type { PtiPassPassView } from "./view";

const ACROSS = 128;
const DOWN = 130;
/** What a narrow screen gives to the rows for every column beyond three: there is room enough below. */
const MORE = 24;
/** Above the last row: room for a cup in the air. */
const ABOVE = 150;
const BELOW = 30;
const FAR = 0.86;

export interface Place {
  name: string;
  /** Where the foot of the cup stands. */
  x: number;
  y: number;
  scale: number;
}

export interface Plan {
  width: number;
  height: number;
  places: Place[];
}

export function plan(cups: PtiPassPassView["cups"], narrow: boolean): Plan {
  const left = Math.min(...cups.map((cup) => cup.x));
  const right = Math.max(...cups.map((cup) => cup.x));
  const top = Math.min(...cups.map((cup) => cup.y));
  const bottom = Math.max(...cups.map((cup) => cup.y));
  const width = (right - left + 1) * ACROSS;
  const row = DOWN + (narrow ? MORE * Math.max(0, right - left - 2) : 0);
  return {
    width,
    height: ABOVE + (bottom - top) * row + BELOW,
    places: cups.map((cup) => {
      const near = bottom > top ? (cup.y - top) / (bottom - top) : 1;
      const scale = FAR + (1 - FAR) * near;
      return {
        name: cup.name,
        x: width / 2 + (cup.x - (left + right) / 2) * ACROSS * (0.5 + scale / 2),
        y: ABOVE + (cup.y - top) * row,
        scale,
      };
    }),
  };
}
