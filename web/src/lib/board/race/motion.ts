/** What can be seen and heard of an event of a race. */
import type { RaceView, SeenEvent } from "../../protocol";
import type { Sound } from "../../sound";
import { changes, via, type Change } from "../changes";

/** What has moved, and to or from which pile; pieces enter from the reserve, and leave for home or back to the reserve. */
export function moved(was: RaceView, is: RaceView, event: SeenEvent): (Change & { pile: string })[] {
  const [from, to] = event.move.split(/[>-]/);
  return changes(was.pieces, is.pieces, from && to ? { from, to } : undefined).map((change) => {
    const index = is.colours.indexOf(change.colour);
    const home = (is.homes[index] ?? 0) !== (was.homes[index] ?? 0);
    return { ...change, pile: `${home ? "home" : "reserve"}-${change.colour}` };
  });
}

/** The way of a piece that passes others, with both its ends. */
export function wayOf(event: SeenEvent): string[] {
  const over = via(event.shown);
  const [from, to] = event.move.split(">");
  return over.length && from && to ? [from, ...over, to] : [];
}

/** `home`: a piece has come home. */
export function soundOf({ move }: SeenEvent, home: boolean): Sound {
  if (move.startsWith("roll")) return "dice";
  if (home) return "pass";
  return move === "end" ? "card" : "piece";
}
