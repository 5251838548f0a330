/** A first game after a course: against the gentlest bots. */

import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { TableInfo } from "../lib/wire";
import { openWithLuck } from "../luck/shares";
import { FIRST_LEVEL } from "./courses.svelte";

export async function openFirstGame(game: string, seats: number): Promise<TableInfo> {
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: "bot" as const, level: FIRST_LEVEL }));
  const wish = { game, seats: [{ kind: "me" as const }, ...bots], pace: settings.pace, shuffle: true };
  return openWithLuck((luck) => api.open({ ...wish, luck }));
}
