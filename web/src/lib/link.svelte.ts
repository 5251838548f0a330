/**
 * The line to a table. When it breaks it is taken up again, a little later each time,
 * from the last message on; what was asked on the broken line is refused, never repeated.
 */

import { Refusal, type Wire } from "../tables/sight.svelte";
import { t } from "./t";
import { speech } from "./text.svelte";
import type { ToClient, ToServer } from "./wire";

const FIRST_MS = 400;
const LONGEST_MS = 15_000;
const PING_MS = 25_000;
const SILENCE_MS = 12_000;
/** Codes with which the server says that coming back is of no use. */
const FINAL = new Set([4403, 4404]);

interface Waiting {
  type: ToServer["type"];
  resolve: (message: ToClient) => void;
  reject: (error: Error) => void;
}

export interface Listener {
  receive(message: ToClient): void;
  readonly latest: number;
}

export class Link implements Wire {
  state = $state<"opening" | "open" | "lost" | "refused">("opening");
  refusal = $state("");
  listener: Listener | null = null;

  #socket: WebSocket | null = null;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #waiting = new Map<number, Waiting>();
  #delay = FIRST_MS;
  #retry = 0;
  #ping = 0;
  #pong = 0;
  #closed = false;

  constructor(
    private table: string,
    private watch: string | null = null,
  ) {}

  open(): void {
    this.#closed = false;
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#seen);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#seen);
    clearTimeout(this.#retry);
    this.#hush();
    this.#socket?.close();
  }

  tell(message: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  ask(message: ToServer): Promise<ToClient> {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new Refusal("offline", t("offline")));
        return;
      }
      this.#waiting.set(message.id ?? 0, { type: message.type, resolve, reject });
      this.#socket.send(JSON.stringify(message));
    });
  }

  speak(): void {
    this.tell({ type: "language", language: speech.language });
  }

  #connect(): void {
    const query = new URLSearchParams({ language: speech.language });
    const latest = this.listener?.latest ?? 0;
    if (latest > 0) query.set("after", String(latest));
    if (this.watch) query.set("watch", this.watch);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket?${query}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = FIRST_MS;
      this.#ping = setInterval(() => this.#beat(), PING_MS) as unknown as number;
    };
    socket.onmessage = (event) => this.#take(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#hush();
      if (this.#closed) return;
      for (const one of this.#waiting.values()) one.reject(new Refusal("offline", t("offline")));
      this.#waiting.clear();
      if (FINAL.has(event.code)) {
        this.state = "refused";
        return;
      }
      this.state = "lost";
      this.#retry = setTimeout(() => this.#connect(), this.#delay) as unknown as number;
      this.#delay = Math.min(this.#delay * 1.8, LONGEST_MS);
    };
  }

  #hush(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
  }

  /** A line that says nothing when asked is broken, whatever the system thinks of it. */
  #beat(): void {
    this.tell({ type: "ping" });
    clearTimeout(this.#pong);
    this.#pong = setTimeout(() => this.#socket?.close(), SILENCE_MS) as unknown as number;
  }

  #again = (): void => {
    if (this.state !== "lost") return;
    clearTimeout(this.#retry);
    this.#delay = FIRST_MS;
    this.#connect();
  };

  #seen = (): void => {
    if (!document.hidden) this.#again();
  };

  #take(message: ToClient): void {
    clearTimeout(this.#pong);
    if (message.type === "error") {
      const waiting = message.id ? this.#waiting.get(message.id) : undefined;
      if (message.id) this.#waiting.delete(message.id);
      if (waiting) waiting.reject(new Refusal(message.code, message.text));
      else {
        this.refusal = message.text;
        this.listener?.receive(message);
      }
      return;
    }
    if ((message.type === "explored" || message.type === "hint") && message.id !== null) {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
      return;
    }
    if (message.type === "snapshot") this.state = "open";
    // Nothing but news answers these: whatever comes without an error has been heard.
    if (message.type === "moved" || message.type === "snapshot") {
      for (const [id, one] of this.#waiting) {
        if (one.type === "explore" || one.type === "hint") continue;
        one.resolve(message);
        this.#waiting.delete(id);
      }
    }
    this.listener?.receive(message);
  }
}
