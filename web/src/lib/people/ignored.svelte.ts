/** Whom one has muted or blocked. The server keeps it for all of one's devices; rooms tell of it whenever it changes. */
import { ignorePerson, readIgnored } from "../api";
import { asMyself, me } from "../person.svelte";
import type { IgnoredPerson } from "../protocol";

export type How = IgnoredPerson["how"];

let people = $state.raw<IgnoredPerson[]>([]);
const ways = $derived(new Map(people.map(({ person, how }) => [person, how])));

export const ignored = {
  get people(): IgnoredPerson[] {
    return people;
  },
  how: (person: string): How | null => ways.get(person) ?? null,
  /** What a room tells. */
  hear: (told: IgnoredPerson[]): void => void (people = told),
};

export async function readWhomIIgnore(): Promise<void> {
  const key = me.known?.key;
  if (key) people = (await readIgnored(key)).people;
}

/** Not to hear somebody, not to meet them either, or (null) neither any more. */
export async function ignore(person: string, how: How | null): Promise<void> {
  people = (await asMyself(({ key }) => ignorePerson(key, { person, how }))).people;
}
