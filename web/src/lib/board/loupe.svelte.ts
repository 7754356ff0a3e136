/**
 * A magnifier for fingers. Where the places of a board are closer together than a fingertip, a finger that rests or slides is
 * shown enlarged what is under it, and means the place in the middle when it is lifted; a short tap that might mean several
 * places leaves the magnifier open to be answered by a second one. Mice and keys have no need of it.
 */
import type { Drawn } from "./marks";
import type { Point } from "./plan";
import type { Zoom } from "./zoom.svelte";

/** Pixels between neighbours that every finger can tell apart, and those where it cannot any more. */
const EASY = 44;
const CLOSE = 30;
/** A fingertip that is this much nearer to one place than to any other, in pixels, means it. */
const SURE = 12;
/** How long a finger rests before it is shown what is under it, in milliseconds. */
const REST = 200;
/** How much of the screen's shorter side the magnifier takes, and its largest radius in pixels. */
const SHARE = 0.3;
const LARGEST = 120;

export class Loupe {
  /** The point of the board in the middle of it; null: it is not there. */
  middle = $state.raw<Point | null>(null);
  /** Where on the screen the finger is, or was when it was lifted. */
  finger = $state.raw<Point>({ x: 0, y: 0 });
  /** It stays until it is answered. */
  stays = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly plan: Drawn["plan"],
    readonly on: () => Drawn["on"],
    readonly zoom: Zoom,
  ) {}

  /** Whether neighbours are too close together for a finger. */
  get needed(): boolean {
    return this.zoom.width > 0 && this.plan.closest[this.on()] * this.zoom.pixels < CLOSE;
  }

  /** Whether it goes where the finger goes. */
  get follows(): boolean {
    return this.middle !== null && !this.stays;
  }

  get radius(): number {
    return Math.min(LARGEST, SHARE * Math.min(innerWidth, innerHeight));
  }

  /** Pixels a unit of the board, in it. */
  get pixels(): number {
    return EASY / this.plan.closest[this.on()];
  }

  /** Whether a touch there might as well mean another of these places. */
  doubtful(at: Point, among: Iterable<string>): boolean {
    const [first, second] = [...among]
      .map((place) => this.plan.far(at, place))
      .sort((one, other) => one - other);
    return first !== undefined && second !== undefined && (second - first) * this.zoom.pixels < SURE;
  }

  /** A finger comes down: should it rest, it is shown what is under it. */
  press(at: Point, finger: Point): void {
    this.close();
    this.finger = finger;
    this.#timer = setTimeout(() => this.follow(at, finger), REST);
  }

  /** It rests, or slides. */
  follow(at: Point, finger: Point): void {
    clearTimeout(this.#timer);
    this.middle = at;
    this.finger = finger;
  }

  /** Stay, until somebody says which place is meant. */
  ask(at: Point, finger: Point): void {
    this.follow(at, finger);
    this.stays = true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.middle = null;
    this.stays = false;
  }
}
