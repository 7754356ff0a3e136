/** How games stand on the shelf, and how people choose one: by what the games tell of themselves, and by no name. */
import { m } from "../paraglide/messages";
import { isPuzzle } from "./games";
import type { GameInfo } from "./protocol";

/** Minutes: a game that may be over by then is short, one that may last as long is long. */
const SHORT = 15;
const LONG = 30;

const minutes = (game: GameInfo): number[] => game.counts.flatMap((count) => count.minutes ?? []);
const shortest = (game: GameInfo): number => Math.min(...minutes(game));
const most = (game: GameInfo): number => Math.max(...game.counts.map(({ seats }) => seats));

/** What is for the most people first, of those the shortest; what one plays alone comes last. */
export const inOrder = (games: GameInfo[]): GameInfo[] =>
  games.toSorted((one, other) => most(other) - most(one) || shortest(one) - shortest(other) || 0);

/** What somebody may want of a game. */
export interface Wish {
  name: string;
  text: () => string;
  suits: (game: GameInfo) => boolean;
  /** One sets a table up for others, rather than playing at once. */
  together?: boolean;
}

export const WISHES: Wish[] = [
  { name: "all", text: m.shelf_all, suits: () => true },
  { name: "now", text: m.shelf_now, suits: (game) => isPuzzle(game) || game.levels.length > 0 },
  { name: "friends", text: m.shelf_friends, suits: (game) => !isPuzzle(game), together: true },
  { name: "real-time", text: m.shelf_real_time, suits: (game) => game.real_time },
  { name: "short", text: m.shelf_short, suits: (game) => shortest(game) <= SHORT },
  { name: "long", text: m.shelf_long, suits: (game) => Math.max(...minutes(game)) >= LONG },
  { name: "puzzles", text: m.shelf_puzzles, suits: isPuzzle },
];
