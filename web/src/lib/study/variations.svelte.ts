/** What else was tried in a game, by anybody: a tree of branches. */
import { readVariations, removeVariation, renameVariation } from "../api";
import { asMyself, me } from "../person.svelte";
import type { VariationInfo } from "../protocol";

export interface Branch {
  variation: VariationInfo;
  /** How many branches lie between it and the game itself. */
  depth: number;
}

export class Variations {
  all = $state.raw<VariationInfo[]>([]);

  constructor(readonly table: string) {}

  /** Each one after what it branches from. */
  readonly tree = $derived<Branch[]>(this.#below(null, 0));

  find(id: string): VariationInfo | null {
    return this.all.find((one) => one.id === id) ?? null;
  }

  async list(): Promise<void> {
    this.all = await readVariations(this.table, me.known?.key);
  }

  async rename(id: string, name: string): Promise<void> {
    const renamed = await asMyself(({ key }) => renameVariation(key, this.table, id, { name }));
    this.all = this.all.map((one) => (one.id === id ? renamed : one));
  }

  async remove(id: string): Promise<void> {
    await asMyself(({ key }) => removeVariation(key, this.table, id));
    this.all = this.all.filter((one) => one.id !== id);
  }

  /** One may remove one's own, as long as nobody goes on from there. */
  removable({ id, yours }: VariationInfo): boolean {
    return yours && !this.all.some(({ parent }) => parent === id);
  }

  #below(parent: string | null, depth: number): Branch[] {
    return this.all
      .filter((one) => one.parent === parent)
      .flatMap((variation) => [{ variation, depth }, ...this.#below(variation.id, depth + 1)]);
  }
}
