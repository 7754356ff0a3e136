/** Making a table, and keeping what lets one sit at it. */
import { createTable } from "./api";
import type { CreateTable } from "./protocol";
import { go } from "./router.svelte";
import { rememberTable } from "./tables";

export async function startTable(request: CreateTable): Promise<void> {
  const created = await createTable(request);
  rememberTable({
    table: created.table,
    game: request.game,
    keys: created.keys,
    invitations: created.invitations,
    request,
    names: request.seats.map((seat) => (seat.kind === "here" ? seat.name : "")),
    over: false,
    at: Date.now(),
  });
  go(`/table/${created.table}`);
}
