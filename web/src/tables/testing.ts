/** Messages of a server, for tests. */

import type { QuestionInfo, ChoiceInfo, Happened, Moved, Snapshot, TableInfo } from "../lib/wire";

export function choice(word: string, consequences: string[] = []): ChoiceInfo {
  const [kind = "", at = ""] = word.split(":");
  return { word, text: `choose ${word}`, clause: "X-1", kind, at, consequences, effects: [], onward: null, note: "" };
}

export function asked(seq: number, words: string[], step = "move"): QuestionInfo {
  return {
    seq,
    seat: 0,
    step,
    clause: "X-1",
    text: "?",
    choices: words.map((word) => choice(word)),
    sealed: false,
    gestures: {},
    obstacles: {},
  };
}

export function happened(name: string, seat: number | null, more: Partial<Happened> = {}): Happened {
  const shown = { pieces: [], has_subject: seat !== null, adds: false, aside: false, begins: false };
  return { name, clause: "X-1", seat, values: {}, text: `${name} ${seat}`, ...shown, ...more };
}

const seat = {
  kind: "person",
  name: "Mira",
  colour: "red",
  level: "",
  mine: true,
  here: true,
  stand_in: false,
  clock_ms: null,
} as const;
export const table = {
  id: "t",
  game: "basari",
  status: "playing",
  seats: [seat, { ...seat, name: "Jonas", mine: false }, { ...seat, name: "Nuri", mine: false }],
  options: {},
  visibility: "private",
  pace: "normal",
  take_back: "free",
  clock: null,
  mine: [0],
  deciding: [0],
  turn: 1,
  created: "",
  changed: "",
  host: true,
  join_link: null,
  watch_link: null,
  rematch: null,
  may_hint: true,
} as unknown as TableInfo;

export function snapshot(seq: number, questions: QuestionInfo[]): Snapshot {
  return {
    type: "snapshot",
    seq,
    table,
    seat: 0,
    view: { n: seq },
    asked: questions,
    log: [],
    chat: [],
    back: { free: 0, by_consent: false, undo: null, redo: "" },
    request: null,
  };
}

export function moved(seq: number, by: number, questions: QuestionInfo[], more: Partial<Moved> = {}): Moved {
  return {
    type: "moved",
    seq,
    entry: { n: seq, turn: 1, seat: by, events: [], note: "" },
    undone: false,
    seat: 0,
    view: { n: seq },
    asked: questions,
    deciding: questions.map((one) => one.seat),
    back: { free: 0, by_consent: false, undo: null, redo: "" },
    clocks: [null, null, null],
    keep: null,
    ...more,
  };
}
