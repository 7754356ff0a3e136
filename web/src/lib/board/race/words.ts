/** Whose turn it is and how a race ended, in words. */
import { m } from "../../../paraglide/messages";
import type { RaceView } from "../../protocol";
import { overText } from "../../table/words";
import type { Table } from "../../table.svelte";
import { colourName } from "../colours";

export function turnText(table: Table, view: RaceView, yours: boolean): string {
  if (view.outcome) return overText(table, view.outcome);
  if (view.phase === "opening") return m.board_turn_opening(table.subject(view.rolling[0] ?? 0));
  const colour = view.colour ? colourName(view.colour) : "";
  if (yours) return m.board_turn_you({ colour });
  return m.board_turn({ name: table.name(view.active ?? 0), colour });
}

export function reason(table: Table, view: RaceView): string {
  if (view.outcome?.reason === "max-turns") return m.board_won_turns({ turns: view.turns });
  return m.board_won_home(table.subject(view.outcome?.winners[0] ?? 0));
}
