/** Browser storage that never throws: private windows and full disks only cost the memory, not the game. */

const PREFIX = "muscade:";

/** For ever, or until this tab is closed. */
export type Place = "localStorage" | "sessionStorage";

export function recall<T>(name: string, otherwise: T, place: Place = "localStorage"): T {
  try {
    const kept = window[place].getItem(PREFIX + name);
    return kept === null ? otherwise : (JSON.parse(kept) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown, place: Place = "localStorage"): void {
  try {
    window[place].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing to do: the value simply is not remembered.
  }
}

/** Another tab of this browser has kept something else under a name. */
export function onKept(name: string, heard: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key === PREFIX + name) heard();
  });
}
