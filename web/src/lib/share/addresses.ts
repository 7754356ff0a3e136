/** Where a moment of a game can be had: as a page, a picture, a film, a board in somebody else's page. */
import { language } from "../i18n.svelte";
import { prefs } from "../prefs.svelte";

export interface Moment {
  /** The table's id. */
  id: string;
  /** After how many events. */
  at: number;
  /** Whose eyes, as addresses say it: a seat's number, `open` or `spectator`; null: whoever looks. */
  eyes: string | null;
}

const dark = (): boolean =>
  prefs.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : prefs.theme === "dark";

const look = (): Record<string, string> => ({
  theme: dark() ? "dark" : "light",
  language: language.current,
});

const written = (words: Record<string, string | number | null>): string =>
  new URLSearchParams(
    Object.entries(words).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  ).toString();

export const pageAddress = ({ id, at, eyes }: Moment): string =>
  `${location.origin}/game/${id}?${written({ at, as: eyes })}`;

export const pictureAddress = (
  { id, at, eyes }: Moment,
  kind: "svg" | "png",
  width: number | null = null,
): string => `/api/tables/${id}/picture.${kind}?${written({ at, seat: eyes, ...look(), width })}`;

export const filmAddress = ({ id, eyes }: Moment, from: number, to: number): string =>
  `/api/tables/${id}/film.gif?${written({ from, to, seat: eyes, ...look() })}`;

/** What one puts into a page of one's own; without a moment it shows how the game stands. */
export function embedCode({ id, at, eyes }: Moment, title: string, over: boolean): string {
  const words = written({ at: over ? at : null, as: over ? eyes : null, ...look() });
  const quoted = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${location.origin}/embed/${id}?${words}" width="600" height="315" style="border:0" loading="lazy" title="${quoted}"></iframe>`;
}
