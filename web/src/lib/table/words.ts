/** What is said beside the moves, in sentences. */
import { m } from "../../paraglide/messages";
import { list } from "../i18n.svelte";
import { botText } from "../levels.svelte";
import type { Outcome } from "../protocol";
import { insightText } from "../replay/words";
import type { Table } from "../table.svelte";
import type { LogLine } from "./Log.svelte";

const SAID: Record<string, (who: { name: string; who: string }) => string> = {
  "/resign": m.over_resignation,
  "/draw": m.draw_offered,
  "/agree": m.said_agree,
  "/decline": m.said_decline,
  "/flag": m.over_time,
  "/forfeit": m.over_absence,
};

/** Somebody at the table, with what they are if they are a bot. */
export function called(table: Table, seat: number): string {
  if (table.isYou(seat)) return m.you();
  const person = table.info?.people[seat];
  const name = table.name(seat);
  if (person?.kind !== "bot" || !table.info) return name;
  return m.bot_named({ name, bot: botText(table.info.game, person.level) });
}

/** The first line of a log: who plays, and which of them are bots. */
export function peopleLine(table: Table): LogLine[] {
  const people = table.info?.people ?? [];
  if (people.length < 2) return [];
  const names = people.map(({ seat }) => called(table, seat));
  return [{ key: "0 people", text: m.log_people({ people: list(names) }), kind: "quiet" }];
}

/** A line for the log; null for what only concerns the pace. */
export const said = (table: Table, seat: number, word: string): string | null =>
  SAID[word]?.(table.subject(seat)) ?? null;

/** What can be said of each event of a game that lies open. */
export const hindsightLines = (table: Table): LogLine[] =>
  (table.past?.outline?.outline.hindsight ?? []).map(({ version, insight }, place) => ({
    key: `${version} hindsight ${place}`,
    text: insightText(table, insight),
    kind: insight.kind === "bluff" ? "event" : "quiet",
  }));

/** Why a game has ended that the law did not end. */
export function endedBy(table: Table, by: Outcome["by"]): string {
  if (by === "agreement") return m.over_agreement();
  const last = table.words.findLast(({ move }) => ["/resign", "/flag", "/forfeit"].includes(move));
  return last ? (said(table, last.seat, last.move) ?? "") : "";
}

/** Whether all who have won are all there are: by agreement, or since nobody has more than anybody else. */
export const isShared = (table: Table, winners: number[], drawn: boolean): boolean =>
  drawn || (winners.length > 1 && winners.length === table.view?.seats);

/** Who has won, in a headline. */
export function endTitle(table: Table, winners: number[], drawn: boolean): string {
  const [first, ...others] = winners.map((seat) => called(table, seat));
  if (isShared(table, winners, drawn)) return m.over_draw();
  if (wonByMe(table, winners)) return m.over_you();
  if (first === undefined) return m.over();
  return others.length ? m.over_many({ names: list([first, ...others]) }) : m.over_one({ name: first });
}

/** The same of how a game ended, for where it is said whose turn it is otherwise. */
export const overText = (table: Table, { winners, by }: Outcome): string =>
  endTitle(table, winners, by === "agreement");

export const wonByMe = (table: Table, winners: number[]): boolean =>
  !table.shared && winners.some((seat) => table.mine.includes(seat));
