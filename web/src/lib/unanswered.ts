/**
 * Ids of requests that must not happen twice and have no answer yet. Asked again under the same id, by the next click or
 * by a page that was loaded again, they mean the same table, or the same seat.
 */
import { newId } from "./connection";
import { keep, recall, type Place } from "./storage";

const NAME = "unanswered";
const MOST = 30;

type Ids = Record<string, string>;

export class Unanswered {
  constructor(readonly place: Place) {}

  has(asked: string): boolean {
    return asked in this.#ids;
  }

  /** The id of a request, from now on until it is answered. */
  id(asked: string): string {
    const id = this.#ids[asked] ?? newId();
    this.#ids = { ...this.#ids, [asked]: id };
    return id;
  }

  answered(asked: string): void {
    this.#ids = Object.fromEntries(Object.entries(this.#ids).filter(([known]) => known !== asked));
  }

  get #ids(): Ids {
    return recall<Ids>(NAME, {}, this.place);
  }

  set #ids(ids: Ids) {
    keep(NAME, Object.fromEntries(Object.entries(ids).slice(-MOST)), this.place);
  }
}
