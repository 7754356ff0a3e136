/** A phone that trembles when it is one's turn: on touch screens, unless somebody has switched it off or wants nothing to move. */
import { calm } from "./motion";
import { prefs } from "./prefs.svelte";

/** Trembling, pause, trembling, in milliseconds. */
const TURN = [60, 50, 60];

/** Whether this device has what it takes: others have no use for the switch. */
export const canVibrate = (): boolean => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

export function vibrate(): void {
  if (prefs.vibration && canVibrate() && !document.hidden && !calm()) navigator.vibrate(TURN);
}
