/** The levels of bots that the server has, in the language spoken. */

import { api } from "./api";
import { speech } from "./text.svelte";
import type { GameInfo } from "./wire";

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

export async function fetchGames(): Promise<void> {
  const { language } = speech;
  if (spoken === language) return;
  spoken = language;
  infos = await api.games();
}
