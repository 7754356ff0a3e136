/** The log of a puzzle, with what was taken back left out. */
import { isSet } from "../../positions/text";
import type { PuzzleView } from "../../protocol";
import { via, wayAmong } from "../changes";

/** A move in its parts: a capture removes `over`; without `from`, a piece comes in. */
export interface Parts {
  from: string | null;
  over: string | null;
  to: string;
}

export function parts(move: string): Parts {
  const capture = /^(\w+?)x(\w+)>(\w+)$/.exec(move);
  if (capture) return { from: capture[1] ?? "", over: capture[2] ?? "", to: capture[3] ?? "" };
  const [from = "", to] = move.split(">");
  if (to !== undefined) return { from, over: null, to };
  return { from: null, over: null, to: move.replace("add ", "") };
}

export interface Line {
  /** What stands, first move first. */
  done: string[];
  /** What was taken back and may be played again, the next one last. */
  undone: string[];
}

/** What becomes of it by one move more. */
export function advance({ done, undone }: Line, move: string): void {
  const back = (): void => void undone.push(...done.splice(-1));
  if (move === "undo") back();
  else if (move === "restart") while (done.length) back();
  else if (move === "redo") done.push(...undone.splice(-1));
  else if (move !== "stop" && !isSet(move)) {
    done.push(move);
    undone.length = 0;
  }
}

export function lineOf(events: { move: string }[]): Line {
  const line: Line = { done: [], undone: [] };
  for (const { move } of events) advance(line, move);
  return line;
}

/** What an event, the last of a line, does to the board: which move, and whether backwards; null: many at once, or nothing. */
export function deedOf(
  { done, undone }: Line,
  event: { move: string },
): { move: string; back: boolean } | null {
  if (event.move === "restart" || event.move === "stop" || isSet(event.move)) return null;
  // After taking back, the move is the first to be played again; after anything else it is the last that stands.
  const back = event.move === "undo";
  const move = back ? undone.at(-1) : done.at(-1);
  return move === undefined ? null : { move, back };
}

/** The way of a move that has not been made: as the server tells it, where that is not straight over what it removes. */
export function wayOf({ ways }: PuzzleView, move: string): string[] {
  const { from, over, to } = parts(move);
  return wayAmong(ways, from, over, to) ?? stops(move);
}

/** The way of a move from end to end: what it shows that it passed, else straight over what it removes. */
export function stops(move: string, shown: string[] = []): string[] {
  const { from, over, to } = parts(move);
  if (from === null) return [];
  const passed = via(shown);
  return [from, ...(passed.length ? passed : over === null ? [] : [over]), to];
}
