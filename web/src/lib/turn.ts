/** Tells a person that it is their turn: title and icon of the tab, a sound, a notification. */

import { settings } from "./settings.svelte";
import { play, type Sound } from "./sounds";

/** Whether the browser can show notifications at all. */
export const canNotify = typeof Notification !== "undefined";

/** Ask the browser for permission; only ever called from a click. */
export async function allowNotifications(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

export function notificationsAllowed(): boolean {
  return canNotify && Notification.permission === "granted";
}

/** Make a sound, and show a notification to a person who looks elsewhere. */
export function announce(title: string, body: string, tag: string, sound: Sound = "turn"): void {
  play(sound);
  if (!settings.notify || !notificationsAllowed() || (!document.hidden && document.hasFocus())) return;
  try {
    const shown = new Notification(title, { body, tag, icon: "/logo.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones allow notifications to installed pages only.
  }
}

/** Mark the icon of the tab, and that of the installed page. */
export function setBadge(isMyTurn: boolean): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", isMyTurn ? "/logo-turn.svg" : "/logo.svg");
  const badge = isMyTurn ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}
