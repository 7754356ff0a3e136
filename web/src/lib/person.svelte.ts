/**
 * Who one is: a name, a portrait and the key of this device, kept by the browser. The server learns of it when it first
 * matters; whoever has not said a name by then is a guest until they do.
 */
import { m } from "../paraglide/messages";
import { changePerson, makePerson, ServerProblem } from "./api";
import { newId } from "./connection";
import { prefs } from "./prefs.svelte";
import { portraits, type MakePerson } from "./protocol";
import { keep, onKept, recall } from "./storage";

export type Portrait = (typeof portraits)[number];

export interface Person {
  /** What others know one by. */
  person: string;
  /** The device's key: shown to nobody. */
  key: string;
  name: string;
  portrait: Portrait;
  /** Has not said a name. */
  guest: boolean;
  /** The name is one's own: one has an account. */
  account?: boolean;
}

const NAME = "person";
/** What was asked for and not answered: asked again, the same person is meant. */
const ASKED = "person-asked";
/** What the server calls a key that it does not know. */
const UNKNOWN = "person";

let known = $state.raw<Person | null>(recall<Person | null>(NAME, null));
let making: Promise<Person> | null = null;

onKept(NAME, () => (known = recall<Person | null>(NAME, null)));

/** To begin with: a room full of the same figure would be a dull one. */
const first = portraits[Math.floor(Math.random() * portraits.length)] ?? portraits[0];

export const me = {
  /** Null until it first matters. */
  get known(): Person | null {
    return known;
  },
  get name(): string {
    return known && !known.guest ? known.name : prefs.name;
  },
  get portrait(): Portrait {
    return known?.portrait ?? first;
  },
};

function remember(person: Person): Person {
  known = person;
  keep(NAME, person);
  return person;
}

/** Somebody else than before, or the same with another name: one has an account now, or has signed in. */
export function become(changed: Partial<Person>): void {
  const nobody = { person: "", key: "", name: "", portrait: first, guest: false };
  const person = remember({ ...nobody, ...known, ...changed });
  prefs.name = person.name;
}

/** This browser is nobody's any more. */
export function forget(): void {
  known = null;
  keep(NAME, null);
  keep(ASKED, null);
  prefs.name = "";
}

async function make(name: string, portrait: Portrait, guest: boolean): Promise<Person> {
  const request = recall<MakePerson | null>(ASKED, null) ?? { name, portrait, id: newId() };
  keep(ASKED, request);
  const { person, key } = await makePerson(request);
  keep(ASKED, null);
  const made = remember({ person, key, name: request.name, portrait: request.portrait, guest });
  const same = request.name === name && request.portrait === portrait;
  return same ? made : change(made, name, portrait);
}

async function change(from: Person, name: string, portrait: Portrait): Promise<Person> {
  const { account, ...shown } = await changePerson(from.key, { name, portrait });
  return remember({ ...from, name: shown.name, portrait, account, guest: false });
}

/** Oneself; a guest, if one has never said a name. */
export function somebody(): Promise<Person> {
  if (known) return Promise.resolve(known);
  making ??= make(prefs.name || m.person_guest(), first, !prefs.name).finally(() => (making = null));
  return making;
}

/** From now on one is called so, and looks so. */
export async function introduce(name: string, portrait: Portrait): Promise<Person> {
  prefs.name = name;
  if (making) await making;
  if (!known) {
    making = make(name, portrait, false).finally(() => (making = null));
    return making;
  }
  return asMyself((person) => change(person, name, portrait));
}

/** The server does not know this key any more, its memory is another one: one is made known to it anew. */
export function forgetMyself(): Promise<Person> {
  const { name, portrait, guest } = known ?? { name: m.person_guest(), portrait: first, guest: true };
  known = null;
  keep(NAME, null);
  making ??= make(name, portrait, guest).finally(() => (making = null));
  return making;
}

/** Ask something as oneself. */
export async function asMyself<T>(ask: (person: Person) => Promise<T>): Promise<T> {
  const person = await somebody();
  try {
    return await ask(person);
  } catch (fault) {
    if (!(fault instanceof ServerProblem) || fault.problem?.code !== UNKNOWN) throw fault;
    return ask(await forgetMyself());
  }
}
