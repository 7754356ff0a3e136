/** Making a table, and keeping what lets one sit at it; making a room, and going there. */
import { m } from "../paraglide/messages";
import { createRoom, createTable } from "./api";
import { isPuzzle, usualSeats } from "./games";
import { asMyself } from "./person.svelte";
import { prefs } from "./prefs.svelte";
import type { CreateRoom, CreateTable, GameInfo } from "./protocol";
import { inNewRoom, type Deed } from "./room.svelte";
import { go } from "./router.svelte";
import { keep, recall } from "./storage";
import { rememberTable, type SeriesTable } from "./tables";

interface Start {
  /** Moves that somebody shared, to be shown there. */
  replay?: string[];
  /** The date, where it is a puzzle of the day. */
  daily?: string | undefined;
  /** What it is, where it is a puzzle of a series. */
  series?: SeriesTable | undefined;
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
    series: start.series,
    at: Date.now(),
  });
  go(`/table/${created.table}`, { replace: start.replace ?? false });
}

/** The page was loaded again before it heard of the table that it had asked for: ask for the same one. */
export async function resumeStart(): Promise<void> {
  const begun = recall<Begun | null>(BEGUN, null, "sessionStorage");
  if (begun?.page === location.href) await startTable(begun.request, begun.start).catch(() => undefined);
}

/** A room of one's own; what is to be done in it is done as soon as one is there. */
export async function startRoom(request: CreateRoom, deeds: Deed[] = []): Promise<void> {
  const { room } = await asMyself(({ key }) => createRoom(key, request));
  inNewRoom(room, deeds);
  go(`/room/${room}`);
}

/** At once: against bots of a usual strength, or, where there is nobody else to play, alone. */
export function playNow(game: GameInfo): Promise<void> {
  const seats = usualSeats(game);
  if (!isPuzzle(game)) return startRoom({ game: game.name, seats, found_by: "link" }, [{ type: "start" }]);
  const name = prefs.name || m.setup_guest({ number: 1 });
  return startTable({ game: game.name, seats: [{ kind: "here", name }] });
}
