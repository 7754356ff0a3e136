/** The lines of a log: how they are written, which moment each is about, and what was said between the moves. */
import type { SeenEvent } from "../protocol";
import type { Table } from "../table.svelte";
import type { LogLine } from "./Log.svelte";

/** Tells a game, event by event. */
export interface Teller {
  /** What was told so far. */
  lines: LogLine[];
  tell: (event: SeenEvent) => void;
  /** What stands below it as long as nothing else happens. */
  after?: () => LogLine[];
}

/**
 * A log that is written on, however long it is: nobody tells an event again because another one has happened. It begins anew
 * where other events are to be told, and where somebody is called otherwise.
 */
export function writtenOn(begin: (table: Table) => Teller): (table: Table) => LogLine[] {
  let teller: Teller | null = null;
  let told: SeenEvent[] = [];
  let before = "";
  return (table) => {
    const events = table.told;
    const now = JSON.stringify([table.id, table.wording]);
    const last = told.length - 1;
    if (!teller || now !== before || events[0] !== told[0] || events[last] !== told[last]) {
      teller = begin(table);
      told = [];
    }
    for (const event of events.slice(told.length)) teller.tell(event);
    told = events;
    before = now;
    date(teller.lines);
    const after = teller.after?.() ?? [];
    date(after, teller.lines.at(-1)?.version);
    return [...teller.lines, ...after];
  };
}

/** Which moments the last lines are about, as far as they do not know it yet; those about no event belong to the line before. */
function date(lines: LogLine[], before = 0): void {
  let known = lines.length;
  while (known > 0 && lines[known - 1]?.version === undefined) known -= 1;
  let version = lines[known - 1]?.version ?? before;
  for (const line of lines.slice(known)) line.version = version = keyed(line) ?? version;
}

/** The version by which a key begins. */
function keyed({ key }: LogLine): number | null {
  const version = Number.parseInt(key, 10);
  return Number.isNaN(version) ? null : version;
}

/** The version of the event that a line is about. */
export const versionOf = (line: LogLine): number => line.version ?? keyed(line) ?? 0;

/** The lines that are the first about their event, by their places. */
export function firstLines(versions: number[]): Set<number> {
  return new Set(versions.flatMap((version, line) => (version === versions[line - 1] ? [] : [line])));
}

/** What was said, put where it belongs among what was done. */
export function among(lines: LogLine[], said: LogLine[]): LogLine[] {
  if (!said.length) return lines;
  const versions = lines.map(versionOf);
  const all = [...lines];
  for (const line of said.toReversed()) {
    const place = versions.findIndex((version) => version > versionOf(line));
    all.splice(place < 0 ? lines.length : place, 0, line);
  }
  return all;
}
