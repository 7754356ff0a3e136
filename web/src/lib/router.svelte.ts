/** Addresses without a hash: a path is split into words, and links are followed without loading the page anew. */

interface Place {
  path: string;
  search: string;
  hash: string;
}

const here = (): Place => ({ path: location.pathname, search: location.search, hash: location.hash });

let place = $state.raw<Place>(here());

export const router = {
  get words(): string[] {
    return place.path.split("/").filter(Boolean).map(decodeURIComponent);
  },
  /** What was asked for when one went there. */
  get search(): URLSearchParams {
    return new URLSearchParams(place.search);
  },
  get hash(): string {
    return place.hash.slice(1);
  },
};

let newer = false;

/** There is a newer client: the next page one goes to is one of its. */
export const preferNewer = (): void => void (newer = true);

export function go(address: string, { replace = false } = {}): void {
  if (newer && new URL(address, location.href).pathname !== place.path) {
    location[replace ? "replace" : "assign"](address);
    return;
  }
  history[replace ? "replaceState" : "pushState"](null, "", address);
  const before = place.path;
  place = here();
  if (place.path !== before) scrollTo(0, 0);
}

function follow(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

export function startRouter(): void {
  addEventListener("popstate", () => (place = here()));
  document.addEventListener("click", follow);
}
