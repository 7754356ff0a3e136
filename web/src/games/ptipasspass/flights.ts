/** Cups and tokens on their way. Nothing moves where people do not like it. */
import { CALM, calm } from "$lib/motion";

const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";
const PAST = 2 * CALM;

const middle = (element: Element): { x: number; y: number } => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

const cupAt = (root: HTMLElement, name: string): HTMLElement | null =>
  root.querySelector(`[data-testid=cup][data-cup="${name}"] .body`);

/** Two cups have changed places: they travel past each other, one in front and one behind. */
export function passBy(root: HTMLElement, [one = "", other = ""]: string[]): void {
  const cups = [cupAt(root, one), cupAt(root, other)] as const;
  if (calm() || !cups[0] || !cups[1]) return;
  const places = [middle(cups[0]), middle(cups[1])] as const;
  cups.forEach((cup, index) => {
    const from = places[1 - index];
    const to = places[index];
    if (!cup || !from || !to) return;
    const [x, y] = [from.x - to.x, from.y - to.y];
    const side = index ? -1 : 1;
    // Across the way they go, to their own side each.
    const length = Math.hypot(x, y) || 1;
    const [aside, along] = [(-y / length) * 26 * side, (x / length) * 26 * side];
    cup.animate(
      [
        { transform: `translate(${x}px, ${y}px)` },
        { transform: `translate(${x / 2 + aside}px, ${y / 2 + along}px) scale(${1 + 0.06 * side})` },
        { transform: "none" },
      ],
      { duration: PAST, easing: "ease-in-out" },
    );
  });
}

/** A token goes under a cup: the cup tips, unseen hands do the rest. */
export function tip(root: HTMLElement, cup: string): void {
  if (calm()) return;
  cupAt(root, cup)?.animate(
    [
      { transform: "none", transformOrigin: "12% 95%" },
      { transform: "rotate(-16deg)", transformOrigin: "12% 95%", offset: 0.4 },
      { transform: "rotate(-16deg)", transformOrigin: "12% 95%", offset: 0.6 },
      { transform: "none", transformOrigin: "12% 95%" },
    ],
    { duration: PAST, easing: EASE },
  );
}

/** What lies open goes to whoever takes it. */
export function sweep(root: HTMLElement, seat: number): void {
  const goal = root.querySelector(`[data-anchor="seat-${seat}"]`);
  if (calm() || !goal) return;
  const to = middle(goal);
  for (const token of root.querySelectorAll<HTMLElement>("[data-sweep]")) {
    const from = middle(token);
    token.animate(
      [{ transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(0.5)`, opacity: 0.7 }],
      {
        duration: CALM,
        easing: EASE,
        fill: "forwards",
      },
    );
  }
}
