/** What a game says to have a table. */
import type { Snippet } from "svelte";

import type { GameInfo, View } from "../protocol";
import type { Table } from "../table.svelte";
import type { IconName } from "../ui/Icon.svelte";
import type { KeyHelp } from "./Keys.svelte";
import type { LogLine } from "./Log.svelte";

/** Something that lies beside the table: in the side panel where there is room, else in a drawer. */
export interface Panel {
  name: string;
  icon: IconName;
  title: string;
  /** The key that opens it. */
  key?: string;
  /** The first panel with content stands above log and talk in the side panel. */
  content?: Snippet;
  /** A dialog of its own instead; it is told how to close. */
  dialog?: Snippet<[() => void]>;
}

/** A key that does something. */
export interface Key {
  /** As browsers name it; letters are small. */
  key: string;
  text: string;
  act: () => void;
}

/** All that a game says to have a table; whatever it does not say is as on most tables. */
export interface FrameProps {
  table: Table;
  game: GameInfo;
  view: View & { phase?: string };

  /**
   * Where the three parts are. `round`: people above, the middle, oneself below. `board`: people and what there is to do at
   * the left, the board as large as it can be at the right. Small screens put one under the other.
   */
  layout: "round" | "board";
  people: Snippet;
  middle: Snippet;
  /** One's own place, or what there is to do. */
  actions: Snippet;

  /** How far the game has come. */
  stand: string;
  /** The same for small screens, where it would find no room. */
  brief?: string | undefined;
  /** Whose turn it is and what for: on a board above the actions; always in the window's title and for screen readers. */
  banner: string;
  /** Whether it is on the one who looks. */
  yours?: boolean;
  /** What a screen reader says instead of the last line of the log and the banner. */
  spoken?: string;
  lines: LogLine[];
  panels?: Panel[];
  /** A move as one writes it, where moves can be typed. */
  example?: string;
  /** Without one there are no log and no talk beside the table: everybody sits around it. */
  side?: boolean;
  /** More for the header. */
  tools?: Snippet;

  /** The game's keys, beside those of every table. */
  keys?: Key[];
  /** What other keys do, which `onkey` sees to. */
  help?: KeyHelp[];
  /** True: it was one of the game's. */
  onkey?: (event: KeyboardEvent) => boolean;
  /** What the game's own help says of its keys, instead of the list of them. */
  helpKeys?: Snippet;
  /** What else the game has to help somebody new. */
  helpGame?: Snippet;

  /** Something to be answered or read before the game goes on. */
  dialog?: Snippet | undefined;
  /** How long the last move is seen before the end is announced, in milliseconds. */
  endAfter?: number;
  /** While this is set the end is not announced. */
  held?: boolean;
  /** Why it ended so. */
  reason?: string;
  /** What the announcement of the end says beside who has won. */
  final?: Snippet;
  /** An announcement of the game's own instead; it is told how to close. */
  end?: Snippet<[() => void]>;

  /** The element that holds the table. */
  root?: HTMLElement | undefined;
}
