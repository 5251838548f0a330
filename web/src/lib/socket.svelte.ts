/**
 * The WebSocket of a table. When the connection is lost it reconnects with exponential
 * back-off, from the last message on. Requests that were pending are rejected, never sent again.
 */

import { PendingRequests, RequestError, type Command, type Requests } from "./requests";
import { t } from "./t";
import { locale } from "./text.svelte";
import type { ToClient } from "./wire";

const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 15_000;
const BACK_OFF = 1.8;
const HEARTBEAT_MS = 25_000;
const TIMEOUT_MS = 15_000;
/** A hint waits for a free worker process and then for a bot. */
const HINT_TIMEOUT_MS = 60_000;
/** Closing codes that make a reconnect useless: not allowed, no such table. */
const FINAL_CODES = new Set([4403, 4404]);

/** What reads the messages. */
export interface Receiver {
  receive(message: ToClient): void;
  /** The number of the last message that it has read. */
  readonly latest: number;
}

export class TableSocket implements Requests {
  status = $state<"connecting" | "open" | "reconnecting" | "refused">("connecting");
  /** Why the server refused the connection, in a sentence. */
  refusal = $state("");
  receiver: Receiver | null = null;

  #socket: WebSocket | null = null;
  #pending = new PendingRequests();
  #delay = FIRST_DELAY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor(
    private table: string,
    private watchToken: string | null = null,
  ) {}

  open(): void {
    addEventListener("online", this.#reconnectNow);
    document.addEventListener("visibilitychange", this.#becameVisible);
    this.#connect();
  }

  close(): void {
    removeEventListener("online", this.#reconnectNow);
    document.removeEventListener("visibilitychange", this.#becameVisible);
    clearTimeout(this.#retry);
    this.#abandon();
  }

  request(command: Command): Promise<ToClient> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new RequestError("offline", t("offline")));
    const timeout = command.type === "hint" ? HINT_TIMEOUT_MS : TIMEOUT_MS;
    const { id, answer } = this.#pending.add(timeout, () => new RequestError("timeout", t("unanswered")));
    socket.send(JSON.stringify({ ...command, id }));
    return answer;
  }

  #connect(): void {
    this.#abandon();
    const query = new URLSearchParams({ language: locale.language });
    const latest = this.receiver?.latest ?? 0;
    if (latest > 0) query.set("after", String(latest));
    if (this.watchToken) query.set("watch", this.watchToken);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket?${query}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = FIRST_DELAY_MS;
      this.#heartbeat = setInterval(() => void this.#beat(socket), HEARTBEAT_MS);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = (event) => this.#lost(event.code);
  }

  /** Close the socket without waiting for the other side, and reject what it leaves pending. */
  #abandon(): void {
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#pending.rejectAll(new RequestError("interrupted", t("interrupted")));
  }

  #lost(code: number): void {
    this.#abandon();
    if (FINAL_CODES.has(code)) {
      this.status = "refused";
      return;
    }
    this.status = "reconnecting";
    this.#retry = setTimeout(() => this.#connect(), this.#delay);
    this.#delay = Math.min(this.#delay * BACK_OFF, LONGEST_DELAY_MS);
  }

  /** A connection that leaves a ping unanswered is lost, even if the system has not noticed. */
  async #beat(socket: WebSocket): Promise<void> {
    // A pending request shows the same, and the server answers one after the other.
    if (this.#pending.size > 0) return;
    try {
      await this.request({ type: "ping" });
    } catch {
      if (this.#socket === socket) this.#lost(0);
    }
  }

  #reconnectNow = (): void => {
    if (this.status !== "reconnecting") return;
    clearTimeout(this.#retry);
    this.#delay = FIRST_DELAY_MS;
    this.#connect();
  };

  #becameVisible = (): void => {
    if (!document.hidden) this.#reconnectNow();
  };

  #receive(message: ToClient): void {
    const id = "id" in message ? message.id : null;
    if (message.type === "error") {
      if (id) {
        this.#pending.reject(id, new RequestError(message.code, message.text));
      } else {
        this.refusal = message.text;
        this.receiver?.receive(message);
      }
      return;
    }
    if (message.type === "snapshot") this.status = "open";
    this.receiver?.receive(message);
    if (id) this.#pending.resolve(id, message);
  }
}
