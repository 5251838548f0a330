/** The frames of a replay, fetched in chunks on demand. */

import type { Course, Frame, RecordedAnswer } from "./wire";

const CHUNK = 50;

export class ReplayFrames {
  #frames = new Map<number, Frame>();
  #loading = new Map<number, Promise<void>>();

  constructor(private fetch: (first: number, count: number) => Promise<Frame[]>) {}

  async get(n: number): Promise<Frame | undefined> {
    if (!this.#frames.has(n)) await this.#load(Math.floor(n / CHUNK) * CHUNK);
    // Prefetch the next chunk.
    const next = (Math.floor(n / CHUNK) + 1) * CHUNK;
    if (n % CHUNK > CHUNK / 2 && !this.#frames.has(next)) void this.#load(next).catch(() => undefined);
    return this.#frames.get(n);
  }

  /** The last forty answers before a frame, as far as they are fetched. */
  before(n: number): RecordedAnswer[] {
    const found: RecordedAnswer[] = [];
    for (let k = n; k > 0 && found.length < 40; k--) {
      const taken = this.#frames.get(k)?.taken;
      if (!taken) break;
      found.unshift(taken);
    }
    return found;
  }

  #load(first: number): Promise<void> {
    const going = this.#loading.get(first);
    if (going) return going;
    const load = this.fetch(first, CHUNK).then(
      (frames) => {
        for (const frame of frames) this.#frames.set(frame.n, frame);
      },
      (error: unknown) => {
        this.#loading.delete(first);
        throw error;
      },
    );
    this.#loading.set(first, load);
    return load;
  }
}

/** The frame that an address names; the first if it names none. */
export function at(text: string | null): number {
  return text && /^\d{1,7}$/.test(text) ? Number(text) : 0;
}

/** The frame at which the turn before or after ends. */
export function nextTurn(course: Pick<Course, "answers"> | null, n: number, way: 1 | -1, total: number): number {
  const ends = course?.answers ?? [];
  if (ends.length === 0) return n + way * 10;
  if (way === 1) return ends.find((end) => end > n) ?? total - 1;
  return ends.filter((end) => end < n).at(-1) ?? 0;
}
