/** What is to be played: which game, with how many, how, and how strong the bots are. Everything has an answer already. */
import { openOptions, usualSeats } from "./games";
import type { GameInfo, Option, TableSettings } from "./protocol";
import { isRatable } from "./ratings/ratings";

export type Chosen = Record<string, string | number | boolean>;

export const USUAL_SETTINGS: Required<TableSettings> = {
  chat: "free",
  patience: null,
  pace: 900,
  absent: null,
  clock: null,
  watchers: "allowed",
  rated: false,
};

export interface Wanted {
  game: string;
  seats: number;
  options: Chosen;
  settings: Required<TableSettings>;
  level: string;
}

export class Plan {
  game = $state.raw<GameInfo>() as GameInfo;
  seats = $state(0);
  /** What is left out is as the game has it. */
  chosen = $state<Chosen>({});
  settings = $state<Required<TableSettings>>({ ...USUAL_SETTINGS });
  /** Of bots in seats that nobody takes. */
  level = $state("");

  constructor(game: GameInfo, seats = usualSeats(game)) {
    this.game = game;
    this.seats = seats;
    this.level = game.usual_level;
  }

  get options(): Option[] {
    return openOptions(this.game, this.seats);
  }

  get wanted(): Wanted {
    return {
      game: this.game.name,
      seats: this.seats,
      options: { ...this.chosen },
      settings: { ...this.settings, rated: this.settings.rated && this.ratable },
      level: this.level,
    };
  }

  get ratable(): boolean {
    return isRatable(this.game, this.seats, this.settings.clock);
  }

  /** Another game, for as many as before, if it can be. */
  pick(game: GameInfo): void {
    const seats = game.counts.some((count) => count.seats === this.seats) ? this.seats : usualSeats(game);
    this.game = game;
    this.level = game.usual_level;
    this.resize(seats);
  }

  resize(seats: number): void {
    this.seats = seats;
    this.chosen = {};
  }
}
