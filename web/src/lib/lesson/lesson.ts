/** A lesson: what its page adds to the frame around the table. */
import { getContext, setContext, type Snippet } from "svelte";

export interface Teaching {
  /** The words, beside the table or above it: never over what is to be touched. */
  words: Snippet;
  /** All steps are done: nothing comes before the words any more. */
  over: () => boolean;
}

const CONTEXT = Symbol("lesson");

/** Said once by the page, before the table is drawn. */
export const provideTeaching = (teaching: Teaching): void => void setContext(CONTEXT, teaching);

/** Null at all other tables. */
export const thisTeaching = (): Teaching | null => getContext<Teaching | undefined>(CONTEXT) ?? null;
