/** What a game asks the board to draw and to offer. */
import type { Colour } from "./colours";
import type { Plan } from "./plan";

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

/** All that a game says of its board, to have it drawn and to be told what was picked. */
export interface Drawn {
  plan: Plan;
  /** Where pieces stand: on the intersections or in the spaces. */
  on: "spots" | "patches";
  pieces: Placed[];
  targets: Target[];
  selected?: string[];
  /** The way to show, from place to place. */
  way?: string[];
  /** By line: the class that lights it up. */
  lit?: (string | null)[];
  /** Spaces to light up. */
  glowing?: string[];
  /** Places where nobody may go. */
  closed?: string[];
  /** Everywhere that matters now: small screens come close to it. */
  matters?: string[];
  menu?: Menu | null;
  onpick: (place: string) => void;
  /** A place was touched that offers nothing: whatever that meant, the law has an answer to it. */
  onother?: (place: string) => void;
  /** Nothing was picked. */
  onmiss?: () => void;
  onhover?: (place: string | null) => void;
}
