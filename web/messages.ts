/**
 * Where the words of the client are, and what is wrong with them that Paraglide would pass over in silence: a message that one
 * language lacks, other placeholders than in the first language, a key in the wrong place, or one that nothing says, or no other
 * than one game.
 *
 * `node messages.ts [folder]` tells; so do `node i18n.ts` and the build.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const LOCALES = ["en", "fr"];
const SHARED = "messages";
const GAMES = "src/games";
/** What Paraglide writes, and no one else. */
const MADE = "paraglide";

interface Place {
  folder: string;
  /** What every key there begins with: the games share one space of names. */
  prefix: string;
}

type Message = string | { declarations: string[]; match: Record<string, string> }[];
type Words = Map<string, Message>;

export function places(root: string): Place[] {
  const games = readdirSync(join(root, GAMES)).sort();
  return [
    { folder: SHARED, prefix: "" },
    ...games.map((game) => ({
      folder: `${GAMES}/${game}/messages`,
      prefix: `${game.replaceAll("-", "_")}_`,
    })),
  ].filter(({ folder }) => existsSync(join(root, folder)));
}

function wordsOf(root: string, folder: string, locale: string): Words {
  const text = readFileSync(join(root, folder, `${locale}.json`), "utf8");
  const words = Object.entries(JSON.parse(text) as Record<string, Message>);
  return new Map(words.filter(([key]) => key !== "$schema"));
}

/** What whoever says a message must give, and what it says of that. */
function placeholders(message: Message): string {
  const inputs =
    typeof message === "string"
      ? [...message.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
      : message.flatMap(({ declarations }) =>
          declarations.filter((one) => one.startsWith("input ")).map((one) => one.slice(6)),
        );
  return [...new Set(inputs)].sort().join(", ");
}

/** Whatever a message of several forms says that it was not given. */
function unknown(message: Message): string[] {
  if (typeof message === "string") return [];
  return message.flatMap(({ declarations, match }) => {
    const given = new Set(declarations.map((one) => one.split(" ")[1]));
    const said = Object.values(match).flatMap((text) =>
      [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    return said.filter((name): name is string => name !== undefined && !given.has(name));
  });
}

/** By key: the games whose folders say it, and "" for everything else. */
function sayers(folder: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(svelte|ts)$/.test(path) || path.startsWith(MADE)) continue;
    const [, game = ""] = /^games\/([^/]+)\//.exec(path) ?? [];
    for (const [, key = ""] of readFileSync(join(folder, path), "utf8").matchAll(/\bm\.(\w+)/g))
      found.set(key, (found.get(key) ?? new Set()).add(game));
  }
  return found;
}

/** Everything that is wrong with the words, one line each. */
export function problems(root: string): string[] {
  const found: string[] = [];
  const said = sayers(join(root, "src"));
  for (const { folder, prefix } of places(root)) {
    const languages = LOCALES.map((locale) => ({ locale, words: wordsOf(root, folder, locale) }));
    const keys = new Set(languages.flatMap(({ words }) => [...words.keys()]));
    for (const key of keys) {
      const there = languages.flatMap(({ locale, words }) => {
        const message = words.get(key);
        if (message === undefined) found.push(`web/${folder}: ${key} is missing in ${locale}`);
        return message === undefined ? [] : [{ locale, message }];
      });
      for (const { locale, message } of there) {
        for (const name of unknown(message))
          found.push(`web/${folder}: ${key} says {${name}} in ${locale}, which nobody gives`);
        const [first, own] = [placeholders(there[0]?.message ?? ""), placeholders(message)];
        if (own !== first)
          found.push(
            `web/${folder}: ${key} takes {${own}} in ${locale}, and {${first}} in ${there[0]?.locale}`,
          );
      }
      if (!key.startsWith(prefix)) found.push(`web/${folder}: ${key} should begin with ${prefix}`);
      const [only, ...others] = said.get(key) ?? [];
      if (only === undefined) found.push(`web/${folder}: ${key} is never used`);
      else if (only && !others.length && !prefix)
        found.push(`web/${folder}: ${key} is said by ${only} alone, and belongs there`);
    }
  }
  return found;
}

if (import.meta.main) {
  const wrong = problems(process.argv[2] ?? import.meta.dirname);
  console.log(wrong.join("\n"));
  process.exitCode = wrong.length ? 1 : 0;
}
