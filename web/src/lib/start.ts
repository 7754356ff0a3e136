/** Making a table, and keeping what lets one sit at it. */
import { createTable } from "./api";
import type { CreateTable } from "./protocol";
import { go } from "./router.svelte";
import { rememberTable } from "./tables";

interface Start {
  /** Moves that somebody shared, to be shown there. */
  replay?: string[];
  /** The date, where it is a puzzle of the day. */
  daily?: string | undefined;
  /** The page that starts it is not worth coming back to. */
  replace?: boolean;
}

export async function startTable(
  request: CreateTable,
  { replay, daily, replace = false }: Start = {},
): Promise<void> {
  const created = await createTable(request);
  rememberTable({
    table: created.table,
    game: request.game,
    keys: created.keys,
    invitations: created.invitations,
    request,
    names: request.seats.map((seat) => (seat.kind === "here" ? seat.name : "")),
    over: false,
    replay,
    daily,
    at: Date.now(),
  });
  go(`/table/${created.table}`, { replace });
}
