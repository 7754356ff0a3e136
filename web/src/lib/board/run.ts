/** Pieces on their way, along the lines or straight. */
import { CALM, calm } from "../motion";
import type { Point } from "./plan";

/** From one intersection to the next. */
export const LEG = 170;
const EASE = "cubic-bezier(0.35, 0, 0.25, 1)";

/** Nobody wants to watch the longest ways at that pace. */
const LONGEST = 1500;

/** How long a piece is on its way. */
export const duration = (stops: number): number => (stops > 2 ? Math.min(LONGEST, LEG * (stops - 1)) : CALM);

/** How large a piece looks while it is in the air. */
const LIFTED = 1.35;

/** Let the piece that now stands at the last point run there from the first; one that jumps leaves the ground in between. */
export function run(element: SVGElement, way: Point[], jumps = false): void {
  const end = way.at(-1);
  if (calm() || document.hidden || !end || way.length < 2) return;
  const frames = way.map(({ x, y }, index) => {
    const lift = jumps && index > 0 && index < way.length - 1 ? LIFTED : 1;
    return { transform: `translate(${x - end.x}px, ${y - end.y}px) scale(${lift})` };
  });
  element.animate(frames, { duration: duration(way.length), easing: way.length > 2 ? "linear" : EASE });
}

/** A piece that comes back out of nowhere. */
export function appear(element: SVGElement): void {
  if (!calm() && !document.hidden)
    element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: CALM, easing: EASE });
}

/** Nothing to be seen here until something else arrives. */
export function wait(element: SVGElement, time: number): void {
  if (!calm() && !document.hidden)
    element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time, fill: "backwards" });
}
