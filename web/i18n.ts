/**
 * The words of the client: those that are shared in `messages`, and every game's own in its folder. Paraglide wants to be told
 * each place, so its settings are written from what is there, and no list of games has to be kept.
 *
 * `node i18n.ts` compiles them for svelte-check; Vite does so by itself with the same options.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { compile, type CompilerOptions } from "@inlang/paraglide-js";

const LOCALES = ["en", "fr"];
const SHARED = "messages";
const GAMES = "src/games";
const PROJECT = "project.inlang";

const at = (...parts: string[]): string => join(import.meta.dirname, ...parts);

interface Place {
  folder: string;
  /** What every key there begins with: the games share one space of names. */
  prefix: string;
}

function places(): Place[] {
  const games = readdirSync(at(GAMES)).sort();
  return [
    { folder: SHARED, prefix: "" },
    ...games.map((game) => ({
      folder: `${GAMES}/${game}/messages`,
      prefix: `${game.replaceAll("-", "_")}_`,
    })),
  ].filter(({ folder }) => existsSync(at(folder)));
}

function keysOf(folder: string, locale: string): string[] {
  const words = JSON.parse(readFileSync(at(folder, `${locale}.json`), "utf8")) as Record<string, unknown>;
  return Object.keys(words).filter((key) => key !== "$schema");
}

/** What Paraglide would pass over in silence: a key that one language lacks, or that stands in the wrong place. */
function check({ folder, prefix }: Place): void {
  const [first = [], ...others] = LOCALES.map((locale) => keysOf(folder, locale));
  for (const keys of others) {
    const odd = [
      ...first.filter((key) => !keys.includes(key)),
      ...keys.filter((key) => !first.includes(key)),
    ];
    if (odd.length) throw new Error(`web/${folder}: not in every language: ${odd.join(", ")}`);
  }
  const strange = first.filter((key) => !key.startsWith(prefix));
  if (strange.length) throw new Error(`web/${folder}: should begin with ${prefix}: ${strange.join(", ")}`);
}

/** Writes Paraglide's project, and says how to compile it. */
export function paraglide(): CompilerOptions {
  const found = places();
  found.forEach(check);
  const settings = {
    baseLocale: LOCALES[0],
    locales: LOCALES,
    modules: ["./node_modules/@inlang/plugin-message-format/dist/index.js"],
    "plugin.inlang.messageFormat": { pathPattern: found.map(({ folder }) => `./${folder}/{locale}.json`) },
  };
  mkdirSync(at(PROJECT), { recursive: true });
  writeFileSync(at(PROJECT, "settings.json"), JSON.stringify(settings, null, 2));
  return {
    project: at(PROJECT),
    outdir: at("src/paraglide"),
    strategy: ["localStorage", "preferredLanguage", "baseLocale"],
  };
}

if (import.meta.main) await compile(paraglide());
