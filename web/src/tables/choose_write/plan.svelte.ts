/**
 * A whole choice put together before it is written: place, what is crossed, payment, goods, fields.
 *
 * Every pick is tried out with the server, which says what it brings and what is asked next.
 */

import { settings } from "../../lib/settings.svelte";
import type { QuestionInfo, ChoiceInfo, Effect } from "../../lib/wire";
import { said, type TableStore } from "../contract";
import { GOODS, type Good } from "./view";

/** Questions that one word answers: they are played as they are chosen. */
const ALONE = ["play", "take", "keep"];
/** Goods of choice are named in their order, whatever the order in which the hand takes them. */
const IN_ORDER = ["good", "give_good"];

interface Goods {
  /** What was said before the first of them. */
  before: string[];
  choices: ChoiceInfo[];
  picked: Good[];
  /** What the plan brought before them, by kind. */
  brought: Record<string, number>;
}

export class Plan {
  /** What was gathered after each pick, for going back. */
  #trail = $state.raw<string[][]>([]);
  /** What could be said first, while a plan is made: it can be changed to any of these. */
  #first = $state.raw<ChoiceInfo[]>([]);
  /** The question what to cross, once it is answered: it may be answered otherwise. */
  crossing = $state.raw<{ before: string[]; choices: ChoiceInfo[]; word: string } | null>(null);
  #goods = $state.raw<Goods | null>(null);

  constructor(private store: TableStore) {}

  /** A new question: nothing is planned. */
  begin(): void {
    this.#trail = [];
    this.#first = [];
    this.crossing = null;
    this.#goods = null;
  }

  get asked(): QuestionInfo | null {
    return this.store.asked;
  }

  /** The words planned so far. */
  get words(): string[] {
    return this.store.draft;
  }

  get isBegun(): boolean {
    return this.words.length > 0;
  }

  /** Nothing is left to decide. */
  get isComplete(): boolean {
    return this.isBegun && this.store.preview !== null && this.store.preview.asked === null;
  }

  /** What would be written by the plan, and by the choice in focus. */
  get effects(): Effect[] {
    const planned = this.isBegun ? (this.store.preview?.effects ?? []) : [];
    return [...planned, ...(this.store.shown?.effects ?? [])];
  }

  /** The place of the plan. */
  get place(): string | null {
    const first = this.words[0] ?? "";
    return first.startsWith("place:") ? first.slice(6) : null;
  }

  /** The choice of a word: offered now, or one that the plan can be changed to. */
  find(word: string): ChoiceInfo | undefined {
    const now = this.store.offered(word);
    if (now || this.store.isPending || !this.isBegun) return now;
    if (this.#fits(word)) return this.#goods?.choices.find((one) => one.word === word);
    const kind = word.split(":")[0];
    if (this.asked?.choices.some((one) => one.kind === kind)) return undefined;
    return this.#first.find((one) => one.word === word);
  }

  /** Whether another good can still be named: of what follows from the order alone, some may be exchanged. */
  #fits(word: string): boolean {
    const goods = this.#goods;
    if (!goods || !word.startsWith("good:")) return false;
    const all = GOODS.reduce((sum, good) => sum + this.#taken(goods, good), 0);
    return IN_ORDER.includes(this.asked?.step ?? "") || (this.isComplete && all > goods.picked.length);
  }

  /** How many of a kind are taken by naming goods: as picked, or more where nothing else was left to name. */
  #taken(goods: Goods, good: Good): number {
    const picked = goods.picked.filter((one) => one === good).length;
    return Math.max(picked, (this.#brought()[good] ?? 0) - (goods.brought[good] ?? 0));
  }

  #brought(): Record<string, number> {
    const found: Record<string, number> = {};
    for (const { name, seat, values } of this.isBegun ? (this.store.preview?.effects ?? []) : []) {
      if (seat !== this.store.seat || (name !== "got_good" && name !== "lost_good")) continue;
      const good = String(values.good);
      found[good] = (found[good] ?? 0) + Number(values.n ?? 1);
    }
    return found;
  }

  /** How often a word has been said in answer to what it stands for now. */
  named(word: string): number {
    if (!this.isBegun) return 0;
    if (this.#goods && word.startsWith("good:") && (this.isComplete || IN_ORDER.includes(this.asked?.step ?? ""))) {
      return this.#taken(this.#goods, word.slice(5) as Good);
    }
    return this.store.offered(word) ? 0 : this.words.filter((one) => one === word).length;
  }

  /** For an element that stands for a word, as `TableStore.props`. */
  props(word: string, otherwise?: () => void): Record<string, unknown> {
    const store = this.store;
    const choice = this.find(word);
    if (!choice) return store.props(word, otherwise);
    const chosen = store.chosen === word || this.named(word) > 0;
    return {
      ...store.props(word),
      "data-word": word,
      "data-can": true,
      "data-sel": chosen || undefined,
      "data-pending": undefined,
      "aria-disabled": undefined,
      "aria-pressed": chosen,
      "aria-label": said(choice),
      title: choice.text,
      onclick: () => void this.take(word),
    };
  }

  /** Take a word into the plan; words that stand alone are chosen, and played by the next click. */
  async take(word: string): Promise<void> {
    const store = this.store;
    const choice = this.find(word);
    if (!choice || store.isFresh) return;
    const step = this.asked?.step ?? "";
    if (ALONE.includes(step)) return store.pick(word);
    if (!store.offered(word)) {
      if (this.#fits(word)) return this.#goodsAnew(word);
      if (this.words[0] === word && this.isComplete) return store.play(this.words);
      return this.#restart(word);
    }
    if (!this.isBegun) this.#first = this.asked?.choices ?? [];
    if (step === "use_card") return this.#restart(word);
    if (step === "cross" && this.isBegun)
      return this.cross(word, { before: this.words, choices: this.asked?.choices ?? [], word });
    if (IN_ORDER.includes(step)) return this.#goodsAnew(word);
    this.#goods = null;
    await this.#gather([...this.words, word]);
  }

  async #restart(word: string): Promise<void> {
    const first = this.#first;
    this.begin();
    this.#first = first;
    await this.#gather([word]);
    const asked = this.asked;
    if (asked?.step !== "cross" || !this.isBegun) return;
    // A symbol of the place first: it can serve for nothing else.
    const best = asked.choices.find((one) => one.word === "symbol") ?? asked.choices[0];
    if (best) await this.cross(best.word, { before: this.words, choices: asked.choices, word: best.word });
  }

  /** Cross a symbol or a bonus action; what was planned after it is planned again. */
  async cross(word: string, at = this.crossing): Promise<void> {
    if (!at) return;
    this.crossing = { ...at, word };
    this.#goods = null;
    await this.#gather([...at.before, word]);
  }

  async #goodsAnew(word: string): Promise<void> {
    const goods = this.#goods ?? {
      before: this.words,
      choices: this.asked?.choices ?? [],
      picked: [],
      brought: this.#brought(),
    };
    const picked = [...goods.picked, word.slice(5) as Good].sort((a, b) => GOODS.indexOf(a) - GOODS.indexOf(b));
    this.#goods = { ...goods, picked };
    await this.#gather([...goods.before, ...picked.map((good) => `good:${good}`)]);
  }

  async #gather(words: string[]): Promise<void> {
    const found = await this.store.gather(words);
    if (!found) return;
    this.#trail = [...this.#trail.filter((one) => one.length < words.length), this.words];
    if (!settings.confirm && found.asked === null) this.store.play(this.words);
  }

  /** Lay down the last pick. */
  async undo(): Promise<void> {
    const trail = this.#trail.slice(0, -1);
    // The crossing that was chosen with the place goes with it.
    const to = trail.findLast((one) => one.length > (this.crossing?.before.length ?? 0)) ?? [];
    this.#goods = null;
    if (to.length === 0) {
      this.begin();
      await this.store.gather([]);
      return;
    }
    this.#trail = trail;
    await this.store.gather(to);
  }
}
