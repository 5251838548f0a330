/** Client-side routing: the path of the address bar, changed without a reload. */

const here = $state({ path: "/", query: "" });

export const route = {
  get path(): string {
    return here.path;
  },
  get query(): URLSearchParams {
    return new URLSearchParams(here.query);
  },
  get parts(): string[] {
    return here.path.split("/").filter(Boolean).map(decodeURIComponent);
  },
};

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  read();
  if (!replace) scrollTo(0, 0);
}

export function read(): void {
  here.path = location.pathname;
  here.query = location.search;
}

/** `<a href="/rules/basari" {@attach link}>` stays on the page. */
export function link(anchor: HTMLElement): () => void {
  const click = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const href = anchor.getAttribute("href");
    if (!href?.startsWith("/")) return;
    event.preventDefault();
    go(href);
  };
  anchor.addEventListener("click", click);
  return () => anchor.removeEventListener("click", click);
}
