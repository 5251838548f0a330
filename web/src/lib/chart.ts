/** Lines of a chart, in the box of 0 to `width` and `height`. */

/** The least distance between the middles of two markers. */
const MARKER = 22;

export interface Plot {
  /** One path a seat. */
  paths: string[];
  /** The markers at the ends of the lines, apart from each other. */
  ends: { x: number; y: number }[];
  /** Round values with their height. */
  ticks: { value: number; y: number }[];
  /** Some turns with their place. */
  turns: { turn: number; x: number }[];
  lowest: number;
}

export function plot(
  turns: readonly number[],
  scores: readonly (readonly number[])[],
  width: number,
  height: number,
): Plot {
  const seats = scores[0]?.length ?? 0;
  const most = Math.max(1, ...scores.flat());
  const lowest = Math.min(0, ...scores.flat());
  const last = Math.max(1, turns.length - 1);
  const x = (n: number) => round((n / last) * width);
  const y = (value: number) => round(height - ((value - lowest) / (most - lowest)) * height);
  const paths: string[] = [];
  const ends: { x: number; y: number }[] = [];
  for (let seat = 0; seat < seats; seat++) {
    const points = scores.map((row, n) => `${x(n)} ${y(row[seat] ?? 0)}`);
    paths.push(points.length > 0 ? `M${points.join("L")}` : "");
    ends.push({ x: x(Math.max(0, scores.length - 1)), y: y(scores.at(-1)?.[seat] ?? 0) });
  }
  keepApart(ends, height);
  const step = niceStep(most - lowest);
  const ticks: Plot["ticks"] = [];
  for (let value = Math.ceil(lowest / step) * step; value <= most; value += step) ticks.push({ value, y: y(value) });
  const gap = Math.max(1, Math.ceil(turns.length / 8));
  const shown = turns.map((turn, n) => ({ turn, x: x(n), n })).filter(({ n }) => n % gap === 0);
  return { paths, ends, ticks, turns: shown.map(({ turn, x: at }) => ({ turn, x: at })), lowest };
}

/** Move markers up and down until none covers another, in the order of their heights. */
function keepApart(ends: { y: number }[], height: number): void {
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  const gap = Math.min(MARKER, height / Math.max(1, sorted.length - 1));
  let least = 0;
  for (const end of sorted) least = (end.y = Math.max(end.y, least)) + gap;
  let most = height;
  for (const end of sorted.reverse()) most = (end.y = Math.min(end.y, most)) - gap;
}

/** 1, 2 or 5 times a power of ten, so that there are about five steps. */
export function niceStep(span: number): number {
  const rough = Math.max(span / 5, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const times = rough / power;
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
