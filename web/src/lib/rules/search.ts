/** Looking for words, or for a clause by its number, in the rules of all games. */
import type { Locale } from "../../paraglide/runtime";
import { pageNames } from "./pages";
import { plain, rulesPage, type RulesPage } from "./read";
import { rulings } from "./rulings";

export interface Found {
  page: string;
  title: string;
  /** Where it stands on the page. */
  anchor: string;
  /** The clause, or the heading above. */
  place: string;
  /** Some words around what was looked for. */
  before: string;
  match: string;
  after: string;
}

interface Entry extends Pick<Found, "page" | "title" | "anchor" | "place"> {
  clause: string;
  text: string;
  /** Without accents and capitals, letter by letter as in `text`. */
  folded: string;
}

const MOST = 24;
const AROUND = 60;
const NUMBER = /^([a-z]{2})\s?-?\s?(\d+)$/;

/** Small letters without accents; as many as there were, so that places agree. */
const fold = (text: string): string =>
  Array.from(text.normalize("NFC"), (letter) => {
    const [bare] = letter.normalize("NFD").replace(/’/, "'").toLowerCase();
    return bare ?? letter;
  }).join("");

const indexes = new Map<Locale, Promise<Entry[]>>();

/** All pages of a language, read once. */
function index(locale: Locale): Promise<Entry[]> {
  const known = indexes.get(locale) ?? build(locale);
  indexes.set(locale, known);
  return known;
}

async function build(locale: Locale): Promise<Entry[]> {
  const names = await pageNames(locale);
  const pages = await Promise.all(names.map((name) => rulesPage(name, locale)));
  const why = await rulings(locale);
  return pages.flatMap((page) => (page ? entries(page, why) : []));
}

function entries(page: RulesPage, why: (clause: string) => { html: string }[]): Entry[] {
  const about = { page: page.name, title: page.title };
  let [anchor, place] = ["", page.title];
  return page.blocks.flatMap((block): Entry[] => {
    if (block.kind === "heading") [anchor, place] = [block.depth > 1 ? block.id : "", block.text];
    const clause = block.kind === "clause" ? block.clause : "";
    const reasons = why(clause).map(({ html }) => plain(html));
    const text = [plain(block.html), ...reasons].join(" · ").normalize("NFC");
    return [{ ...about, clause, anchor: clause || anchor, place: clause || place, text, folded: fold(text) }];
  });
}

function shown(entry: Entry, at: number, length: number): Found {
  const { page, title, anchor, place, text } = entry;
  const from = Math.max(0, at - AROUND);
  return {
    page,
    title,
    anchor,
    place,
    before: (from ? "…" : "") + text.slice(from, at),
    match: text.slice(at, at + length),
    after: text.slice(at + length, at + length + 2 * AROUND),
  };
}

/** What is found, the best first: a clause of that number, then what has all words, in headings before texts. */
export async function search(asked: string, locale: Locale, here = ""): Promise<Found[]> {
  const words = fold(asked.trim()).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const all = await index(locale);
  const number = NUMBER.exec(words.join(" "));
  if (number) {
    const clause = `${number[1]}-${number[2]}`.toUpperCase();
    const named = all.filter((entry) => entry.clause === clause);
    if (named.length) return named.map((entry) => shown(entry, 0, clause.length));
  }
  const [first = ""] = words;
  const rank = (entry: Entry): number => Number(entry.page !== here) + (entry.text.length < 80 ? 0 : 0.5);
  return all
    .filter(({ folded }) => words.every((word) => folded.includes(word)))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST)
    .map((entry) => shown(entry, entry.folded.indexOf(first), first.length));
}
