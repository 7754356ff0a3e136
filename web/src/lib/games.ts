/**
 * What every game gives the client: the default export of `index.ts` in its folder below `games`, which is named as the game is
 * in the catalogue. A game without a folder has a plain table, and is otherwise worth the same.
 */
import type { Component } from "svelte";

import type { GameInfo, Lay, Option, SeenEvent, View } from "./protocol";
import type { Past } from "./replay/past.svelte";
import type { Dwell, Table } from "./table.svelte";
import PlainEmblem from "./ui/PlainEmblem.svelte";

export interface BoardProps {
  table: Table;
  game: GameInfo;
}

/** What was hidden in a game that is read again with everything open. */
export interface HindsightProps {
  past: Past;
  lay: Lay[];
}

/**
 * How the seat to act does so at a screen that several share. `hidden`: it looks at its own view, and the curtain falls
 * before. `open`: it looks at its own view, which hides nothing from the others. `aloud`: everybody knows what it can say, and
 * nobody has to look.
 */
export type Manner = "hidden" | "open" | "aloud";

/** What is said of a puzzle before one sits down to it. */
export interface PuzzleTexts {
  /** "12 moves" */
  figure: (count: number) => string;
  /** How many there were so far. */
  count: (view: View) => number;
}

export interface GameClient {
  /** The picture on its box. */
  emblem: Component;
  board: () => Promise<{ default: Component<BoardProps> }>;
  /** How long each update stays at least; no time at all, unless the game says otherwise. */
  dwell?: Dwell;
  /** What may be kept of the events; all of them, unless the game is about remembering. */
  keep?: (events: SeenEvent[]) => SeenEvent[];
  /** What may be seen of a past moment while the game is on; all of it, unless the game is about remembering. */
  remember?: (view: View) => View;
  /** What lay on the table unseen, as the game shows it beside the plot. */
  hindsight?: () => Promise<{ default: Component<HindsightProps> }>;
  /** A card by its notation, and what it is called, where there are cards that somebody may be asked to touch. */
  card?: { face: Component<{ card: string }>; name: (card: string) => string };
  /** `hidden` unless the game says otherwise. */
  manner?: (view: View) => Manner;
  /** What people who share a screen are told at the set-up, where it is not the curtain. */
  around?: () => string;
  /** One of its rounds, where its law has a word of its own for them. */
  round?: (about: { round: number }) => string;
  /** Where it can be the puzzle of the day. */
  puzzle?: PuzzleTexts;
}

/** Shows any game, in words. */
export const PLAIN: GameClient = {
  emblem: PlainEmblem,
  board: () => import("./table/PlainTable.svelte"),
};

const USUAL_SEATS = 4;

const FOLDER = /\/([^/]+)\/index\.ts$/;
const modules = import.meta.glob<{ default: GameClient }>("../games/*/index.ts", { eager: true });
const clients = new Map(
  Object.entries(modules).map(([path, module]) => [FOLDER.exec(path)?.[1] ?? "", module.default]),
);

export const gameClient = (name: string): GameClient => clients.get(name) ?? PLAIN;

/** What one person plays alone. */
export const isPuzzle = (game: GameInfo): boolean => game.counts.every(({ seats }) => seats === 1);

/** How many sit down to it, unless somebody says otherwise. */
export function usualSeats(game: GameInfo): number {
  const counts = game.counts.map(({ seats }) => seats);
  return counts.includes(USUAL_SEATS) ? USUAL_SEATS : (counts[0] ?? 1);
}

/** The options that a table of so many can really choose. */
export const openOptions = (game: GameInfo, seats: number): Option[] =>
  (game.counts.find((count) => count.seats === seats)?.options ?? []).filter(
    (option) => option.choices.length > 1 || option.free,
  );
