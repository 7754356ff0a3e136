/** A game in a line: what it is, how many play, how long, and by which rules that are not the usual ones. */
import { m } from "../../paraglide/messages";
import { gameClient, type Length } from "../games";
import { say } from "../i18n.svelte";
import type { GameInfo, Option } from "../protocol";

const LENGTHS: Record<Length, () => string> = {
  short: m.length_short,
  medium: m.length_medium,
  long: m.length_long,
};

function chosen(option: Option, value: unknown): string | null {
  const [usual] = option.choices;
  if (value === undefined || value === usual?.value) return null;
  const choice = option.choices.find((entry) => entry.value === value);
  return `${say(option.title)}: ${choice ? say(choice.title) : m.room_own_choice()}`;
}

/** "a quick game"; nothing where nobody has said. */
export function lengthOf(game: GameInfo): string {
  const length = gameClient(game.name).length;
  return length ? LENGTHS[length]() : "";
}

/** "2 players", "a quick game", "Balanced start: yes" */
export function about(game: GameInfo, seats: number, options: Record<string, unknown>): string[] {
  const length = lengthOf(game);
  const known = game.counts.find((count) => count.seats === seats)?.options ?? [];
  return [
    m.players_exact({ count: seats }),
    ...(length ? [length] : []),
    ...known.flatMap((option) => chosen(option, options[option.name]) ?? []),
  ];
}

/** Six letters and digits as they are said aloud: ABC-DEF. */
export const spell = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`;
