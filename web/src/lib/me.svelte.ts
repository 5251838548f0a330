/** The guest who holds the cookie, with language and settings. */

import { api } from "./api";
import * as local from "./settings.svelte";
import { locale, preferred, type Language } from "./text.svelte";
import type { Me, MeChange } from "./wire";

const LANGUAGE = "bedesten.language";
/** Set while the browser's settings are newer than the server's. */
const UNSAVED = "bedesten.unsaved";
let person = $state.raw<Me | null>(null);
let saves = 0;
let changing: Promise<unknown> = Promise.resolve();

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

/** Fetch the guest; the server's settings replace the browser's, unless those are not stored yet. */
export async function fetchMe(): Promise<void> {
  person = await api.me();
  if (localStorage.getItem(UNSAVED)) {
    storeSettings();
  } else {
    local.assign(person.settings);
    local.save();
    local.show(document.documentElement);
  }
  const isChosen = localStorage.getItem(LANGUAGE) !== null;
  if (!isChosen && person.language !== locale.language) await changeMe({ language: locale.language });
}

/** Change the guest. Changes are sent one after the other, so that the last one is the last. */
export function changeMe(change: MeChange): Promise<void> {
  const sent = changing.then(async () => {
    person = await api.changeMe(change);
  });
  changing = sent.catch(() => undefined);
  return sent;
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
  localStorage.setItem(UNSAVED, "yes");
  if (person) storeSettings();
}

function storeSettings(): void {
  const save = ++saves;
  changeMe({ settings: { ...local.settings } }).then(
    () => save === saves && localStorage.removeItem(UNSAVED),
    () => undefined,
  );
}
