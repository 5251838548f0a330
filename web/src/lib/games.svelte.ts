/** The games that the server has, in the present language: titles, seats, options, levels of bots. */

import { api } from "./api";
import { locale } from "./text.svelte";
import type { GameInfo, LevelInfo } from "./wire";

/** Rivals that a game begins with where nothing else is chosen, if it has as many seats. */
const USUAL_RIVALS = 3;

let all = $state.raw<GameInfo[]>([]);
let fetched = "";

export const games = {
  /** Empty until the server has answered. */
  get all(): readonly GameInfo[] {
    return all;
  },
  /** Those with a solo campaign. */
  get withCampaign(): readonly GameInfo[] {
    return all.filter((one) => one.campaign !== null);
  },
  of(name: string): GameInfo | undefined {
    return all.find((one) => one.name === name);
  },
};

/** Fetch the games, unless they are there in the present language. */
export async function fetchGames(): Promise<void> {
  const { language } = locale;
  if (fetched === language) return;
  fetched = language;
  try {
    const found = await api.games();
    if (fetched === language) all = found;
  } catch (error) {
    fetched = "";
    throw error;
  }
}

export function gameTitle(name: string): string {
  return games.of(name)?.title ?? "";
}

/** The levels of bots to choose from. */
export function levelsOf(game: string): LevelInfo[] {
  return games.of(game)?.levels.filter((level) => level.offered) ?? [];
}

export function usualLevel(game: string): string {
  return games.of(game)?.usual_level ?? "";
}

/** What a level is called; the bots of all games are the same. */
export function levelText(name: string): string {
  return all[0]?.levels.find((level) => level.name === name)?.text ?? name;
}

/** The number of bots that "play now" begins with; one in a game that can also be played alone. */
export function usualRivals(game: GameInfo): number {
  const [least, most] = game.seats;
  return least === 1 ? 1 : Math.min(USUAL_RIVALS, most - 1);
}
