/**
 * Things move rather than jump. Elements marked `data-fly="<name>"` are followed by name from one drawing of the table to
 * the next: wherever the thing turns up, it travels there from where it was, or from a place that `origin` names.
 */
import { tick } from "svelte";

import { prefs } from "./prefs.svelte";

export const CALM = 260;
const STAGGER = 70;
const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";

let standing = 0;

/** Whether the table is being shown as it was at another time: nothing happens there. */
export const atRest = (): boolean => standing > 0;

/** Whether nothing is to move: where people do not like it, or nothing happens. */
export const calm = (): boolean => atRest() || prefs.calm;

/** Whether nobody would see anything move. */
const unseen = (): boolean => calm() || document.hidden;

/** Change what is on the screen without anything being seen to move there. */
export function still(change: () => void): void {
  standing += 1;
  change();
  void tick().then(() => (standing -= 1));
}

export interface Flight {
  name: string;
  element: HTMLElement;
}

export interface Journey {
  /** Everything is gathered and dealt anew: nothing comes from where it was. */
  dealt: boolean;
  /** Where a thing comes from that was not on the table before; null: it simply appears. */
  origin(flight: Flight): Element | null;
  /** Its place in the order of departure. */
  order(flight: Flight): number;
}

export class Follower {
  #places = new Map<string, DOMRect>();
  #flying = new Map<Element, Animation>();

  /** Note where everything is, in flight or not. To be called before the table is drawn anew. */
  note(root: HTMLElement): void {
    this.#places.clear();
    // To know where things are, the table has to be laid out in the middle of an update.
    if (unseen()) return;
    for (const element of root.querySelectorAll<HTMLElement>("[data-fly]"))
      this.#places.set(element.dataset.fly ?? "", element.getBoundingClientRect());
  }

  /** Send everything on its way. To be called after the table is drawn anew. */
  fly(root: HTMLElement, journey: Journey): void {
    if (unseen()) return;
    for (const element of root.querySelectorAll<HTMLElement>("[data-fly]")) {
      const name = element.dataset.fly ?? "";
      const flight = { name, element };
      const before = journey.dealt ? undefined : this.#places.get(name);
      const from = before ?? journey.origin(flight)?.getBoundingClientRect();
      if (!from || !from.width) continue;
      this.#flying.get(element)?.cancel();
      const to = element.getBoundingClientRect();
      if (!to.width) continue;
      const across = from.left + from.width / 2 - (to.left + to.width / 2);
      const down = from.top + from.height / 2 - (to.top + to.height / 2);
      const scale = before ? from.width / to.width : Math.min(1, from.width / to.width);
      if (Math.abs(across) + Math.abs(down) < 2 && Math.abs(scale - 1) < 0.02) continue;
      // What lies askew turns that way on its journey.
      const start = `translate(${across}px, ${down}px) scale(${scale}) rotate(${-Number(element.dataset.turn ?? 0)}deg)`;
      // A thing from elsewhere turns over on its way.
      const turned = before ? start : `${start} rotateY(70deg)`;
      const flying = element.animate(
        [
          { transform: turned, zIndex: 30 },
          { transform: "none", zIndex: 30 },
        ],
        { duration: CALM, delay: journey.order(flight) * STAGGER, easing: EASE, fill: "backwards" },
      );
      this.#flying.set(element, flying);
      flying.onfinish = () => this.#flying.delete(element);
    }
  }
}
