/** A rules page on paper: with whatever was folded away, and with every example's table. */
import { tick } from "svelte";

/** Milliseconds that tables have to be drawn in; a server that does not answer must not keep anybody from printing. */
const PATIENCE = 6000;

export class Printing {
  /** Every example is wanted, seen or not. */
  whole = $state(false);
  #text: () => HTMLElement | undefined;
  #folded: HTMLDetailsElement[] = [];
  #drawn: (() => void) | undefined;

  constructor(text: () => HTMLElement | undefined) {
    this.#text = text;
  }

  /** Unfold everything; at once, since a browser prints what there is then. */
  readonly open = (): void => {
    this.#folded = [...(this.#text()?.querySelectorAll<HTMLDetailsElement>("details:not([open])") ?? [])];
    for (const details of this.#folded) details.open = true;
  };

  readonly close = (): void => {
    for (const details of this.#folded) details.open = false;
    this.#folded = [];
  };

  /** One more table is drawn. */
  readonly drawn = (): void => this.#drawn?.();

  readonly print = async (): Promise<void> => {
    this.whole = true;
    await tick();
    await Promise.race([this.#all(), new Promise((over) => setTimeout(over, PATIENCE))]);
    print();
  };

  /** Once there is no example left without its table. */
  #all(): Promise<void> {
    return new Promise((over) => {
      this.#drawn = () =>
        void tick().then(() => {
          const text = this.#text();
          const tables = text?.querySelectorAll("[data-testid=exhibit-table]").length ?? 0;
          if (tables === (text?.querySelectorAll("figure").length ?? 0)) over();
        });
      this.#drawn();
    });
  }
}
