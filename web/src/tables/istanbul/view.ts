/** What the server shows of Istanbul, and how its names are drawn. */

import type { GameTexts } from "../../lib/wire";

export const GOODS = ["red", "green", "yellow", "blue"] as const;
export type Good = (typeof GOODS)[number];
export type Goods = Record<Good, number>;
export type Market = "large" | "small";
export type Source = "wainwright" | "small_mosque" | "great_mosque" | "palace" | "dealer";
export type Disc = "own" | "neutral";

/** The bonus cards, each with its clause of the rules. */
export const CARD_CLAUSES = {
  one_good: "IST-7.1",
  five_lira: "IST-7.2",
  far: "IST-7.6",
  stay: "IST-7.5",
  return: "IST-7.7",
  family: "IST-7.4",
  sell_any: "IST-7.8",
  palace_twice: "IST-7.3",
  post_twice: "IST-7.3",
  dealer_twice: "IST-7.3",
} as const;
export type Card = keyof typeof CARD_CLAUSES;
export const CARDS = Object.keys(CARD_CLAUSES) as Card[];

export interface PlayerView {
  lira: number;
  rubies: number;
  extensions: number;
  tiles: Good[];
  merchant: number;
  family: number;
  /** Assistants under the merchant, from the top. */
  stack: Disc[];
  /** Places where assistants lie. */
  out: number[];
  goods: Goods;
  room: number;
  reserve: number;
  cards: number;
  /** Cards in this hand that everybody has seen. */
  known: Record<Card, number>;
  hand?: Record<Card, number>;
}

export interface IstanbulView {
  over: boolean;
  turn: number;
  cells: number[];
  first: number | null;
  players: PlayerView[];
  pile: number;
  discards: Card[];
  in_play: Card | null;
  /** How many goods the top tile of each colour asks. */
  mosques: Record<Good, number | null>;
  /** Each stack from the top down; null has not been seen. */
  demand: Record<Market, (number | null)[]>;
  governor: number | null;
  smuggler: number | null;
  neutral_merchants: number[];
  neutral_assistants: Record<string, number>;
  markers: number;
  rubies: Record<Source, number>;
  palace_price: number | null;
  dealer_price: number | null;
  dice: [number, number];
  called: number;
  wanted: Goods;
  sold: number;
  smuggled: Good | null;
  last_round: boolean;
  rubies_to_end: number;
  demand_tiles: Record<Market, Goods[]>;
  prices: Record<Market, number[]>;
  post_office: number[][];
  palace_track: (Good | "any")[];
  extension_price: number;
}

const GOOD_ICONS = {
  red: "good-fabric",
  green: "good-spice",
  yellow: "good-fruit",
  blue: "good-jewel",
  any: "good-any",
};
const GOOD_COLOURS = { red: "fabric", green: "spice", yellow: "fruit", blue: "jewel" };

export function goodIcon(good: Good | "any"): string {
  return GOOD_ICONS[good];
}

export function goodColour(good: Good): string {
  return `var(--${GOOD_COLOURS[good]})`;
}

/** The goods of a tile one by one, jewellery first as it is printed. */
export function oneByOne(goods: Goods): Good[] {
  return (["blue", "red", "green", "yellow"] as const).flatMap((good) => Array<Good>(goods[good]).fill(good));
}

export const WAREHOUSES: Record<number, Good> = { 2: "red", 3: "green", 4: "yellow" };
export const MARKETS: Record<number, Market> = { 10: "large", 11: "small" };
export const MOSQUES: Record<number, { colours: Good[]; source: Source }> = {
  14: { colours: ["red", "green"], source: "small_mosque" },
  15: { colours: ["blue", "yellow"], source: "great_mosque" },
};
export const PLACE_OF: Record<Source, number> = {
  wainwright: 1,
  palace: 13,
  small_mosque: 14,
  great_mosque: 15,
  dealer: 16,
};

/** The clause of a place's action. */
export function clauseOf(place: number): string {
  const section = [0, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 11, 12][place];
  return `IST-5.${section}`;
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function placeName(texts: GameTexts, place: number | string): string {
  return capital((texts.words[`place:${place}`] ?? String(place)).replace(/\s*\(\d+\)$/, ""));
}

export function cardName(texts: GameTexts, card: string): string {
  return capital(texts.names[`card.${card}`] ?? card);
}

/** Where a place lies on the grid of four by four. */
export function spotOf(view: IstanbulView, place: number): { row: number; column: number } {
  const cell = view.cells.indexOf(place);
  return { row: Math.floor(cell / 4), column: cell % 4 };
}

/** The market at which a seat is selling: the merchant's, else the one its family member was sent to. */
export function marketOf(player: PlayerView): Market {
  return MARKETS[player.merchant] ?? MARKETS[player.family] ?? "small";
}
