import { translator } from "./text.svelte";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { fr } from "./texts/fr";

/** A text of the page in the language spoken now. */
export const t = translator({ en, de, fr });

const TITLES: Record<string, string> = {
  istanbul: "Istanbul",
  choose_write: "Istanbul: Choose & Write",
  basari: "Basari",
};

export function gameTitle(game: string): string {
  return TITLES[game] ?? game;
}
