/** What a record says about luck: its headers, and the words that chance has said, with their lines. */

export interface RecordedShare {
  seat: number;
  hash: string;
  text?: string;
}

export interface RecordedAnswer {
  line: number;
  isChance: boolean;
  word: string;
  /** The number that the next draw has from here on, if the record says so. */
  jump: number | null;
}

export interface LuckRecord {
  promise: string;
  secret: string | null;
  shares: RecordedShare[];
  shuffled: number[] | null;
  answers: RecordedAnswer[];
  /** The line of each header. */
  at: Record<string, number>;
  isOver: boolean;
}

/** Read a record; a line that cannot be read throws its number. */
export function readRecord(text: string): LuckRecord {
  const headers: Record<string, string> = {};
  const at: Record<string, number> = {};
  const answers: RecordedAnswer[] = [];
  let result = "";
  text.split("\n").forEach((whole, n) => {
    const line = n + 1;
    if (!whole || whole.startsWith("#")) return;
    const header = /^([a-z]+): ?(.*)$/.exec(whole);
    if (header && header[1] !== "result") {
      headers[header[1]!] = header[2]!;
      at[header[1]!] = line;
      return;
    }
    const body = whole.replace(/ #.*$/, "").replace(/ ~[0-9a-f]+$/, "");
    if (header) result = body.slice("result: ".length);
    else answers.push(...readAnswers(body, line));
  });
  return {
    promise: headers.promise ?? "",
    secret: headers.secret ?? null,
    shares: readShares(headers.shares ?? "[]", at.shares ?? 0),
    shuffled: headers.shuffled === undefined ? null : headers.shuffled.split(" ").map(Number),
    answers,
    at,
    isOver: result.includes("|"),
  };
}

export class BadLine extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

function readAnswers(body: string, line: number): RecordedAnswer[] {
  const moves = /^\d+\. ?(.*)$/.exec(body);
  if (!moves) throw new BadLine(line);
  const found: RecordedAnswer[] = [];
  let isChance = false;
  let jump: number | null = null;
  for (const token of moves[1]!.split(" ").filter(Boolean)) {
    const jumped = /^\*@(\d+)$/.exec(token);
    if (jumped) [isChance, jump] = [true, Number(jumped[1])];
    else if (token === "*") isChance = true;
    else if (/^\d+$/.test(token)) isChance = false;
    else {
      found.push({ line, isChance, word: token, jump });
      jump = null;
    }
  }
  return found;
}

function readShares(text: string, line: number): RecordedShare[] {
  try {
    return JSON.parse(text) as RecordedShare[];
  } catch {
    throw new BadLine(line);
  }
}
