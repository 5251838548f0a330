import type { Component } from "svelte";
import type { Hint } from "../lib/hints";
import type { Summary } from "../lib/summary";
import type { TableProps } from "./contract";
import PlainTable from "./PlainTable.svelte";

const drawn = import.meta.glob("./*/Table.svelte") as Record<string, () => Promise<{ default: Component<TableProps> }>>;
const hinted = import.meta.glob("./*/hints.ts") as Record<string, () => Promise<{ hints: Hint[] }>>;

const summarized = import.meta.glob("./*/summary.ts") as Record<string, () => Promise<{ summary: Summary }>>;

/** The table of a game; a game without a drawn one is played at the plain one. */
export async function tableOf(game: string): Promise<Component<TableProps>> {
  const load = drawn[`./${game}/Table.svelte`];
  return load ? (await load()).default : PlainTable;
}

/** The hints for a first game of it. */
export async function hintsOf(game: string): Promise<Hint[]> {
  const load = hinted[`./${game}/hints.ts`];
  return load ? (await load()).hints : [];
}

/** Whether a game has a one-page summary of its rules. */
export function hasSummary(game: string): boolean {
  return `./${game}/summary.ts` in summarized;
}

/** The layout of a game's one-page summary. */
export async function summaryOf(game: string): Promise<Summary | null> {
  const load = summarized[`./${game}/summary.ts`];
  return load ? (await load()).summary : null;
}
