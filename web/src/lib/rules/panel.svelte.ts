/** The clause that somebody reads beside what they do, on a table say: opened by a link to it, and closed again. */
import { router } from "../router.svelte";

interface Open {
  rules: string;
  clause: string;
  /** Where one came from, and goes back to. */
  from: HTMLElement;
}

let open = $state.raw<Open | null>(null);

export const panel = {
  get open(): Open | null {
    return open;
  },
  /** False: it is to be read where the link leads. */
  show(rules: string, clause: string, from: HTMLElement): boolean {
    // On a page of rules one is there already; and nothing can stand beside what comes before everything.
    if (router.words[0] === "rules" || from.closest("dialog")) return false;
    open = { rules, clause, from };
    return true;
  },
  close(): void {
    const from = open?.from;
    open = null;
    if (from?.isConnected) from.focus();
  },
};
