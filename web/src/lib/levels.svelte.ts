/** What bots are called by how well they play. */
import { m } from "../paraglide/messages";
import { games } from "./api";
import { say } from "./i18n.svelte";
import type { GameInfo, Level } from "./protocol";

let known = $state.raw<GameInfo[]>([]);
let asked = false;

function levelsOf(game: string): Level[] {
  if (!asked) {
    asked = true;
    // Without an answer a bot is still called one.
    games().then(
      (all) => (known = all),
      () => (asked = false),
    );
  }
  return known.find(({ name }) => name === game)?.levels ?? [];
}

/** "bot, easy" */
export function botText(game: string, level: string | null): string {
  const title = levelsOf(game).find(({ name }) => name === level)?.title;
  return title ? m.bot_level({ level: say(title) }) : m.bot();
}
