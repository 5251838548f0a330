/** The geometry of the chart: areas that add up to the whole, and the marks on them. */

import type { GameReview, ReviewDraw, ReviewMoment } from "../lib/wire";

export const WHOLE = 1_000_000;
const RADIUS = 9;

export interface Mark {
  /** The answers before it. */
  n: number;
  x: number;
  y: number;
  seat: number;
  sign: string;
  kind: "choice" | "lucky" | "unlucky";
  moment?: ReviewMoment;
  draw?: ReviewDraw;
}

/** The height of the whole: a game, or a little more than the best score of a solo game. */
export function most(review: Pick<GameReview, "is_solo" | "chances">): number {
  return review.is_solo ? 1.05 * Math.max(WHOLE, ...review.chances.map((row) => row[0] ?? 0)) : WHOLE;
}

/** One closed path a seat, the first at the bottom. */
export function areas(review: Pick<GameReview, "is_solo" | "chances">, width: number, height: number): string[] {
  const { chances } = review;
  const last = Math.max(1, chances.length - 1);
  const scale = height / most(review);
  let floor = chances.map(() => 0);
  return (chances[0] ?? []).map((_, seat) => {
    const roof = chances.map((row, n) => (floor[n] ?? 0) + (row[seat] ?? 0) * scale);
    const up = roof.map((y, n) => point((n / last) * width, height - y));
    const back = floor.map((y, n) => point((n / last) * width, height - y)).reverse();
    floor = roof;
    return `M${[...up, ...back].join("L")}Z`;
  });
}

function point(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

const SIGNS: Partial<Record<ReviewMoment["mark"], string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** Luck from which a roll is worth a mark. */
const LEAST_LUCK = 0.06;

/** The marks, the most important first; what would cover another is left out. */
export function marks(
  review: Pick<GameReview, "is_solo" | "chances" | "draws" | "turns">,
  moments: readonly ReviewMoment[],
  width: number,
  height: number,
): Mark[] {
  const whole = most(review);
  const last = Math.max(1, review.chances.length - 1);
  const found: (Mark & { weight: number })[] = [];
  const place = (n: number, seat: number) => {
    const row = review.chances[n] ?? [];
    const below = row.slice(0, seat).reduce((sum, one) => sum + one, 0);
    return { x: (n / last) * width, y: height * (1 - (below + (row[seat] ?? 0) / 2) / whole) };
  };
  for (const moment of moments) {
    const sign = SIGNS[moment.mark];
    if (!sign) continue;
    const { first: n, seat } = moment;
    found.push({ n, seat, sign, kind: "choice", moment, weight: moment.cost, ...place(n, seat) });
  }
  for (const draw of review.draws) {
    const luck = Math.max(...draw.luck.map(Math.abs));
    const seat = draw.luck.findIndex((one) => Math.abs(one) === luck);
    if (luck < LEAST_LUCK * whole) continue;
    const kind = (draw.luck[seat] ?? 0) > 0 ? "lucky" : "unlucky";
    const sign = kind === "lucky" ? "+" : "−";
    found.push({ n: draw.n, seat, sign, kind, draw, weight: luck / 3, ...place(draw.n + 1, seat) });
  }
  found.sort((one, other) => other.weight - one.weight);
  const kept: Mark[] = [];
  for (const { weight, ...mark } of found) {
    void weight;
    if (kept.every((one) => Math.hypot(one.x - mark.x, one.y - mark.y) > 2 * RADIUS)) kept.push(mark);
  }
  return kept.sort((one, other) => one.n - other.n);
}

/** Some turns with their place, so that no number covers another. */
export function turnTicks(turns: readonly number[], width: number): { turn: number; x: number }[] {
  const last = Math.max(1, turns.length);
  const found: { turn: number; x: number }[] = [];
  turns.forEach((turn, n) => {
    const x = (n / last) * width;
    const before = found.at(-1);
    if (turn > 0 && (!before || (turn !== before.turn && x - before.x > 44))) found.push({ turn, x });
  });
  return found;
}

/** Millionths as points of chance, or as points of a solo game. */
export function figure(millionths: number, isSolo: boolean, language: string, signed = false): string {
  const amount = millionths / (isSolo ? WHOLE : WHOLE / 100);
  const text = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: signed ? "exceptZero" : "auto",
  }).format(amount);
  return text.replace("-", "−");
}
