/**
 * The state of a table on this page: what the server has told, what the player has chosen,
 * and the words that were sent and wait for their answer.
 *
 * It knows no rule. What may be chosen is what the server offered. While an answer is pending
 * nothing else can be sent, so that nothing happens twice.
 */

import { isRepeatOf } from "../lib/guard";
import type { Hint } from "../lib/hints";
import type { Pace } from "../lib/names";
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
  SoloStanding,
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
  /** Instead of both, where nothing moves: with reduced motion, in a hidden tab, behind a long queue. */
  still?(moved: Moved): void;
  /** By how many milliseconds the animations of a move may take longer than usual: it has scenes. */
  longer?(moved: Moved): number;
}

/** After a new question comes, clicks are ignored for so long: they were meant for the question before. */
const IGNORED_MS = 250;
/** With more messages than this in the queue, they are shown without animation. */
const MAX_ANIMATED = 8;
/** An animation that runs longer is cut short. The moves of others keep to the pace of the table. */
const LONGEST_ANIMATION_MS = 4000;
const LONGEST_OF_OTHERS_MS: Record<Pace, number> = { slow: 4000, normal: 4000, fast: 900, instant: 300 };
/** How long a person at a shared device sees what came of their choice before the next one takes over. */
const HAND_OVER_MS = 1200;
/** An answer that is given by itself can be stopped for so long, and a little longer by chance:
 * how fast it comes tells nobody what is in the hand. */
const BY_ITSELF_MS = 900;
/** From then on an answer is slow, and the bar says that it is awaited. */
const SLOW_MS = 300;
/** Without animations a move that is shown again stands for as long as it takes to read it. */
const STILL_MS = 1200;
const STILL_MS_A_LETTER = 35;
/** So many moves since my last choice can be shown again. */
const MAX_AGAIN = 60;

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Record<string, any>;

export class TableStore {
  table = $state.raw<TableInfo>() as TableInfo;
  /** What this seat may know, in the game's own names; null while seats are open. */
  view = $state.raw<View | null>(null);
  /** The seat whose view is shown; null is a spectator. */
  seat = $state<number | null>(null);
  log = $state.raw<Logged[]>([]);
  /** How often the whole log has come anew: in another language, after a gap. */
  logsRead = $state(0);
  chat = $state.raw<ChatLineInfo[]>([]);
  back = $state.raw<Back>({ free: 0, by_consent: false, undo: null, redo: "" });
  /** Whether the player is being told what undo would take back. */
  goingBack = $state(false);
  request = $state.raw<TakeBackRequestInfo | null>(null);
  /** The events of the last move. */
  happened = $state.raw<Happened[]>([]);
  texts = $state.raw<GameTexts>({
    language: "en",
    names: {},
    words: {},
    questions: {},
    rules: {},
    rulings: {},
    summary: {},
    data: {},
  });
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
  /** Whether the server has not answered for a while; what it has answered may still be shown. */
  isSlow = $state(false);
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
  /** Whether this is a lesson: nobody else is here. */
  lesson = false;
  /** In a lesson: how far a solo game has come with its tasks. */
  standings: (() => Promise<SoloStanding[]>) | null = null;
  /** With several people at one device: the seat to hand it to, before its view is shown. */
  curtain = $state<number | null>(null);
  /** Whether bots play at once, and nothing is animated, until this page is asked. */
  hurrying = $state(false);
  /** Whether the only answer is about to be given by itself. */
  endsByItself = $state(false);
  /** Who reminds this page that it is asked. */
  nudgedBy = $state<number | null>(null);
  /** The moves since my last choice are being shown again: the one that is on, else null. */
  again = $state.raw<Moved | null>(null);
  /** The entry that the log is to show, and how often it was asked for. */
  logAt = $state.raw<{ n: number; seat: number; times: number } | null>(null);
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
  /** When the question came; null before the first one. */
  #since: number | null = null;
  #exploring = 0;
  /** When the table was last told, for what is counted from then on. */
  #toldAt = 0;
  #handingOver: ReturnType<typeof setTimeout> | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;
  /** The view at my last choice, and the moves since. */
  #before: View | null = null;
  #moves = $state.raw<Moved[]>([]);
  /** The view at the choice that waits for its answer. */
  #choosing: View | null = null;
  /** The question whose choices say what they would bring. */
  #foreseen: QuestionInfo | null = null;

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
    if (this.readOnly || this.again) return null;
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

  /** Why a word cannot be chosen now, or what cannot be done where it leads; empty if nothing is in the way. */
  obstacle(word: string): string {
    return this.asked?.obstacles?.[word] ?? "";
  }

  /** Why the word in focus cannot be chosen. */
  get hindrance(): string {
    return this.focus && !this.offered(this.focus) ? this.obstacle(this.focus) : "";
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
    if (!this.offered(word) || this.isFresh) return;
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
    if (words.length > 0 && !this.isFresh) void this.#commit(words);
  }

  /** Send words. They stay pending until their own answer has come; nothing else releases them. */
  async #commit(words: string[]): Promise<void> {
    const asked = this.question;
    if (!asked || this.isPending) return;
    this.pending = words;
    this.#choosing = this.view;
    this.sealed = asked.sealed;
    this.hint = null;
    await this.#request({ type: "play", seq: asked.seq, seat: asked.seat, words });
    this.pending = [];
    this.#choosing = null;
  }

  // -- besides playing -------------------------------------------------------

  /** Handle the undo button: take back what is free; ask first if more goes with it. */
  undo(): void {
    const undo = this.back.undo;
    if (!undo || this.isPending || this.request) return;
    if (undo.is_free) this.takeBack();
    else this.goingBack = !this.goingBack;
  }

  /** Take back what the server has said that undo takes back. */
  takeBack(): void {
    const undo = this.back.undo;
    if (this.seat === null || !undo) return;
    this.goingBack = false;
    void this.#request({ type: "take_back", seat: this.seat, choices: undo.choices });
  }

  /** Put back what was taken back. */
  redo(): void {
    if (this.seat === null || !this.back.redo || this.isPending) return;
    void this.#request({ type: "redo", seat: this.seat });
  }

  consent(seat: number, agree: boolean): void {
    void this.#request({ type: "consent", seat, agree });
  }

  say(text: string): void {
    void this.#request({ type: "chat", text });
  }

  // -- several people at one device ------------------------------------------

  /** Whether people at this device hide their hands from each other. */
  get isShared(): boolean {
    return !this.readOnly && this.table?.mine.length > 1 && this.table.status === "playing";
  }

  /** Draw the curtain, which names the person who is to take the device. */
  handOver(seat: number): void {
    this.curtain = seat;
  }

  /** Somebody says who they are: show their seat. */
  async lift(seat: number): Promise<void> {
    if (seat !== this.seat) await this.#request({ type: "look", seat });
    if (seat !== this.seat) return;
    this.curtain = null;
    this.#answerByItself();
  }

  /** Draw the curtain when another person at this device is asked and this one is not. */
  #passOn(): void {
    clearTimeout(this.#handingOver);
    const asked = this.#asked.map((one) => one.seat);
    const next = asked[0];
    if (!this.isShared || next === undefined) return;
    if (this.curtain !== null) {
      if (!asked.includes(this.curtain)) this.curtain = next;
    } else if (!this.question) {
      this.#handingOver = setTimeout(() => (this.curtain = next), isAnimated() ? HAND_OVER_MS : 0);
    }
  }

  // -- who is away -----------------------------------------------------------

  /** Seconds since the person at a seat went away; null if they are here. */
  awayFor(seat: number): number | null {
    const away = this.seats[seat]?.away_s ?? null;
    return away === null ? null : away + Math.floor((Date.now() - this.#toldAt) / 1000);
  }

  /** Ask for the table in another language. A reconnect asks for it by itself. */
  async setLanguage(language: Language): Promise<void> {
    try {
      await this.requests.request({ type: "language", language });
    } catch {
      return;
    }
    await this.#allShown();
  }

  /** Ask for a hint that goes on from the draft. It is dropped if another question or seat has come meanwhile. */
  async requestHint(): Promise<void> {
    const asked = this.question;
    if (!asked || !this.table.may_hint) return;
    const draft = this.draft;
    const answer = await this.#request({ type: "hint", seat: asked.seat, words: draft });
    const now = this.question;
    const isSame = now?.seq === asked.seq && now.seat === asked.seat && this.draft === draft;
    if (answer?.type !== "hint" || !isSame || this.curtain !== null) return;
    this.hint = answer;
    const next = this.hinted;
    if (next && this.offered(next)) this.chosen = next;
  }

  /** The word of the hint that comes after the draft; null if the draft is not what it says. */
  get hinted(): string | null {
    const words = this.hint?.words ?? [];
    return this.draft.every((word, n) => words[n] === word) ? (words[this.draft.length] ?? null) : null;
  }

  /** Send all that the hint says. */
  playHint(): void {
    if (this.hint) this.play(this.hint.words);
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
    const slow = setTimeout(() => (this.isSlow = true), SLOW_MS);
    try {
      answer = await this.requests.request(command);
    } catch (error) {
      trouble = sentenceOf(error);
    }
    clearTimeout(slow);
    this.isSlow = false;
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
        this.#tell(message.table);
        break;
      case "nudged":
        if (this.table.mine.includes(message.seat)) this.nudgedBy = message.by;
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
    this.#tell(snapshot.table);
    this.seat = snapshot.seat;
    // Nobody at this page has asked for it: at the start, or after a lost connection.
    if (snapshot.id === undefined && this.isShared) this.curtain = snapshot.seat;
    this.view = snapshot.view;
    this.log = snapshot.log;
    this.logsRead++;
    this.chat = snapshot.chat;
    this.back = snapshot.back;
    this.goingBack &&= keep;
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
        const acted =
          isAnimated() && !moved.undone && !this.hurrying && this.#queue.length < MAX_ANIMATED && !isHidden();
        const isMine = moved.entry.seat !== null && this.table.mine.includes(moved.entry.seat);
        const usual = isMine ? LONGEST_ANIMATION_MS : LONGEST_OF_OTHERS_MS[this.table.pace];
        const longest = usual + (this.animator?.longer?.(moved) ?? 0);
        const skipped = this.#skip.signal;
        const before = acted ? this.animator?.before?.(moved, skipped) : undefined;
        if (before) await this.#act(before, skipped, longest);
        this.#keep(moved);
        this.#moved(moved);
        this.#countApplied();
        this.onmoved?.(moved);
        if (!acted && !moved.undone) this.animator?.still?.(moved);
        const after = acted ? this.animator?.after?.(moved, skipped) : undefined;
        if (after) await this.#act(after, skipped, longest);
      }
    } finally {
      this.#busy = false;
    }
  }

  // -- once more --------------------------------------------------------------

  /** What the move that is shown again tells. */
  get againText(): string {
    return this.again ? toldBy(this.again) : "";
  }

  /** Whether there are moves since my last choice that can be shown again. */
  get canShowAgain(): boolean {
    return this.#before !== null && this.#moves.some((moved) => toldBy(moved) !== "");
  }

  /**
   * Show the moves since my last choice again; new messages wait, and a skip goes to the next move.
   * What is put together and not sent yet is laid down.
   */
  async showAgain(): Promise<void> {
    if (!this.canShowAgain || this.isPending || this.#busy) return;
    this.#busy = true;
    void this.gather([]);
    const now = this.view;
    const moves = this.#moves;
    try {
      this.view = this.#before;
      for (const moved of moves) {
        if (toldBy(moved) === "") continue;
        this.again = moved;
        const skipped = this.#skip.signal;
        if (isAnimated()) {
          const longest = LONGEST_ANIMATION_MS + (this.animator?.longer?.(moved) ?? 0);
          await this.#act(Promise.resolve(this.animator?.before?.(moved, skipped)), skipped, longest);
          this.view = moved.view;
          await this.#act(Promise.resolve(this.animator?.after?.(moved, skipped)), skipped, longest);
        } else {
          this.view = moved.view;
          this.animator?.still?.(moved);
          const still = Math.min(STILL_MS + toldBy(moved).length * STILL_MS_A_LETTER, 2 * LONGEST_ANIMATION_MS);
          await this.#act(new Promise((resolve) => setTimeout(resolve, still)), skipped, still);
        }
        if (this.again === null) break;
      }
    } finally {
      this.again = null;
      this.view = now;
      this.#busy = false;
      void this.#showQueued();
    }
  }

  /** End what is shown again. */
  stopAgain(): void {
    this.again = null;
    this.skip();
  }

  /** Keep a move to be shown again; what is taken back is forgotten. */
  #keep(moved: Moved): void {
    if (this.#choosing) {
      this.#before = this.#choosing;
      this.#choosing = null;
      this.#moves = [];
    }
    if (moved.undone) {
      this.#before = null;
      this.#moves = [];
    } else if (this.#before !== null) {
      if (this.#moves.length === MAX_AGAIN) this.#before = this.#moves[0]!.view;
      this.#moves = [...this.#moves.slice(1 - MAX_AGAIN), moved];
    }
  }

  /** Open the log where an entry tells what a player did. */
  showLog(n: number, seat: number): void {
    this.logAt = { n, seat, times: (this.logAt?.times ?? 0) + 1 };
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

  /** Wait until an animation ends or is skipped; skip it when it has run too long. */
  async #act(animation: Promise<void>, skipped: AbortSignal, longest: number): Promise<void> {
    if (skipped.aborted) return;
    let late = 0;
    const end = new Promise<void>((resolve) => {
      skipped.addEventListener("abort", () => resolve(), { once: true });
      late = setTimeout(() => (this.skip(), resolve()), longest) as unknown as number;
    });
    await Promise.race([animation.catch(() => undefined), end]);
    clearTimeout(late);
  }

  #moved(moved: Moved): void {
    if (moved.seq < this.#seq && !moved.undone) return;
    this.#seq = moved.seq;
    this.view = moved.view;
    if (moved.seat !== this.seat && this.isShared) this.curtain = moved.seat;
    this.seat = moved.seat;
    this.back = moved.back;
    this.goingBack = false;
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

  #tell(table: TableInfo): void {
    const wasShared = this.isShared;
    this.table = table;
    this.#toldAt = Date.now();
    // The game has begun: no hand is seen before the curtain.
    if (this.isShared && !wasShared) this.curtain = this.question?.seat ?? this.#asked[0]?.seat ?? this.seat;
  }

  /** Show questions. A new question clears the choice and the draft; the same one keeps them. */
  #question(asked: QuestionInfo[], same: boolean): void {
    const before = this.question;
    this.#asked = asked;
    const now = this.question;
    const unchanged = before && now && before.seq === now.seq && before.step === now.step;
    if (asked.length > 0) this.hurrying = false;
    else this.nudgedBy = null;
    void this.#lookAhead(unchanged ? before : null);
    if (!(same || unchanged)) {
      this.chosen = null;
      this.focus = null;
      this.draft = [];
      this.preview = null;
      this.hint = null;
      this.trouble = "";
      this.#exploring++;
      // On a page that has just come no click was meant for another question.
      this.#since = this.#since === null ? 0 : performance.now();
    } else if (this.draft.length > 0) {
      void this.gather(this.draft);
    }
    this.#only();
    this.#passOn();
    this.#answerByItself();
  }

  /** If the player wants it so, give the only possible answer after a moment. Taking something back stops it. */
  #answerByItself(): void {
    clearTimeout(this.#ending);
    const asked = this.question;
    const only = asked?.choices.length === 1 ? asked.choices[0] : undefined;
    this.endsByItself = settings.autoEnd && only !== undefined && this.curtain === null && !this.isPending;
    if (!this.endsByItself || !asked || !only) return;
    this.#ending = setTimeout(
      () => {
        this.endsByItself = false;
        const now = this.question;
        if (now?.seq === asked.seq && now.seat === asked.seat && now.step === asked.step) this.play([only.word]);
      },
      BY_ITSELF_MS * (1 + Math.random()),
    );
  }

  /**
   * Ask what each choice of the question would bring: the server works it out only for those who look.
   * A question that has not changed keeps what it showed.
   */
  async #lookAhead(before: QuestionInfo | null = null): Promise<void> {
    const asked = this.question;
    if (!asked) return;
    if (before && before === this.#foreseen && before.text === asked.text) return this.#replace(asked, before);
    if (isHidden()) {
      document.addEventListener("visibilitychange", this.#lookWhenVisible, { once: true });
      return;
    }
    try {
      const { seq, seat } = asked;
      const answer = await this.requests.request({ type: "explore", seq, seat, words: [] });
      if (answer.type !== "explored" || !answer.asked || this.question !== asked) return;
      this.#foreseen = answer.asked;
      this.#replace(asked, answer.asked);
    } catch {
      // The question can be answered without previews, and a new connection asks again.
    }
  }

  #lookWhenVisible = (): void => void this.#lookAhead();

  #replace(question: QuestionInfo, by: QuestionInfo): void {
    this.#asked = this.#asked.map((one) => (one === question ? by : one));
  }

  /** Choose the only choice, so that the main button plays it. */
  #only(): void {
    const choices = this.asked?.choices ?? [];
    if (!this.chosen && choices.length === 1 && choices[0]) this.chosen = choices[0].word;
  }

  /** Whether the question is so new that clicks are ignored: they were meant for the one before. */
  get isFresh(): boolean {
    const since = this.#since ?? 0;
    return (since > 0 && performance.now() - since < IGNORED_MS) || isRepeatOf(since);
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
      const why = this.obstacle(word);
      return {
        "data-word": word,
        "data-pending": isPending || undefined,
        "aria-disabled": "true",
        onclick: otherwise,
        ...(why ? { title: why, ...this.#pointing(word) } : {}),
      };
    }
    return {
      "data-word": word,
      "data-can": true,
      "data-sel": this.chosen === word || undefined,
      "data-hinted": this.hinted === word || undefined,
      "aria-pressed": this.chosen === word,
      "aria-label": said(choice),
      title: choice.text,
      onclick: () => this.pick(word),
      ...this.#pointing(word),
    };
  }

  /** What makes a word the one in focus. */
  #pointing(word: string): Record<string, unknown> {
    const leave = () => this.focus === word && this.point(null);
    return {
      onpointerenter: () => this.point(word),
      onpointerleave: leave,
      onfocus: () => this.point(word),
      onblur: leave,
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

/** What a move tells, in sentences: that a turn begins is none. */
function toldBy(moved: Moved): string {
  const told = moved.entry.events.filter((event) => !event.begins && event.pieces.length > 0);
  return told.map((event) => event.text).join(" ");
}

function isHidden(): boolean {
  return typeof document !== "undefined" && document.hidden;
}
