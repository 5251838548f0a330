/** What the server shows of Basari, and how its names are drawn. */

export const COLOURS = ["red", "yellow", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export type Gems = Record<Colour, number>;
export const ACTIONS = ["die", "points", "gems"] as const;
export type Action = (typeof ACTIONS)[number];

export interface PlayerView {
  /** The archway of the pawn; null before the start. */
  archway: number | null;
  start: number | null;
  to_go: number;
  score: number;
  marker: { shown: number | null; times_round: number };
  gems: Gems;
  tile: Action | null;
}

export interface Haggle {
  action: Action;
  seats: [number, number];
  bidder: number | null;
  offer: Gems;
  draft: Gems;
}

export interface BasariView {
  turn: number;
  over: boolean;
  actors: number[];
  players: PlayerView[];
  bank: Gems;
  scorings: number;
  laps: number;
  haggle: Haggle | null;
  ring: { points: number; gems: Gems }[];
  majority: Gems;
  track: number;
  die_points: number;
}

const CUTS: Record<Colour, string> = {
  red: "gem-ruby",
  yellow: "gem-topaz",
  green: "gem-emerald",
  blue: "gem-sapphire",
};

/** The symbol of a gem: colours are told apart by cut. */
export const cut = (colour: Colour) => CUTS[colour];

export const none = (): Gems => ({ red: 0, yellow: 0, green: 0, blue: 0 });

export const count = (gems: Gems) => COLOURS.reduce((sum, colour) => sum + gems[colour], 0);

/** One entry a gem, in the order in which they always stand. */
export const spread = (gems: Gems): Colour[] => COLOURS.flatMap((colour) => Array<Colour>(gems[colour]).fill(colour));

/** An offer in the words of the game: gem by gem, and then it stands. */
export const wordsOf = (offer: Gems): string[] => [...spread(offer).map((colour) => `gem:${colour}`), "done"];

/** The offer that words spell. */
export function offerOf(words: readonly string[]): Gems {
  const offer = none();
  for (const word of words) {
    const colour = COLOURS.find((one) => word === `gem:${one}`);
    if (colour) offer[colour] += 1;
  }
  return offer;
}

/** The seat that is asked whether it carries an action out: no tile lies face down, and nobody haggles. */
export function decider(view: BasariView): number | null {
  const revealed = view.players.every((player) => player.tile !== null);
  const actor = view.actors.length === 1 ? view.actors[0]! : -1; // -1 is chance, too
  return revealed && !view.haggle && !view.over && actor >= 0 ? actor : null;
}

/** Who holds most of a colour, and how many. */
export function leaders(view: BasariView, colour: Colour): { most: number; seats: number[] } {
  const most = Math.max(...view.players.map((player) => player.gems[colour]));
  const seats = view.players.flatMap((player, seat) => (most > 0 && player.gems[colour] === most ? [seat] : []));
  return { most, seats };
}

/** A field of the score track as it lies on a board of 1000 by 1000, from the arrow (0) clockwise. */
export function trackField(n: number, fields: number): [x: number, y: number, width: number, height: number] {
  const edge = 30;
  // Corners and sides share the fields: wider than high, as printed boards are read.
  const rest = fields + 1 - 4;
  const side = Math.ceil(rest / 4);
  const counts = [side, Math.floor((rest - side) / 3), 0, 0];
  counts[2] = side;
  counts[3] = rest - counts[0]! - counts[1]! - counts[2]!;
  const long = 1000 - 2 * edge;
  let left = n;
  for (let turn = 0; turn < 4; turn++) {
    const steps = counts[turn]!;
    const step = long / steps;
    if (left === 0)
      return [
        [0, 0, edge, edge],
        [1000 - edge, 0, edge, edge],
        [1000 - edge, 1000 - edge, edge, edge],
        [0, 1000 - edge, edge, edge],
      ][turn] as [number, number, number, number];
    if (left <= steps) {
      const from = (left - 1) * step;
      if (turn === 0) return [edge + from, 0, step, edge];
      if (turn === 1) return [1000 - edge, edge + from, edge, step];
      if (turn === 2) return [1000 - edge - from - step, 1000 - edge, step, edge];
      return [0, 1000 - edge - from - step, edge, step];
    }
    left -= steps + 1;
  }
  throw new RangeError(`the track has no field ${n}`);
}
