/** How long things stay on the screen before the next one happens. What wants to be read stops the table altogether. */
import { calm } from "$lib/motion";
import type { View } from "$lib/protocol";

import type { PtiPassPassView } from "./view";

const WORD = 140;
const DEED = 340;
const PLACED = 800;
const SWAPPED = 800;

export function dwell(before: View | null, after: View): number {
  if (!before || calm()) return 0;
  const was = before as PtiPassPassView;
  const is = after as PtiPassPassView;
  if (was.phase === is.phase && is.ok.length) return WORD;
  if (was.swapped.length) return SWAPPED;
  return was.phase === "hide" || was.phase === "swap" ? PLACED : DEED;
}
