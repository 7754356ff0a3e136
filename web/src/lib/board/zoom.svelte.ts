/** How close one looks at the board: fingers, wheel, buttons and double taps. */
import { CALM, calm } from "../motion";
import type { Point } from "./plan";

const CLOSEST = 5;
const STEP = 1.5;
const DOUBLE = 2.6;
/** Where a unit of the whole board has fewer pixels than this, the screen is a small one. */
const SMALL = 1.7;
/** How close the board comes by itself: few steps, so that it seldom moves; and the room it leaves, in units. */
const BY_ITSELF = [2.4, 1.8, 1.35];
const AROUND = 14;
/** Pixels that the buttons in the lower right corner take with a piece beside them: across one, and along all of them. */
const BUTTON = 52;
const BUTTONS = 175;
/** A finger that moves less than this, in pixels, has tapped. */
const STILL = 7;

export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** What the element that shows the board measures, in pixels. */
  width = $state(0);
  height = $state(0);
  /** Whether the last touch moved the board, and so was no tap. */
  dragged = false;
  /** Whether somebody has chosen how close to look; the board then does not choose any more. */
  #chosen = false;
  #fingers = new Map<number, Point>();
  #start: Point | null = null;

  constructor(readonly half: number) {}

  /** Pixels a unit. */
  get pixels(): number {
    return (this.scale * Math.min(this.width, this.height)) / (2 * this.half);
  }

  get box(): string {
    const half = this.half / this.scale;
    return `${this.x - half} ${this.y - half} ${2 * half} ${2 * half}`;
  }

  /** The highest point of the board that is on the screen, in units. */
  get top(): number {
    return this.y - this.height / 2 / (this.pixels || 1);
  }

  get close(): boolean {
    return this.scale > 1.01;
  }

  /** Where a point of the board is in the element, in pixels. */
  onScreen({ x, y }: Point): Point {
    return {
      x: this.width / 2 + (x - this.x) * this.pixels,
      y: this.height / 2 + (y - this.y) * this.pixels,
    };
  }

  /** The point of the board under a point of the element. */
  onBoard({ x, y }: Point): Point {
    return {
      x: this.x + (x - this.width / 2) / this.pixels,
      y: this.y + (y - this.height / 2) / this.pixels,
    };
  }

  /** Whether the buttons stand one above the other, beside the board; else they are in a row below it. */
  get upright(): boolean {
    return this.width > this.height && this.height > BUTTONS;
  }

  /** On a small screen, come as close as what matters allows. */
  fit(places: Point[]): void {
    if (this.#chosen || !this.width) return;
    const small = Math.min(this.width, this.height) / (2 * this.half) < SMALL;
    const shows = (scale: number): boolean => places.every((place) => this.#seen(place, scale));
    this.#glide((small && BY_ITSELF.find(shows)) || 1);
  }

  /** Whether a place is well inside the frame when one looks so closely, and under no button. */
  #seen({ x, y }: Point, scale: number): boolean {
    if ((Math.max(Math.abs(x), Math.abs(y)) + AROUND) * scale > this.half) return false;
    const pixels = (scale * Math.min(this.width, this.height)) / (2 * this.half);
    const [across, down] = this.upright ? [BUTTON, BUTTONS] : [BUTTONS, BUTTON];
    return this.width / 2 - x * pixels > across || this.height / 2 - y * pixels > down;
  }

  #glide(scale: number): void {
    if (calm() || document.hidden) {
      this.scale = scale;
      return;
    }
    const [from, start] = [this.scale, performance.now()];
    if (Math.abs(from - scale) < 0.01) return;
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - start) / CALM));
      if (this.#chosen) return;
      this.scale = from + (scale - from) * part * (2 - part);
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Come closer by a factor; the point of the element that is given stays where it is. */
  by(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    this.#chosen = true;
    const before = this.onBoard(at);
    this.scale = Math.min(CLOSEST, Math.max(1, this.scale * factor));
    const after = this.onBoard(at);
    this.#move(before.x - after.x, before.y - after.y);
  }

  nearer(): void {
    this.by(STEP);
  }

  farther(): void {
    this.by(1 / STEP);
  }

  whole(): void {
    this.#chosen = true;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  /** A double tap: close up, or back. */
  toggle(at: Point): void {
    if (this.close) this.whole();
    else this.by(DOUBLE, at);
  }

  #move(x: number, y: number): void {
    const room = this.half * (1 - 1 / this.scale);
    this.x = Math.min(room, Math.max(-room, this.x + x));
    this.y = Math.min(room, Math.max(-room, this.y + y));
  }

  down(finger: number, at: Point): void {
    if (!this.#fingers.size) {
      this.dragged = false;
      this.#start = at;
    }
    this.#fingers.set(finger, at);
  }

  /** A finger moves; true if the board moved with it. */
  move(finger: number, at: Point): boolean {
    const before = this.#fingers.get(finger);
    if (!before) return false;
    const other = [...this.#fingers].find(([id]) => id !== finger)?.[1];
    this.#fingers.set(finger, at);
    if (other) {
      this.dragged = true;
      const span = (one: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
      this.by(span(at) / Math.max(1, span(before)), {
        x: (at.x + other.x) / 2,
        y: (at.y + other.y) / 2,
      });
      return true;
    }
    if (!this.close || (!this.dragged && !this.slides(at))) return false;
    this.dragged = true;
    this.#chosen = true;
    this.#move((before.x - at.x) / this.pixels, (before.y - at.y) / this.pixels);
    return true;
  }

  /** Whether a finger that came down elsewhere, and is there now, does more than tap. */
  slides(at: Point): boolean {
    return this.#start !== null && Math.hypot(at.x - this.#start.x, at.y - this.#start.y) >= STILL;
  }

  /** Whether two fingers are on the board. */
  get pinched(): boolean {
    return this.#fingers.size > 1;
  }

  up(finger: number): void {
    this.#fingers.delete(finger);
  }
}
