/** The games this client can draw: every folder of `games` that has an index. */
import type { Component } from "svelte";

import type { GameInfo } from "./protocol";
import type { Dwell, Table } from "./table.svelte";

export interface BoardProps {
  table: Table;
  game: GameInfo;
}

export interface GameClient {
  /** As in the catalogue. */
  name: string;
  /** The picture on its box. */
  emblem: Component;
  board: () => Promise<{ default: Component<BoardProps> }>;
  dwell: Dwell;
  /**
   * Where everybody acts at once, people at one screen sit around it with open hands instead of passing it on behind a
   * curtain; the board opens a seat of its own for each of them. This says so at the set-up.
   */
  together?: () => string;
}

const modules = import.meta.glob<{ default: GameClient }>("../games/*/index.ts", { eager: true });

const clients = new Map(Object.values(modules).map((module) => [module.default.name, module.default]));

export const gameClient = (name: string): GameClient | undefined => clients.get(name);
