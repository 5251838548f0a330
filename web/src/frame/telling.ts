/** The log as it is read: a heading for each turn, and what each player does as one paragraph. */

import type { Happened, Logged } from "../lib/wire";

/** What one event, or several that add up, say. */
export interface Part {
  key: string;
  /** The entries of the log that it begins and ends with. */
  entry: number;
  until: number;
  event: Happened;
  /** The clause of the cause: that of the first event. */
  clause: string;
  /** Whether it begins with the player's name, which the pieces leave out. */
  named: boolean;
}

export interface Paragraph {
  key: string;
  /** Null: nobody does it. */
  seat: number | null;
  /** A heading if it is not empty; then there are no parts. */
  heading: string;
  /** What has to be said about how an answer came about, if it is not empty; then there are no parts. */
  note: string;
  parts: Part[];
}

/**
 * The paragraphs of a log. A player's name is said once, in front; what follows by the same player, and what
 * belongs to it without a player, joins the paragraph. Amounts that add up are one part.
 */
export function paragraphs(log: readonly Logged[]): Paragraph[] {
  const found: Paragraph[] = [];
  const open = (key: string, seat: number | null, more: Partial<Paragraph> = {}): Paragraph => {
    const paragraph = { key, seat, heading: "", note: "", parts: [], ...more };
    found.push(paragraph);
    return paragraph;
  };
  for (const entry of log) {
    entry.events.forEach((event, n) => {
      const key = `${entry.n}.${n}`;
      let last = found.at(-1);
      if (event.begins) {
        // A turn in which nothing was told needs no heading.
        if (last?.heading) found.pop();
        open(key, null, { heading: event.text });
        return;
      }
      if (event.pieces.length === 0) return;
      const follows = event.aside ? entry.turn > 0 : event.seat !== null && event.seat === last?.seat;
      const joins = follows && last && last.parts.length > 0;
      if (!last || !joins) last = open(key, event.seat);
      const before = last.parts.at(-1);
      if (event.adds && before) {
        last.parts[last.parts.length - 1] = { ...before, event, until: entry.n };
        return;
      }
      const named = event.has_subject && last.parts.length === 0;
      last.parts.push({ key, entry: entry.n, until: entry.n, event, clause: event.clause, named });
    });
    if (entry.note) open(`${entry.n}.note`, null, { note: entry.note });
  }
  return found;
}

/** The part that tells what a player did in an entry, or where that is told by nothing, what comes after it. */
export function partAt(told: readonly Paragraph[], entry: number, seat: number | null): Part | undefined {
  const parts = told.flatMap((one) => one.parts).filter((part) => part.until >= entry);
  return parts.find((part) => part.event.seat === seat) ?? parts[0];
}
