/** Pencil strokes on a field of 24 by 24: each a little different, and always the same for its place. */

function wobble(seed: number): (value: number, reach?: number) => string {
  let state = (seed * 7919 + 13) % 2147483647 || 7;
  return (value, reach = 1.7) => {
    state = (state * 16807) % 2147483647;
    return (value + (state / 2147483647 - 0.5) * 2 * reach).toFixed(1);
  };
}

/** The first stroke marks a field. */
export function slash(seed: number): string {
  const w = wobble(seed);
  return `M${w(4.5)} ${w(20)}Q${w(10)} ${w(13.5)} ${w(20)} ${w(4)}`;
}

/** The second one crosses it. */
export function back(seed: number): string {
  const w = wobble(seed + 101);
  return `M${w(4.5)} ${w(4.5)}Q${w(13)} ${w(10.5)} ${w(20)} ${w(20)}`;
}

/** A tick in a box. */
export function tick(seed: number): string {
  const w = wobble(seed + 202);
  return `M${w(5, 1)} ${w(12.5, 1)}Q${w(8, 1)} ${w(15, 1)} ${w(10, 1)} ${w(19, 1)}Q${w(13, 1)} ${w(10, 1)} ${w(22, 1)} ${w(2, 1)}`;
}
