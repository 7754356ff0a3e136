/**
 * The client without a network: this browser keeps it (`sw.js`), so that what needs no server opens, and what does says so.
 * A newer client is taken when somebody next goes to another page, never in the midst of one.
 */
import { preferNewer } from "./router.svelte";

const WORKER = "/sw.js";

/** What works for this browser while no page is open. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });

const possible = "serviceWorker" in navigator && window.isSecureContext;

let ready = $state(false);
let gone = $state(!navigator.onLine);

export const offline = {
  /** All of the client opens without a network. */
  get ready(): boolean {
    return ready;
  },
  /** There is no network now. */
  get gone(): boolean {
    return gone;
  },
};

addEventListener("online", () => (gone = false));
addEventListener("offline", () => (gone = true));

// Another worker brings another client; but the first one of all nothing newer.
if (possible && navigator.serviceWorker.controller)
  navigator.serviceWorker.addEventListener("controllerchange", preferNewer);

let keeping: Promise<void> | undefined;

/** Have the client kept, once a page. */
export const keepClient = (): Promise<void> => (keeping ??= keepIt());

async function keepIt(): Promise<void> {
  if (!possible) return;
  try {
    await registerWorker();
    await navigator.serviceWorker.ready;
    ready = true;
  } catch {
    // All pages work all the same, as long as there is a network.
  }
}

/** The same once the page has nothing more urgent to do. */
export function keepClientSoon(): void {
  const keep = (): void => void keepClient();
  addEventListener("load", () =>
    "requestIdleCallback" in window ? requestIdleCallback(keep) : setTimeout(keep, 1000),
  );
}
