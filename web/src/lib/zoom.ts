/**
 * Makes a board larger, where things are small: `<div {@attach zoom}>` around it. Two fingers pinch, one
 * finger then moves it, and `zoomBy` serves keys. The page's own zoom stays the browser's.
 */

const LARGEST = 4;
/** Fingers that move less than this are a tap. */
const STILL = 8;

interface Point {
  x: number;
  y: number;
}

/** How large a board is shown, and how far it is moved; it always covers its window. */
export class Zoom {
  scale = 1;
  x = 0;
  y = 0;

  /** Change the scale so that a point of the window, measured from its corner, stays where it is. */
  to(scale: number, at: Point, size: { width: number; height: number }): void {
    const next = Math.min(LARGEST, Math.max(1, scale));
    const grown = next / this.scale;
    this.scale = next;
    this.move(at.x - (at.x - this.x) * grown - this.x, at.y - (at.y - this.y) * grown - this.y, size);
  }

  move(dx: number, dy: number, { width, height }: { width: number; height: number }): void {
    this.x = Math.min(0, Math.max(width * (1 - this.scale), this.x + dx));
    this.y = Math.min(0, Math.max(height * (1 - this.scale), this.y + dy));
  }
}

const zooms = new WeakMap<HTMLElement, (factor: number) => void>();

/** Zoom a board about its middle; 0 shows the whole of it again. */
export function zoomBy(frame: HTMLElement, factor: number): void {
  zooms.get(frame)?.(factor);
}

export function zoom(frame: HTMLElement): () => void {
  const now = new Zoom();
  const fingers = new Map<number, Point>();
  let moved = 0;

  const size = () => ({ width: frame.clientWidth, height: frame.clientHeight });
  const show = () => {
    const board = frame.firstElementChild as HTMLElement | null;
    if (!board) return;
    const whole = now.scale === 1;
    frame.toggleAttribute("data-zoomed", !whole);
    board.style.transformOrigin = "0 0";
    board.style.transform = whole ? "" : `translate(${now.x}px, ${now.y}px) scale(${now.scale})`;
  };
  const within = (at: Point): Point => {
    const box = frame.getBoundingClientRect();
    return { x: at.x - box.x, y: at.y - box.y };
  };
  const middle = (): Point => {
    const all = [...fingers.values()];
    return { x: sum(all.map(({ x }) => x)) / all.length, y: sum(all.map(({ y }) => y)) / all.length };
  };
  const apart = (): number => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  const down = (event: PointerEvent) => {
    if (event.pointerType === "mouse") return;
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId) || (fingers.size < 2 && now.scale === 1)) return;
    const [before, width] = [middle(), apart()];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = middle();
    moved += Math.hypot(after.x - before.x, after.y - before.y) + Math.abs(apart() - width);
    now.move(after.x - before.x, after.y - before.y, size());
    if (width > 0) now.to((now.scale * apart()) / width, within(after), size());
    show();
  };
  const up = (event: PointerEvent) => void fingers.delete(event.pointerId);
  /** A finger that has pinched or moved the board chooses nothing. */
  const click = (event: MouseEvent) => {
    if (moved > STILL) event.stopPropagation();
    if (moved > STILL) event.preventDefault();
    moved = 0;
  };

  zooms.set(frame, (factor) => {
    const { width, height } = size();
    if (factor === 0) now.to(1, { x: 0, y: 0 }, size());
    else now.to(now.scale * factor, { x: width / 2, y: height / 2 }, size());
    show();
  });
  const listened = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
  for (const [name, listener] of Object.entries(listened)) frame.addEventListener(name, listener as EventListener);
  frame.addEventListener("click", click, { capture: true });
  // A frame of another size shows the whole board again.
  const watch = new ResizeObserver(() => zoomBy(frame, 0));
  watch.observe(frame);
  return () => {
    watch.disconnect();
    for (const [name, listener] of Object.entries(listened)) frame.removeEventListener(name, listener as EventListener);
    frame.removeEventListener("click", click, { capture: true });
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
