/** Playing without a mouse. */
import { m } from "../../paraglide/messages";
import type { KeyHelp } from "$lib/table/Keys.svelte";
import type { Table } from "$lib/table.svelte";

import type { Choice } from "./choice.svelte";
import type { Stage } from "./stage.svelte";

/** The keys of a window. */
export const ANSWER_KEYS: Record<string, string> = { doublon: "D", menteur: "M", ok: "O" };

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Go to the nearest cup one may touch in the direction of an arrow, or to the first. */
function walk(root: HTMLElement, key: string): void {
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
function press(root: HTMLElement, selector: string, place = 0): boolean {
  const button = [...root.querySelectorAll<HTMLButtonElement>(`${selector}:enabled`)][place];
  button?.click();
  return button !== undefined;
}

interface Reach {
  root: HTMLElement;
  table: Table;
  stage: Stage;
  choice: Choice;
}

/** Do what a key stands for; false if it stands for nothing. */
export function handle(event: KeyboardEvent, { root, table, stage, choice }: Reach): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const onButton = event.target instanceof Element && event.target.closest("button, a") !== null;
  if (stage.scene && (key === "Escape" || (!onButton && (key === "Enter" || key === " ")))) {
    stage.end();
    return true;
  }
  const answer = Object.keys(ANSWER_KEYS).find((word) => ANSWER_KEYS[word]?.toLowerCase() === key);
  if (answer && !table.shared) return press(root, `[data-testid=answer][data-move=${answer}]`);
  const digit = Number(key);
  if (digit >= 1)
    return (
      press(root, "[data-testid=announce]", digit - 1) || press(root, "[data-testid=hand-token]", digit - 1)
    );
  if (key in STEPS) walk(root, key);
  else if (key === "Escape") choice.clear();
  else if (key === "s") choice.swapThem();
  else return false;
  return true;
}

export const keyHelp = (): KeyHelp[] => [
  { keys: ["1", "2", "3"], text: m.ptipasspass_keys_digit() },
  { keys: ["←", "→", "↑", "↓"], text: m.ptipasspass_keys_walk() },
  { keys: ["Enter"], text: m.ptipasspass_keys_enter() },
  { keys: ["D"], text: m.ptipasspass_doublon() },
  { keys: ["M"], text: m.ptipasspass_menteur() },
  { keys: ["O"], text: m.ptipasspass_ok() },
  { keys: ["S"], text: m.ptipasspass_swap_none() },
  { keys: ["Esc"], text: m.ptipasspass_keys_escape() },
];
