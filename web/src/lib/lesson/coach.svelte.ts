/** The coach: on for those who come from a lesson, until they silence it. What was explained once is not explained again. */
import { keep, recall } from "../storage";

const ON = "coach";
const HEARD = "coach:heard";

let on = $state(recall(ON, false));
let heard = $state.raw<string[]>(recall<string[]>(HEARD, []));

export const coach = {
  get on(): boolean {
    return on;
  },
  set on(value: boolean) {
    on = value;
    keep(ON, value);
  },
  /** Whether something has been explained already. */
  knows: (what: string): boolean => heard.includes(what),
  note(what: string): void {
    heard = [...heard, what];
    keep(HEARD, heard);
  },
};
