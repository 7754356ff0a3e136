/** Fingers that go across something: back and forth. */
import type { Attachment } from "svelte/attachments";

/** Pixels: less than this is a tap, and more than that up or down is scrolling. */
const ACROSS = 48;

export const swipe =
  (go: ((by: 1 | -1) => void) | null): Attachment<HTMLElement> =>
  (element) => {
    if (!go) return undefined;
    let start: Touch | null = null;
    const begin = (event: TouchEvent): void =>
      void (start = event.touches.length === 1 ? (event.touches[0] ?? null) : null);
    const end = (event: TouchEvent): void => {
      const touch = event.changedTouches[0];
      if (!start || !touch) return;
      const [x, y] = [touch.clientX - start.clientX, touch.clientY - start.clientY];
      start = null;
      if (Math.abs(x) >= ACROSS && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
    };
    element.addEventListener("touchstart", begin, { passive: true });
    element.addEventListener("touchend", end, { passive: true });
    return () => {
      element.removeEventListener("touchstart", begin);
      element.removeEventListener("touchend", end);
    };
  };
