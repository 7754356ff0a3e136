/** The tokens by their letters. */
import { m } from "../../paraglide/messages";

export const COLOURS = ["B", "G", "O"] as const;

const HUES: Record<string, string> = { B: "blue", G: "green", O: "orange" };

/** The name of a colour in the styles. */
export const hue = (token: string): string => HUES[token] ?? "stone";

const NAMES: Record<string, () => string> = {
  B: m.ptipasspass_blue,
  G: m.ptipasspass_green,
  O: m.ptipasspass_orange,
};

export const colourName = (token: string): string => (NAMES[token] ?? m.ptipasspass_unknown)();

/** "the blue token" */
export const tokenName = (token: string): string => m.ptipasspass_token({ colour: colourName(token) });
