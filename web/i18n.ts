/**
 * The words of the client: those that are shared in `messages`, and every game's own in its folder. Paraglide wants to be told
 * each place, so its settings are written from what is there, and no list of games has to be kept.
 *
 * `node i18n.ts` compiles them for svelte-check; Vite does so by itself with the same options.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { compile, type CompilerOptions } from "@inlang/paraglide-js";

import { LOCALES, places, problems } from "./messages.ts";

const PROJECT = "project.inlang";

const at = (...parts: string[]): string => join(import.meta.dirname, ...parts);

/** Writes Paraglide's project, and says how to compile it. */
export function paraglide(): CompilerOptions {
  const wrong = problems(import.meta.dirname);
  if (wrong.length) throw new Error(wrong.join("\n"));
  const found = places(import.meta.dirname);
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
