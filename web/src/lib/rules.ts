/** The rules pages: the Markdown of docs/rules, taken in when the client is built, and what other packages bring. */
import { Marked } from "marked";

import type { Locale } from "../paraglide/runtime";

const pages = import.meta.glob<string>(
  [
    "../../../docs/rules/*.md",
    "../../../docs/rulings.md",
    "../../../docs/boards.md",
    "../../../docs/solvers.md",
  ],
  { query: "?raw", import: "default" },
);
const pictures = import.meta.glob<string>("../../../docs/pictures/*.svg", {
  query: "?url",
  import: "default",
  eager: true,
});

/** A clause begins its paragraph: `**PP-7** …`. */
const CLAUSE = /^<p><strong>([A-Z]+-\d+)<\/strong>/gm;
/** A page of another language or another game, or the page of rulings. */
const PAGE = /^(?:\.\.\/)?(?:rules\/)?([a-z-]+)(?:\.([a-z]{2}))?\.md(#.*)?$/;
const RULES = /\/rules\/([a-z-]+)\.([a-z]{2})\.md$/;

export interface RulesPage {
  html: string;
}

const find = (name: string, locale: Locale): (() => Promise<string>) | undefined =>
  pages[`../../../docs/rules/${name}.${locale}.md`] ??
  pages[`../../../docs/${name}.${locale}.md`] ??
  pages[`../../../docs/${name}.md`];

/** A page that is not ours to build in: a game from elsewhere has its own, and the server hands it over. */
async function fetched(name: string, locale: Locale): Promise<string | null> {
  const answer = await fetch(`/api/rules/${encodeURIComponent(name)}/${locale}`);
  return answer.ok ? answer.text() : null;
}

/** Where a clause can be read: the page itself knows if it is on another. */
export const clauseAddress = (rules: string, clause: string): string => `/rules/${rules}#${clause}`;

const has = (text: string, clause: string): boolean => new RegExp(`^\\*\\*${clause}\\*\\*`, "m").test(text);

/** The page with a clause that is not on `name`: games go by pages that they share with others. */
export async function pageOf(clause: string, name: string, locale: Locale): Promise<string | null> {
  const own = find(name, locale);
  if (!/^[A-Z]+-\d+$/.test(clause) || (own && has(await own(), clause))) return null;
  for (const [path, load] of Object.entries(pages)) {
    const [, other, language] = RULES.exec(path) ?? [];
    if (other && language === locale && has(await load(), clause)) return other;
  }
  return null;
}

/** A link that stands under a clause: a position to try it in. */
export interface ClauseLink {
  clause: string;
  address: string;
  text: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page with links under its clauses. */
export function withLinks({ html }: RulesPage, links: ClauseLink[]): RulesPage {
  return {
    html: html.replace(/<p class="clause" id="([A-Z]+-\d+)">.*?<\/p>/gs, (paragraph, clause: string) => {
      const here = links.filter((link) => link.clause === clause);
      const list = here.map(
        ({ address, text }) => `<li><a href="${escaped(address)}">${escaped(text)}</a></li>`,
      );
      return list.length ? `${paragraph}<ul class="examples">${list.join("")}</ul>` : paragraph;
    }),
  };
}

export async function rulesPage(name: string, locale: Locale): Promise<RulesPage | null> {
  const load = find(name, locale);
  const text = load ? await load() : await fetched(name, locale);
  if (text === null) return null;
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === "image")
        token.href = pictures[`../../../docs/${String(token.href).replace(/^\.\.\//, "")}`] ?? token.href;
      if (token.type !== "link") return;
      const page = PAGE.exec(String(token.href));
      // The two languages of a page are one address: the switch is in the header.
      if (page)
        token.href = `/rules/${page[1]}${page[2] && page[2] !== locale ? `?lang=${page[2]}` : ""}${page[3] ?? ""}`;
    },
  });
  const html = await marked.parse(text);
  return { html: html.replace(CLAUSE, '<p class="clause" id="$1"><a class="number" href="#$1">$1</a>') };
}
