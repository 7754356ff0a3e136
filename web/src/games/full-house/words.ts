/** What is counted, and what is to be reached. */
import { m } from "../../paraglide/messages";
import { inSteps } from "$lib/board/puzzle/words";

/** The pieces of the box: the target, unless the table has another. */
const ALL = 40;

export const puzzle = {
  ...inSteps,
  goal: ({ target }: { [name: string]: unknown }) => m.full_house_goal({ target: Number(target ?? ALL) }),
};
