/** The clocks a table can have, and what they are called. */
import { m } from "../paraglide/messages";
import type { TableSettings } from "./protocol";

export type AnyClock = NonNullable<TableSettings["clock"]> | null;

const MINUTE = 60;

/** Those that are offered: none, by the turn, by the game, and in days. */
export const CLOCKS: AnyClock[] = [
  null,
  ...[15, 30, 60].map((seconds) => ({ kind: "move" as const, seconds })),
  ...[3, 10, 30].map((minutes) => ({ kind: "game" as const, seconds: MINUTE * minutes, increment: 5 })),
  ...[1, 3].map((days) => ({ kind: "correspondence" as const, days })),
];

/** "10 min + 5 s a turn" */
export function clockText(clock: AnyClock): string {
  switch (clock?.kind) {
    case undefined:
      return m.clock_none();
    case "move":
      return m.clock_move({ seconds: clock.seconds });
    case "game":
      return m.clock_game({
        minutes: Math.round((10 * clock.seconds) / MINUTE) / 10,
        seconds: clock.increment ?? 0,
      });
    case "correspondence":
      return m.clock_correspondence({ days: clock.days });
  }
}
