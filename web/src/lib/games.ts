/** The games this client can draw: every folder of `games` that has an index. */
import type { Component } from "svelte";

import type { GameInfo, SeenEvent, View } from "./protocol";
import type { Dwell, Table } from "./table.svelte";

export interface BoardProps {
  table: Table;
  game: GameInfo;
}

/**
 * How the seat to act does so at a screen that several share. `hidden`: it looks at its own view, and the curtain falls
 * before. `open`: it looks at its own view, which hides nothing from the others. `aloud`: everybody knows what it can say, and
 * nobody has to look.
 */
export type Manner = "hidden" | "open" | "aloud";

export interface GameClient {
  /** As in the catalogue. */
  name: string;
  /** The picture on its box. */
  emblem: Component;
  board: () => Promise<{ default: Component<BoardProps> }>;
  dwell: Dwell;
  /** What may be kept of the events; all of them, unless the game is about remembering. */
  keep?: (events: SeenEvent[]) => SeenEvent[];
  /** `hidden` unless the game says otherwise. */
  manner?: (view: View) => Manner;
  /** What people who share a screen are told at the set-up, where it is not the curtain. */
  around?: () => string;
}

const modules = import.meta.glob<{ default: GameClient }>("../games/*/index.ts", { eager: true });

const clients = new Map(Object.values(modules).map((module) => [module.default.name, module.default]));

export const gameClient = (name: string): GameClient | undefined => clients.get(name);
