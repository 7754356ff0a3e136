import { untrack } from "svelte";

import { Follower } from "./motion";

/** A follower that notes where everything lies, each time before the table is drawn anew; `drawn` reads what is drawn. */
export function follow(drawn: () => unknown, root: () => HTMLElement | undefined): Follower {
  const follower = new Follower();
  $effect.pre(() => {
    drawn();
    untrack(() => {
      const element = root();
      if (element) follower.note(element);
    });
  });
  return follower;
}
