/** What one person likes, kept in the browser. */
import { keep, recall } from "./storage";

export type Theme = "auto" | "light" | "dark";
export const SIZES = ["normal", "large", "larger"] as const;
export type Size = (typeof SIZES)[number];
export type Face = "usual" | "dyslexic";

interface Look {
  theme: Theme;
  /** Null: as the device has it. */
  contrast: boolean | null;
  calm: boolean | null;
  size: Size;
  face: Face;
}

declare global {
  /** From look.js, which has done it once before anything was seen. */
  var applyLook: (look: Look) => void;
}

let contrast = $state<boolean | null>(recall<boolean | null>("contrast", null));
let calm = $state<boolean | null>(recall<boolean | null>("calm", null));
let size = $state<Size>(recall<Size>("size", "normal"));
let face = $state<Face>(recall<Face>("face", "usual"));
let theme = $state<Theme>(recall<Theme>("theme", "auto"));
let sound = $state<boolean>(recall("sound", false));
let vibration = $state<boolean>(recall("vibration", true));
let names = $state<boolean>(recall("names", false));
let loupe = $state<boolean>(recall("loupe", false));
let name = $state<string>(recall("name", ""));

/** Keep a part of how one likes to see pages, and see it. */
function see(name: keyof Look, value: Look[keyof Look]): void {
  keep(name, value);
  globalThis.applyLook({ theme, contrast, calm, size, face });
}

const asked = (query: string): boolean => matchMedia(query).matches;

export const prefs = {
  get theme(): Theme {
    return theme;
  },
  set theme(value: Theme) {
    theme = value;
    see("theme", value);
  },
  get contrast(): boolean {
    return contrast ?? asked("(prefers-contrast: more)");
  },
  set contrast(value: boolean) {
    contrast = value;
    see("contrast", value);
  },
  /** Whether as little as possible is to move. */
  get calm(): boolean {
    return calm ?? asked("(prefers-reduced-motion: reduce)");
  },
  set calm(value: boolean) {
    calm = value;
    see("calm", value);
  },
  get size(): Size {
    return size;
  },
  set size(value: Size) {
    size = value;
    see("size", value);
  },
  get face(): Face {
    return face;
  },
  set face(value: Face) {
    face = value;
    see("face", value);
  },
  get sound(): boolean {
    return sound;
  },
  set sound(value: boolean) {
    sound = value;
    keep("sound", value);
  },
  /** Whether a phone trembles when it is one's turn. */
  get vibration(): boolean {
    return vibration;
  },
  set vibration(value: boolean) {
    vibration = value;
    keep("vibration", value);
  },
  /** Whether boards show the names of their places. */
  get names(): boolean {
    return names;
  },
  set names(value: boolean) {
    names = value;
    keep("names", value);
  },
  /** Whether one knows of the magnifier. */
  get loupe(): boolean {
    return loupe;
  },
  set loupe(value: boolean) {
    loupe = value;
    keep("loupe", value);
  },
  /** How one was called at the last table. */
  get name(): string {
    return name;
  },
  set name(value: string) {
    name = value;
    keep("name", value);
  },
};

/** Whether the page is dark now, whoever decided it. */
export function isDark(): boolean {
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
