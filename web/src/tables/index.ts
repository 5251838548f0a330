import type { Component } from "svelte";
import type { TableProps } from "./contract";
import PlainTable from "./PlainTable.svelte";

type Load = () => Promise<{ default: Component<TableProps> }>;

const drawn = import.meta.glob("./*/Table.svelte") as Record<string, Load>;

/** The table of a game; a game without a drawn one is played at the plain one. */
export async function tableOf(game: string): Promise<Component<TableProps>> {
  const load = drawn[`./${game}/Table.svelte`];
  return load ? (await load()).default : PlainTable;
}
