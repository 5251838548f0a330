/** What this browser adds to the luck of its tables, and what it was promised before. */

import { api } from "../lib/api";
import { t } from "../lib/t";
import type { NewLuck, TableInfo } from "../lib/wire";
import { hashOf } from "./formulas";
import { hexOf } from "./hash";

const SEEN = "bedesten.promises";
const NEXT = "bedesten.share";
const KEPT = 100;
export const LONGEST = 200;

/** A promise that the server gave this browser, and the share that the browser added then. */
export interface Seen {
  table: string;
  game: string;
  promise: string;
  share: string;
  at: number;
}

/** The promises of the last tables, the newest first. */
export function seenPromises(): Seen[] {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "[]") as Seen[];
  } catch {
    return [];
  }
}

export const seenAt = (table: string): Seen | null => seenPromises().find((one) => one.table === table) ?? null;

function remember(table: TableInfo, promise: string, share: string): void {
  const others = seenPromises().filter((one) => one.table !== table.id);
  const seen = { table: table.id, game: table.game, promise, share, at: Date.now() };
  store(SEEN, JSON.stringify([seen, ...others].slice(0, KEPT)));
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the game goes on, and this browser forgets the promise.
  }
}

/** The share that somebody has typed for the next game; empty if it is to be drawn. */
export const nextShare = {
  get: (): string => localStorage.getItem(NEXT) ?? "",
  set: (share: string): void => (share.trim() ? store(NEXT, share.trim()) : localStorage.removeItem(NEXT)),
};

/** What was typed, here or for the next game, or 32 random bytes. */
function chosen(typed: string): string {
  const share = typed.trim() || nextShare.get();
  localStorage.removeItem(NEXT);
  return share || hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** Open a table: first comes the server's promise, then the share of this browser. */
export async function openWithLuck(open: (luck: NewLuck) => Promise<TableInfo>, typed = ""): Promise<TableInfo> {
  const { ticket, promise } = await api.luckTicket();
  const share = chosen(typed);
  const table = await open({ ticket, share });
  // Somebody else may have opened the next game of the round: its promise is for those who join.
  if (table.host) await keep(table, promise, share);
  return table;
}

/** Sit down at a table whose promise has been read. */
export async function joinWithLuck(
  table: TableInfo,
  body: { name?: string; token: string },
  typed = "",
): Promise<TableInfo> {
  const promise = table.luck?.kind === "fair" && table.status === "waiting" ? table.luck.promise : null;
  if (!promise) return api.join(table.id, body);
  const share = chosen(typed);
  const joined = await api.join(table.id, { ...body, share });
  await keep(joined, promise, share);
  return joined;
}

/** Put a share in the place of the one that was added before. */
export async function changeShare(table: TableInfo, typed: string): Promise<void> {
  const promise = seenAt(table.id)?.promise ?? table.luck?.promise ?? "";
  const share = chosen(typed);
  await keep(await api.addShare(table.id, share), promise, share);
}

/** Remember a promise and a share; an error if the server holds others. */
async function keep(table: TableInfo, promise: string, share: string): Promise<void> {
  const hash = await hashOf(share);
  remember(table, promise, share);
  if (table.luck?.promise !== promise || !table.luck.shares.some((one) => one.hash === hash))
    throw new Error(t("luck.broken"));
}
