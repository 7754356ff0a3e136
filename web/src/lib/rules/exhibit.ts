/** A table in the midst of a text: an example of the rules, drawn as any table is, without what lies around one. */
import { getContext, setContext } from "svelte";

export interface Exhibit {
  /** Lines of the board to light up, each by two places that it runs through; and spaces, by their names. */
  lit: () => string[];
}

const CONTEXT = Symbol("exhibit");

/** Said once, before the table is drawn. */
export const provideExhibit = (exhibit: Exhibit): void => void setContext(CONTEXT, exhibit);

/** Null at all other tables. */
export const thisExhibit = (): Exhibit | null => getContext<Exhibit | undefined>(CONTEXT) ?? null;
