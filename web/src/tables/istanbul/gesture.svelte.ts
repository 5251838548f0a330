/** Answers of several words that are put together before they are sent: a sale, assistants called back. */

import type { TableStore } from "../contract";
import { GOODS, marketOf, type Good, type Goods, type IstanbulView, type Market } from "./view";

export class Gesture {
  /** Places whose assistants are to come back. */
  ticked = $state.raw<number[]>([]);
  /** What is to be sold. */
  selling = $state.raw<Goods>({ red: 0, green: 0, yellow: 0, blue: 0 });

  constructor(private store: TableStore) {}

  get view(): IstanbulView {
    return this.store.view as IstanbulView;
  }

  get step(): string {
    return this.store.asked?.step ?? "";
  }

  get me() {
    return this.view.players[this.store.seat ?? -1];
  }

  /** Begin with everything that is offered. */
  begin(): void {
    this.ticked = this.step === "bring_back" ? this.store.family("place").map((one) => Number(one.at)) : [];
    this.selling = { red: 0, green: 0, yellow: 0, blue: 0 };
    if (this.step !== "sell") return;
    // Kinds of which there is most go first, where not all can be sold.
    for (let n = this.ladder.length; n > 0; n--) {
      const next = GOODS.filter((good) => this.selling[good] < this.most(good)).sort(
        (a, b) => this.most(b) - this.selling[b] - this.most(a) + this.selling[a],
      )[0];
      if (next) this.selling = { ...this.selling, [next]: this.selling[next] + 1 };
    }
  }

  tick(place: number): void {
    this.ticked = this.ticked.includes(place) ? this.ticked.filter((one) => one !== place) : [...this.ticked, place];
  }

  // -- a sale ----------------------------------------------------------------

  get market(): Market {
    return this.me ? marketOf(this.me) : "small";
  }

  /** The prices that are still ahead. */
  get ladder(): number[] {
    return this.view.prices[this.market].slice(this.view.sold);
  }

  /** How many of a kind are wanted and at hand. */
  most(good: Good): number {
    return Math.min(this.view.wanted[good], this.me?.goods[good] ?? 0);
  }

  get count(): number {
    return GOODS.reduce((sum, good) => sum + this.selling[good], 0);
  }

  get price(): number {
    return this.ladder[this.count - 1] ?? 0;
  }

  /** Sell up to this many of a kind; or one fewer, if it is so already. */
  toggle(good: Good, n: number): void {
    const now = this.selling[good];
    const wanted = n < now ? n : Math.min(n + 1, now + this.ladder.length - this.count);
    this.selling = { ...this.selling, [good]: wanted };
  }

  // -- as words --------------------------------------------------------------

  get words(): string[] {
    if (this.step === "bring_back") {
      return [...this.ticked.toSorted((a, b) => a - b).map((place) => `place:${place}`), "done"];
    }
    if (this.step === "sell" && this.count > 0) {
      const goods = GOODS.flatMap((good) => Array<string>(this.selling[good]).fill(`good:${good}`));
      return this.count < this.ladder.length ? [...goods, "done"] : goods;
    }
    return [];
  }
}
