/**
 * The past of a game: where one is in it, and how one goes on. Whoever has it shows the frames it hands out; they are asked for
 * some at a time, those nearby ahead of their time.
 */
import { faultText } from "../api";
import type { Chapter, Frame, ReplayOutline, SeenEvent } from "../protocol";

/** Where frames come from. */
export interface Source {
  outline: () => Promise<ReplayOutline>;
  /** Those of the versions from one to the other, both included. */
  frames: (from: number, to: number) => Promise<Frame[]>;
}

export type Unit = "move" | Chapter["kind"];
export type Speed = "slow" | "normal" | "fast" | "real";

/** From the smallest on. */
const UNITS: Unit[] = ["move", "trick", "turn", "round"];
const PAUSES: Record<Exclude<Speed, "real">, number> = { slow: 2200, normal: 1100, fast: 380 };
/** Nobody wants to watch for longer that nothing happens. */
const LONGEST_PAUSE = 8000;
const PAGE = 50;
const PAGES_KEPT = 12;

export class Past {
  /** The version on the screen. */
  at = $state(0);
  /** The version one wants to see; it may still be on its way. */
  wanted = $state(0);
  /** The last version there is. */
  count = $state(0);
  outline = $state.raw<ReplayOutline | null>(null);
  playing = $state(false);
  speed = $state<Speed>("normal");
  fault = $state<string | null>(null);
  /** The frame on the screen. */
  frame = $state.raw<Frame | null>(null);
  #pages = new Map<number, Promise<Frame[]>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly source: Source,
    /** Show it; `follows`: what was on the screen was the moment before. */
    readonly show: (frame: Frame, follows: boolean) => void,
    /** How long what is on the screen must stay, for the game's own sake. */
    readonly stays: () => number = () => 0,
    /** Back to a game that is on; null: there is no present. */
    readonly leave: (() => void) | null = null,
  ) {}

  /** Read what there is, and go where one wants to be: the end, unless it is said. */
  async open(at: number | null = null): Promise<ReplayOutline | null> {
    try {
      const outline = await this.source.outline();
      this.outline = outline;
      this.count = Math.max(this.count, outline.outline.events.length);
      await this.go(at ?? this.count);
      return outline;
    } catch (fault) {
      this.fault = faultText(fault);
      return null;
    }
  }

  close(): void {
    this.stop();
  }

  get chapters(): Chapter[] {
    return this.outline?.outline.chapters ?? [];
  }

  get events(): SeenEvent[] {
    return this.outline?.outline.events ?? [];
  }

  /** In what steps one can go. */
  get units(): Unit[] {
    return UNITS.filter((unit) => unit === "move" || this.chapters.some(({ kind }) => kind === unit));
  }

  /** The chapters one is in, the largest first. */
  get inside(): Chapter[] {
    return this.units
      .toReversed()
      .flatMap(
        (unit) =>
          this.chapters.findLast(({ kind, version }) => kind === unit && version <= this.wanted) ?? [],
      );
  }

  async go(version: number): Promise<void> {
    const wanted = Math.min(Math.max(0, version), this.count);
    this.wanted = wanted;
    try {
      const frame = await this.#frame(wanted);
      if (this.wanted !== wanted || !frame) return;
      const follows = frame.version === this.at + 1 && this.frame !== null;
      this.fault = null;
      this.at = wanted;
      this.frame = frame;
      this.show(frame, follows);
      this.#look(wanted + PAGE);
      if (this.playing) this.#wait();
    } catch (fault) {
      this.fault = faultText(fault);
      this.stop();
    }
  }

  /** One move, trick, turn or round on, or back. */
  step(unit: Unit, by: 1 | -1): void {
    const here = this.wanted;
    if (unit === "move") void this.go(here + by);
    else {
      const starts = this.chapters.filter(({ kind }) => kind === unit).map(({ version }) => version);
      const next = by > 0 ? starts.find((start) => start > here) : starts.findLast((start) => start < here);
      void this.go(next ?? (by > 0 ? this.count : 0));
    }
  }

  play(): void {
    this.playing = true;
    if (this.wanted >= this.count) void this.go(0);
    else this.#wait();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.play();
  }

  /** Do what a key stands for; false if it stands for nothing. */
  press(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const by = event.key === "ArrowLeft" || event.key === "PageUp" ? -1 : 1;
    switch (event.key) {
      case "ArrowLeft":
      case "ArrowRight":
        this.stop();
        this.step(event.shiftKey ? (this.units[1] ?? "move") : "move", by);
        return true;
      case "PageUp":
      case "PageDown":
        this.stop();
        this.step(this.units.at(-1) ?? "move", by);
        return true;
      case "Home":
        this.stop();
        void this.go(0);
        return true;
      case "End":
        this.stop();
        void this.go(this.count);
        return true;
      case " ":
        if (event.target instanceof Element && event.target.closest("button, a, select")) return false;
        this.toggle();
        return true;
      case "Escape":
        this.leave?.();
        return this.leave !== null;
    }
    return false;
  }

  /** The next one comes when this one has had its time. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (this.at >= this.count) {
      this.stop();
      return;
    }
    const next = this.at + 1;
    void this.#frame(next).then((frame) => {
      if (!this.playing || !frame || this.at + 1 !== next) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.go(next), this.#pause());
    });
  }

  #pause(): number {
    if (this.speed === "real") {
      const [before, after] = [this.events[this.at - 1]?.at, this.events[this.at]?.at];
      return Math.min(LONGEST_PAUSE, before && after ? after - before : 0);
    }
    const pause = PAUSES[this.speed];
    return this.speed === "fast" ? pause : Math.max(pause, this.stays());
  }

  async #frame(version: number): Promise<Frame | undefined> {
    return (await this.#page(version)).find((frame) => frame.version === version);
  }

  #page(version: number): Promise<Frame[]> {
    const page = Math.floor(version / PAGE);
    const first = page * PAGE;
    const last = Math.min(first + PAGE - 1, this.count);
    // A page that was not full when it was read may have more by now.
    const key = last < first + PAGE - 1 ? -last - 1 : page;
    const known = this.#pages.get(key);
    if (known) return known;
    const asked = this.source.frames(first, last);
    this.#pages.set(key, asked);
    asked.catch(() => this.#pages.delete(key));
    if (this.#pages.size > PAGES_KEPT) this.#pages.delete(this.#pages.keys().next().value ?? key);
    return asked;
  }

  #look(version: number): void {
    if (version <= this.count) void this.#page(version).catch(() => undefined);
  }
}
