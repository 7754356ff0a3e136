/** The log of a puzzle in sentences. */
import { m } from "../../../paraglide/messages";
import { isSet } from "../../positions/text";
import type { SeenEvent } from "../../protocol";
import type { Teller } from "../../table/log";
import type { LogLine } from "../../table/Log.svelte";
import { advance, deedOf, parts, type Line } from "./line";

/** A move as people read it: "b1 → c7". */
export function moveText(move: string): string {
  const { from, to } = parts(move);
  return from === null ? m.board_log_add({ place: to }) : `${from} → ${to}`;
}

function told(line: Line, event: SeenEvent): Omit<LogLine, "key"> {
  if (isSet(event.move)) return { text: m.position_log(), kind: "quiet" };
  switch (event.move) {
    case "undo":
      return { text: m.puzzle_log_undo(), kind: "quiet" };
    case "restart":
      return { text: m.puzzle_log_restart(), kind: "quiet" };
    case "stop":
      return { text: m.puzzle_log_stop(), kind: "event" };
    case "redo":
      return {
        text: m.puzzle_log_redo({ move: moveText(deedOf(line, event)?.move ?? "") }),
        kind: "quiet",
      };
  }
  const { from, over, to } = parts(event.move);
  if (from === null) return { text: m.board_log_add({ place: to }) };
  const number = event.shown.find((shown) => shown.startsWith("move "))?.slice(5);
  if (number === undefined)
    return { text: over === null ? moveText(event.move) : m.puzzle_log_chain({ from, over, to }) };
  if (over === null) return { text: m.puzzle_log_step({ number, from, to }) };
  return { text: m.puzzle_log_capture({ number, from, over, to }) };
}

export function story(): Teller {
  const lines: LogLine[] = [];
  const line: Line = { done: [], undone: [] };
  const tell = (event: SeenEvent): void => {
    advance(line, event.move);
    lines.push({ key: String(event.version), ...told(line, event) });
  };
  return { lines, tell };
}
