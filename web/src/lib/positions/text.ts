/** A position as a text, `set turn=1 pieces=c3,d6/e1`, and as an editor has it: of every field the words of its rows. */
import type { PositionField } from "../protocol";

/** Of each field its rows; one row where the field has none of its own. */
export type Values = Record<string, string[][]>;

const WORD = /^set\s+/i;

/** Whether this is the event that sets a position, chance's first. */
export const isSet = (move: string): boolean => WORD.test(move);

/** What it sets, field by field, as it is written. */
export const fieldsOf = (move: string): Map<string, string> =>
  new Map(
    move
      .replace(WORD, "")
      .split(/\s+/)
      .filter(Boolean)
      .map((part) => {
        const at = part.indexOf("=");
        return [part.slice(0, at), part.slice(at + 1)] as const;
      }),
  );

/** Whether its words are places of the board. */
export const onBoard = ({ kind }: PositionField): boolean => kind === "places" || kind === "spaces";
export const isRow = (field: PositionField): boolean => field.kind === "list" || onBoard(field);

/** What stands in a text; a field that is left out is empty. */
export function readPosition(text: string, fields: PositionField[]): Values {
  const given = fieldsOf(text);
  return Object.fromEntries(
    fields.map((field) => {
      const value = given.get(field.name) ?? "";
      const words = (row: string): string[] => row.split(",").filter(Boolean);
      if (!field.rows.length) return [field.name, [words(value)]];
      const rows = isRow(field) ? value.split("/") : value.split(",");
      return [field.name, field.rows.map((_, row) => words(rows[row] ?? ""))];
    }),
  );
}

/** The text of what an editor has; what may be left out and is empty is. */
export function writePosition(values: Values, fields: PositionField[]): string {
  const parts = fields.flatMap((field) => {
    const rows = values[field.name] ?? [];
    const empty = rows.every((row) => row.length === 0);
    if (empty && (field.optional || !isRow(field))) return [];
    if (!field.rows.length) return [`${field.name}=${rows[0]?.join(",") ?? ""}`];
    const texts = rows.map((row) => (isRow(field) ? row.join(",") : (row[0] ?? "0")));
    return [`${field.name}=${texts.join(isRow(field) ? "/" : ",")}`];
  });
  return `set ${parts.join(" ")}`;
}

/** What a link to a position tells, all of it behind the hash: no server sees it. */
export interface Linked {
  seats: number;
  options: { [name: string]: unknown };
  position: string | null;
  moves: { seat: number; move: string }[];
}

export function linkTo(game: string, { seats, options, position, moves }: Linked): string {
  const told = new URLSearchParams({ seats: String(seats) });
  if (Object.keys(options).length) told.set("options", JSON.stringify(options));
  if (position !== null) told.set("position", position.replace(WORD, ""));
  if (moves.length) told.set("moves", moves.map(({ seat, move }) => `${seat} ${move}`).join(";"));
  return `/position/${encodeURIComponent(game)}#${told.toString()}`;
}

export function readLink(hash: string): Partial<Linked> {
  const told = new URLSearchParams(hash);
  const seats = Number(told.get("seats"));
  let options: Linked["options"] = {};
  try {
    const given: unknown = JSON.parse(told.get("options") ?? "{}");
    if (given && typeof given === "object") options = given as Linked["options"];
  } catch {
    // Somebody has cut the link: the table is as usual then.
  }
  const moves = (told.get("moves") ?? "")
    .split(";")
    .map((made) => /^(-?\d+) (.+)$/.exec(made))
    .flatMap((made) => (made ? [{ seat: Number(made[1]), move: made[2] ?? "" }] : []));
  return { ...(seats ? { seats } : {}), options, position: told.get("position"), moves };
}
