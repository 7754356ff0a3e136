/** A table at which nobody plays any more: it shows the frames of a game. */
import { still } from "../motion";
import type { Frame, ReplayOutline, SeenEvent, Update, View } from "../protocol";
import { Table } from "../table.svelte";
import { Past, type Source } from "./past.svelte";

export const isWord = (event: SeenEvent): boolean => event.move.startsWith("/");

/** A frame as a board knows updates: nothing can be done in it. */
export function updateOf(frame: Frame, seat: number | null): Update {
  const at = frame.events.at(-1)?.at ?? 0;
  return {
    type: "update",
    version: frame.version,
    seat,
    events: frame.events.filter((event) => !isWord(event)),
    view: frame.view,
    moves: [],
    now: at,
    deadline: null,
    clocks: null,
  };
}

export class ReplayTable extends Table {
  readonly outline = $derived(this.past?.outline ?? null);
  #last = $state.raw<View | null>(null);
  #moves = $state.raw<SeenEvent[]>([]);
  #source: Source;

  constructor(id: string, source: Source) {
    super(id);
    this.#source = source;
    this.past = new Past(
      source,
      (frame, follows) => this.#show(frame, follows),
      () => this.stays,
    );
  }

  /** Read the game, and show it as it was at a version; the end, unless it is said. */
  async open(at: number | null): Promise<ReplayOutline | null> {
    const outline = (await this.past?.open(at)) ?? null;
    if (!outline) {
      this.status = "gone";
      return null;
    }
    this.info = outline.table;
    this.equipment = outline.equipment;
    this.#moves = this.keep(outline.outline.events.filter((event) => !isWord(event)));
    this.words = outline.outline.events.filter(isWord);
    const end = await this.#source.frames(outline.outline.events.length, outline.outline.events.length);
    this.#last = end.at(-1)?.view ?? this.view;
    this.status = "open";
    return outline;
  }

  override get told(): SeenEvent[] {
    return this.#moves;
  }

  override get latest(): View | null {
    return this.#last ?? this.view;
  }

  /** Nobody is missed at a table of the past. */
  override away(_seat: number): boolean {
    return false;
  }

  override close(): void {
    this.past?.close();
  }

  #show(frame: Frame, follows: boolean): void {
    const viewer = this.outline?.viewer;
    this.look = typeof viewer === "number" ? viewer : null;
    const change = (): void => {
      this.views = frame.views ?? [];
      this.hidden = frame.hidden ?? {};
      this.events = this.keep(
        (this.past?.events ?? []).slice(0, frame.version).filter((event) => !isWord(event)),
      );
      this.shown = updateOf(frame, this.look);
    };
    if (follows) change();
    else still(change);
  }
}
