/** Whose turn it is and how it ended, in words. */
import { m } from "../../paraglide/messages";
import { overText } from "$lib/table/words";
import type { Table } from "$lib/table.svelte";

import type { MonoLineView } from "./view";

export function turnText(table: Table, view: MonoLineView, yours: boolean): string {
  if (view.outcome) return overText(table, view.outcome);
  if (view.active === null) return m.mono_line_turn_first();
  const name = table.name(view.active);
  if (!yours) return view.tried ? m.mono_line_turn_tried({ name }) : m.mono_line_turn({ name });
  if (view.tried) return m.mono_line_turn_tried_you({ place: view.tried });
  if (view.phase === "swap") return m.mono_line_turn_swap_you();
  // A full board, or no piece left: all can see it, so it may be said at vigilant tables too (ML-5).
  const beside = table.moves.filter((move) => move === "concede" || move.startsWith("announce"));
  const last = beside.length > 0 && beside.length === table.moves.length;
  return last ? m.mono_line_turn_last_you() : m.mono_line_turn_you();
}

export function reason(table: Table, view: MonoLineView): string {
  const winner = view.outcome?.winners[0] ?? 0;
  const who = table.isYou(winner) ? "you" : table.isYou(1 - winner) ? "loser" : "one";
  const names = { name: table.name(winner), loser: table.name(1 - winner), who };
  switch (view.outcome?.reason) {
    case "announced":
      return m.mono_line_won_announced({
        ...names,
        one: view.announcement?.pair[0] ?? "",
        other: view.announcement?.pair[1] ?? "",
      });
    case "conceded":
      return m.mono_line_won_conceded(names);
    case "no-piece":
      return m.mono_line_won_pieces(names);
    default:
      return m.mono_line_won_place(names);
  }
}
