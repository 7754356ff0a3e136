/** A board laid out for drawing: the same size whatever the units of its file, and what follows from where things are. */
import type { BoardDrawing, Patch, Spot, Stroke } from "../protocol";

export interface Point {
  x: number;
  y: number;
}

/** A colour of glass, by the name of its class. */
export type Tint = "jewel" | "amber" | "grey" | "clear" | "red" | "gold" | "green" | "blue";

export interface Pane {
  patch: Patch;
  corners: string;
  outline: Point[];
  tint: Tint;
  /** Large panes are paler. */
  pale: boolean;
  /** How far its farthest corner is from the middle of the board. */
  reach: number;
}

/** How far the outermost points are from the middle, in units of the drawing. */
const REACH = 140;
/** Around them: room for an exit's ornament, a piece on it and its name. */
const MARGIN = 13;
/** A piece may just touch its nearest neighbour. */
const ROOM = 0.515;
const LARGEST_PIECE = 7;
/** A corner so near to an edge lies on it. */
const TOUCHES = 0.05;
/** The panes take these in turn, ring by ring, from the middle outwards. */
const RINGS: Tint[] = ["green", "blue", "clear", "red", "gold", "clear", "green", "blue"];

const points = (outline: Point[]): string => outline.map(({ x, y }) => `${x},${y}`).join(" ");

function area(outline: Point[]): number {
  return Math.abs(
    outline.reduce((sum, { x, y }, index) => {
      const next = outline[(index + 1) % outline.length] ?? { x, y };
      return sum + x * next.y - next.x * y;
    }, 0) / 2,
  );
}

/** Around all panes: what two of them share is inside, also where one's edge is as long as several of its neighbours'. */
function rim(panes: Pane[]): string {
  const corners = [
    ...new Map(panes.flatMap(({ outline }) => outline).map((corner) => [points([corner]), corner])).values(),
  ];
  const outer = new Map<string, [Point, Point]>();
  for (const edge of panes.flatMap(({ outline }) => edges(outline)).flatMap((one) => cut(one, corners))) {
    const name = points(edge.toSorted((one, other) => one.x - other.x || one.y - other.y));
    if (!outer.delete(name)) outer.set(name, edge);
  }
  const left = new Set(outer.values());
  let path = "";
  for (const edge of left) {
    const loop: Point[] = [];
    let [at] = edge;
    let next: [Point, Point] | undefined = edge;
    while (next) {
      loop.push(at);
      left.delete(next);
      at = next[0] === at ? next[1] : next[0];
      next = at === edge[0] ? undefined : [...left].find((other) => other.includes(at));
    }
    path += `M${points(loop)}Z`;
  }
  return path;
}

/** An edge, cut at every corner that lies on it. */
function cut([from, to]: [Point, Point], corners: Point[]): [Point, Point][] {
  const stops = corners
    .filter((corner) => beside(corner, [from, to]) < TOUCHES)
    .toSorted((one, other) => apart(one, from) - apart(other, from));
  return stops.slice(1).map((stop, index) => [stops[index] ?? from, stop]);
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export class Plan {
  /** Half the width of everything. */
  readonly half = REACH + MARGIN;
  /** The radius of a piece. */
  readonly piece: number;
  readonly spots: Spot[];
  readonly strokes: Stroke[];
  readonly panes: Pane[];
  /** The outline of all panes together, as a path. */
  readonly rim: string;
  /** Where a piece stands, on a spot or in a patch. */
  readonly places: Map<string, Point>;
  /** How far apart the two nearest neighbours are, of the spots and of the panes. */
  readonly closest: Record<"spots" | "patches", number>;

  constructor(drawing: BoardDrawing) {
    const scale = (value: number): number => rounded((value * REACH) / drawing.radius);
    const point = ([x, y]: [number, number]): Point => ({ x: scale(x), y: scale(y) });
    this.spots = drawing.spots.map((spot) => ({ ...spot, x: scale(spot.x), y: scale(spot.y) }));
    this.strokes = drawing.strokes.map((stroke) => ({
      ...stroke,
      x1: scale(stroke.x1),
      y1: scale(stroke.y1),
      x2: scale(stroke.x2),
      y2: scale(stroke.y2),
    }));
    const patches = drawing.patches.map((patch) => ({
      patch: { ...patch, x: scale(patch.x), y: scale(patch.y) },
      outline: patch.outline.map(point),
    }));
    const usual = median(patches.map(({ outline }) => area(outline)));
    const rings: string[] = [];
    this.panes = patches.map(({ patch, outline }) => {
      const reach = Math.max(...outline.map(({ x, y }) => Math.hypot(x, y)));
      return {
        patch,
        corners: points(outline),
        outline,
        tint: tint(patch, reach, rings),
        pale: area(outline) > usual,
        reach,
      };
    });
    this.rim = rim(this.panes);
    this.places = new Map<string, Point>([
      ...this.spots.map((spot): [string, Point] => [spot.name, spot]),
      ...this.panes.map(({ patch }): [string, Point] => [patch.name, patch]),
    ]);
    this.closest = { spots: closest(this.spots), patches: closest(this.panes.map(({ patch }) => patch)) };
    this.piece = Math.min(LARGEST_PIECE, ROOM * this.closest.spots);
  }

  at(place: string): Point {
    return this.places.get(place) ?? { x: 0, y: 0 };
  }

  /** The place among these that is nearest to a point, if it is no farther than `reach`. */
  nearest(point: Point, among: Iterable<string>, reach: number): string | null {
    let best: string | null = null;
    let least = reach;
    for (const place of among) {
      const far = apart(point, this.at(place));
      if (far <= least) [best, least] = [place, far];
    }
    return best;
  }

  /** The place among these that is nearest to another one. */
  beside(place: string, among: Iterable<string>): string {
    const others = [...among].filter((other) => other !== place);
    return this.nearest(this.at(place), others, Infinity) ?? place;
  }

  /** How far a point is from a place: from the middle of a spot, from the edge of a pane, and not at all inside it. */
  far(point: Point, place: string): number {
    const pane = this.panes.find(({ patch }) => patch.name === place);
    if (!pane) return apart(point, this.at(place));
    return inside(point, pane.outline)
      ? 0
      : Math.min(...edges(pane.outline).map((edge) => beside(point, edge)));
  }
}

/** A place as sentences and moves name it: "c3", "8.9". */
const NAMED = /[a-z]\d+|\d\.\d+/gi;

/** The places of a board that some words speak of. */
export function placesIn(words: string, plan: Plan, on: "spots" | "patches"): string[] {
  const known = on === "spots" ? plan.spots : plan.panes.map(({ patch }) => patch);
  const named = new Set(words.match(NAMED)?.map((name) => name.toLowerCase()));
  return known.map(({ name }) => name).filter((name) => named.has(name));
}

const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

const edges = (outline: Point[]): [Point, Point][] =>
  outline.map((corner, index) => [corner, outline[(index + 1) % outline.length] ?? corner]);

/** Whether a ray from the point to the right leaves the outline once more than it enters it. */
const inside = ({ x, y }: Point, outline: Point[]): boolean =>
  edges(outline).filter(
    ([one, other]) =>
      one.y > y !== other.y > y && x < one.x + ((y - one.y) / (other.y - one.y)) * (other.x - one.x),
  ).length %
    2 ===
  1;

/** How far a point is from a stretch of line. */
function beside(point: Point, [one, other]: [Point, Point]): number {
  const [across, down] = [other.x - one.x, other.y - one.y];
  const along = ((point.x - one.x) * across + (point.y - one.y) * down) / (across ** 2 + down ** 2 || 1);
  const part = Math.min(1, Math.max(0, along));
  return apart(point, { x: one.x + part * across, y: one.y + part * down });
}

function closest(spots: Point[]): number {
  let least = Infinity;
  spots.forEach((one, index) => {
    for (const other of spots.slice(index + 1)) least = Math.min(least, apart(one, other));
  });
  return least;
}

const median = (values: number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Panes that mirror each other are alike; `rings` collects those that were met. */
function tint(patch: Patch, reach: number, rings: string[]): Tint {
  if (patch.kind === "centre") return "jewel";
  if (patch.kind === "small") return "amber";
  if (patch.kind === "transit") return "grey";
  const ring = `${patch.steps} ${Math.round(reach / 2)}`;
  if (!rings.includes(ring)) rings.push(ring);
  return RINGS[rings.indexOf(ring) % RINGS.length] ?? "clear";
}
