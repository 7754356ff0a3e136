/** What a game asks the board to draw and to offer. */
import type { Colour } from "./colours";

export interface Placed {
  place: string;
  colour: Colour;
  label: string;
  /** `turn`: it belongs to whose turn it is; `tried`: it may still go elsewhere; `must`: it has to move on; `gone`: it would be removed. */
  note?: "turn" | "tried" | "must" | "gone" | undefined;
}

/** Somewhere one may go or something one may take up. */
export interface Target {
  place: string;
  kind: "piece" | "pass" | "slide" | "swap" | "exit" | "step" | "home" | "add" | "put" | "pick";
  label: string;
  /** The move, where picking it is one. */
  move?: string | undefined;
  cost?: number | undefined;
  /** Nothing is drawn until one points at it. */
  quiet?: boolean;
  /** What will stand there. */
  ghost?: Colour | undefined;
}

/** Several things one may do with the place that was picked. */
export interface Menu {
  place: string;
  items: {
    text: string;
    cost?: number;
    kind?: Target["kind"];
    move?: string;
    act: () => void;
    /** One points at it. */
    point?: () => void;
  }[];
}
