/** An attachment: a region that scrolls can be reached by the keyboard, one that does not is no stop. */
export function scrollable(node: HTMLElement): () => void {
  const update = () => {
    const scrolls = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
    if (scrolls) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const resized = new ResizeObserver(update);
  const changed = new MutationObserver(update);
  resized.observe(node);
  changed.observe(node, { childList: true, subtree: true, characterData: true });
  update();
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
}
