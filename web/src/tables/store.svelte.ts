/**
 * The state of a table on this page: what the server has told, what the player has chosen,
 * and the words that were sent and wait for their answer.
 *
 * It knows no rule. What may be chosen is what the server offered. While an answer is pending
 * nothing else can be sent, so that nothing happens twice.
 */

import type { Hint } from "../lib/hints";
import type { Command, Requests } from "../lib/requests";
import { moves, settings } from "../lib/settings.svelte";
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

/** How a drawn table shows what happens. The next message waits for both; a click skips. */
export interface Animator {
  /** Before the new view is shown: pieces start from where they are. */
  before?(moved: Moved, skipped: AbortSignal): Promise<void> | void;
  /** After the new view is shown. */
  after?(moved: Moved, skipped: AbortSignal): Promise<void> | void;
}

/** A question's first moments, in which a click that was meant for the last one does nothing. */
const DEAF_MS = 250;
/** More waiting messages than this are not acted out one by one. */
const LAG = 8;
const LONGEST_MS = 4000;

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>;

export class TableStore {
  table = $state.raw<TableInfo>() as TableInfo;
  /** What this seat may know, in the game's own names; null while seats are open. */
  view = $state.raw<View | null>(null);
  /** Whose eyes; null is a spectator. */
  seat = $state<number | null>(null);
  log = $state.raw<Logged[]>([]);
  chat = $state.raw<ChatLineInfo[]>([]);
  back = $state.raw<Back>({ free: 0, by_consent: false });
  request = $state.raw<TakeBackRequestInfo | null>(null);
  /** What happened last. */
  happened = $state.raw<Happened[]>([]);
  texts = $state.raw<GameTexts>({ language: "en", names: {}, words: {}, questions: {}, rules: {} });
  /** The word under the pointer or the keyboard's focus. */
  focus = $state<string | null>(null);
  /** The word that was chosen and waits to be confirmed. */
  chosen = $state<string | null>(null);
  /** Words of one gesture, gathered and not yet sent. */
  draft = $state.raw<string[]>([]);
  /** What the server says would come of the draft. */
  preview = $state.raw<Explored | null>(null);
  /** Whether my last answer was given together with others, and hidden from them. */
  sealed = $state(false);
  /** Words that were sent and not yet answered. */
  pending = $state.raw<string[]>([]);
  hint = $state.raw<Hinted | null>(null);
  /** Hints for a first game, of which the frame shows one at its moment. */
  hints = $state.raw<Hint[]>([]);
  /** A sentence that says why something was refused. */
  trouble = $state("");
  /** The clause that the rules drawer shows; null when it is closed. */
  clause = $state<string | null>(null);
  /** What the bar says instead of a question, where the table is only looked at. */
  caption = $state("");
  /** Whether the table is only looked at: replays, results. */
  readOnly = $state(false);
  /** On a sofa: whose turn it is to take the device, before anything of theirs is shown. */
  curtain = $state<number | null>(null);
  animator: Animator | null = null;
  /** Called with everything that has happened, when it is shown. */
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

  /** The question to this seat as the server put it, whatever has been gathered since. */
  get question(): QuestionInfo | null {
    if (this.readOnly) return null;
    return this.#asked.find((one) => one.seat === this.seat) ?? null;
  }

  /** The question to answer now: after the gathered words, if there are any. */
  get asked(): QuestionInfo | null {
    if (this.preview && this.draft.length > 0) return this.preview.asked;
    return this.question;
  }

  /** Questions to others on the same sofa. */
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

  /** A click: chooses; on what is chosen already, or where the setting says so, plays. */
  pick(word: string): void {
    if (!this.offered(word)) return;
    if (!settings.confirm || this.chosen === word) {
      void this.#commit([...this.draft, word]);
    } else {
      this.chosen = word;
    }
  }

  /** The main button: send what the table has ready, else what is chosen, or what was gathered if that is complete. */
  confirm(ready?: string[]): void {
    if (this.isPending || this.isFresh) return;
    if (ready) this.play(ready);
    else if (this.selected) void this.#commit([...this.draft, this.selected.word]);
    else if (this.draft.length > 0 && this.preview && !this.preview.asked) void this.#commit(this.draft);
  }

  /** Lay down what is chosen; with nothing chosen, the last gathered word. */
  drop(): void {
    if (this.chosen) this.chosen = null;
    else if (this.draft.length > 0) void this.gather(this.draft.slice(0, -1));
    this.trouble = "";
  }

  /**
   * Gather words of one gesture without sending them: the server is asked what they
   * would come to, and `asked` becomes the question after them. `[]` begins anew.
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
    // With what had to be said in between.
    this.draft = found.words;
    this.preview = found;
    return found;
  }

  /** What would come of some words; null if the server refuses them. */
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

  /** Send the words of a whole gesture, once. */
  play(words: string[]): void {
    if (words.length > 0) void this.#commit(words);
  }

  /** Send words and hold them until their own answer has come; nothing else releases them. */
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

  /** On a sofa: see the table through another of one's own seats. */
  look(seat: number): void {
    void this.#request({ type: "look", seat });
  }

  /** Have the table told in another language. After a reconnect it is told so anyway. */
  speak(language: Language): void {
    this.requests.request({ type: "language", language }).catch(() => undefined);
  }

  async askHint(): Promise<void> {
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

  /** Jump to the end of what is being acted out. */
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
        const acted = moves() && !moved.undone && this.#queue.length < LAG && !isHidden();
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

  /** Wait for an animation, for a click that skips it, or for too long. */
  async #act(animation: Promise<void>, skipped: AbortSignal): Promise<void> {
    if (skipped.aborted) return;
    let late = 0;
    const end = new Promise<void>((resolve) => {
      skipped.addEventListener("abort", () => resolve(), { once: true });
      late = setTimeout(resolve, LONGEST_MS) as unknown as number;
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

  /** A new question lays down what was chosen for the last one; the same question keeps it. */
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

  /** What alone can be chosen is chosen already: the main button plays it. */
  #only(): void {
    const choices = this.asked?.choices ?? [];
    if (!this.chosen && choices.length === 1 && choices[0]) this.chosen = choices[0].word;
  }

  /** Whether the question is so fresh that a click was hardly meant for it. */
  get isFresh(): boolean {
    return performance.now() - this.#since < DEAF_MS;
  }

  // -- for elements ----------------------------------------------------------

  /**
   * What makes an element stand for a word: `<button {...store.props("place:11")}>`.
   * Where the word is not offered, a click does `otherwise`.
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

/** A choice as a screen reader says it: its name, then what comes of it. */
export function said(choice: ChoiceInfo): string {
  return choice.consequences.length > 0 ? `${choice.text}: ${choice.consequences.join(" ")}` : choice.text;
}

function isHidden(): boolean {
  return typeof document !== "undefined" && document.hidden;
}
