/** The tables this browser has a seat at, with their keys: what lets one come back after a reload. */
import type { CreateTable, Invitation, SeatKey } from "./protocol";
import { keep, recall } from "./storage";

export interface KnownTable {
  table: string;
  game: string;
  keys: SeatKey[];
  invitations: Invitation[];
  /** The set-up, where this browser made the table: for playing again. */
  request: CreateTable | null;
  names: string[];
  over: boolean;
  /** Moves that somebody shared, to be shown there. */
  replay?: string[] | undefined;
  /** The date, where it is a puzzle of the day. */
  daily?: string | undefined;
  /** What it was, where it is a puzzle of a series. */
  series?: SeriesTable | undefined;
  /** How often one asked for a hint. */
  hints?: number;
  at: number;
}

/** A puzzle of a game's series, counted from 1, and what it takes to solve it well. */
export interface SeriesTable {
  number: number;
  minimum: number | null;
  reason: string;
}

const NAME = "tables";
const MOST = 30;

export const knownTables = (): KnownTable[] => recall<KnownTable[]>(NAME, []);

export const knownTable = (table: string): KnownTable | undefined =>
  knownTables().find((known) => known.table === table);

export function rememberTable(table: KnownTable): void {
  const others = knownTables().filter((known) => known.table !== table.table);
  keep(NAME, [table, ...others].slice(0, MOST));
}

export function changeTable(table: string, changes: Partial<KnownTable>): void {
  keep(
    NAME,
    knownTables().map((known) => (known.table === table ? { ...known, ...changes } : known)),
  );
}

export function forgetTable(table: string): void {
  keep(
    NAME,
    knownTables().filter((known) => known.table !== table),
  );
}
