/** What one has picked so far, and what the moves that the server lists make of it. */
import { m } from "../../paraglide/messages";
import { wayAmong } from "$lib/board/changes";
import { colourName, pieceName } from "$lib/board/colours";
import type { Menu, Target } from "$lib/board/marks";
import type { Plan } from "$lib/board/plan";
import type { Table } from "$lib/table.svelte";

import type { OverPassView } from "./view";

export type Kind = "pass" | "slide" | "swap" | "exit";

interface Deed {
  move: string;
  kind: Kind;
  from: string;
  to: string;
}

export const kindName = (kind: Kind): string =>
  ({ pass: m.over_pass_pass, swap: m.over_pass_swap, exit: m.over_pass_exit, slide: m.over_pass_slide })[
    kind
  ]();

/** A listed move, once for every piece one might take up for it. */
function deeds(move: string): Deed[] {
  const [word = "", one = "", other = ""] = move.split(" ");
  if (word === "swap")
    return [
      { move, kind: "swap", from: one, to: other },
      { move, kind: "swap", from: other, to: one },
    ];
  if (word === "exit") return [{ move, kind: "exit", from: one, to: one }];
  const parts = /^(\w+)([>-])(\w+)$/.exec(move);
  if (!parts) return [];
  const [, from = "", sign, to = ""] = parts;
  return [{ move, kind: sign === ">" ? "pass" : "slide", from, to }];
}

/** Two parallel lines of the board, one through each place, by which the pieces there can be swapped (OP-10). */
function parallels({ spots, strokes }: Plan, one: string, other: string): number[] | undefined {
  const through = (place: string): number[] => spots.find(({ name }) => name === place)?.through ?? [];
  const second = through(other);
  return through(one)
    .flatMap((first) => second.map((line) => [first, line]))
    .find(
      ([first = 0, line = 0]) => first !== line && strokes[first]?.direction === strokes[line]?.direction,
    );
}

/** As swaps are written: by letter, then by number. */
const byName = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

export class Choice {
  selected = $state<string | null>(null);
  menu = $state.raw<Menu | null>(null);
  hovered = $state<string | null>(null);

  constructor(
    readonly table: Table,
    readonly plan: Plan,
    readonly yours: () => boolean,
  ) {}

  #deeds = $derived.by(() => (this.yours() ? this.table.moves.flatMap(deeds) : []));

  get #view(): OverPassView {
    return this.table.view as OverPassView;
  }

  /** What a kind of move takes of the roll, to be shown beside it. */
  #cost(kind: Kind): number {
    return this.#view.costs[kind];
  }

  /** By place: what the selected piece can do there, the cheapest first. */
  #offers = $derived.by(() => {
    const offers = new Map<string, Deed[]>();
    for (const deed of this.#deeds)
      if (deed.from === this.selected) offers.set(deed.to, [...(offers.get(deed.to) ?? []), deed]);
    for (const list of offers.values())
      list.sort((one, other) => this.#cost(one.kind) - this.#cost(other.kind));
    return offers;
  });

  #pieceAt(place: string): string {
    const piece = this.#view.pieces.find((entry) => entry.place === place);
    return piece ? pieceName(piece.colour, place) : place;
  }

  get targets(): Target[] {
    const movable = new Set(this.#deeds.map(({ from }) => from));
    const targets: Target[] = [...movable]
      .filter((place) => place === this.selected || !this.#offers.has(place))
      .map((place) =>
        this.#leaves(place)
          ? { place, kind: "exit", label: m.over_pass_may_leave({ piece: this.#pieceAt(place) }) }
          : { place, kind: "piece", label: this.#pieceAt(place) },
      );
    for (const [place, [first, ...others]] of this.#offers) {
      if (!first || place === this.selected) continue;
      targets.push({
        place,
        kind: first.kind,
        cost: this.#cost(first.kind),
        move: others.length ? undefined : first.move,
        label: [first, ...others]
          .map(({ kind }) => m.over_pass_target({ kind: kindName(kind), place, count: this.#cost(kind) }))
          .join(", "),
      });
    }
    return targets;
  }

  /** The way to show: of what one points at. */
  get way(): string[] {
    const deed = this.#pointed;
    if (!deed || deed.kind === "swap" || deed.kind === "exit") return [];
    if (deed.kind === "slide") return [deed.from, deed.to];
    return wayAmong(this.#view.ways, deed.from, deed.to) ?? [deed.from, deed.to];
  }

  /** The two parallel lines that a swap goes by. */
  get lit(): (string | null)[] {
    const deed = this.#pointed;
    const pair = deed?.kind === "swap" ? parallels(this.plan, deed.from, deed.to) : undefined;
    return pair ? this.plan.strokes.map((_, line) => (pair.includes(line) ? "hint" : null)) : [];
  }

  get #pointed(): Deed | undefined {
    const place = this.menu?.place ?? this.hovered;
    return place === null ? undefined : this.#offers.get(place)?.[0];
  }

  pick(place: string): void {
    this.menu = null;
    const offers = place === this.selected ? [] : (this.#offers.get(place) ?? []);
    if (!offers.length) this.#select(place === this.selected && !this.#leaves(place) ? null : place);
    else if (offers.length === 1 && offers[0]?.kind !== "swap") this.#play(offers[0]?.move ?? "");
    else this.#ask(place, offers);
  }

  /** A place that offers nothing: take up what stands there, or try what that would mean, and hear why not. */
  other(place: string): void {
    this.menu = null;
    const { selected } = this;
    const stands = this.#view.pieces.some((piece) => piece.place === place);
    const exit = this.plan.spots.some(({ name, exit }) => exit && name === place);
    if (!this.yours()) this.table.ask(`${place}>${place}`);
    else if (stands && exit) this.table.ask(`exit ${place}`);
    else if (selected === place) this.selected = null;
    else if (selected === null) {
      // Nothing stands there, or it cannot move: the next crossing tells why.
      if (stands) this.selected = place;
      const next = stands
        ? this.plan.beside(
            place,
            this.plan.spots.map(({ name }) => name),
          )
        : place;
      this.table.ask(`${place}>${next}`);
    } else if (!stands) this.table.ask(`${selected}>${place}`);
    else this.table.ask(`swap ${[selected, place].sort(byName).join(" ")}`);
  }

  #leaves(place: string): Deed | undefined {
    return this.#deeds.find(({ kind, from }) => kind === "exit" && from === place);
  }

  /** A piece that may leave the board is asked at once whether it wants to. */
  #select(place: string | null): void {
    this.selected = place;
    const leave = place === null ? undefined : this.#leaves(place);
    if (place !== null && leave) this.#ask(place, [leave]);
  }

  #ask(place: string, offers: Deed[]): void {
    const items: Menu["items"] = offers.map(({ kind, move }) => ({
      text: kindName(kind),
      kind,
      cost: this.#cost(kind),
      move,
      act: () => this.#play(move),
    }));
    // A touch on another piece may as well mean that piece.
    const piece = this.#view.pieces.find((entry) => entry.place === place);
    if (piece && place !== this.selected && this.#deeds.some(({ from }) => from === place))
      items.push({
        text: m.over_pass_rather({ colour: colourName(piece.colour) }),
        kind: "piece",
        act: () => {
          this.menu = null;
          this.#select(place);
        },
      });
    this.menu = { place, items };
  }

  #play(move: string): void {
    this.clear();
    this.table.play(move);
  }

  /** Let go: of the question first, then of the piece. */
  back(): void {
    if (this.menu) this.menu = null;
    else this.selected = null;
  }

  clear(): void {
    this.menu = null;
    this.selected = null;
  }
}
