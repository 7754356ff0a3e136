/** Playing without a mouse: the choices of the moment are a row to walk along. */
import { m } from "../../paraglide/messages";
import type { KeyHelp } from "$lib/table/Keys.svelte";

const CHOICES = ["[data-testid=take-option]", "[data-testid=team-choice] button", "[data-testid=hand-card]"];

/** Focus a choice, by steps from the one in focus or by its place in the row. */
export function moveFocus(root: HTMLElement, by: number, absolute = false): HTMLElement | undefined {
  const row = CHOICES.map((choice) => [...root.querySelectorAll<HTMLElement>(choice)]).find(
    (found) => found.length,
  );
  if (!row) return undefined;
  const at = row.findIndex((choice) => choice === document.activeElement);
  const to = absolute ? by : at < 0 ? (by < 0 ? row.length - 1 : 0) : (at + by + row.length) % row.length;
  row[to]?.focus();
  return row[to];
}

export const keyHelp = (): KeyHelp[] => [
  { keys: ["←", "→"], text: m.pass_pass_keys_walk() },
  { keys: ["Enter"], text: m.pass_pass_keys_enter() },
  { keys: ["1", "…", "8"], text: m.pass_pass_keys_digit() },
];
