/**
 * A double click cannot hit what has just come. Its second click is dropped if the button, or
 * what it is part of, appeared after the first one: a dialog, a strip, one button in place of another.
 */

const TARGETS = "button, a, input, select, summary, [role=button], [data-can]";

/** When elements came into the page, were opened or enabled. */
const cameAt = new WeakMap<Node, number>();
/** The click that is being handled: its place in a series of clicks, and when the series began. */
let count = 0;
let began = 0;

/** Whether the click that is being handled repeats one that was made before a moment. */
export function isRepeatOf(moment: number): boolean {
  return count > 1 && began < moment;
}

function hits(target: Element): boolean {
  for (let one: Element | null = target.closest(TARGETS) ?? target; one; one = one.parentElement) {
    if (isRepeatOf(cameAt.get(one) ?? -Infinity)) return true;
  }
  return false;
}

/** Watch a page and drop such clicks; the result ends it. */
export function guardClicks(root: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    const now = performance.now();
    for (const change of changes) {
      if (change.type === "attributes") cameAt.set(change.target, now);
      else for (const node of change.addedNodes) if (node.nodeType === Node.ELEMENT_NODE) cameAt.set(node, now);
    }
  });
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["open", "disabled"] });
  const onclick = (event: MouseEvent): void => {
    count = event.detail;
    if (count <= 1) began = performance.now();
    else if (event.target instanceof Element && hits(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  const onkeydown = (): void => void (count = 0);
  window.addEventListener("click", onclick, true);
  window.addEventListener("keydown", onkeydown, true);
  return () => {
    observer.disconnect();
    window.removeEventListener("click", onclick, true);
    window.removeEventListener("keydown", onkeydown, true);
  };
}
