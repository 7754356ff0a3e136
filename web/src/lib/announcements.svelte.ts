/**
 * What the operator tells everybody, shown until it is over or one has read it. Every wire tells of changes; what was said
 * before there was one, or while it was down, is asked for.
 */
import { readAnnouncements } from "./api";
import type { Announcement } from "./protocol";
import { keep, recall } from "./storage";

const READ = "announcements-read";
/** So many are remembered as read. */
const MOST = 50;
/** Milliseconds: wires that open together ask together. */
const TOGETHER = 1000;

let told = $state.raw<Announcement[]>([]);
let read = $state.raw<string[]>(recall<string[]>(READ, []));
let soon: ReturnType<typeof setTimeout> | undefined;

export const announcements = {
  /** Those one has not read. */
  get unread(): Announcement[] {
    return told.filter(({ id }) => !read.includes(id));
  },
  dismiss(id: string): void {
    read = [...read, id].slice(-MOST);
    keep(READ, read);
  },
  /** A wire has said what there is now. */
  hear(all: Announcement[]): void {
    told = all;
  },
  /** A wire has opened: something may have been said before. */
  lookSoon(): void {
    clearTimeout(soon);
    soon = setTimeout(look, TOGETHER);
  },
};

async function look(): Promise<void> {
  if (document.hidden) return;
  // Without an answer, what was known stays.
  await readAnnouncements().then(announcements.hear, () => undefined);
}

/** For as long as the client is open; whoever has no wire hears of them when they look again. */
export function followAnnouncements(): void {
  void look();
  document.addEventListener("visibilitychange", look);
}
