/** What a guest has set, kept by the server with the guest and, for the first picture, in the browser. */

import type { Pace } from "./names";

export interface Settings {
  theme: "system" | "light" | "dark";
  motion: "system" | "full" | "less";
  sounds: boolean;
  pace: Pace;
  /** Whether a first click chooses and a second one plays. */
  confirm: boolean;
  hints: boolean;
  /** First-time hints that were read. */
  read: string[];
}

const STANDARD: Settings = {
  theme: "system",
  motion: "system",
  sounds: false,
  pace: "normal",
  confirm: true,
  hints: true,
  read: [],
};

const KEPT = "bedesten.settings";

export const settings = $state<Settings>({ ...STANDARD });

/** Take over what is valid; the rest keeps its value. */
export function take(found: Record<string, unknown>): void {
  const { theme, motion, sounds, pace, confirm, hints, read } = found;
  if (theme === "system" || theme === "light" || theme === "dark") settings.theme = theme;
  if (motion === "system" || motion === "full" || motion === "less") settings.motion = motion;
  if (pace === "instant" || pace === "fast" || pace === "normal" || pace === "slow") settings.pace = pace;
  if (typeof sounds === "boolean") settings.sounds = sounds;
  if (typeof confirm === "boolean") settings.confirm = confirm;
  if (typeof hints === "boolean") settings.hints = hints;
  if (Array.isArray(read)) settings.read = read.filter((one) => typeof one === "string");
}

export function recall(): void {
  try {
    take(JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
  } catch {
    // Nothing kept, or nothing that can be read: the standard stands.
  }
}

export function keep(): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Show theme and motion on the page. */
export function show(root: HTMLElement): void {
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.motion === "system") delete root.dataset.motion;
  else root.dataset.motion = settings.motion;
}

/** Whether pieces may fly. */
export function moves(): boolean {
  if (settings.motion !== "system") return settings.motion === "full";
  return typeof matchMedia === "undefined" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
