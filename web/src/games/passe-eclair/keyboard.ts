/**
 * Keys by their place on the keyboard, so that they lie together on every layout. Alone one has the digits and the row
 * below; around one keyboard everybody has a cluster.
 */
import type { Racer } from "./racer.svelte";

const ROWS = {
  digits: [
    "Digit1",
    "Digit2",
    "Digit3",
    "Digit4",
    "Digit5",
    "Digit6",
    "Digit7",
    "Digit8",
    "Digit9",
    "Digit0",
  ],
  upper: ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI", "KeyO", "KeyP"],
  home: ["KeyA", "KeyS", "KeyD", "KeyF", "KeyG", "KeyH", "KeyJ", "KeyK", "KeyL", "Semicolon"],
  lower: ["KeyZ", "KeyX", "KeyC", "KeyV", "KeyB", "KeyN", "KeyM", "Comma", "Period", "Slash"],
};
const HALF = 5;

const left = (...rows: string[][]): string[] => rows.flatMap((row) => row.slice(0, HALF));
const right = (...rows: string[][]): string[] => rows.flatMap((row) => row.slice(HALF));

export interface Cluster {
  cards: string[];
  /** Nothing to play, or ready. */
  pass: string;
}

const ALONE: Cluster = { cards: [...ROWS.digits.slice(0, 9), ...ROWS.upper], pass: "Space" };

const PAIR: Cluster[] = [
  { cards: left(ROWS.upper, ROWS.home, ROWS.lower), pass: "Digit1" },
  { cards: right(ROWS.upper, ROWS.home, ROWS.lower), pass: "Digit0" },
];

const FOUR: Cluster[] = [
  { cards: left(ROWS.home, ROWS.lower), pass: "ShiftLeft" },
  { cards: right(ROWS.home, ROWS.lower), pass: "ShiftRight" },
  { cards: left(ROWS.digits, ROWS.upper), pass: "Backquote" },
  { cards: right(ROWS.digits, ROWS.upper), pass: "Minus" },
];

/** Bottom left, bottom right, top left, top right. */
export function clusters(people: number): Cluster[] {
  if (people <= 1) return [ALONE];
  return people === 2 ? PAIR : FOUR.slice(0, people);
}

const SIGNS: Record<string, string> = {
  Semicolon: ";",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Space: "␣",
  ShiftLeft: "⇧",
  ShiftRight: "⇧",
  Backquote: "`",
  Minus: "-",
};

interface Layouts {
  keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> };
}

let layout: ReadonlyMap<string, string> | undefined;

/** Learn what stands on the keys, where the browser tells. */
export async function learnLayout(): Promise<void> {
  try {
    layout = await (navigator as Navigator & Layouts).keyboard?.getLayoutMap();
  } catch {
    // Then the keys are called as on an English keyboard.
  }
}

export function keyLabel(code: string): string {
  if (code.startsWith("Digit")) return code.slice(5);
  const known = layout?.get(code);
  if (known) return known.toUpperCase();
  return SIGNS[code] ?? code.replace("Key", "");
}

/** What a key does for one person; false: it is none of theirs. */
export function strike(racer: Racer, { cards, pass }: Cluster, code: string): boolean {
  const index = cards.indexOf(code);
  if (code === pass) racer.pass();
  else if (index < 0) return false;
  else {
    const target = racer.armed ? racer.opponents[index] : undefined;
    const slot = racer.slots[index];
    if (target !== undefined) racer.bully(target);
    else if (slot) racer.play(slot);
  }
  return true;
}
