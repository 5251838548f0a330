/** What the others have done since my last choice, from the log. */

import type { Happened, Logged } from "../lib/wire";

export interface Deeds {
  seat: number;
  /** The entry of the log with the first of them. */
  entry: number;
  events: Happened[];
}

/** The deeds of each other seat since the last entry of a seat; for a spectator, those of the last turn. */
export function since(log: readonly Logged[], seat: number | null): Deeds[] {
  const turn = log.at(-1)?.turn;
  const from =
    seat === null ? log.findIndex((one) => one.turn === turn) : log.findLastIndex((one) => one.seat === seat);
  const found = new Map<number, Deeds>();
  // My own entry counts too: with the last tile laid, all are turned over.
  for (const entry of log.slice(Math.max(0, from))) {
    for (const event of entry.events) {
      if (event.seat === null || event.seat === seat) continue;
      const deeds = found.get(event.seat) ?? { seat: event.seat, entry: entry.n, events: [] };
      deeds.events.push(event);
      found.set(event.seat, deeds);
    }
  }
  return [...found.values()];
}
