/** The settings of a guest. The server stores them; a copy in the browser serves until it has answered. */

import type { Pace } from "./names";

export interface Settings {
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "less";
  sounds: boolean;
  /** Whether the browser tells when it is the player's turn; it also has to allow it. */
  notify: boolean;
  pace: Pace;
  /** Whether a first click chooses and a second one plays. */
  confirm: boolean;
  /** Whether a question with one answer is answered by itself. */
  autoEnd: boolean;
  hints: boolean;
  /** First-time hints that were read. */
  read: string[];
  /** The lessons that are done: `istanbul/walk`. */
  lessons: string[];
}

const DEFAULTS: Settings = {
  theme: "system",
  motion: "system",
  sounds: true,
  notify: false,
  pace: "normal",
  confirm: true,
  autoEnd: false,
  hints: true,
  read: [],
  lessons: [],
};

const STORAGE_KEY = "bedesten.settings";

export const settings = $state<Settings>({ ...DEFAULTS });

/** Assign the values that are valid; the other settings keep theirs. */
export function assign(found: Record<string, unknown>): void {
  const { theme, motion, sounds, notify, pace, confirm, autoEnd, hints, read, lessons } = found;
  if (theme === "system" || theme === "light" || theme === "dark") settings.theme = theme;
  if (motion === "system" || motion === "full" || motion === "less") settings.motion = motion;
  if (pace === "instant" || pace === "fast" || pace === "normal" || pace === "slow") settings.pace = pace;
  if (typeof sounds === "boolean") settings.sounds = sounds;
  if (typeof notify === "boolean") settings.notify = notify;
  if (typeof confirm === "boolean") settings.confirm = confirm;
  if (typeof autoEnd === "boolean") settings.autoEnd = autoEnd;
  if (typeof hints === "boolean") settings.hints = hints;
  if (Array.isArray(read)) settings.read = read.filter((one) => typeof one === "string");
  if (Array.isArray(lessons)) settings.lessons = lessons.filter((one) => typeof one === "string");
}

export function load(): void {
  try {
    assign(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}"));
  } catch {
    // Nothing is stored, or it cannot be read: the defaults stay.
  }
}

export function save(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // A browser without storage can still play.
  }
}

/** Set theme and motion on the root element, for the style sheets. */
export function show(root: HTMLElement): void {
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.motion === "system") delete root.dataset.motion;
  else root.dataset.motion = settings.motion;
}

/** Whether animations run: the setting decides, else the system. */
export function isAnimated(): boolean {
  if (settings.motion !== "system") return settings.motion === "full";
  return typeof matchMedia === "undefined" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
