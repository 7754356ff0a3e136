/** The lines of a log: which moment each is about, and what was said between the moves. */
import type { LogLine } from "./Log.svelte";

/** The version of the event that a line is about, by which its key begins; lines about none belong to the one before. */
export function versionOf({ key }: LogLine): number | null {
  const version = Number.parseInt(key, 10);
  return Number.isNaN(version) ? null : version;
}

/** The versions of all lines, in order. */
export function versionsOf(lines: LogLine[]): number[] {
  let last = 0;
  return lines.map((line) => (last = versionOf(line) ?? last));
}

/** The lines that are the first about their event, by their places. */
export function firstLines(versions: number[]): Set<number> {
  return new Set(versions.flatMap((version, line) => (version === versions[line - 1] ? [] : [line])));
}

/** What was said, put where it belongs among what was done. */
export function among(lines: LogLine[], said: LogLine[]): LogLine[] {
  if (!said.length) return lines;
  const versions = versionsOf(lines);
  const all = [...lines];
  for (const line of said.toReversed()) {
    const place = versions.findIndex((version) => version > (versionOf(line) ?? 0));
    all.splice(place < 0 ? lines.length : place, 0, line);
  }
  return all;
}
