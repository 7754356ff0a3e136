/**
 * Was a game dealt as it was promised? Every draw is made again here, from the record, from what chance drew from, and from what
 * this browser knew before and has seen. No game's rules are needed for it; docs/protocol.md says how draws are made.
 */
import type { Given } from "./numbers";
import type { Draws, GameRecord, SeenEvent } from "./protocol";

/** In the order in which one thing follows from another. */
export type About = "commitment" | "numbers" | "mine" | "seed" | "draws" | "seen";

export interface Finding {
  about: About;
  holds: boolean;
}

/** What this browser itself knows of the game. */
export interface Known {
  given: Given | null;
  /** One's own seats. */
  seats: number[];
  /** The moves as one saw them happen; some may have been forgotten. */
  events: SeenEvent[];
  /** The natural order of what chance draws from, if nothing was known before. */
  order: string[];
}

const NATURE = -1;
const WORD = "/";
const NOTHING = "-";
const NUMBER = /^[0-9a-f]{32,64}$/;
const UNKNOWN = "?";

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

export const sha256 = async (text: string): Promise<string> =>
  Array.from(await digest(text), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bits of one draw. */
class Stream {
  #bytes: number[] = [];
  #bit = 0;
  #block = 0;

  constructor(readonly prefix: string) {}

  /** A whole number from 0 to n - 1, each as likely. */
  async below(n: number): Promise<number> {
    const size = n > 1 ? 32 - Math.clz32(n - 1) : 0;
    for (;;) {
      while (this.#bytes.length * 8 - this.#bit < size)
        this.#bytes.push(...(await digest(`${this.prefix}${this.#block++}`)));
      let number = 0;
      for (let taken = 0; taken < size; taken++, this.#bit++)
        number = number * 2 + (((this.#bytes[this.#bit >> 3] ?? 0) >> (7 - (this.#bit & 7))) & 1);
      if (number < n) return number;
    }
  }

  async shuffled(things: readonly string[]): Promise<string[]> {
    const order = [...things];
    for (let last = order.length - 1; last > 0; last--) {
      const other = await this.below(last + 1);
      [order[last], order[other]] = [order[other] ?? "", order[last] ?? ""];
    }
    return order;
  }
}

type Lots = Draws["lots"][number];

async function drawn(lots: Lots, stream: Stream): Promise<string> {
  if (lots.draw === "one") return lots.moves[await stream.below(lots.moves.length)] ?? "";
  const order: string[] = [];
  for (const pile of lots.piles) order.push(...(await stream.shuffled(pile)));
  return [lots.words, ...order.slice(0, lots.taken)].join(" ");
}

/** Whether things, or moves, stand in natural order, word by word. */
function inOrder(things: readonly string[], order: readonly string[]): boolean {
  const places = new Map(order.map((word, place) => [word, place]));
  const place = (word: string): number => places.get(word) ?? order.length;
  const after = (one: string, other: string): boolean => {
    const [left, right] = [one.split(" "), other.split(" ")];
    for (const [number, word] of left.entries()) {
      const beside = right[number];
      if (beside === undefined) return true;
      if (word !== beside) return place(word) === place(beside) ? word > beside : place(word) > place(beside);
    }
    return false;
  };
  return things.every((thing, number) => number === 0 || !after(things[number - 1] ?? "", thing));
}

const lists = (lots: Lots): readonly (readonly string[])[] =>
  lots.draw === "one" ? [lots.moves] : lots.piles;

/** Whether a move is what somebody saw who may not have known all of it. */
function isSeen(seen: string, move: string): boolean {
  const [words, whole] = [seen.split(" "), move.split(" ")];
  return words.length === whole.length && words.every((word, number) => fills(word, whole[number] ?? ""));
}

/** Whether a word is another one of which parts are not known: of a position that was laid, many may not be. */
function fills(word: string, actual: string): boolean {
  const [first = "", ...others] = word.split(UNKNOWN);
  const last = others.pop();
  if (last === undefined) return word === actual;
  let at = first.length;
  for (const known of others) {
    const found = actual.indexOf(known, at);
    if (found < 0) return false;
    at = found + known.length;
  }
  return actual.startsWith(first) && actual.endsWith(last) && actual.length - last.length >= at;
}

/** Everything that can be checked; a game without draws has nothing to find. */
export async function checkDeal(record: GameRecord, draws: Draws, known: Known): Promise<Finding[]> {
  const { seed, commitment } = record;
  if (seed === null || commitment === null) throw new Error("the record does not tell the seed");
  const { given } = known;
  const part = record.part ?? seed;
  const numbers = record.numbers;
  const added = numbers.filter((number) => number !== null);
  const findings: Finding[] = [
    {
      about: "commitment",
      holds: (await sha256(part)) === commitment && (!given || given.commitment === commitment),
    },
    {
      about: "numbers",
      holds:
        (numbers.length === 0 || numbers.length === record.seats) &&
        added.every((number) => NUMBER.test(number)) &&
        new Set(added).size === added.length &&
        (given?.bots ?? []).every((seat) => (numbers[seat] ?? null) === null),
    },
  ];
  if (given)
    findings.push({ about: "mine", holds: known.seats.some((seat) => numbers[seat] === given.number) });
  const made = added.length
    ? await sha256([part, ...numbers.map((number) => number ?? NOTHING)].join(" "))
    : part;
  findings.push({ about: "seed", holds: made === seed });

  const order = given?.order ?? known.order;
  const moves = record.events.filter((event) => !event.move.startsWith(WORD));
  let holds = draws.lots.every((lots) => lists(lots).every((things) => inOrder(things, order)));
  let count = 0;
  for (const [place, event] of moves.entries()) {
    if (event.seat !== NATURE) continue;
    const lots = draws.lots[draws.drawn[count++] ?? -1];
    if (place < borrowed(record)) continue;
    if (!lots || (await drawn(lots, new Stream(`${seed}/${place}/`))) !== event.move) holds = false;
  }
  findings.push({ about: "draws", holds: holds && count === draws.drawn.length });

  const chance = known.events.filter((event) => event.seat === NATURE);
  findings.push({
    about: "seen",
    holds: chance.every((event) => isSeen(event.move, record.events[event.version - 1]?.move ?? "")),
  });
  return findings;
}

/** How many of the first events are another game's, from which this one goes on: no promise of this one is about them. */
const borrowed = (record: GameRecord): number => record.origin?.events ?? 0;

/** Whether chance had anything to do in a game, of its own. */
export const hasDraws = (record: GameRecord): boolean =>
  record.events.some((event, place) => event.seat === NATURE && place >= borrowed(record));
