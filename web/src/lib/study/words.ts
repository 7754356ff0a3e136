/** What marks are called, and their signs. */
import { m } from "../../paraglide/messages";
import { language } from "../i18n.svelte";
import type { Mark } from "./study.svelte";

const NAMES: Record<Mark, () => string> = {
  blunder: m.study_blunder,
  slip: m.study_slip,
  fault: m.study_fault,
  missed: m.study_missed,
  fine: m.study_fine,
};

export const SIGNS: Record<Mark, string> = { blunder: "??", slip: "?!", fault: "✗", missed: "…", fine: "!" };

export const TURNING = "↯";

export const markName = (mark: Mark): string => NAMES[mark]();

/** A chance of winning, for people. */
export const percent = (part: number): string =>
  `${part < 0.095 && part > 0 ? decimal(100 * part) : Math.round(100 * part)} %`;

/** With one digit after the point, or what a language has for one. */
export const decimal = (number: number): string =>
  number.toLocaleString(language.current, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
