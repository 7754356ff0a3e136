/** Having the client kept by this browser, so that it opens without a network. */

const WORKER = "/sw.js";

let ready = $state(false);

export const offline = {
  /** This page, and all of the client, opens without a network. */
  get ready(): boolean {
    return ready;
  },
};

export async function keepClient(): Promise<void> {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  try {
    await navigator.serviceWorker.register(WORKER);
    await navigator.serviceWorker.ready;
    ready = true;
  } catch {
    // The pad works all the same, as long as the page is open.
  }
}
