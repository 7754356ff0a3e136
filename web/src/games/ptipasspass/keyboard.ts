/** Playing without a mouse. */
import { m } from "../../paraglide/messages";
import type { KeyHelp } from "$lib/table/Keys.svelte";

/** The keys of a window. */
export const ANSWER_KEYS: Record<string, string> = { doublon: "D", menteur: "M", ok: "O" };

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const isStep = (key: string): boolean => key in STEPS;

/** Go to the nearest cup one may touch in the direction of an arrow, or to the first. */
export function walk(root: HTMLElement, key: string): void {
  const cups = [...root.querySelectorAll<HTMLElement>("[data-testid=cup] button:enabled")];
  const from = cups.find((cup) => cup === document.activeElement);
  const [across, down] = STEPS[key] ?? [0, 0];
  if (!from) {
    cups[0]?.focus();
    return;
  }
  const here = from.getBoundingClientRect();
  const reach = cups
    .map((cup) => {
      const box = cup.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2 - here.left - here.width / 2, box.bottom - here.bottom];
      const ahead = x * across + y * down;
      return { cup, ahead, far: ahead + 3 * Math.abs(x * down) + 3 * Math.abs(y * across) };
    })
    .filter(({ ahead }) => ahead > 4)
    .sort((one, other) => one.far - other.far);
  reach[0]?.cup.focus();
}

/** Press a button of the table, by a selector. */
export function press(root: HTMLElement, selector: string, place = 0): boolean {
  const button = [...root.querySelectorAll<HTMLButtonElement>(`${selector}:enabled`)][place];
  button?.click();
  return button !== undefined;
}

export const keyHelp = (): KeyHelp[] => [
  { keys: ["1", "2", "3"], text: m.pti_keys_digit() },
  { keys: ["←", "→", "↑", "↓"], text: m.pti_keys_walk() },
  { keys: ["Enter"], text: m.pti_keys_enter() },
  { keys: ["D"], text: m.pti_doublon() },
  { keys: ["M"], text: m.pti_menteur() },
  { keys: ["O"], text: m.pti_ok() },
  { keys: ["S"], text: m.pti_swap_none() },
  { keys: ["Esc"], text: m.pti_keys_escape() },
  { keys: ["L"], text: m.log() },
  { keys: ["C"], text: m.chat() },
  { keys: ["?"], text: m.keys_title() },
];
