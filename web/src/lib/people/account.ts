/** An account of one's own: made, signed in to, changed, left; and everything one has, taken along or deleted. */
import {
  changeAccount,
  deletePerson,
  exportPerson,
  makeAccount,
  readAccount,
  signInTo,
  signOutOf,
} from "../api";
import { newId } from "../connection";
import { asMyself, become, forget, me, type Portrait } from "../person.svelte";
import type { Account, SignOut } from "../protocol";
import { forgetSolved, shareSolved } from "../series/solved.svelte";

const BROWSERS: [RegExp, string][] = [
  [/Edg/, "Edge"],
  [/OPR|Opera/, "Opera"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS/, "Mac"],
  [/CrOS/, "Chrome OS"],
  [/Linux/, "Linux"],
];

/** What one knows a device by in the list of one's devices: "Firefox, Android". */
export function deviceLabel(agent = navigator.userAgent): string | null {
  const found = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([sign]) => sign.test(agent))?.[1] ?? []);
  return found.join(", ") || null;
}

export async function openAccount(name: string, password: string): Promise<Account> {
  const account = await asMyself((person) =>
    makeAccount(person.key, { name, password, label: deviceLabel() }),
  );
  become({ name: account.name, account: true, guest: false });
  return account;
}

/** On this device from now on; what it had is joined to what the account has. */
export async function signIn(name: string, password: string): Promise<void> {
  const request = { name, password, id: newId(), label: deviceLabel() };
  const signed = await signInTo(me.known?.key, request);
  become({ ...signed, portrait: signed.portrait as Portrait, account: true, guest: false });
}

export const account = (): Promise<Account> => asMyself((person) => readAccount(person.key));

export async function renameAccount(password: string, name: string): Promise<void> {
  const { name: shown } = await asMyself((person) => changeAccount(person.key, { password, name }));
  become({ name: shown });
}

export const changePassword = async (password: string, changed: string): Promise<void> =>
  void (await asMyself((person) => changeAccount(person.key, { password, new_password: changed })));

/** What was somebody's is not the next one's. */
function leave(): void {
  forget();
  forgetSolved();
}

/** This device, another one, or all others. */
export async function signOut(which: SignOut = {}): Promise<void> {
  const away = !which.device && !which.others;
  if (away) await shareSolved();
  await asMyself((person) => signOutOf(person.key, which));
  if (away) leave();
}

/** Everything one has, as a file. */
export async function takeEverything(): Promise<void> {
  const everything = await asMyself((person) => exportPerson(person.key));
  const file = URL.createObjectURL(
    new Blob([JSON.stringify(everything, null, 2)], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = file;
  link.download = "muscade.json";
  link.click();
  URL.revokeObjectURL(file);
}

export async function deleteEverything(password: string | null): Promise<void> {
  await asMyself((person) => deletePerson(person.key, { password }));
  leave();
}
