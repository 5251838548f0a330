/**
 * Checks the luck of a finished game in the browser: promise, hashes, key, seats and every draw.
 *
 * All of it follows from the record by SHA-256 and HMAC, but for one thing that only the rules know: how
 * many tickets a draw had and which word stands on each. That the server tells, and it is compared with
 * the record. `bedesten verify` works it out from the rules and trusts nobody; docs/luck.md says more.
 */

import type { DrawInfo } from "../lib/wire";
import { hashOf, KeyedLuck, keyOf, promiseOf } from "./formulas";
import { BadLine, readRecord, type LuckRecord } from "./record";

/** What this browser knew before the game. */
export interface Known {
  promise: string;
  share: string;
}

/** What was proven: a key of the texts with its values. */
export interface Step {
  say: string;
  values: Record<string, string | number>;
}

export interface Verdict {
  /** What holds, in the order in which it was checked. */
  proven: Step[];
  /** The first thing that does not, with its line of the record. */
  wrong: (Step & { line: number }) | null;
  key: string | null;
}

class Wrong extends Error {
  constructor(
    readonly line: number,
    readonly say: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(say);
  }
}

export async function check(text: string, draws: readonly DrawInfo[], known: Known | null): Promise<Verdict> {
  const verdict: Verdict = { proven: [], wrong: null, key: null };
  const proven = (say: string, values: Step["values"] = {}) => verdict.proven.push({ say, values });
  try {
    const record = readRecord(text);
    const line = (header: string) => record.at[header] ?? record.at.promise ?? 1;
    if (!record.promise) throw new Wrong(1, "check.noPromise");
    if (known && known.promise !== record.promise)
      throw new Wrong(line("promise"), "check.otherPromise", { known: known.promise });
    if (known) proven("check.samePromise");
    if (record.secret === null) throw new Wrong(line("promise"), "check.noSecret");
    const promise = await promiseOf(record.secret);
    if (promise !== record.promise) throw new Wrong(line("secret"), "check.promise", { promise });
    proven("check.promise.ok");
    const texts = await sharesOf(record, known, line("shares"));
    if (texts.length > 0) proven("check.shares.ok", { n: texts.length });
    else proven("check.shares.none");
    if (known && texts.includes(known.share)) proven("check.mine.ok");
    verdict.key = await keyOf(record.secret, texts);
    const luck = await KeyedLuck.of(verdict.key);
    await checkSeats(record, luck, line("shuffled"), proven);
    await checkDraws(record, draws, luck, proven);
  } catch (error) {
    if (error instanceof Wrong) verdict.wrong = { line: error.line, say: error.say, values: error.values };
    else if (error instanceof BadLine) verdict.wrong = { line: error.line, say: "check.unreadable", values: {} };
    else throw error;
  }
  return verdict;
}

async function sharesOf(record: LuckRecord, known: Known | null, line: number): Promise<string[]> {
  const texts: string[] = [];
  for (const share of record.shares) {
    if (share.text === undefined) throw new Wrong(line, "check.noShare", { seat: share.seat + 1 });
    const hash = await hashOf(share.text);
    if (hash !== share.hash) throw new Wrong(line, "check.share", { seat: share.seat + 1, hash });
    texts.push(share.text);
  }
  if (known?.share && !texts.includes(known.share)) throw new Wrong(line, "check.mine");
  return texts;
}

async function checkSeats(
  record: LuckRecord,
  luck: KeyedLuck,
  line: number,
  proven: (say: string) => void,
): Promise<void> {
  if (record.shuffled === null) return;
  const order = await luck.order(record.shuffled.length);
  if (order.join(" ") !== record.shuffled.join(" ")) throw new Wrong(line, "check.seats", { order: order.join(" ") });
  proven("check.seats.ok");
}

/** Each draw: its number gives the ticket, the ticket gives the word, and the record has that word there. */
async function checkDraws(
  record: LuckRecord,
  draws: readonly DrawInfo[],
  luck: KeyedLuck,
  proven: (say: string, values?: Step["values"]) => void,
): Promise<void> {
  const numbers = numbersOf(record, draws);
  const last = record.answers.at(-1)?.line ?? 1;
  let before = last;
  let unknown = 0;
  let next = 0;
  for (const draw of draws) {
    const answer = draw.place === null ? null : record.answers[draw.place];
    const line = answer?.line ?? before;
    before = line;
    if (draw.n < next) throw new Wrong(line, "check.twice", { n: draw.n });
    unknown += draw.n - next;
    next = draw.n + 1;
    const ticket = await luck.ticket(draw.n, draw.tickets);
    const word = wordOf(draw, ticket);
    if (word === null) throw new Wrong(line, "check.tickets", { n: draw.n, tickets: draw.tickets });
    if (word !== draw.word) throw new Wrong(line, "check.draw", { n: draw.n, word, told: draw.word });
    if (draw.place === null) continue;
    if (!answer?.isChance || answer.word !== word)
      throw new Wrong(line, "check.draw", { n: draw.n, word, told: answer?.word ?? "–" });
    if (numbers.get(draw.place) !== draw.n)
      throw new Wrong(line, "check.number", { n: draw.n, told: numbers.get(draw.place) ?? "–" });
  }
  const undone = draws.filter((draw) => draw.undone).length + unknown;
  const standing = draws.filter((draw) => draw.place !== null).length;
  const chance = record.answers.filter((answer) => answer.isChance).length;
  proven("check.draws.ok", { n: standing });
  if (undone > 0) proven("check.undone.ok", { n: undone });
  if (chance > standing) proven("check.forced", { n: chance - standing });
}

/** The numbers of the draws as the record counts them, by their place among all answers. */
function numbersOf(record: LuckRecord, draws: readonly DrawInfo[]): Map<number, number> {
  const drawn = new Set(draws.map((draw) => draw.place));
  const found = new Map<number, number>();
  let number = 0;
  record.answers.forEach((answer, place) => {
    number = answer.jump ?? number;
    if (drawn.has(place)) found.set(place, number++);
  });
  return found;
}

/** The word of a ticket; null if the words do not share all tickets out, each once. */
function wordOf(draw: DrawInfo, ticket: number): string | null {
  let next = 0;
  let found: string | null = null;
  for (const [word, first, last] of draw.words) {
    if (first !== next || last < first) return null;
    if (first <= ticket && ticket <= last) found = word;
    next = last + 1;
  }
  return next === draw.tickets ? found : null;
}
