/** The branches that were begun from a replay, kept in this browser. */

export interface Branch {
  id: string;
  /** The answers of the game before it. */
  n: number;
  turn: number;
}

const MOST = 12;
const key = (replay: string) => `branches.${replay}`;
const origin = (table: string) => `branch-of.${table}`;

export function branchesOf(replay: string): Branch[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(replay)) ?? "[]");
    return Array.isArray(found) ? (found as Branch[]) : [];
  } catch {
    return [];
  }
}

export function keepBranch(replay: string, branch: Branch): void {
  try {
    localStorage.setItem(key(replay), JSON.stringify([branch, ...branchesOf(replay)].slice(0, MOST)));
    localStorage.setItem(origin(branch.id), `/replay/${replay}?n=${branch.n}&review`);
  } catch {
    // Without storage the tables are still among one's own.
  }
}

/** The way back from a branch to the moment at which it began. */
export function wayBack(table: string): string | null {
  try {
    const path = localStorage.getItem(origin(table));
    return path?.startsWith("/replay/") ? path : null;
  } catch {
    return null;
  }
}
