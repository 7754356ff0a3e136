/**
 * Something that did not work and is tried again by itself. Whatever asks the server for anything has one while it
 * waits; all of them are told at one place (`ui/Waiting.svelte`), where one can also try at once, or give up.
 */
import type { Text } from "./protocol";

/** Who is told to come back later than this, in seconds, need not sit and wait for it. */
export const LONGEST_PATIENCE = 120;
/** So that those who were sent away together do not come back together, in milliseconds. */
const SPREAD = 500;

let all = $state.raw<Trouble[]>([]);

/** Those of this moment. */
export const troubles = (): Trouble[] => all;

/** How long a refusal asks one to wait, in milliseconds; null where it does not, or for too long. */
export function patience(problem: { retry_after: number | null } | null): number | null {
  const seconds = problem?.retry_after ?? null;
  return seconds === null || seconds > LONGEST_PATIENCE ? null : 1000 * seconds + SPREAD * Math.random();
}

export class Trouble {
  /** When it is tried again, by `performance.now()`; null: it is being tried. */
  until = $state<number | null>(null);
  /** What the server said. */
  why = $state.raw<Text | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over: ((again: boolean) => void) | undefined;

  constructor(
    /** What it is called, where the server said nothing. */
    readonly silence: () => string,
    /** Whether one may give it up: what only looks goes on until it knows. */
    readonly canStop: boolean,
  ) {
    all = [...all, this];
  }

  /** Resolves when it is time to try again, or with false when it never will be. */
  wait(milliseconds: number, why: Text | null): Promise<boolean> {
    clearTimeout(this.#timer);
    this.until = performance.now() + milliseconds;
    this.why = why;
    return new Promise((over) => {
      this.#over = over;
      this.#timer = setTimeout(() => this.tryNow(), milliseconds);
    });
  }

  tryNow(): void {
    this.until = null;
    this.#settle(true);
  }

  /** It works, or nobody wants it any more. */
  end(): void {
    all = all.filter((trouble) => trouble !== this);
    this.#settle(false);
  }

  #settle(again: boolean): void {
    clearTimeout(this.#timer);
    this.#over?.(again);
    this.#over = undefined;
  }
}
