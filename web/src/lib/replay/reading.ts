/** A game that is read again: what its page adds to the frame around the table. */
import { getContext, setContext, type Snippet } from "svelte";

import type { Study } from "../study/study.svelte";
import type { Panel } from "../table/frame";

export interface Reading {
  /** What lies beside the table: tabs after the log where there is room, drawers elsewhere. */
  tabs: () => Panel[];
  /** Beside the speed: through whose eyes one looks. */
  eyes: Snippet;
  /** In the header. */
  tools: Snippet;
  /** Above the table: what has to be known of this game. */
  note: Snippet;
  /** What is known of its decisions; null for what was never played here. */
  study: Study | null;
}

const CONTEXT = Symbol("reading");

/** Said once by the page, before the table is drawn. */
export const provideReading = (reading: Reading): void => void setContext(CONTEXT, reading);

/** Null at tables that are played at. */
export const thisReading = (): Reading | null => getContext<Reading | undefined>(CONTEXT) ?? null;
