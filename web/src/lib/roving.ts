/**
 * Makes one stop for Tab of a group of buttons, in which the arrow keys walk as the
 * buttons lie: `<div {@attach roving}>`. Home and End go to the first and the last. Tab comes to what
 * may be chosen, else to the first; with `data-from="end"`, to the last.
 */

const STOPS = "button:not(:disabled), [data-stop]";

export function roving(group: HTMLElement): () => void {
  const stops = () => [...group.querySelectorAll<HTMLElement>(STOPS)].filter((one) => one.offsetParent !== null);

  const settle = () => {
    const all = stops();
    const current =
      all.find((one) => one === document.activeElement) ??
      all.find((one) => one.dataset.can !== undefined) ??
      (group.dataset.from === "end" ? all.at(-1) : all[0]);
    for (const one of all) one.tabIndex = one === current ? 0 : -1;
  };

  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = stops();
    const from = event.target as HTMLElement;
    if (!all.includes(from)) return;
    const to = event.key === "Home" ? all[0] : event.key === "End" ? all.at(-1) : nearest(from, all, event.key);
    if (!to) return;
    event.preventDefault();
    for (const one of all) one.tabIndex = one === to ? 0 : -1;
    to.focus();
  };

  settle();
  const watch = new MutationObserver(settle);
  watch.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-can", "disabled"] });
  // Focus that comes back goes to what may be chosen now, not to where it was.
  const left = (event: FocusEvent) => group.contains(event.relatedTarget as Node | null) || settle();
  group.addEventListener("keydown", walk);
  group.addEventListener("focusout", left);
  return () => {
    watch.disconnect();
    group.removeEventListener("keydown", walk);
    group.removeEventListener("focusout", left);
  };
}

interface Middle {
  x: number;
  y: number;
}

/** Which of several places lies nearest in the direction of an arrow key; none beyond the edge. */
export function toward(from: Middle, all: Middle[], key: string): number {
  let best = -1;
  let least = Infinity;
  all.forEach((to, n) => {
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const ahead = { ArrowLeft: -dx, ArrowRight: dx, ArrowUp: -dy, ArrowDown: dy }[key];
    if (ahead === undefined || ahead < 4) return;
    const aside = key === "ArrowLeft" || key === "ArrowRight" ? Math.abs(dy) : Math.abs(dx);
    const far = ahead + aside * 3;
    if (far < least) {
      least = far;
      best = n;
    }
  });
  return best;
}

function nearest(from: HTMLElement, all: HTMLElement[], key: string): HTMLElement | undefined {
  const middle = (one: HTMLElement): Middle => {
    const box = one.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return all[toward(middle(from), all.map(middle), key)];
}
