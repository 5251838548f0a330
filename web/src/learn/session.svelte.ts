/** A lesson under way: it stands in for the connection of a table. Nothing is stored on the server. */

import { api } from "../lib/api";
import { RequestError, type Command, type Requests } from "../lib/requests";
import type { LessonTable, Moved, Snapshot, ToClient } from "../lib/wire";

interface Receiver {
  receive(message: ToClient): void;
}

export class LessonSession implements Requests {
  /** The lesson as the server has told it last; null until then. */
  lesson = $state.raw<LessonTable | null>(null);
  /** After a wrong move: what is to be said of it. */
  answer = $state("");
  /** The words that lead on, if they were asked for. */
  way = $state.raw<string[]>([]);
  /** Called with every message for the table. */
  receiver: Receiver | null = null;

  #said = $state.raw<string[][]>([]);
  #before: Snapshot | null = null;

  constructor(
    readonly game: string,
    readonly name: string,
  ) {}

  get isOver(): boolean {
    return this.lesson !== null && this.lesson.learnt !== "";
  }

  /** Whether a move has been made that was right. */
  get hasMoved(): boolean {
    return this.#said.length > 0;
  }

  /** Begin, or begin again. */
  async begin(): Promise<void> {
    this.#said = [];
    await this.#refresh();
  }

  /** The table as it was before a wrong move. */
  tryAgain(): void {
    this.answer = "";
    if (this.#before) this.receiver?.receive(this.#before);
    this.#before = null;
  }

  /** Ask for the words that lead on. */
  async showWay(): Promise<string[]> {
    const found = await this.#post({ said: this.#said, show: true });
    this.way = found.way;
    return found.way;
  }

  async request(command: Command): Promise<ToClient> {
    if (command.type === "explore") {
      const found = await api.exploreLesson(this.game, this.name, this.#moves(command.words));
      if (!found) throw new RequestError("illegal", "");
      return found;
    }
    if (command.type === "language") {
      await this.#refresh();
      return { type: "done", id: 0 };
    }
    if (command.type === "play") {
      await this.#play(command.words);
      return { type: "done", id: 0 };
    }
    throw new RequestError("lesson", "");
  }

  async #play(words: string[]): Promise<void> {
    const found = await this.#post(this.#moves(words));
    this.way = [];
    if (found.right) {
      this.#said = [...this.#said, words];
      this.lesson = found;
    } else {
      this.answer = found.answer;
      this.#before = found.table;
    }
    for (const moved of found.moved) this.#tell(moved);
  }

  async #refresh(): Promise<void> {
    const found = await this.#post({ said: this.#said });
    this.answer = "";
    this.way = [];
    this.#before = null;
    this.lesson = found;
    this.receiver?.receive(found.table);
  }

  #tell(moved: Moved): void {
    this.receiver?.receive(moved);
  }

  #moves(words: string[]) {
    return { said: this.#said, words };
  }

  async #post(moves: Parameters<typeof api.lesson>[2]): Promise<LessonTable> {
    try {
      return await api.lesson(this.game, this.name, moves);
    } catch (error) {
      throw new RequestError("lesson", (error as Error).message);
    }
  }
}
