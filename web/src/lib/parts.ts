/**
 * The client comes in parts: pages and boards are files that are fetched when somebody first goes there. A server that has a
 * newer client by then no longer has the parts of this one: the page is loaded anew, and is the newer one.
 */
import type { Component } from "svelte";

import Unfetched from "../pages/Unfetched.svelte";

/** The properties of some component, as Svelte writes them. */
export type Told = Record<string, any>;
export type Load<Props extends Told> = () => Promise<{ default: Component<Props> }>;

/** Whether the server has another client than this one. */
async function outdated(): Promise<boolean> {
  const begun = document.querySelector("script[type=module]")?.getAttribute("src");
  const shell = await fetch("/", { cache: "no-store" }).catch(() => null);
  return Boolean(begun && shell?.ok && !(await shell.text()).includes(begun));
}

/** A part, or where it cannot be had, what says so. */
export async function fetched<Props extends Told>(load: Load<Props>): Promise<Component<Props>> {
  try {
    return (await load()).default;
  } catch {
    if (!(await outdated())) return Unfetched;
    location.reload();
    // This page has no more to show.
    return new Promise(() => undefined);
  }
}
