/** A review as the server makes it: first the chart, then choice after choice. */

import { locale } from "../lib/text.svelte";
import type { CommandRefused, GameReview, ReviewMoment, ReviewPart } from "../lib/wire";
import { say } from "./text";

export type Depth = "quick" | "usual";
type Message =
  ({ type: "review" } & GameReview) | ({ type: "part" } & ReviewPart) | ({ type: "error" } & CommandRefused);

export class ReviewStore {
  review = $state.raw<GameReview | null>(null);
  moments = $state.raw<ReviewMoment[]>([]);
  trouble = $state("");
  #socket: WebSocket | null = null;

  constructor(private table: string) {}

  /** Ask for the review; what was asked before is called off. */
  open(depth: Depth): void {
    this.close();
    this.trouble = "";
    this.review = null;
    this.moments = [];
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/tables/${encodeURIComponent(this.table)}/review`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}?depth=${depth}&language=${locale.language}`);
    this.#socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => {
      if (this.#socket === socket && !this.review?.is_whole && !this.trouble) this.trouble = say("gone");
    };
  }

  receive(message: Message): void {
    if (message.type === "error") this.trouble = message.text;
    else if (message.type === "part") this.moments = inOrder([...this.moments, ...message.moments]);
    else {
      this.review = message;
      if (message.is_whole) this.moments = message.moments;
    }
  }

  /** Call off what the server is working at. */
  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

function inOrder(moments: ReviewMoment[]): ReviewMoment[] {
  return moments.sort((one, other) => one.first - other.first);
}
