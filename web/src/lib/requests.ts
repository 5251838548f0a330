/** Requests to the server: every one has a number, and exactly one message with that number answers it. */

import type { ToClient, ToServer } from "./wire";

type WithoutId<Message> = Message extends unknown ? Omit<Message, "id"> : never;

/** A message to the server before it has its number. */
export type Command = WithoutId<ToServer>;

/** Where commands go. The promise resolves with the answer, or rejects with a RequestError. */
export interface Requests {
  request(command: Command): Promise<ToClient>;
}

/** A request that was refused, or that no answer came to: a code for programs, a sentence for people. */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

interface Pending {
  resolve: (answer: ToClient) => void;
  reject: (error: RequestError) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** The requests that wait for their answer, by number. */
export class PendingRequests {
  #pending = new Map<number, Pending>();
  #last = 0;

  get size(): number {
    return this.#pending.size;
  }

  /** Number a new request; if nothing settles it in time it is rejected with the error that `late` makes. */
  add(timeoutMs: number, late: () => RequestError): { id: number; answer: Promise<ToClient> } {
    const id = ++this.#last;
    const answer = new Promise<ToClient>((resolve, reject) => {
      const timer = setTimeout(() => this.reject(id, late()), timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
    });
    return { id, answer };
  }

  resolve(id: number, answer: ToClient): void {
    this.#take(id)?.resolve(answer);
  }

  reject(id: number, error: RequestError): void {
    this.#take(id)?.reject(error);
  }

  rejectAll(error: RequestError): void {
    for (const id of [...this.#pending.keys()]) this.reject(id, error);
  }

  #take(id: number): Pending | undefined {
    const found = this.#pending.get(id);
    if (found) clearTimeout(found.timer);
    this.#pending.delete(id);
    return found;
  }
}
