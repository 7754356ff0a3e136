/** Where the frames of a game come from: a table, or a record that somebody has brought. */
import { readFrames, readOutline, replayFrames, replayOutline } from "../api";
import type { GameRecord, SeatKey } from "../protocol";
import type { Source } from "./past.svelte";
import { viewerWord, type Viewer } from "./words";

/** Of a table, through somebody's eyes; undefined: one's own, or a spectator's. */
export function ofTable(table: string, viewer: Viewer | undefined, keys: SeatKey[] = []): Source {
  const seat = viewer === undefined ? undefined : viewerWord(viewer);
  const key = (keys.find((known) => known.seat === viewer) ?? keys[0])?.key;
  return {
    outline: () => readOutline(table, seat, key),
    frames: async (from, to) => (await readFrames(table, seat, key, from, to)).frames,
  };
}

/** Of a record; the server keeps nothing of it. */
export function ofRecord(record: GameRecord, viewer: Viewer): Source {
  const seat = viewerWord(viewer);
  return {
    outline: () => replayOutline(record, seat),
    frames: async (from, to) => (await replayFrames(record, seat, from, to)).frames,
  };
}

/** Of a variation of a table's game: the moves are other ones, the people the same. */
export function ofVariation(table: string, record: GameRecord, viewer: Viewer): Source {
  const source = ofRecord(record, viewer);
  return {
    ...source,
    outline: async () => {
      const [told, game] = await Promise.all([source.outline(), readOutline(table, "spectator", undefined)]);
      return { ...told, table: { ...told.table, people: game.table.people } };
    },
  };
}
