/** The rules pages as they are written: the Markdown of docs/rules, taken in when the client is built, and what other packages bring. */
import type { Locale } from "../../paraglide/runtime";
import { games } from "../api";
import type { GameInfo } from "../protocol";

const pages = import.meta.glob<string>(
  [
    "../../../../docs/rules/*.md",
    "../../../../docs/rulings*.md",
    "../../../../docs/boards.md",
    "../../../../docs/solvers.md",
  ],
  { query: "?raw", import: "default" },
);

const DOCS = "../../../../docs/";
const RULES = /\/rules\/([a-z-]+)\.([a-z]{2})\.md$/;
export const CLAUSE = /^[A-Z]+-\d+$/;

const find = (name: string, locale: Locale): (() => Promise<string>) | undefined =>
  pages[`${DOCS}rules/${name}.${locale}.md`] ??
  pages[`${DOCS}${name}.${locale}.md`] ??
  pages[`${DOCS}${name}.md`];

/** A page that is not ours to build in: a game from elsewhere has its own, and the server hands it over. */
async function fetched(name: string, locale: Locale): Promise<string | null> {
  const answer = await fetch(`/api/rules/${encodeURIComponent(name)}/${locale}`).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

/** A page in Markdown; null where there is none, or none to be had now. */
export async function pageText(name: string, locale: Locale): Promise<string | null> {
  const load = find(name, locale);
  return load ? load() : fetched(name, locale);
}

/** Where a clause can be read: the page itself knows if it is on another. */
export const clauseAddress = (rules: string, clause: string): string => `/rules/${rules}#${clause}`;

/** Where the rules of a game begin: on a page that several games share, each has an anchor of its name. */
export const rulesAddress = ({ name, rules }: Pick<GameInfo, "name" | "rules">): string =>
  rules === name ? `/rules/${rules}` : `/rules/${rules}#${name}`;

const has = (text: string, clause: string): boolean => new RegExp(`^\\*\\*${clause}\\*\\*`, "m").test(text);

/** The page with a clause that is not on `name`: games go by pages that they share with others. */
export async function pageOf(clause: string, name: string, locale: Locale): Promise<string | null> {
  const own = find(name, locale);
  if (!CLAUSE.test(clause) || (own && has(await own(), clause))) return null;
  for (const [path, load] of Object.entries(pages)) {
    const [, other, language] = RULES.exec(path) ?? [];
    if (other && language === locale && has(await load(), clause)) return other;
  }
  return null;
}

/** The names of all rules pages: ours, and those of games from elsewhere that have one. */
export async function pageNames(locale: Locale): Promise<string[]> {
  const ours = Object.keys(pages).flatMap((path) => {
    const [, name, language] = RULES.exec(path) ?? [];
    return name && language === locale ? [name] : [];
  });
  const shelf = await games().catch((): GameInfo[] => []);
  return [...new Set([...ours, ...shelf.map(({ rules }) => rules).filter(Boolean)])];
}
