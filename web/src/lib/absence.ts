/** What a table does about those who are away, and about those who look on; and what it is called. */
import { m } from "../paraglide/messages";
import type { TableSettings } from "./protocol";

export type AnyAbsence = NonNullable<TableSettings["absent"]> | null;
export type Watchers = NonNullable<TableSettings["watchers"]>;

export const ABSENCES: AnyAbsence[] = [
  null,
  { then: "wait" },
  ...[15, 60, 300].map((after) => ({ then: "bot" as const, after })),
  { then: "forfeit", after: 60 },
];

export const WATCHERS: Watchers[] = ["allowed", { moves: 10 }, "forbidden"];

/** "is played for after 60 s" */
export function absentText(absent: AnyAbsence): string {
  const seconds = absent?.after ?? 60;
  switch (absent?.then) {
    case undefined:
      return m.absent_usual();
    case "wait":
      return m.absent_wait();
    case "bot":
      return m.absent_bot({ seconds });
    case "forfeit":
      return m.absent_forfeit({ seconds });
  }
}

/** "10 moves later" */
export function watchersText(watchers: Watchers): string {
  if (watchers === "allowed") return m.watchers_allowed();
  if (watchers === "forbidden") return m.watchers_forbidden();
  return watchers.moves
    ? m.watchers_delayed({ moves: watchers.moves })
    : m.watchers_delayed_seconds({ seconds: watchers.seconds ?? 0 });
}
