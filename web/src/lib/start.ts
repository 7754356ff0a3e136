/** Making a table, and keeping what lets one sit at it. */
import { createTable } from "./api";
import type { CreateTable } from "./protocol";
import { go } from "./router.svelte";
import { keep, recall } from "./storage";
import { rememberTable } from "./tables";

interface Start {
  /** Moves that somebody shared, to be shown there. */
  replay?: string[];
  /** The date, where it is a puzzle of the day. */
  daily?: string | undefined;
  /** The page that starts it is not worth coming back to. */
  replace?: boolean;
}

/** A table that a page has asked for and not heard of. */
interface Begun {
  page: string;
  request: CreateTable;
  start: Start;
}

const BEGUN = "begun";

export async function startTable(request: CreateTable, start: Start = {}): Promise<void> {
  keep(BEGUN, { page: location.href, request, start } satisfies Begun, "sessionStorage");
  const created = await createTable(request).finally(() => keep(BEGUN, null, "sessionStorage"));
  rememberTable({
    table: created.table,
    game: request.game,
    keys: created.keys,
    invitations: created.invitations,
    request,
    names: request.seats.map((seat) => (seat.kind === "here" ? seat.name : "")),
    over: false,
    replay: start.replay,
    daily: start.daily,
    at: Date.now(),
  });
  go(`/table/${created.table}`, { replace: start.replace ?? false });
}

/** The page was loaded again before it heard of the table that it had asked for: ask for the same one. */
export async function resumeStart(): Promise<void> {
  const begun = recall<Begun | null>(BEGUN, null, "sessionStorage");
  if (begun?.page === location.href) await startTable(begun.request, begun.start).catch(() => undefined);
}
