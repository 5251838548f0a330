/** The guest who holds the cookie, with language and settings. */

import { api } from "./api";
import * as local from "./settings.svelte";
import { locale, preferred, type Language } from "./text.svelte";
import type { Me, MeChange } from "./wire";

const LANGUAGE = "bedesten.language";
let person = $state.raw<Me | null>(null);

export const me = {
  /** Null until the server has answered. */
  get person(): Me | null {
    return person;
  },
};

/** Restore language and settings from the browser's storage, before anything is drawn. */
export function restore(): void {
  local.load();
  local.show(document.documentElement);
  const remembered = localStorage.getItem(LANGUAGE);
  locale.language = preferred(remembered ? [remembered] : navigator.languages);
}

/** Fetch the guest; the settings that the server stores replace those of the browser. */
export async function fetchMe(): Promise<void> {
  person = await api.me();
  local.assign(person.settings);
  local.save();
  local.show(document.documentElement);
  const isChosen = localStorage.getItem(LANGUAGE) !== null;
  if (!isChosen && person.language !== locale.language) await changeMe({ language: locale.language });
}

export async function changeMe(change: MeChange): Promise<void> {
  person = await api.changeMe(change);
}

export async function setLanguage(language: Language): Promise<void> {
  locale.language = language;
  localStorage.setItem(LANGUAGE, language);
  if (person) await changeMe({ language }).catch(() => undefined);
}

/** Show changed settings, and store them in the browser and on the server. */
export function saveSettings(): void {
  local.show(document.documentElement);
  local.save();
  if (person) void changeMe({ settings: { ...local.settings } }).catch(() => undefined);
}
