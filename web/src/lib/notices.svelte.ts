/**
 * Being told that one is awaited while one looks elsewhere: by this browser, as long as a page is open, and by the server
 * (Web Push) where it can. Nobody is asked for leave before it matters.
 */
import { m } from "../paraglide/messages";
import { forgetPush, games, pushInfo, setPush } from "./api";
import { language, list, say } from "./i18n.svelte";
import { registerWorker } from "./offline.svelte";
import { asMyself, me } from "./person.svelte";
import type { MyRoom, SetPush } from "./protocol";
import { keep, recall } from "./storage";

/** What somebody has said to it. */
type Choice = "unasked" | "on" | "off";

const CHOICE = "notices";
/** What the server was last told of this browser, and for whom. */
const TOLD = "push";

const possible = "Notification" in window && "serviceWorker" in navigator && window.isSecureContext;

let choice = $state<Choice>(recall<Choice>(CHOICE, "unasked"));
let permission = $state(possible ? Notification.permission : "denied");
let asking = $state(false);

function choose(value: Choice): void {
  choice = value;
  keep(CHOICE, value);
}

export const notices = {
  /** Whether this browser can do it at all. */
  possible,
  get on(): boolean {
    return choice === "on" && permission === "granted";
  },
  /** One's browser forbids it: only there it can be allowed again. */
  get blocked(): boolean {
    return permission === "denied";
  },
  /** Whether one is to be asked now. */
  get asking(): boolean {
    return asking;
  },
};

/** It matters now: somebody is awaited who looks elsewhere, or will be in some days. */
export function itMatters(): void {
  if (!possible || choice !== "unasked" || permission === "denied") return;
  if (permission === "granted") void turnOn();
  else asking = true;
}

export async function turnOn(): Promise<void> {
  asking = false;
  permission = await Notification.requestPermission();
  choose(permission === "granted" ? "on" : "off");
  await start();
}

export async function turnOff(): Promise<void> {
  asking = false;
  choose("off");
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe().catch(() => false);
  const told = recall<string | null>(TOLD, null);
  keep(TOLD, null);
  // The server finds out by itself too, when it calls in vain.
  if (told && me.known) await forgetPush(me.known.key).catch(() => undefined);
}

/** Have what tells one at work, if one wants to be told. */
export async function start(): Promise<void> {
  if (!notices.on) return;
  try {
    const registration = await registerWorker();
    await subscribe(registration);
  } catch {
    // Without a worker or a push service the pages themselves still say it.
  }
}

async function subscribe(registration: ServiceWorkerRegistration): Promise<void> {
  const { key } = await pushInfo();
  if (key === null || !me.known) return;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) return;
  const wanted: SetPush = { endpoint, p256dh: keys.p256dh, auth: keys.auth, language: language.current };
  const told = JSON.stringify([me.known.person, wanted]);
  if (recall<string | null>(TOLD, null) === told) return;
  await asMyself((person) => setPush(person.key, wanted));
  keep(TOLD, told);
}

const worker = async (): Promise<ServiceWorker | null> => (await navigator.serviceWorker.ready).active;

/** What rooms want of one has changed: say what is new, and nothing any more of what is done. */
export function follow(before: MyRoom[], rooms: MyRoom[]): void {
  for (const room of rooms) {
    const wanted = before.find((known) => known.room === room.room)?.wanted ?? null;
    if (room.wanted === wanted) continue;
    if (room.wanted === null) void untell(room.room);
    else if (document.hidden) {
      itMatters();
      void tell(room);
    }
  }
}

async function tell(room: MyRoom): Promise<void> {
  if (!notices.on) return;
  const game = (await games()).find((entry) => entry.name === room.game);
  const others = room.people.filter((name) => name !== me.known?.name);
  const waiting = room.here.length ? room.here : others;
  const body = room.turn
    ? m.notice_turn({ names: list(others) })
    : m.notice_waiting({ names: list(waiting), count: waiting.length });
  const title = game ? say(game.title) : m.app_title();
  (await worker())?.postMessage({ tell: { title, body, room: room.room } });
}

async function untell(room: string): Promise<void> {
  if (notices.on) (await worker())?.postMessage({ done: room });
}
