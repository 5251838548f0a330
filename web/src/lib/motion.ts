/** Animations of pieces: symbols fly from one element to another. A click skips them. */

/**
 * The first visible element among several `data-at="…"`. Tables mark the elements that pieces
 * fly from and to; on small screens some panels are hidden.
 */
export function seen(...names: string[]): HTMLElement | null {
  for (const name of names) {
    for (const one of document.querySelectorAll<HTMLElement>(`[data-at="${CSS.escape(name)}"]`)) {
      const box = one.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) return one;
    }
  }
  return null;
}

export interface Flight {
  /** A symbol of the sprite. */
  icon: string;
  from: Element | null;
  to: Element | null;
  count?: number;
  /** Milliseconds of one piece, and between two. */
  time?: number;
  apart?: number;
  size?: number;
  /** CSS colour for symbols in currentColor. */
  colour?: string;
}

/** Let symbols fly from one element to another; resolves when the last has landed. */
export async function fly(flight: Flight, skipped: AbortSignal): Promise<void> {
  const { icon, from, to, count = 1, time = 380, apart = 60, size = 24, colour = "" } = flight;
  if (!from || !to || skipped.aborted) return;
  const start = middle(from);
  const end = middle(to);
  const pieces = Array.from({ length: Math.min(count, 12) }, (_, n) => {
    const piece = document.createElement("div");
    piece.setAttribute("aria-hidden", "true");
    piece.style.cssText = `position:fixed;left:0;top:0;z-index:60;pointer-events:none;width:${size}px;height:${size}px;color:${colour};filter:drop-shadow(0 3px 3px rgb(0 0 0 / .3))`;
    piece.innerHTML = `<svg width="${size}" height="${size}"><use href="#${icon}"/></svg>`;
    document.body.append(piece);
    const lift = Math.min(90, Math.hypot(end.x - start.x, end.y - start.y) / 4);
    const spot = (x: number, y: number) => `translate(${x - size / 2}px, ${y - size / 2}px)`;
    const animation = piece.animate(
      [
        { transform: `${spot(start.x, start.y)} scale(.6)`, opacity: 0 },
        {
          transform: `${spot((start.x + end.x) / 2, (start.y + end.y) / 2 - lift)} scale(1.15)`,
          opacity: 1,
          offset: 0.5,
        },
        { transform: `${spot(end.x, end.y)} scale(.8)`, opacity: 1 },
      ],
      { duration: time, delay: n * apart, easing: "cubic-bezier(.4,0,.3,1)", fill: "both" },
    );
    return { piece, animation };
  });
  const stop = () => pieces.forEach(({ animation }) => animation.finish());
  skipped.addEventListener("abort", stop, { once: true });
  await Promise.allSettled(pieces.map(({ animation }) => animation.finished));
  skipped.removeEventListener("abort", stop);
  for (const { piece } of pieces) piece.remove();
}

/** Run an animation of an element; resolves at its end, or at once when skipped. */
export async function act(
  element: Element | null,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
  skipped: AbortSignal,
): Promise<void> {
  if (!element || skipped.aborted) return;
  const animation = element.animate(frames, options);
  const stop = () => animation.finish();
  skipped.addEventListener("abort", stop, { once: true });
  await animation.finished.catch(() => undefined);
  skipped.removeEventListener("abort", stop);
}

export function pause(ms: number, skipped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (skipped.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    skipped.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

function middle(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
