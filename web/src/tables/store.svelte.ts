/**
 * The state of a table on this page: what the server has told, what the player has chosen,
 * and the words that were sent and wait for their answer.
 *
 * It knows no rule. What may be chosen is what the server offered. While an answer is pending
 * nothing else can be sent, so that nothing happens twice.
 */

import type { Hint } from "../lib/hints";
import type { Command, Requests } from "../lib/requests";
import { isAnimated, settings } from "../lib/settings.svelte";
import type { Language } from "../lib/text.svelte";
import type {
  QuestionInfo,
  Back,
  ChoiceInfo,
  Explored,
  GameTexts,
  Happened,
  Hinted,
  ChatLineInfo,
  Logged,
  Moved,
  TakeBackRequestInfo,
  SeatInfo,
  Snapshot,
  TableInfo,
  ToClient,
} from "../lib/wire";

/** The animations of a drawn table. The next message waits until both have ended; a click skips them. */
export interface Animator {
  /** Before the new view is shown: pieces start from where they are. */
  before?(moved: Moved, skipped: AbortSignal): Promise<void> | void;
  /** After the new view is shown. */
  after?(moved: Moved, skipped: AbortSignal): Promise<void> | void;
}

/** After a new question comes, clicks are ignored for so long: they were meant for the question before. */
const IGNORED_MS = 250;
/** With more messages than this in the queue, they are shown without animation. */
const MAX_ANIMATED = 8;
/** An animation that runs longer is not waited for. */
const LONGEST_ANIMATION_MS = 4000;

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>;

export class TableStore {
  table = $state.raw<TableInfo>() as TableInfo;
  /** What this seat may know, in the game's own names; null while seats are open. */
  view = $state.raw<View | null>(null);
  /** The seat whose view is shown; null is a spectator. */
  seat = $state<number | null>(null);
  log = $state.raw<Logged[]>([]);
  chat = $state.raw<ChatLineInfo[]>([]);
  back = $state.raw<Back>({ free: 0, by_consent: false });
  request = $state.raw<TakeBackRequestInfo | null>(null);
  /** The events of the last move. */
  happened = $state.raw<Happened[]>([]);
  texts = $state.raw<GameTexts>({ language: "en", names: {}, words: {}, questions: {}, rules: {}, data: {} });
  /** The word under the pointer or the keyboard's focus. */
  focus = $state<string | null>(null);
  /** The word that was chosen and waits to be confirmed. */
  chosen = $state<string | null>(null);
  /** The words of one gesture that are gathered and not sent yet. */
  draft = $state.raw<string[]>([]);
  /** The server's answer to what the draft would lead to. */
  preview = $state.raw<Explored | null>(null);
  /** Whether my last answer is hidden until all have answered. */
  sealed = $state(false);
  /** The words that were sent and wait for their answer. */
  pending = $state.raw<string[]>([]);
  hint = $state.raw<Hinted | null>(null);
  /** The hints for a first game; the frame shows the first that applies. */
  hints = $state.raw<Hint[]>([]);
  /** Why the last request was refused, in a sentence. */
  trouble = $state("");
  /** The clause that the rules drawer shows; null when it is closed. */
  clause = $state<string | null>(null);
  /** What the bar says instead of a question, if the table is read-only. */
  caption = $state("");
  /** Whether nothing can be chosen: in replays and results. */
  readOnly = $state(false);
  /** With several people at one device: the seat to hand it to, before its view is shown. */
  curtain = $state<number | null>(null);
  animator: Animator | null = null;
  /** Called with each move when it is shown. */
  onmoved: ((moved: Moved) => void) | null = null;

  #asked = $state.raw<QuestionInfo[]>([]);
  #seq = 0;
  #queue: (Moved | Snapshot)[] = [];
  /** Messages received, and messages shown, so far. */
  #received = 0;
  #applied = 0;
  #waiting: { until: number; resolve: () => void }[] = [];
  #busy = false;
  #skip = new AbortController();
  #since = 0;
  #exploring = 0;

  constructor(private requests: Requests) {}

  // -- what is asked ---------------------------------------------------------

  get seats(): SeatInfo[] {
    return this.table.seats;
  }

  get game(): string {
    return this.table.game;
  }

  /** The question to this seat as the server asked it, without the draft. */
  get question(): QuestionInfo | null {
    if (this.readOnly) return null;
    return this.#asked.find((one) => one.seat === this.seat) ?? null;
  }

  /** The question to answer now: the one after the draft, if there is a draft. */
  get asked(): QuestionInfo | null {
    if (this.preview && this.draft.length > 0) return this.preview.asked;
    return this.question;
  }

  /** The questions to other people at the same device. */
  get elsewhere(): QuestionInfo[] {
    return this.#asked.filter((one) => one.seat !== this.seat);
  }

  /** Seats in turn order after this one. */
  get rivals(): number[] {
    const n = this.seats.length;
    const all = Array.from({ length: n }, (_, k) => ((this.seat ?? -1) + 1 + k) % n);
    return this.seat === null ? all : all.slice(0, -1);
  }

  get latest(): number {
    return this.#seq;
  }

  get isPending(): boolean {
    return this.pending.length > 0;
  }

  /** The choice that a word stands for now, if it is offered. */
  offered(word: string): ChoiceInfo | undefined {
    if (this.isPending) return undefined;
    return this.asked?.choices.find((one) => one.word === word);
  }

  /** Offered choices of a family, in the server's order. */
  family(kind: string): ChoiceInfo[] {
    if (this.isPending) return [];
    return this.asked?.choices.filter((one) => one.kind === kind) ?? [];
  }

  /** The choice whose consequences the bar tells: the one in focus, else the chosen one. */
  get shown(): ChoiceInfo | undefined {
    return (this.focus ? this.offered(this.focus) : undefined) ?? this.selected;
  }

  get selected(): ChoiceInfo | undefined {
    return this.chosen ? this.offered(this.chosen) : undefined;
  }

  // -- choosing --------------------------------------------------------------

  point(word: string | null): void {
    this.focus = word;
  }

  /** Handle a click on a word: choose it, or play it if it is chosen already or the setting says so. */
  pick(word: string): void {
    if (!this.offered(word)) return;
    if (!settings.confirm || this.chosen === word) {
      void this.#commit([...this.draft, word]);
    } else {
      this.chosen = word;
    }
  }

  /** Handle the main button: send what the table has ready, else the chosen word, else a complete draft. */
  confirm(ready?: string[]): void {
    if (this.isPending || this.isFresh) return;
    if (ready) this.play(ready);
    else if (this.selected) void this.#commit([...this.draft, this.selected.word]);
    else if (this.draft.length > 0 && this.preview && !this.preview.asked) void this.#commit(this.draft);
  }

  /** Unchoose the chosen word; without one, remove the last word of the draft. */
  drop(): void {
    if (this.chosen) this.chosen = null;
    else if (this.draft.length > 0) void this.gather(this.draft.slice(0, -1));
    this.trouble = "";
  }

  /**
   * Gather the words of one gesture without sending them. The server is asked what they
   * lead to, and `asked` becomes the question after them. `[]` clears the draft.
   */
  async gather(words: string[]): Promise<Explored | null> {
    const number = ++this.#exploring;
    this.chosen = null;
    this.focus = null;
    if (words.length === 0) {
      this.draft = [];
      this.preview = null;
      this.#only();
      return null;
    }
    const found = await this.explore(words);
    if (number !== this.#exploring || !found) return null;
    // The server adds the words that are forced in between.
    this.draft = found.words;
    this.preview = found;
    return found;
  }

  /** Ask the server what some words would lead to; null if it refuses them. */
  async explore(words: string[]): Promise<Explored | null> {
    const asked = this.question;
    if (!asked || this.isPending) return null;
    try {
      const answer = await this.requests.request({ type: "explore", seq: asked.seq, seat: asked.seat, words });
      return answer.type === "explored" ? answer : null;
    } catch (error) {
      this.trouble = sentenceOf(error);
      return null;
    }
  }

  /** Send the words of a whole gesture together. */
  play(words: string[]): void {
    if (words.length > 0) void this.#commit(words);
  }

  /** Send words. They stay pending until their own answer has come; nothing else releases them. */
  async #commit(words: string[]): Promise<void> {
    const asked = this.question;
    if (!asked || this.isPending) return;
    this.pending = words;
    this.sealed = asked.sealed;
    this.hint = null;
    await this.#request({ type: "play", seq: asked.seq, seat: asked.seat, words });
    this.pending = [];
  }

  // -- besides playing -------------------------------------------------------

  takeBack(choices = 1): void {
    if (this.seat === null) return;
    void this.#request({ type: "take_back", seat: this.seat, choices });
  }

  consent(seat: number, agree: boolean): void {
    void this.#request({ type: "consent", seat, agree });
  }

  say(text: string): void {
    void this.#request({ type: "chat", text });
  }

  /** With several people at one device: show the view of another seat of theirs. */
  look(seat: number): void {
    void this.#request({ type: "look", seat });
  }

  /** Ask for the table in another language. A reconnect asks for it by itself. */
  setLanguage(language: Language): void {
    this.requests.request({ type: "language", language }).catch(() => undefined);
  }

  async requestHint(): Promise<void> {
    if (this.seat === null || !this.question) return;
    const answer = await this.#request({ type: "hint", seat: this.seat });
    if (answer?.type !== "hint") return;
    this.hint = answer;
    if (this.offered(answer.word)) this.chosen = answer.word;
  }

  /** Open the rules at a clause. */
  rule(clause: string): void {
    this.clause = clause;
  }

  /** The answer to a request, when everything that came before it is shown; null, and `trouble`, if refused. */
  async #request(command: Command): Promise<ToClient | null> {
    this.trouble = "";
    let answer: ToClient | null = null;
    let trouble = "";
    try {
      answer = await this.requests.request(command);
    } catch (error) {
      trouble = sentenceOf(error);
    }
    await this.#allShown();
    if (trouble) this.trouble = trouble;
    return answer;
  }

  // -- what the server says --------------------------------------------------

  receive(message: ToClient): void {
    switch (message.type) {
      case "snapshot":
      case "moved":
        this.#queue.push(message);
        this.#received++;
        void this.#showQueued();
        break;
      case "table":
        this.table = message.table;
        break;
      case "chat":
        if (!this.chat.some((line) => line.n === message.line.n)) this.chat = [...this.chat, message.line];
        break;
      case "request":
        this.request = message.request;
        break;
      case "error":
        this.trouble = message.text;
        break;
    }
  }

  /** Skip the animation that is running. */
  skip(): void {
    this.#skip.abort();
    this.#skip = new AbortController();
  }

  #snapshot(snapshot: Snapshot): void {
    const keep = snapshot.seq === this.#seq && snapshot.seat === this.seat;
    this.#seq = snapshot.seq;
    this.table = snapshot.table;
    this.#sit(snapshot.seat);
    this.view = snapshot.view;
    this.log = snapshot.log;
    this.chat = snapshot.chat;
    this.back = snapshot.back;
    this.request = snapshot.request;
    this.#question(snapshot.asked, keep);
  }

  async #showQueued(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let moved = this.#queue.shift(); moved; moved = this.#queue.shift()) {
        if (moved.type === "snapshot") {
          this.#snapshot(moved);
          this.#countApplied();
          continue;
        }
        const acted = isAnimated() && !moved.undone && this.#queue.length < MAX_ANIMATED && !isHidden();
        const skipped = this.#skip.signal;
        const before = acted ? this.animator?.before?.(moved, skipped) : undefined;
        if (before) await this.#act(before, skipped);
        this.#moved(moved);
        this.#countApplied();
        this.onmoved?.(moved);
        const after = acted ? this.animator?.after?.(moved, skipped) : undefined;
        if (after) await this.#act(after, skipped);
      }
    } finally {
      this.#busy = false;
    }
  }

  /** Resolves when every message that has come so far is shown. */
  #allShown(): Promise<void> {
    if (this.#applied === this.#received) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ until: this.#received, resolve }));
  }

  #countApplied(): void {
    this.#applied++;
    while (this.#waiting[0] && this.#waiting[0].until <= this.#applied) this.#waiting.shift()?.resolve();
  }

  /** Wait until an animation ends, is skipped, or has run too long. */
  async #act(animation: Promise<void>, skipped: AbortSignal): Promise<void> {
    if (skipped.aborted) return;
    let late = 0;
    const end = new Promise<void>((resolve) => {
      skipped.addEventListener("abort", () => resolve(), { once: true });
      late = setTimeout(resolve, LONGEST_ANIMATION_MS) as unknown as number;
    });
    await Promise.race([animation.catch(() => undefined), end]);
    clearTimeout(late);
  }

  #moved(moved: Moved): void {
    if (moved.seq < this.#seq && !moved.undone) return;
    this.#seq = moved.seq;
    this.view = moved.view;
    this.#sit(moved.seat);
    this.back = moved.back;
    this.request = null;
    this.table = {
      ...this.table,
      deciding: moved.deciding,
      turn: moved.entry.turn,
      seats: this.table.seats.map((seat, n) => ({ ...seat, clock_ms: moved.clocks[n] ?? null })),
    };
    const keep = moved.keep;
    const standing = keep === null ? this.log : this.log.filter((entry) => entry.n <= keep);
    if (!standing.some((entry) => entry.n === moved.entry.n)) this.log = [...standing, moved.entry];
    this.happened = moved.entry.events;
    this.#question(moved.asked, false);
  }

  #sit(seat: number | null): void {
    if (seat !== this.seat && this.seat !== null && this.table.mine.length > 1) this.curtain = seat;
    this.seat = seat;
  }

  /** Show questions. A new question clears the choice and the draft; the same one keeps them. */
  #question(asked: QuestionInfo[], same: boolean): void {
    const before = this.question;
    this.#asked = asked;
    const now = this.question;
    const unchanged = before && now && before.seq === now.seq && before.step === now.step;
    if (!(same || unchanged)) {
      this.chosen = null;
      this.focus = null;
      this.draft = [];
      this.preview = null;
      this.hint = null;
      this.trouble = "";
      this.#exploring++;
      this.#since = performance.now();
    } else if (this.draft.length > 0) {
      void this.gather(this.draft);
    }
    this.#only();
  }

  /** Choose the only choice, so that the main button plays it. */
  #only(): void {
    const choices = this.asked?.choices ?? [];
    if (!this.chosen && choices.length === 1 && choices[0]) this.chosen = choices[0].word;
  }

  /** Whether the question is so new that clicks are ignored. */
  get isFresh(): boolean {
    return performance.now() - this.#since < IGNORED_MS;
  }

  // -- for elements ----------------------------------------------------------

  /**
   * The props of an element that stands for a word: `<button {...store.props("place:11")}>`.
   * If the word is not offered, a click calls `otherwise`.
   */
  props(word: string, otherwise?: () => void): Record<string, unknown> {
    const choice = this.offered(word);
    const isPending = this.pending.at(-1) === word;
    if (!choice) {
      return { "data-word": word, "data-pending": isPending || undefined, "aria-disabled": "true", onclick: otherwise };
    }
    return {
      "data-word": word,
      "data-can": true,
      "data-sel": this.chosen === word || undefined,
      "data-hinted": this.hint?.word === word || undefined,
      "aria-pressed": this.chosen === word,
      "aria-label": said(choice),
      title: choice.text,
      onclick: () => this.pick(word),
      onpointerenter: () => this.point(word),
      onpointerleave: () => this.focus === word && this.point(null),
      onfocus: () => this.point(word),
      onblur: () => this.focus === word && this.point(null),
    };
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The accessible name of a choice: its text, then its consequences. */
export function said(choice: ChoiceInfo): string {
  return choice.consequences.length > 0 ? `${choice.text}: ${choice.consequences.join(" ")}` : choice.text;
}

function isHidden(): boolean {
  return typeof document !== "undefined" && document.hidden;
}
