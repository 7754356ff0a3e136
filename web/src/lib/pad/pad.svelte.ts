/** A score pad for a real table: kept by this browser at every touch, with every step to be taken back. */
import type { Pad } from "../protocol";
import { keep, recall } from "../storage";

/** What was noted: by round, party and column; null where nothing is noted yet. */
export type Figures = (number | null)[][][];

interface Sheet {
  names: string[];
  figures: Figures;
}

interface Kept {
  pad: Pad;
  sheet: Sheet;
  /** What it was before, the latest last. */
  before: Sheet[];
}

const MOST_BEFORE = 200;
const FIRST_NAMES = 12;

export class ScorePad {
  pad = $state.raw<Pad>() as Pad;
  #sheet = $state.raw<Sheet>({ names: [], figures: [] });
  #before = $state.raw<Sheet[]>([]);
  /** The figure that was noted last: as long as it is that one, all of it is one step. */
  #last = "";

  constructor(
    readonly game: string,
    pad: Pad,
    parties: number,
    name: (place: number) => string,
  ) {
    this.pad = pad;
    this.#sheet = {
      names: Array.from({ length: Math.min(parties, FIRST_NAMES) }, (_, place) => name(place + 1)),
      figures: this.#empty(parties),
    };
  }

  /** The one that was left here, however long ago. */
  static recalled(game: string): ScorePad | null {
    const kept = recall<Kept | null>(`pad:${game}`, null);
    if (!kept) return null;
    const pad = new ScorePad(game, kept.pad, kept.sheet.names.length, String);
    pad.#sheet = kept.sheet;
    pad.#before = kept.before;
    return pad;
  }

  get names(): string[] {
    return this.#sheet.names;
  }

  get figures(): Figures {
    return this.#sheet.figures;
  }

  get undoable(): boolean {
    return this.#before.length > 0;
  }

  /** Whatever was noted of a column, all rounds together. */
  total(party: number, column: number): number {
    return this.figures.reduce((sum, round) => sum + (round[party]?.[column] ?? 0), 0);
  }

  /** Whether everything of all rounds is noted. */
  get full(): boolean {
    return this.figures.every((round) => round.every((party) => party.every((figure) => figure !== null)));
  }

  /** Those who have reached what wins at once. */
  get there(): number[] {
    const goal = this.pad.goal;
    if (!goal) return [];
    const column = this.#column(goal.column);
    return this.#parties.filter((party) => this.total(party, column) >= goal.total);
  }

  /** Those who have won: by the goal, or, once all is noted, by the ranking. */
  get winners(): number[] {
    if (this.there.length) return this.there;
    if (this.pad.rounds === null || !this.full || !this.pad.ranking.length) return [];
    const rank = (party: number): number[] =>
      this.pad.ranking.map((name) => this.total(party, this.#column(name)));
    const best = this.#parties.map(rank).reduce((one, other) => (isBefore(one, other) ? other : one));
    return this.#parties.filter((party) => !isBefore(rank(party), best));
  }

  note(round: number, party: number, column: number, figure: number | null): void {
    const most = this.pad.columns[column]?.most ?? 0;
    const noted =
      figure === null || Number.isNaN(figure) ? null : Math.max(0, Math.min(most, Math.round(figure)));
    if (this.figures[round]?.[party]?.[column] === noted) return;
    const cell = `${round} ${party} ${column}`;
    // Typed digit by digit it is one step; counted up, each is one.
    const same = this.pad.rounds !== null && cell === this.#last;
    this.#change(
      {
        ...this.#sheet,
        figures: this.figures.map((entry, at) =>
          at !== round
            ? entry
            : entry.map((cells, who) =>
                who !== party ? cells : cells.map((cell, which) => (which === column ? noted : cell)),
              ),
        ),
      },
      same,
    );
    this.#last = cell;
  }

  rename(party: number, name: string): void {
    if (this.names[party] === name) return;
    this.#change({ ...this.#sheet, names: this.names.map((known, who) => (who === party ? name : known)) });
  }

  /** The same people, and nothing noted. */
  clear(): void {
    this.#change({ ...this.#sheet, figures: this.#empty(this.names.length) });
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#sheet = last;
    this.#last = "";
    this.#before = this.#before.slice(0, -1);
    this.keep();
  }

  /** On this device, at once: the phone may sleep in a moment. */
  keep(): void {
    keep(`pad:${this.game}`, { pad: this.pad, sheet: this.#sheet, before: this.#before } satisfies Kept);
  }

  get #parties(): number[] {
    return this.names.map((_, party) => party);
  }

  #column(name: string): number {
    return this.pad.columns.findIndex((column) => column.name === name);
  }

  #empty(parties: number): Figures {
    return Array.from({ length: this.pad.rounds ?? 1 }, () =>
      Array.from({ length: parties }, () =>
        this.pad.columns.map(() => (this.pad.rounds === null ? 0 : null)),
      ),
    );
  }

  #change(sheet: Sheet, sameStep = false): void {
    if (!sameStep) this.#before = [...this.#before, this.#sheet].slice(-MOST_BEFORE);
    this.#sheet = sheet;
    this.#last = "";
    this.keep();
  }
}

/** Whether figures rank below others, by the first of them that differ. */
function isBefore(one: number[], other: number[]): boolean {
  const place = one.findIndex((figure, at) => figure !== other[at]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
}
