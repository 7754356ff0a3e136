/** The record that somebody has brought to this page; it is gone when the page is. */
import type { GameRecord } from "../protocol";

let record = $state.raw<GameRecord | null>(null);

export const brought = {
  get record(): GameRecord | null {
    return record;
  },
  set record(value: GameRecord | null) {
    record = value;
  },
};
