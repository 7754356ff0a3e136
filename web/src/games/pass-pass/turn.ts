/** Whose turn it is, and how it ended, in words. */
import { m } from "../../paraglide/messages";
import { list } from "$lib/i18n.svelte";
import { overText } from "$lib/table/words";
import type { Table } from "$lib/table.svelte";

import type { PassPassView } from "./view";

export function turnText(table: Table, view: PassPassView, own: number | null): string {
  if (view.outcome) return overText(table, view.outcome);
  const yours = own !== null && view.turn.includes(own);
  const name = list(view.turn.filter((seat) => seat >= 0).map((seat) => table.name(seat)));
  switch (view.phase) {
    case "play":
      return yours ? m.pass_pass_turn_play_you() : m.pass_pass_turn_play({ name });
    case "first":
      return yours ? m.pass_pass_turn_first_you() : m.pass_pass_turn_first({ name });
    case "second":
      return yours ? m.pass_pass_turn_second_you() : m.pass_pass_turn_second({ name });
    case "record":
      return yours ? m.pass_pass_turn_record_you() : m.pass_pass_turn_record({ name });
    default:
      return m.pass_pass_turn_deal();
  }
}

export function reason(table: Table, view: PassPassView): string {
  const winners = view.outcome?.winners ?? [];
  const standings = view.standings.filter((standing) =>
    standing.members.some((seat) => winners.includes(seat)),
  );
  if (view.outcome?.reason === "pass-pass") {
    const seat = winners.find((winner) => (view.passes[winner] ?? 0) > 0) ?? winners[0] ?? 0;
    return m.pass_pass_won_passes(table.subject(seat));
  }
  const points = standings[0]?.recorded_points ?? 0;
  if (standings.length > 1) return m.pass_pass_won_shared({ points });
  const level = view.standings.filter((standing) => standing.recorded_points === points);
  return level.length > 1 ? m.pass_pass_won_tie({ points }) : m.pass_pass_won_points({ points });
}
