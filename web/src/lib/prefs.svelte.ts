/** What one person likes, kept in the browser. */
import { keep, recall } from "./storage";

export type Theme = "auto" | "light" | "dark";

let theme = $state<Theme>(recall<Theme>("theme", "auto"));
let sound = $state<boolean>(recall("sound", false));
let vibration = $state<boolean>(recall("vibration", true));
let names = $state<boolean>(recall("names", false));
let loupe = $state<boolean>(recall("loupe", false));
let name = $state<string>(recall("name", ""));

export function applyTheme(): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export const prefs = {
  get theme(): Theme {
    return theme;
  },
  set theme(value: Theme) {
    theme = value;
    keep("theme", value);
    applyTheme();
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
