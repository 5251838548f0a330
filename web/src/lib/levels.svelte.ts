/** The levels of bots that the server has, in the language spoken. */

import { api } from "./api";
import { locale } from "./text.svelte";
import { en } from "./texts/en";
import { t } from "./t";
import type { GameInfo, LevelInfo } from "./wire";

/** Levels with names of their own, the easiest first; other bots are for those who study bots. */
const NAMED = ["apprentice", "trader", "merchant", "master", "sultan"];
const USUAL = "trader";

let infos = $state.raw<GameInfo[]>([]);
let spoken = "";

export const games = {
  get all(): GameInfo[] {
    return infos;
  },
  of(name: string): GameInfo | undefined {
    return infos.find((one) => one.name === name);
  },
};

/** The levels to choose from: the named ones where the server has them, else all. */
export function levelsOf(game: string): LevelInfo[] {
  const all = games.of(game)?.levels ?? [];
  const named = all.filter((level) => NAMED.includes(level.name));
  return (named.length > 0 ? named : all).map(({ name, text }) => ({ name, text: levelName(name, text) }));
}

/** The level that one begins with. */
export function usualLevel(game: string): string {
  const levels = levelsOf(game);
  return (levels.find((level) => level.name === USUAL) ?? levels.at(-1))?.name ?? "";
}

export function levelName(name: string, otherwise = name): string {
  const key = `level.${name}`;
  return key in en ? t(key as "level.trader") : otherwise;
}

export async function fetchGames(): Promise<void> {
  const { language } = locale;
  if (spoken === language) return;
  spoken = language;
  infos = await api.games();
}
