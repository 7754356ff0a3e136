/** What can be picked on a board where pieces step from pane to pane and new ones are put in: a piece, then where it goes. */
import { m } from "../../paraglide/messages";
import type { Table } from "../table.svelte";
import type { Colour } from "./colours";
import type { Menu, Target } from "./marks";
import type { Plan } from "./plan";

const ADD = "add ";

export interface StepWords {
  piece: (place: string) => string;
  add: (place: string) => string;
  /** The colour of what is put in. */
  ghost: () => Colour | undefined;
  /** The pane where steps end, and what a step there is called. */
  home?: { place: string; step: () => string };
}

export class Steps {
  selected = $state<string | null>(null);
  menu = $state.raw<Menu | null>(null);
  /** Where the piece that just stepped is: one usually goes on with it. */
  #stepped: string | null = null;

  constructor(
    readonly table: Table,
    readonly words: StepWords,
  ) {}

  get #steps(): { move: string; from: string; to: string }[] {
    if (!this.table.yours) return [];
    return this.table.moves.flatMap((move) => {
      const [from, to, more] = move.split(">");
      return from === undefined || to === undefined || more !== undefined ? [] : [{ move, from, to }];
    });
  }

  /** Where new pieces can be put. */
  get additions(): string[] {
    if (!this.table.yours) return [];
    return this.table.moves.filter((move) => move.startsWith(ADD)).map((move) => move.slice(ADD.length));
  }

  /** A piece that has to go on is in hand already. */
  get picked(): string | null {
    const view = this.table.view as { crossing?: string | null } | null;
    return view?.crossing ?? this.selected;
  }

  get targets(): Target[] {
    const { words, picked } = this;
    const offers = new Map<string, Target>();
    for (const { from } of this.#steps)
      offers.set(from, { place: from, kind: "piece", label: words.piece(from) });
    for (const { move, to } of this.#steps.filter(({ from }) => from === picked))
      offers.set(
        to,
        to === words.home?.place
          ? { place: to, kind: "home", move, label: words.home.step() }
          : { place: to, kind: "step", move, label: m.board_step({ place: to }) },
      );
    for (const place of this.additions) {
      const label = words.add(place);
      const step = offers.get(place);
      offers.set(place, {
        place,
        kind: "add",
        ghost: words.ghost(),
        // One may also step there: that is asked.
        move: step ? undefined : `${ADD}${place}`,
        label: step ? `${label}, ${step.label}` : label,
      });
    }
    return [...offers.values()];
  }

  pick(place: string): void {
    this.menu = null;
    const target = this.targets.find((entry) => entry.place === place);
    if (target?.move) this.#act(target.move);
    else if (target?.kind === "add") this.#ask(place);
    else if (target) this.selected = this.selected === place ? null : place;
  }

  /** A place that offers nothing: take up what stands there, or try to step there, and hear why not. */
  other(place: string, plan: Plan): void {
    this.menu = null;
    const { pieces } = this.table.view as unknown as { pieces: { place: string }[] };
    if (!this.table.yours) this.table.ask(`${place}>${place}`);
    else if (this.picked !== null && this.picked !== place) this.table.ask(`${this.picked}>${place}`);
    else if (this.picked === place) this.selected = null;
    else if (pieces.some((piece) => piece.place === place)) {
      // It cannot move: the next pane tells why.
      this.selected = place;
      this.table.ask(
        `${place}>${plan.beside(
          place,
          plan.panes.map(({ patch }) => patch.name),
        )}`,
      );
    } else this.table.ask(`${ADD}${place}`);
  }

  back(): void {
    if (this.menu) this.menu = null;
    else this.selected = null;
  }

  /** The screen shows something new: the piece that stepped stays in hand while it can go on. */
  shown(): void {
    this.menu = null;
    const hand = this.#stepped ?? this.selected;
    this.selected = this.table.shown?.moves.some((move) => move.startsWith(`${hand}>`)) ? hand : null;
    this.#stepped = null;
  }

  #act(move: string): void {
    this.menu = null;
    const to = move.split(">")[1];
    if (to !== undefined && to !== this.words.home?.place) this.#stepped = to;
    this.table.play(move);
  }

  /** A new piece may be put there, and the one in hand may step there. */
  #ask(place: string): void {
    const [add, step] = [`${ADD}${place}`, `${this.picked}>${place}`];
    this.menu = {
      place,
      items: [
        { text: this.words.add(place), kind: "add", move: add, act: () => this.#act(add) },
        { text: m.board_step({ place }), kind: "step", move: step, act: () => this.#act(step) },
      ],
    };
  }
}
