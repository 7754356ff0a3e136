/** What docs/rulings says of each clause: why it reads as it does where the rulebook leaves a question open. */
import { type Token, type Tokens } from "marked";

import type { Locale } from "../../paraglide/runtime";
import { pageText } from "./pages";
import { withCitations, writer } from "./read";

const RULINGS = "rulings";
const CLAUSES = /[A-Z]{2}-\d+/g;
/** `#### PP-2: which cards …` */
const TITLE = /^([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*)\s?: (.*)$/s;
/** `- **PT-6, PT-7** As the table has come down …` */
const READING = /^\*\*([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*)\*\*/;

export interface Ruling {
  /** Empty where it is only how a clause is read. */
  title: string;
  html: string;
}

/** Those of a clause. */
export type Rulings = (clause: string) => Ruling[];

const kept = new Map<Locale, Promise<Rulings>>();

/** Read once a language. */
export function rulings(locale: Locale): Promise<Rulings> {
  const known = kept.get(locale) ?? readRulings(locale);
  kept.set(locale, known);
  return known;
}

async function readRulings(locale: Locale): Promise<Rulings> {
  const { read, write, writeLine } = writer(locale);
  const found = new Map<string, Ruling[]>();
  const add = (clauses: string, ruling: Ruling): void => {
    for (const clause of clauses.match(CLAUSES) ?? [])
      found.set(clause, [...(found.get(clause) ?? []), { ...ruling, html: withCitations(ruling.html) }]);
  };
  let open: { clauses: string; title: string; tokens: Token[] } | null = null;
  const close = (): void => {
    if (open) add(open.clauses, { title: open.title, html: write(open.tokens) });
    open = null;
  };
  for (const token of read((await pageText(RULINGS, locale)) ?? "")) {
    if (token.type === "heading") {
      close();
      const { text, depth } = token as Tokens.Heading;
      const [, clauses, title] = TITLE.exec(text) ?? [];
      if (depth > 2 && clauses && title) open = { clauses, title, tokens: [] };
    } else if (open) open.tokens.push(token);
    else if (token.type === "list") {
      for (const { text, tokens } of (token as Tokens.List).items) {
        const clauses = READING.exec(text)?.[1];
        if (clauses) add(clauses, { title: "", html: write(tokens).replace(/<strong>.*?<\/strong> /s, "") });
      }
    } else if (token.type === "table") {
      const { header, rows } = token as Tokens.Table;
      for (const [first, ...cells] of rows)
        if (first && TITLE.test(`${first.text}: `)) {
          const parts = cells.map(
            (cell, column) =>
              `<dt>${writeLine(header[column + 1]?.tokens ?? [])}</dt><dd>${writeLine(cell.tokens)}</dd>`,
          );
          add(first.text, { title: "", html: `<dl>${parts.join("")}</dl>` });
        }
    }
  }
  close();
  return (clause) => found.get(clause) ?? [];
}
