/** A piece that one picks, where it may land, and which piece it removes: as the moves that the server lists have it. */
import { m } from "../../../paraglide/messages";
import type { PuzzleView } from "../../protocol";
import type { Table } from "../../table.svelte";
import { pieceName } from "../colours";
import type { Menu, Target } from "../marks";
import type { Plan } from "../plan";
import { parts } from "./line";

interface Capture {
  move: string;
  from: string;
  over: string;
  to: string;
}

function capture(move: string): Capture[] {
  const { from, over, to } = parts(move);
  return from !== null && over !== null ? [{ move, from, over, to }] : [];
}

export class Captures {
  selected = $state<string | null>(null);
  menu = $state.raw<Menu | null>(null);
  hovered = $state<string | null>(null);
  /** What one points at in the menu. */
  #asked = $state<string | null>(null);
  /** Where the piece that one moved has landed: it stays in hand, should it go on. */
  #landed: string | null = null;

  constructor(
    readonly table: Table,
    /** Whether one usually goes on with the same piece. */
    readonly chains: boolean,
  ) {}

  #captures = $derived.by(() => this.table.moves.flatMap(capture));

  /** By place: the ways in which the selected piece can land there. */
  #offers = $derived.by(() => {
    const offers = new Map<string, Capture[]>();
    for (const each of this.#captures)
      if (each.from === this.selected) offers.set(each.to, [...(offers.get(each.to) ?? []), each]);
    return offers;
  });

  #pieceAt(place: string): string {
    const colour = (this.table.view as PuzzleView).pieces.find((piece) => piece.place === place)?.colour;
    return colour ? pieceName(colour, place) : m.puzzle_piece({ place });
  }

  get targets(): Target[] {
    const movable = new Set(this.#captures.map(({ from }) => from));
    return [
      ...[...movable].map((place): Target => ({ place, kind: "piece", label: this.#pieceAt(place) })),
      ...[...this.#offers].map(([place, [first, ...others]]): Target => ({
        place,
        kind: "pass",
        move: others.length ? undefined : first?.move,
        label: others.length
          ? m.puzzle_capture_which({ place })
          : m.puzzle_capture_target({ place, over: first?.over ?? "" }),
      })),
    ];
  }

  get pointed(): string[] {
    if (this.menu && this.#asked) return [this.#asked];
    const place = this.menu?.place ?? this.hovered;
    return place === null ? [] : (this.#offers.get(place)?.map(({ move }) => move) ?? []);
  }

  pick(place: string): void {
    this.menu = null;
    const [first, ...others] = this.#offers.get(place) ?? [];
    if (!first) this.selected = place === this.selected ? null : place;
    else if (others.length) this.#ask(place, [first, ...others]);
    else this.#play(first);
  }

  /**
   * A place that offers nothing: take up what stands there, or try to go there over what lies in between, and hear why not.
   */
  other(place: string, plan: Plan): void {
    this.menu = null;
    const { selected } = this;
    const pieces = (this.table.view as PuzzleView).pieces.map((piece) => piece.place);
    if (selected === place) {
      this.selected = null;
      return;
    }
    if (selected === null) {
      // Nothing stands there, or it cannot move: what is beside it tells why.
      if (pieces.includes(place)) this.selected = place;
      const over = plan.beside(place, pieces);
      this.table.ask(
        `${place}x${over}>${plan.beside(
          over,
          plan.spots.map(({ name }) => name),
        )}`,
      );
      return;
    }
    const [from, to] = [plan.at(selected), plan.at(place)];
    const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const passable = pieces.filter((piece) => piece !== selected && piece !== place);
    const over = plan.nearest(between, passable, Infinity) ?? place;
    this.table.ask(`${selected}x${over}>${place}`);
  }

  /** Several pieces might be the one that goes. */
  #ask(place: string, offers: Capture[]): void {
    this.menu = {
      place,
      items: offers.map((each) => ({
        text: m.puzzle_remove({ piece: this.#pieceAt(each.over) }),
        kind: "pass",
        move: each.move,
        act: () => this.#play(each),
        point: () => (this.#asked = each.move),
      })),
    };
  }

  #play({ move, to }: Capture): void {
    this.clear();
    this.#landed = this.chains ? to : null;
    this.table.play(move);
  }

  /** Let go: of the question first, then of the piece. */
  back(): void {
    this.#asked = null;
    if (this.menu) this.menu = null;
    else this.selected = null;
  }

  clear(): void {
    this.menu = null;
    this.#asked = null;
    this.selected = null;
  }

  /** The table is drawn anew. */
  shown(): void {
    const landed = this.#landed;
    this.clear();
    const offered = this.table.shown?.moves.flatMap(capture) ?? [];
    if (landed !== null && offered.some(({ from }) => from === landed)) this.selected = landed;
    this.#landed = null;
  }

  take(move: string): void {
    this.selected = parts(move).from;
  }
}
