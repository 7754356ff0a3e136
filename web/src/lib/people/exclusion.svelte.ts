/** The operator has shut one out: whoever hears of it, over HTTP or a wire, says so here, and the pages give way to why. */
import type { Problem, Refused, Text } from "../protocol";

/** What the server calls it. */
const EXCLUDED = "excluded";

let current = $state.raw<Text | null>(null);

export const exclusion = {
  /** Why, and until when; null: one is welcome, as far as one knows. */
  get why(): Text | null {
    return current;
  },
  /** Perhaps it is over. */
  forget(): void {
    current = null;
  },
};

/** Look at what the server refuses. */
export function noteRefusal({ code, text }: Problem | Refused): void {
  if (code === EXCLUDED) current = text;
}
