import { createSubscriber } from "svelte/reactivity";

/** What a clock says, again and again: whoever shows it is drawn anew so often, in milliseconds, for as long as it is shown. */
export function ticking(time: () => number, every: number): () => number {
  const tick = createSubscriber((update) => {
    const timer = setInterval(update, every);
    return () => clearInterval(timer);
  });
  return () => {
    tick();
    return time();
  };
}
