/** The language of the page: a rune, so that every text on the screen follows it without a reload. */
import { m } from "../paraglide/messages";
import { getLocale, locales, overwriteGetLocale, setLocale, type Locale } from "../paraglide/runtime";
import type { Text } from "./protocol";

let current = $state<Locale>(getLocale());
overwriteGetLocale(() => current);

export const languages = locales;

export const language = {
  get current(): Locale {
    return current;
  },
  set current(locale: Locale) {
    void setLocale(locale, { reload: false });
    current = locale;
    document.documentElement.lang = locale;
  },
};

/** No line of French begins with a mark that a space stands before. */
const unbroken = (text: string): string => text.replace(/ (?=[;:!?»])|(?<=«) /g, "\u00a0");

/** Servers write apostrophes as keyboards do; a page has those of print, as in its own words. */
const printed = (text: string): string => text.replace(/(?<=\p{L})'(?=\p{L})/gu, "’");

/** A text of the server in the language of the page. */
export const say = (text: Text): string => printed(current === "fr" ? unbroken(text.fr) : text[current]);

/** "a, b and c" */
export const list = (words: string[]): string =>
  new Intl.ListFormat(current, { style: "long", type: "conjunction" }).format(words);

/** How dates and times are written: as this browser has it in the language of the page, in English else as in Britain. */
function region(): string {
  const own = navigator.languages.find((tag) => tag.startsWith(`${current}-`));
  return own ?? (current === "en" ? "en-GB" : current);
}

const dates = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(region(), options);

/** "15:07", "3:07 pm" */
export const clock = (at: number): string => dates({ hour: "numeric", minute: "2-digit" }).format(at);

/** "17 Nov, 15:07" */
export const moment = (at: number): string =>
  dates({ day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(at);

/** "3 Dec 2026", "3 déc. 2026" */
export const day = (at: number): string => dates({ dateStyle: "medium" }).format(at);

/** "Thursday 3 December 2026": of a date that is the same everywhere. */
export const wholeDate = (date: string): string =>
  dates({ dateStyle: "full", timeZone: "UTC" }).format(Date.parse(date));

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a clock has left: "2 d 5 h", "1:05:09", "3:07", and tenths when it is nearly up. */
export function timeLeft(left: number): string {
  const two = (part: number): string => String(Math.floor(part)).padStart(2, "0");
  if (left >= DAY)
    return m.clock_days({ days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  if (left < 10 * SECOND) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const rest = `${two((left % MINUTE) / SECOND)}`;
  return left >= HOUR
    ? `${Math.floor(left / HOUR)}:${two((left % HOUR) / MINUTE)}:${rest}`
    : `${Math.floor(left / MINUTE)}:${rest}`;
}
