/**
 * A solution as an address: /share/<game>?moves=b1xb4-c7,c7xd6-e7. Options that are not as usual come along by name.
 * In the address `>` is written as a hyphen, and `add 6.2` without its blank, so that nothing in it needs an escape.
 */
import type { GameInfo, View } from "../../protocol";

type Value = string | number | boolean;

const written = (move: string): string => move.replace(">", "-").replace("add ", "add");
const read = (text: string): string =>
  text
    .trim()
    .replace(/^add\s*(?=\S)/, "add ")
    .replace(/^([^ ]+)-/, "$1>");

const offered = (game: GameInfo): { name: string; usual: Value }[] =>
  game.counts[0]?.options.flatMap(({ name, choices }) => {
    const usual = choices[0]?.value;
    return usual === undefined ? [] : [{ name, usual }];
  }) ?? [];

export function shareAddress(game: GameInfo, view: View, moves: string[]): string {
  const asked = offered(game).flatMap(({ name, usual }) => {
    const value = view.options[name] as Value | undefined;
    return value === undefined || value === usual ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `${location.origin}/share/${game.name}?${[...asked, `moves=${moves.map(written).join(",")}`].join("&")}`;
}

export interface Shared {
  options: Record<string, Value>;
  moves: string[];
}

export function readShared(game: GameInfo, search: string): Shared {
  const asked = new URLSearchParams(search);
  const options: Record<string, Value> = {};
  for (const { name, usual } of offered(game)) {
    const value = asked.get(name);
    // What is not a number where one belongs is for the server to refuse.
    if (value !== null) options[name] = typeof usual === "number" && value.trim() ? Number(value) : value;
  }
  const moves = (asked.get("moves") ?? "").split(",").filter((move) => move.trim());
  return { options, moves: moves.map(read) };
}
