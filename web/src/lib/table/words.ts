/** What is said beside the moves, in sentences. */
import { m } from "../../paraglide/messages";
import type { Outcome } from "../protocol";
import type { Table } from "../table.svelte";

const SAID: Record<string, (who: { name: string }) => string> = {
  "/resign": m.over_resignation,
  "/draw": m.draw_offered,
  "/agree": m.said_agree,
  "/decline": m.said_decline,
  "/flag": m.over_time,
  "/forfeit": m.over_absence,
};

/** A line for the log; null for what only concerns the pace. */
export const said = (table: Table, seat: number, word: string): string | null =>
  SAID[word]?.({ name: table.name(seat) }) ?? null;

/** Why a game has ended that the law did not end. */
export function endedBy(table: Table, by: Outcome["by"]): string {
  if (by === "agreement") return m.over_agreement();
  const last = table.words.findLast(({ move }) => ["/resign", "/flag", "/forfeit"].includes(move));
  return last ? (said(table, last.seat, last.move) ?? "") : "";
}
