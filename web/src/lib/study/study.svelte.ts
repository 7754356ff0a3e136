/** A game that is looked at closely: its analysis, and how far that is. */
import { faultText, readAnalysis, startAnalysis } from "../api";
import type { Analysis, AnalysisInfo, Decision, Series } from "../protocol";

/** How often a server that is at work is asked how far it is, in milliseconds. */
const ASK_EVERY = 700;

export type Mark = NonNullable<Decision["mark"]>;

/** The name of the plot's line for chances of winning. */
export const CHANCE = "chance";

export class Study {
  info = $state.raw<AnalysisInfo | null>(null);
  fault = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly table: string) {}

  readonly analysis = $derived<Analysis | null>(this.info?.analysis ?? null);
  readonly working = $derived(this.info?.status === "waiting" || this.info?.status === "running");
  /** By the version that each of them led to. */
  readonly #decisions = $derived(
    new Map(
      this.analysis?.decisions
        .filter(({ played }) => played !== null)
        .map((decision) => [decision.before + 1, decision]),
    ),
  );

  /** What there is already. */
  open = (): Promise<void> => this.#ask(readAnalysis);

  start = (): Promise<void> => this.#ask(startAnalysis);

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** The decision that made an event. */
  decision(version: number): Decision | null {
    return this.#decisions.get(version) ?? null;
  }

  /** Those that were open to somebody after so many events, and were not taken. */
  missed(version: number): Decision[] {
    return (
      this.analysis?.decisions.filter(({ before, mark }) => before === version && mark === "missed") ?? []
    );
  }

  /** The next, or the last, that is worth a look. */
  worthALook(version: number, by: 1 | -1): number | null {
    const places = (this.analysis?.decisions ?? [])
      .filter(({ mark, turning, played }) => (mark || turning) && played !== null)
      .map(({ before }) => before + 1);
    return (
      (by > 0 ? places.find((place) => place > version) : places.findLast((place) => place < version)) ?? null
    );
  }

  /** Everybody's chances by move, in per cent, as the plot knows lines. */
  readonly lines = $derived<Series[]>(
    this.analysis
      ? [
          {
            name: CHANCE,
            title: { en: "", fr: "" },
            points: this.analysis.chances.map(({ after, by_seat }) => [
              after,
              by_seat.map((chance) => Math.round(100 * chance)),
            ]),
          },
        ]
      : [],
  );
  /** Decisions with a mark, and where they are on that line. */
  readonly marked = $derived(
    (this.analysis?.decisions ?? []).flatMap(({ before, seat, mark, played, moves, loss }) =>
      mark && played !== null && moves?.[0]
        ? [{ version: before + 1, seat, mark, chance: 100 * (moves[0].value - (loss ?? 0)) }]
        : [],
    ),
  );

  async #ask(question: (table: string) => Promise<AnalysisInfo>): Promise<void> {
    try {
      this.info = await question(this.table);
      this.fault = null;
    } catch (fault) {
      this.fault = faultText(fault);
      return;
    }
    clearTimeout(this.#timer);
    if (this.working && !this.#closed) this.#timer = setTimeout(() => void this.open(), ASK_EVERY);
  }
}
