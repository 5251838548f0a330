/** What the server shows of Choose & Write, and how its names are drawn. */

import type { Effect, GameTexts } from "../../lib/wire";

export const GOODS = ["red", "green", "yellow", "blue"] as const;
export type Good = (typeof GOODS)[number];
export type Goods = Record<Good, number>;
export const LETTERS = ["a", "b", "c", "d"] as const;
export type Letter = (typeof LETTERS)[number];

/** The places as they lie on the sheet; the palaces share the middle. */
export const ROWS: readonly (readonly string[])[] = [
  ["1", "2", "3", "4", "5"],
  ["6", "7", "court", "8", "9"],
  ["10", "11", "12", "13", "14"],
];

/** What lies open of a seat: the sheet. */
export interface SheetView {
  /** Marked and not crossed. */
  goods: Goods;
  /** Marked or crossed. */
  filled: Goods;
  lira: number;
  lira_filled: number;
  bonus: number;
  bonus_filled: number;
  /** Not crossed, by place. */
  symbols: Record<string, number>;
  ticks: Record<string, number>;
  rubies: number;
  palace_rubies: Record<Letter, number>;
  /** Bonus rubies taken for lira boxes and for rows of goods. */
  boxes: number;
  rows: number;
  guild_played: number;
  cards_used: number;
}

export interface PlayerView extends SheetView {
  fields_left_without_cards: number;
  place_card: string | null;
  place_cards: number;
  seen: boolean;
  guild_cards: number;
  guild_cards_drawn: number;
  goods_cards: number;
  guild?: number[];
  drawn?: number[];
  /** Goods cards by their pair: rg is fabric and spice. */
  goods_hand?: Record<string, number>;
}

export interface ChooseWriteView {
  turn: number;
  over: boolean;
  first: number | null;
  active: number | null;
  players: PlayerView[];
  /** My sheet as it will be, while I choose together with others. */
  draft: SheetView | null;
  pile: number;
  discards: Record<string, number>;
  display: (string | null)[];
  goods_pile: number;
  guild_pile: number;
  guild_in_play: number | null;
  ruby_pile: number;
  palaces: Record<Letter, number[]>;
  prices: Record<Letter, Goods>;
  /** The open caravan card first; null has not been seen. */
  caravan: (number | null)[];
  card: string | null;
  from_hand: boolean;
  last_round: boolean;
  rows: number;
  bonus_rows: number[];
  boxes: number[];
  bonus_fields: number;
  symbols: Record<string, number>;
  income: Record<string, number>;
  tick_boxes: Record<string, number>;
  guild_prices: number[];
  rubies_to_end: number;
  places: {
    dealer_price: number;
    market_goods: number;
    market_lira: number;
    post_lira: number;
    roaster_goods: number;
    stall_lira: number;
    wainwright_ticks: number;
  };
  /** What is made at the places that can be improved. */
  made: Record<string, Good | "lira">;
  /** The places that each place card opens. */
  opens: Record<string, string[]>;
}

const GOOD_ICONS: Record<Good | "lira", string> = {
  red: "good-fabric",
  green: "good-spice",
  yellow: "good-fruit",
  blue: "good-jewel",
  lira: "lira",
};
const GOOD_COLOURS: Record<Good, string> = { red: "fabric", green: "spice", yellow: "fruit", blue: "jewel" };

export const goodIcon = (good: string) => GOOD_ICONS[good as Good] ?? "good-any";
export const goodColour = (good: Good) => `var(--${GOOD_COLOURS[good]})`;

/** Scenes shared with Istanbul, by our places, or by what a place makes; the rest are our own. */
const SCENES: Record<string, string> = { 2: "16", 3: "10", 4: "5", 6: "6", 11: "11", 13: "1" };
const MAKERS: Record<string, string> = { red: "2", green: "3", yellow: "4", blue: "8", lira: "9" };
export function scene(place: string, made: string | undefined): string {
  const shared = made ? MAKERS[made] : SCENES[place];
  return shared ? `place-${shared}` : `cw-place-${place}`;
}

/** Goods one by one, in the order in which they always stand. */
export const spread = (goods: Goods): Good[] => GOODS.flatMap((good) => Array<Good>(goods[good]).fill(good));

/** The two goods of a goods card. */
export function pairOf(pair: string): Good[] {
  return [...pair].map((letter) => GOODS.find((good) => good.startsWith(letter)) ?? "red");
}

export const isPalace = (place: string): place is Letter => LETTERS.includes(place as Letter);

/** A place card's place, and the side that its mark names in a solo game. */
export function cardOf(card: string): { place: string; side: "left" | "right" | null } {
  const [side, place] = card.split(":");
  if (place === undefined) return { place: card, side: null };
  return { place, side: side === "left" || side === "right" ? side : null };
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A place as a title: its name without its number. */
export function placeName(texts: GameTexts, place: string): string {
  return capital((texts.words[`place:${place}`] ?? place).replace(/\s*\([^)]*\)$/, ""));
}

/** What stands on a place's star. */
export const sign = (place: string) => place.toUpperCase();

/** What a caravan or guild card says, from its name: “guild card 4 (4 goods)”. */
export function says(texts: GameTexts, kind: "caravan" | "guild", card: number): string {
  const name = texts.names[`${kind}.${card}`] ?? String(card);
  return capital(/\(([^)]*)\)/.exec(name)?.[1] ?? name);
}

export function goodName(texts: GameTexts, good: string): string {
  return texts.names[`good.${good}`] ?? good;
}

/** The clause of what a place does. */
export function clauseOf(place: string): string {
  const section: Record<string, number> = {
    1: 1,
    5: 1,
    10: 1,
    14: 1,
    2: 2,
    3: 3,
    4: 4,
    6: 5,
    7: 6,
    8: 7,
    9: 8,
    11: 9,
    12: 10,
    13: 11,
  };
  return `CW-5.${section[place] ?? 12}`;
}

/** The sheet after what the server said would be written on it. */
export function written(sheet: SheetView, effects: readonly Effect[], seat: number | null): SheetView {
  const next: SheetView = {
    ...sheet,
    goods: { ...sheet.goods },
    filled: { ...sheet.filled },
    symbols: { ...sheet.symbols },
    ticks: { ...sheet.ticks },
  };
  for (const { name, seat: whose, values } of effects) {
    if (whose !== seat) continue;
    const n = Number(values.n ?? 1);
    const good = values.good as Good;
    const place = String(values.place);
    switch (name) {
      case "got_good":
        next.goods[good] += n;
        next.filled[good] += n;
        break;
      case "crossed_goods":
        next.goods[good] -= n;
        break;
      case "got_lira":
        next.lira += n;
        next.lira_filled += n;
        break;
      case "paid_lira":
        next.lira -= n;
        break;
      case "marked_bonus":
        next.bonus += 1;
        next.bonus_filled += 1;
        break;
      case "crossed_bonus":
        next.bonus -= 1;
        break;
      case "crossed_symbol":
        next.symbols[place] = (next.symbols[place] ?? 0) - 1;
        break;
      case "ticked":
        next.ticks[place] = (next.ticks[place] ?? 0) + 1;
        break;
      case "got_ruby":
      case "got_palace_ruby":
        next.rubies = Number(values.rubies);
        break;
      case "got_box_ruby":
        next.rubies = Number(values.rubies);
        next.boxes += 1;
        break;
      case "got_row_ruby":
        next.rubies = Number(values.rubies);
        next.rows += 1;
        break;
    }
  }
  return next;
}
