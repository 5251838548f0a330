/**
 * The WebSocket of a table. While the page is visible a lost connection is seen within three
 * seconds. Then it reconnects with exponential back-off, from the last message on. Requests that
 * were pending are rejected, never sent again.
 * When a server stops, another process or its successor takes over: the connection is switched
 * at once, and what is asked meanwhile waits.
 */

import { PendingRequests, RequestError, type Command, type Requests } from "./requests";
import { t } from "./t";
import { locale } from "./text.svelte";
import type { ToClient } from "./wire";

const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 5_000;
const LONGEST_HIDDEN_DELAY_MS = 15_000;
const BACK_OFF = 1.8;
/** After so long without a message the server is asked for one. A page that nobody sees asks rarely. */
const PING_AFTER_MS = 1_200;
const HIDDEN_PING_AFTER_MS = 25_000;
/** An unanswered ping makes the connection count as lost: 2.7 s after the last message. */
const ANSWER_WITHIN_MS = 1_500;
const HIDDEN_ANSWER_WITHIN_MS = 15_000;
/** A silent connection has so long to come back by itself before a new one is made. */
const GRACE_MS = 3_300;
/** A new connection has so long until its first message. */
const CONNECT_WITHIN_MS = 20_000;
const TIMEOUT_MS = 15_000;
/** A hint waits for a free worker process and then for a bot. */
const HINT_TIMEOUT_MS = 60_000;
/** The closing code of a server that stops. */
const RESTART_CODE = 1012;
/** How long a switch may take before it is called a lost connection. */
const SWITCH_MS = 2500;
/** The longest pause between two attempts of a switch; random, so that not all come at once. */
const SWITCH_DELAY_MS = 250;
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
  /** Whether this connection has shown the table. */
  #hasSnapshot = false;
  #delay = FIRST_DELAY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** What happens next if no message comes: a ping, the connection counts as lost, a new connection. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** Runs while the connection is switched. */
  #switching: ReturnType<typeof setTimeout> | undefined;
  /** Commands that wait for the end of the switch. */
  #held: string[] = [];

  constructor(
    private table: string,
    private watchToken: string | null = null,
  ) {}

  open(): void {
    addEventListener("online", this.#cameOnline);
    addEventListener("offline", this.#wentOffline);
    document.addEventListener("visibilitychange", this.#becameVisible);
    this.#connect();
  }

  close(): void {
    removeEventListener("online", this.#cameOnline);
    removeEventListener("offline", this.#wentOffline);
    document.removeEventListener("visibilitychange", this.#becameVisible);
    clearTimeout(this.#retry);
    this.#endSwitch();
    this.#abandon();
  }

  /** Try again after a refusal: the visitor was let in. */
  reopen(): void {
    this.status = "connecting";
    this.#connect();
  }

  request(command: Command): Promise<ToClient> {
    const socket = this.#socket;
    const isOpen = socket?.readyState === WebSocket.OPEN && this.status !== "reconnecting";
    if (!isOpen && !this.#switching) return Promise.reject(new RequestError("offline", t("offline")));
    const timeout = command.type === "hint" ? HINT_TIMEOUT_MS : TIMEOUT_MS;
    const { id, answer } = this.#pending.add(timeout, () => new RequestError("timeout", t("unanswered")));
    const text = JSON.stringify({ ...command, id });
    if (isOpen) socket.send(text);
    else this.#held.push(text);
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
    this.#hasSnapshot = false;
    socket.onopen = () => {
      this.#delay = FIRST_DELAY_MS;
      for (const text of this.#endSwitch()) socket.send(text);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ToClient);
    socket.onclose = (event) => this.#lost(event.code);
    this.#after(CONNECT_WITHIN_MS, () => this.#lost(0));
  }

  #after(ms: number, act: () => void): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(act, ms);
  }

  /** Close the socket without waiting for the other side, and reject what it leaves pending. */
  #abandon(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    if (!this.#switching) this.#pending.rejectAll(new RequestError("interrupted", t("interrupted")));
  }

  #lost(code: number): void {
    this.#abandon();
    if (FINAL_CODES.has(code)) {
      this.status = "refused";
      return;
    }
    if (code === RESTART_CODE && this.status === "open") {
      this.#switching ??= setTimeout(this.#giveUpSwitch, SWITCH_MS);
    }
    if (this.#switching) {
      this.#retry = setTimeout(() => this.#connect(), Math.random() * SWITCH_DELAY_MS);
      return;
    }
    this.status = "reconnecting";
    this.#retry = setTimeout(() => this.#connect(), this.#delay);
    this.#delay = Math.min(this.#delay * BACK_OFF, document.hidden ? LONGEST_HIDDEN_DELAY_MS : LONGEST_DELAY_MS);
  }

  /** End the switch; what has waited for it. */
  #endSwitch(): string[] {
    clearTimeout(this.#switching);
    this.#switching = undefined;
    return this.#held.splice(0);
  }

  /** Nobody has taken over in time: the connection is lost. */
  #giveUpSwitch = (): void => {
    this.#endSwitch();
    this.status = "reconnecting";
    this.#pending.rejectAll(new RequestError("offline", t("offline")));
  };

  /** Ask the server for a sign of life. */
  #ping = (): void => {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send('{"type":"ping"}');
    this.#after(document.hidden ? HIDDEN_ANSWER_WITHIN_MS : ANSWER_WITHIN_MS, this.#fellSilent);
  };

  /** Nothing came: say so, even if the system has not noticed, and wait a little before a new connection. */
  #fellSilent = (): void => {
    this.status = "reconnecting";
    this.#after(GRACE_MS, () => this.#lost(0));
  };

  #reconnectNow(): void {
    if (this.status !== "reconnecting") return;
    clearTimeout(this.#retry);
    this.#delay = FIRST_DELAY_MS;
    this.#connect();
  }

  #cameOnline = (): void => {
    if (this.status === "open") this.#ping();
    else this.#reconnectNow();
  };

  #wentOffline = (): void => {
    if (this.status === "open") this.#fellSilent();
  };

  #becameVisible = (): void => {
    if (!document.hidden) this.#cameOnline();
  };

  #receive(message: ToClient): void {
    this.#after(document.hidden ? HIDDEN_PING_AFTER_MS : PING_AFTER_MS, this.#ping);
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
    // A connection that was silent has come back by itself.
    if (message.type === "snapshot" || this.#hasSnapshot) this.status = "open";
    if (message.type === "snapshot") this.#hasSnapshot = true;
    this.receiver?.receive(message);
    if (id) this.#pending.resolve(id, message);
  }
}
