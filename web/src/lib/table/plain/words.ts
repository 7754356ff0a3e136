/** A view of any game in words: what it is made of says how it can be read. */
import type { View } from "../../protocol";

/** What every view has; it is told elsewhere on the table. */
const COMMON = new Set<string>([
  "game",
  "version",
  "seats",
  "options",
  "seat",
  "turn",
  "outcome",
  "history",
] satisfies (keyof View)[]);

export interface Field {
  name: string;
  value: unknown;
}

/** What something is called that a game names in a word. */
export type Called = (word: string) => string;

/** A move, or what it showed, word by word. */
export const spoken = (text: string, called: Called): string => text.split(" ").map(called).join(" ");

/** "last_trick" as "Last trick". */
export function label(name: string, called: Called): string {
  const found = called(name);
  const words = found === name ? name.replaceAll(/[_-]+/g, " ") : found;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

/** What the game adds to a view: by seat where there is one value for each, and the rest. */
export function fieldsOf(view: View): { bySeat: Field[]; others: Field[] } {
  const fields = Object.entries(view)
    .filter(([name]) => !COMMON.has(name))
    .map(([name, value]) => ({ name, value: value as unknown }));
  const bySeat = fields.filter(
    ({ value }) => view.seats > 1 && Array.isArray(value) && value.length === view.seats,
  );
  return { bySeat, others: fields.filter((field) => !bySeat.includes(field)) };
}

/** The columns of a list of things of one kind; null: it is no such list. */
export function columns(list: unknown[]): string[] | null {
  if (list.length < 2 || !list.every(isRecord)) return null;
  const names = Object.keys(list[0] as object);
  const same = list.every((row) => Object.keys(row as object).join() === names.join());
  return same ? names : null;
}

export interface Group {
  /** What its moves begin with; empty: these have nothing in common. */
  name: string;
  moves: string[];
}

const BEGINNING = /^[^\s>x:-]+/;

/** Moves that begin alike stand together. */
export function groups(moves: string[]): Group[] {
  const found = new Map<string, string[]>();
  for (const move of moves) {
    const name = BEGINNING.exec(move)?.[0] ?? "";
    found.set(name, [...(found.get(name) ?? []), move]);
  }
  const together = [...found].filter(([, list]) => list.length > 1);
  const single = [...found].filter(([, list]) => list.length === 1).flatMap(([, list]) => list);
  return [
    ...(single.length ? [{ name: "", moves: single }] : []),
    ...together.map(([name, list]) => ({ name, moves: list })),
  ];
}
