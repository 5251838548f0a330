/** The figures that texts and pictures of the table state, from the data in force. */

import { span, type Values } from "../../lib/text.svelte";
import { GOODS, type Good } from "./view";

/** The part of the data file that is not in the view. */
export interface IstanbulData {
  players: { room: number };
  movement: { near: [number, number]; far: [number, number]; merchant_fee: number };
  wainwright: { price: number; extensions: number };
  warehouses: { green_tile_price: number };
  caravansary: { taken: number };
  black_market: { blue_from: number[] };
  tea_house: { consolation: number };
  mosques: { yellow_tile_price: number };
  encounters: { reward: number };
  cards: { lira: number };
}

/** Values for the texts; empty until the data are there. */
export function figures(data: Record<string, unknown>): Values {
  if (!data.cards) return {};
  const known = data as unknown as IstanbulData;
  return {
    green: known.warehouses.green_tile_price,
    yellow: known.mosques.yellow_tile_price,
    cardLira: known.cards.lira,
    reward: known.encounters.reward,
    consolation: known.tea_house.consolation,
    price: known.wainwright.price,
    extensions: known.wainwright.extensions,
    fee: known.movement.merchant_fee,
    taken: known.caravansary.taken,
    near: span(...known.movement.near),
    far: span(...known.movement.far),
  };
}

/** What sums of two dice bring at the black market: `7–8` brings 1. */
export function blueSums(data: Record<string, unknown>): { sums: string; blue: number }[] {
  const from = [...((data as unknown as Partial<IstanbulData>).black_market?.blue_from ?? [])].sort((a, b) => a - b);
  const found: { sums: string; blue: number }[] = [];
  from.forEach((least, n) => {
    const most = (from[n + 1] ?? 13) - 1;
    const first = Math.max(2, least);
    if (first > 12 || most < first) return;
    found.push({ sums: most > first ? `${first}–${most}` : String(first), blue: n + 1 });
  });
  return found;
}

/**
 * The two rows of the post office as they are printed, column by column, from what it gives by
 * markers down; null if no such print gives that.
 */
export function postFields(rows: readonly number[][]): (Good | number)[][] | null {
  const columns = rows.length - 1;
  const upper: (Good | number)[] = [];
  const lower: (Good | number)[] = [];
  for (let column = 0; column < columns; column += 1) {
    const change = GOODS.map((_, n) => (rows[column + 1]![n] ?? 0) - (rows[column]![n] ?? 0));
    const won = change.findIndex((one) => one > 0);
    const lost = change.findIndex((one) => one < 0);
    if (won >= 0 !== lost >= 0) return null;
    upper.push(won >= 0 ? GOODS[won]! : 0);
    lower.push(lost >= 0 ? GOODS[lost]! : 0);
  }
  const money = upper.flatMap((one, n) => (one === 0 ? [n] : []));
  money.forEach((column, n) => {
    const each = Math.floor((rows[0]![4] ?? 0) / money.length) + (n < (rows[0]![4] ?? 0) % money.length ? 1 : 0);
    lower[column] = each;
    upper[column] = each + (rows[column + 1]![4] ?? 0) - (rows[column]![4] ?? 0);
  });
  const gives = (down: number) =>
    [...GOODS, 4].map((what) =>
      upper
        .map((one, column) => (column < down ? one : lower[column]!))
        .reduce<number>(
          (sum, one) => sum + (typeof one === "number" ? (what === 4 ? one : 0) : Number(one === what)),
          0,
        ),
    );
  const same = rows.every((row, down) => gives(down).every((n, k) => n === row[k]));
  return same ? [upper, lower] : null;
}
