/** The rules pages: the Markdown of docs/rules, taken in when the client is built. */
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

export interface RulesPage {
  html: string;
}

export async function rulesPage(name: string, locale: Locale): Promise<RulesPage | null> {
  const load =
    pages[`../../../docs/rules/${name}.${locale}.md`] ??
    pages[`../../../docs/${name}.${locale}.md`] ??
    pages[`../../../docs/${name}.md`];
  if (!load) return null;
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
  const html = await marked.parse(await load());
  return { html: html.replace(CLAUSE, '<p class="clause" id="$1"><a class="number" href="#$1">$1</a>') };
}
