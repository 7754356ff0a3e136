/** The language of the page: a rune, so that every text on the screen follows it without a reload. */
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

/** A text of the server in the language of the page. */
export const say = (text: Text): string => (current === "fr" ? unbroken(text.fr) : text[current]);

/** "a, b and c" */
export const list = (words: string[]): string =>
  new Intl.ListFormat(current, { style: "long", type: "conjunction" }).format(words);

/** "3:07 pm", "15:07" */
export const clock = (at: number): string =>
  new Intl.DateTimeFormat(current, { hour: "numeric", minute: "2-digit" }).format(at);
