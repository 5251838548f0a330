/** The offer on my pan: gems laid down and taken back in any order; the server says whether it would stand. */

import type { TableStore } from "../contract";
import { COLOURS, count, none, offerOf, wordsOf, type BasariView, type Colour, type Gems } from "./view";

export class Offer {
  gems = $state.raw<Gems>(none());
  /** Whether the server would take it; null while it is asked. */
  stands = $state<boolean | null>(false);
  #asking = 0;

  constructor(private store: TableStore) {}

  get view(): BasariView {
    return this.store.view as BasariView;
  }

  /** Whether I may put an offer together now. */
  get isOpen(): boolean {
    const step = this.store.question?.step;
    return step === "open_offer" || step === "answer_offer" || step === "add_gem";
  }

  get count(): number {
    return count(this.gems);
  }

  get words(): string[] {
    // Gems that were sent one by one, from another page, lie on the pan already.
    const sent = count(this.view.haggle?.draft ?? none());
    return wordsOf(this.gems).slice(sent);
  }

  /** The lowest offer that beats the standing one, as the server has worked it out. */
  get least(): Gems | null {
    const words = this.store.question?.gestures?.least;
    return words ? offerOf(words) : null;
  }

  left(colour: Colour): number {
    const seat = this.store.seat;
    return seat === null ? 0 : this.view.players[seat]!.gems[colour] - this.gems[colour];
  }

  begin(): void {
    const draft = this.view?.haggle?.draft;
    this.lay(this.isOpen && draft ? { ...draft } : none());
  }

  add(colour: Colour, n = 1): void {
    const now = this.gems[colour] + n;
    if (this.isOpen && now >= 0 && this.left(colour) - n >= 0) this.lay({ ...this.gems, [colour]: now });
  }

  lay(gems: Gems): void {
    this.gems = gems;
    const number = ++this.#asking;
    if (!this.isOpen || this.count === 0) {
      this.stands = false;
      return;
    }
    const least = this.least;
    if (least && COLOURS.every((colour) => least[colour] === gems[colour])) {
      this.stands = true;
      return;
    }
    this.stands = null;
    void this.store.explore(this.words).then((found) => {
      if (number !== this.#asking) return;
      this.stands = found !== null;
      this.store.trouble = "";
    });
  }
}
