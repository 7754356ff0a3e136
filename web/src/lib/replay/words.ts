/** The parts of a game by their names. */
import { m } from "../../paraglide/messages";
import type { GameClient } from "../games";
import { say } from "../i18n.svelte";
import type { Chapter, Insight, ReplayOutline } from "../protocol";
import type { Table } from "../table.svelte";
import type { Unit } from "./past.svelte";

const UNITS: Record<Unit, () => string> = {
  move: m.replay_unit_move,
  trick: m.replay_unit_trick,
  turn: m.replay_unit_turn,
  round: m.replay_unit_round,
};
const CHAPTERS: Record<Chapter["kind"], (about: { number: number }) => string> = {
  trick: m.replay_trick,
  turn: m.replay_turn,
  round: m.replay_round,
};

/** What can be said with everything open, in the order in which it is told. */
export const INSIGHTS = ["truth", "bluff", "missed"] as const satisfies Insight["kind"][];

const INSIGHT_NAMES: Record<Insight["kind"], () => string> = {
  truth: m.hindsight_truth,
  bluff: m.hindsight_bluff,
  missed: m.hindsight_missed,
};

export const insightName = (kind: Insight["kind"]): string => INSIGHT_NAMES[kind]();

/** In a sentence, with the name of the one it is about, where it is about one. */
export function insightText(table: Table, { seats: [seat, ...others], text }: Insight): string {
  return seat === undefined || others.length
    ? say(text)
    : m.hindsight_line({ name: table.name(seat), text: say(text) });
}

export const unitName = (unit: Unit): string => UNITS[unit]();

/** ``round``: the game's own word. */
export const chapterName = ({ kind, number }: Chapter, round?: GameClient["round"]): string =>
  kind === "round" && round ? round({ round: number }) : CHAPTERS[kind]({ number });

export type Viewer = ReplayOutline["viewer"];

/** Through whose eyes. */
export function viewerName(table: Table, viewer: Viewer): string {
  if (viewer === "open") return m.replay_as_open();
  return viewer === null ? m.replay_as_spectator() : m.replay_as({ name: table.name(viewer) });
}

/** A viewer as addresses name it. */
export const viewerWord = (viewer: Viewer): string => (viewer === null ? "spectator" : String(viewer));
