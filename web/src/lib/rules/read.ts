/** A page of rules, read: headings with addresses, clauses with all that belongs to them, and the text between. */
import { Marked, type Token, type Tokens } from "marked";

import { getLocale, type Locale } from "../../paraglide/runtime";
import { pageText } from "./pages";

const pictures = import.meta.glob<string>("../../../../docs/pictures/*.svg", {
  query: "?url",
  import: "default",
  eager: true,
});

/** A page of another language or another game, or the page of rulings. */
const PAGE = /^(?:\.\.\/)?(?:rules\/)?([a-z-]+)(?:\.([a-z]{2}))?\.md(#.*)?$/;
/** What begins a clause: `**PP-7** …`, and where the printed rules left it open, `**PP-6** [R] …`. */
const OPENING = /^\*\*([A-Z]+-\d+)\*\*(?: \[R\])?\s/;
/** A clause that is cited, outside of tags. */
const CITED = /\b[A-Z]{2}-\d+\b/g;

export interface Heading {
  kind: "heading";
  id: string;
  depth: number;
  html: string;
  text: string;
}

export interface ClauseText {
  kind: "clause";
  clause: string;
  html: string;
}

export interface PlainText {
  kind: "text";
  html: string;
}

export type Block = Heading | ClauseText | PlainText;

export interface RulesPage {
  name: string;
  title: string;
  blocks: Block[];
}

export const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, "")
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, sign: string) => ENTITIES[sign] ?? "")
    .replace(/\s+/g, " ")
    .trim();
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" };

/** The address of a heading, as pages of Markdown have it everywhere. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");

/** Whatever cites a clause leads to it. */
export const withCitations = (html: string): string =>
  html
    .split(/(<a\b.*?<\/a>|<code>.*?<\/code>|<[^>]+>)/s)
    .map((part) => (part.startsWith("<") ? part : part.replace(CITED, '<a class="cited" href="#$&">$&</a>')))
    .join("");

/** Markdown has no tables without heads; ours have some that say nothing. */
const withoutEmptyHeads = (html: string): string =>
  html
    .replace(/<thead>\s*<tr>\s*(?:<th[^>]*><\/th>\s*)+<\/tr>\s*<\/thead>/g, "")
    .replace(/<th([^>]*)><\/th>/g, "<td$1></td>");

/** What makes HTML of our Markdown, of the page of that name: links between pages lead to those of the client. */
export function writer(
  locale: Locale = getLocale(),
  name = "",
): {
  read: (text: string) => Token[];
  write: (tokens: Token[]) => string;
  writeLine: (tokens: Token[]) => string;
} {
  const marked = new Marked();
  const lead = (token: Token): void => {
    if (token.type === "image")
      token.href = pictures[`../../../../docs/${String(token.href).replace(/^\.\.\//, "")}`] ?? token.href;
    if (token.type !== "link") return;
    const page = PAGE.exec(String(token.href));
    if (!page) return;
    // The languages of a page are one address. A file without one in its name is in English; it need not be had in any
    // other, so only a page that leads to itself means the language.
    const asked = page[2] ?? (page[1] === name ? "en" : locale);
    token.href = `/rules/${page[1]}${asked === locale ? "" : `?lang=${asked}`}${page[3] ?? ""}`;
  };
  return {
    read: (text) => {
      const tokens = marked.lexer(text);
      void marked.walkTokens(tokens, lead);
      return tokens;
    },
    write: (tokens) => withoutEmptyHeads(marked.parser(tokens)),
    writeLine: (tokens) => marked.Parser.parseInline(tokens),
  };
}

/** The parts of a list that are clauses stand on their own. */
function flattened(tokens: Token[]): Token[] {
  return tokens.flatMap((token) => {
    const items = token.type === "list" ? (token as Tokens.List).items : [];
    return items.some(({ text }) => OPENING.test(text)) ? items.flatMap((item) => item.tokens) : [token];
  });
}

export function readPage(name: string, text: string, locale: Locale = getLocale()): RulesPage {
  const { read, write, writeLine } = writer(locale, name);
  const blocks: Block[] = [];
  const taken = new Map<string, number>();
  let title = name;
  let clause: string | null = null;
  let gathered: Token[] = [];

  function close(): void {
    const html = withCitations(write(gathered));
    if (clause !== null)
      blocks.push({
        kind: "clause",
        clause,
        html: html.replace(/<strong>.*?<\/strong>/s, `<a class="number" href="#${clause}">${clause}</a>`),
      });
    else if (html) blocks.push({ kind: "text", html });
    clause = null;
    gathered = [];
  }

  /** Of headings with the same words, the second has a number. */
  function alone(id: string): string {
    const before = taken.get(id) ?? 0;
    taken.set(id, before + 1);
    return before ? `${id}-${before}` : id;
  }

  for (const token of flattened(read(text))) {
    if (token.type === "space") continue;
    if (token.type === "heading") {
      close();
      const heading = token as Tokens.Heading;
      const html = writeLine(heading.tokens);
      const said = plain(html);
      const given = /id="([^"]+)"/.exec(html)?.[1];
      if (heading.depth === 1) title = said;
      blocks.push({
        kind: "heading",
        id: given ?? alone(slug(said)),
        depth: heading.depth,
        html: html.replace(/<a id="[^"]*"><\/a>/, ""),
        text: said,
      });
      continue;
    }
    const opens = OPENING.exec(token.raw);
    if (opens) {
      close();
      clause = opens[1] ?? null;
    }
    gathered.push(token);
  }
  close();
  return { name, title, blocks };
}

export async function rulesPage(name: string, locale: Locale): Promise<RulesPage | null> {
  const text = await pageText(name, locale);
  return text === null ? null : readPage(name, text, locale);
}

export interface Section extends Heading {
  /** The first and the last clause in it, where it has any. */
  clauses: string[];
}

/** What stands in a page, for whoever looks for something in it. */
export function contentsOf({ blocks }: RulesPage): Section[] {
  const found: Section[] = [];
  for (const block of blocks) {
    if (block.kind === "heading" && block.depth > 1) found.push({ ...block, clauses: [] });
    else if (block.kind === "clause") found.at(-1)?.clauses.push(block.clause);
  }
  return found;
}

/** A clause with all that belongs to it. */
export const clauseIn = ({ blocks }: RulesPage, clause: string): ClauseText | undefined =>
  blocks.find((block): block is ClauseText => block.kind === "clause" && block.clause === clause);
