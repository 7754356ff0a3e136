/** A game in a line: what it is, how many play, how long, and by which rules that are not the usual ones. */
import { m } from "../../paraglide/messages";
import { clockText } from "../clocks";
import { say } from "../i18n.svelte";
import type { GameInfo, Option, TableSettings } from "../protocol";

function chosen(option: Option, value: unknown): string | null {
  const [usual] = option.choices;
  if (value === undefined || value === usual?.value) return null;
  const choice = option.choices.find((entry) => entry.value === value);
  const title = say(option.title);
  const answer = choice ? say(choice.title) : m.room_own_choice();
  // After a question its answer follows as it is.
  return title.endsWith("?") ? `${title} ${answer}` : m.option_chosen({ option: title, choice: answer });
}

/** "about 15 minutes", "about 15 to 30 minutes" where nobody has said how many play; nothing where nobody has measured it. */
export function lengthOf(game: GameInfo, seats?: number): string {
  const counts = game.counts.filter((count) => seats === undefined || count.seats === seats);
  const known = counts.flatMap(({ minutes }) => minutes ?? []);
  if (!known.length) return "";
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return least === most ? m.length_about({ minutes: least }) : m.length_range({ least, most });
}

/** "2 players", "about 15 minutes", "Balanced start: yes" */
export function about(
  game: GameInfo,
  seats: number,
  options: Record<string, unknown>,
  settings?: TableSettings,
): string[] {
  const length = lengthOf(game, seats);
  const known = game.counts.find((count) => count.seats === seats)?.options ?? [];
  return [
    m.players_exact({ count: seats }),
    ...(length ? [length] : []),
    ...(settings?.rated ? [m.rated_word()] : []),
    ...(settings?.clock ? [clockText(settings.clock)] : []),
    ...known.flatMap((option) => chosen(option, options[option.name]) ?? []),
  ];
}

/** Six letters and digits as they are said aloud: ABC-DEF. */
export const spell = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`;
