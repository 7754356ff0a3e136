/**
 * What a challenge or a lift brings to light. The table stands still while it is shown; then it is gone, from the screen
 * and from what the page keeps (PT-20).
 */
import { calm, CALM } from "$lib/motion";
import type { SeenEvent, View } from "$lib/protocol";
import type { Table } from "$lib/table.svelte";

import type { PtiPassPassView } from "./view";

export interface Scene {
  reveals: PtiPassPassView["revealed"];
  challenge: PtiPassPassView["challenge"];
  /** Who lifted the cups, where it was no challenge. */
  lifter: number;
  won: boolean;
}

const CHALLENGE = 4200;
const LIFT = 5200;

const sceneOf = (
  view: PtiPassPassView,
  reveals: PtiPassPassView["revealed"],
  event: SeenEvent | undefined,
): Scene => ({
  reveals,
  challenge: view.challenge,
  lifter: event?.seat ?? 0,
  won: event?.shown.includes("won") ?? false,
});

export class Stage {
  scene = $state.raw<Scene | null>(null);
  /** The cups go down again and the tokens leave. */
  ending = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What has been shown, by version and place: somebody else who looks does not see it again. */
  #seen = new Set<string>();
  /** Whether what is shown stands still. */
  #stands = false;

  constructor(
    readonly table: Table,
    readonly onending: (scene: Scene) => void,
    readonly onend: () => void,
  ) {}

  /** Show what the last event has brought to light, if it has. */
  open(view: PtiPassPassView, version: number, event: SeenEvent | undefined): boolean {
    if (this.table.past || this.#stands) {
      this.#stand(view, event);
      if (this.table.past) return false;
    }
    const reveals = view.revealed.filter(({ where }) => !this.#seen.has(`${version} ${where}`));
    if (!reveals.length) {
      if (view.revealed.length) this.#forget();
      return false;
    }
    for (const { where } of reveals) this.#seen.add(`${version} ${where}`);
    this.table.paused = true;
    this.ending = false;
    this.scene = sceneOf(view, reveals, event);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), view.challenge ? CHALLENGE : LIFT);
    return true;
  }

  /** Whoever looks back sees what came to light for as long as they look. */
  #stand(view: PtiPassPassView, event: SeenEvent | undefined): void {
    this.#stands = this.table.past !== null;
    this.ending = false;
    this.scene = this.#stands && view.revealed.length ? sceneOf(view, view.revealed, event) : null;
  }

  end(): void {
    if (!this.scene || this.ending) return;
    clearTimeout(this.#timer);
    this.ending = true;
    this.onending(this.scene);
    this.#timer = setTimeout(() => this.#close(), calm() ? 0 : CALM);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #close(): void {
    this.scene = null;
    this.ending = false;
    this.#forget();
    this.onend();
  }

  #forget(): void {
    this.table.forget((view: View) => ({ ...view, revealed: [], challenge: null }) as View);
  }
}
