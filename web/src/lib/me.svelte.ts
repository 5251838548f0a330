/** Who holds the cookie, and what they have set. */

import { api } from "./api";
import * as kept from "./settings.svelte";
import { preferred, locale, type Language } from "./text.svelte";
import type { Me, MeChange } from "./wire";

const LANGUAGE = "bedesten.language";
let person = $state.raw<Me | null>(null);

export const me = {
  get it(): Me | null {
    return person;
  },
};

/** Before the first picture: what this browser remembers. */
export function recall(): void {
  kept.recall();
  kept.show(document.documentElement);
  const remembered = localStorage.getItem(LANGUAGE);
  locale.language = preferred(remembered ? [remembered] : navigator.languages);
}

/** Meet the server: its memory of the guest goes before the browser's. */
export async function meet(): Promise<void> {
  person = await api.me();
  kept.take(person.settings);
  kept.keep();
  kept.show(document.documentElement);
  const chose = localStorage.getItem(LANGUAGE);
  if (!chose && person.language !== locale.language) await change({ language: locale.language });
}

export async function change(wish: MeChange): Promise<void> {
  person = await api.changeMe(wish);
}

export async function speak(language: Language): Promise<void> {
  locale.language = language;
  localStorage.setItem(LANGUAGE, language);
  if (person) await change({ language }).catch(() => undefined);
}

/** After a setting was changed: show it, keep it here and there. */
export function setted(): void {
  kept.show(document.documentElement);
  kept.keep();
  if (person) void change({ settings: { ...kept.settings } }).catch(() => undefined);
}
