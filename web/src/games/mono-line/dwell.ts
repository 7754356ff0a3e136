/** How long things stay on the screen before the next one happens. */
import { calm } from "$lib/motion";
import type { View } from "$lib/protocol";

import type { MonoLineView } from "./view";

const TRIED = 420;
const PLACED = 320;
const HEARD = 1600;

export function dwell(before: View | null, after: View): number {
  if (!before || calm()) return 0;
  const was = before as MonoLineView;
  if (was.announced && (after as MonoLineView).pieces.length === was.pieces.length) return HEARD;
  return was.tried === null ? PLACED : TRIED;
}
