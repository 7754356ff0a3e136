/** The operator's desk: all there is to see, and what can be done. The token stays in this tab, and in no address. */
import { operate, readOperator, ServerProblem } from "./api";
import { newId } from "./connection";
import type { Announce, MakeBan, OperatorView } from "./protocol";
import { keep, recall } from "./storage";

const TOKEN = "operator";
/** How often it is looked at again, in milliseconds. */
const EVERY = 10_000;

type Unnamed<T> = Omit<T, "id">;

export class OperatorDesk {
  view = $state.raw<OperatorView | null>(null);
  fault = $state.raw<unknown>(null);
  /** This server has no operator: there is no such page. */
  absent = $state(false);
  #token = $state(recall<string>(TOKEN, "", "sessionStorage"));
  #timer = setInterval(() => void this.#look(), EVERY);

  constructor() {
    void this.#look();
  }

  get entered(): boolean {
    return this.view !== null;
  }

  async enter(token: string): Promise<void> {
    this.#token = token.trim();
    await this.#look();
    if (this.view) keep(TOKEN, this.#token, "sessionStorage");
  }

  leave(): void {
    this.#token = "";
    this.view = null;
    keep(TOKEN, "", "sessionStorage");
  }

  close(): void {
    clearInterval(this.#timer);
  }

  ban(wanted: Unnamed<MakeBan>): Promise<boolean> {
    return this.do("bans", { ...wanted, id: newId() });
  }

  announce(wanted: Unnamed<Announce>): Promise<boolean> {
    return this.do("announcements", { ...wanted, id: newId() });
  }

  /** Have something done; whether it was. */
  do(path: string, wanted: object = {}): Promise<boolean> {
    return this.#take(operate(this.#token, path, wanted));
  }

  async #look(): Promise<void> {
    if (!document.hidden) await this.#take(readOperator(this.#token));
  }

  async #take(answer: Promise<OperatorView>): Promise<boolean> {
    try {
      this.view = await answer;
      this.fault = null;
      return true;
    } catch (problem) {
      const code = problem instanceof ServerProblem ? problem.problem?.code : undefined;
      this.absent = code === "not-found";
      // Nobody has shown a token yet: that is no fault.
      this.fault = code === "operator" && !this.#token ? null : problem;
      if (code === "operator") this.leave();
      return false;
    }
  }
}
