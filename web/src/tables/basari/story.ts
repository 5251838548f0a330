/** What the events tell of a round and of a scoring, put together for the eye. Nothing is worked out here. */

import type { Happened, Logged } from "../../lib/wire";
import { ACTIONS, COLOURS, none, type Action, type Colour, type Gems } from "./view";

/** What has come of one action. */
export interface Outcome {
  action: Action;
  /** Who laid its tile. */
  seats: number[];
  /** Carried out by one alone, haggled for by two, lapsed; "waits" until it is looked at. */
  kind: "alone" | "haggle" | "lapsed" | "waits";
  /** Who carries it out; null while that is not settled. */
  doer: number | null;
  /** What the haggle cost; null if nobody has accepted. */
  paid: { by: number; to: number; gems: Gems } | null;
  /** Who gave up the haggle for nothing. */
  gaveUp: number | null;
  /** Whether the one who had it left it. */
  declined: boolean;
  /** What it brought: a roll, points, gems. */
  pips: number | null;
  points: number | null;
  gems: Gems | null;
}

export interface RoundStory {
  round: number;
  /** Each seat's tile. */
  tiles: { seat: number; action: Action }[];
  /** Of the actions that somebody chose, in the order in which they come. */
  outcomes: Outcome[];
}

/** The latest round whose tiles were turned over; null before the first. */
export function lastRound(log: readonly Logged[]): RoundStory | null {
  const at = log.findLastIndex((entry) => entry.events.some((event) => event.name === "turned_over"));
  const entry = log[at];
  if (!entry) return null;
  // An entry of an imported record holds many rounds.
  let turned = entry.events.findLastIndex((event) => event.name === "turned_over");
  while (entry.events[turned - 1]?.name === "turned_over") turned--;
  const begun = entry.events.slice(0, turned).findLast((event) => event.name === "round_began");
  const events = [...entry.events.slice(turned), ...log.slice(at + 1).flatMap((one) => one.events)];
  return roundOf(Number(begun?.values.round ?? entry.turn), events);
}

/** A round from its events, the first of which turns a tile over. */
export function roundOf(round: number, all: readonly Happened[]): RoundStory {
  const end = all.findIndex((event) => event.name === "round_began" || event.name === "scoring_began");
  const events = end < 0 ? all : all.slice(0, end);
  const tiles = events
    .filter((event) => event.name === "turned_over")
    .map((event) => ({ seat: event.seat!, action: event.values.action as Action }));
  const outcomes = new Map<Action, Outcome>();
  for (const action of ACTIONS) {
    const seats = tiles.flatMap((tile) => (tile.action === action ? [tile.seat] : []));
    if (seats.length === 0) continue;
    const alone = seats.length === 1;
    const blank = { paid: null, gaveUp: null, declined: false, pips: null, points: null, gems: null };
    outcomes.set(action, {
      action,
      seats,
      kind: alone ? "alone" : "waits",
      doer: alone ? seats[0]! : null,
      ...blank,
    });
  }
  let haggled: Outcome | undefined;
  for (const { name, seat, values } of events) {
    const of = (action: Action) => outcomes.get(action);
    if (name === "lapsed") of(values.action as Action)!.kind = "lapsed";
    else if (name === "declined") of(values.action as Action)!.declined = true;
    else if (name === "haggle_began") {
      haggled = of(values.action as Action)!;
      haggled.kind = "haggle";
    } else if ((name === "accepted" || name === "gave_up") && haggled) {
      haggled.doer = haggled.seats.find((one) => one !== seat) ?? null;
      if (name === "gave_up") haggled.gaveUp = seat;
      else haggled.paid = { by: haggled.doer!, to: seat!, gems: values.gems as Gems };
    } else if (name === "walked") {
      const die = of("die");
      if (die) die.pips = Number(values.pips);
    } else if (name === "scored") {
      const scored = of(values.source as Action);
      if (scored) scored.points = Number(values.points);
    } else if (name === "took_gems" || name === "fell_short") {
      const gems = of("gems");
      if (!gems) continue;
      gems.gems ??= none();
      if (name === "took_gems") gems.gems[values.colour as Colour] += Number(values.n);
    }
  }
  return { round, tiles, outcomes: [...outcomes.values()] };
}

/** One colour of a scoring, by seat. */
export interface ColourRow {
  colour: Colour;
  held: number[];
  /** Points; null for who does not hold most. */
  points: (number | null)[];
  returned: number[];
}

export interface Scoring {
  number: number;
  of: number;
  /** Points for the lap; null for who has not come round. */
  lap: (number | null)[];
  colours: ColourRow[];
  before: number[];
  after: number[];
  /** The sentences of the server, for those who listen. */
  says: string[];
}

/** All scorings that the log holds, the first one first. */
export function scorings(log: readonly Logged[]): Scoring[] {
  return log.flatMap(({ events }) =>
    events.flatMap((event, n) => (event.name === "scoring_began" ? [scoringOf(events.slice(n))!] : [])),
  );
}

/** The first scoring among some events. */
export function scoringOf(all: readonly Happened[]): Scoring | null {
  const begun = all.findIndex((event) => event.name === "scoring_began");
  if (begun < 0) return null;
  const totals = all.findIndex((event, n) => n > begun && event.name === "totalled");
  const rest = all.slice(totals).findIndex((event) => event.name !== "totalled");
  const events = all.slice(begun, rest < 0 ? undefined : totals + rest);
  const seats = events.filter((event) => event.name === "counted").length;
  const blank = <T>(value: T): T[] => Array<T>(seats).fill(value);
  const found: Scoring = {
    number: Number(events[0]!.values.scoring),
    of: Number(events[0]!.values.last),
    lap: blank<number | null>(null),
    colours: COLOURS.map((colour) => ({
      colour,
      held: blank(0),
      points: blank<number | null>(null),
      returned: blank(0),
    })),
    before: blank(0),
    after: blank(0),
    says: events.map((event) => event.text),
  };
  const row = (colour: unknown) => found.colours.find((one) => one.colour === colour);
  for (const { name, seat, values } of events) {
    if (seat === null) continue;
    if (name === "counted") for (const one of found.colours) one.held[seat] = (values.gems as Gems)[one.colour];
    else if (name === "scored" && values.source === "lap") found.lap[seat] = Number(values.points);
    else if (name === "scored") row(values.source)!.points[seat] = Number(values.points);
    else if (name === "returned_gems") row(values.colour)!.returned[seat] = Number(values.n);
    else if (name === "totalled") {
      found.before[seat] = Number(values.before);
      found.after[seat] = Number(values.score);
    }
  }
  return found;
}
