// Written by tools/wire_types.py from bedesten/server/wire.py. Do not edit.

export interface Component {
  key: string;
  label: string;
  source: string;
  note: string;
  value: any;
  lines: string[];
  head: string[];
  rows: string[][];
}

export interface ComponentGroup {
  label: string;
  note: string;
  components: Component[];
}

export interface Me {
  id: string;
  name: string;
  colour: "amber" | "blue" | "green" | "purple" | "red";
  language: "de" | "en" | "fr";
  settings: Record<string, any>;
}

export interface MeChange {
  name?: string | null;
  colour?: "amber" | "blue" | "green" | "purple" | "red" | null;
  language?: "de" | "en" | "fr" | null;
  settings?: Record<string, any> | null;
}

export interface LevelInfo {
  name: string;
  text: string;
  offered: boolean;
}

export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  minutes: number;
  seats: [number, number];
  options: Record<string, any>;
  levels: LevelInfo[];
  usual_level: string;
  vocabulary: string[];
  campaign: CampaignInfo | null;
}

export interface CampaignInfo {
  columns: number[];
  goal: number[];
  tasks: number;
}

export interface GameTexts {
  language: "de" | "en" | "fr";
  names: Record<string, string>;
  words: Record<string, string>;
  questions: Record<string, string>;
  rules: Record<string, string>;
  rulings: Record<string, string>;
  summary: Record<string, string>;
  data: Record<string, any>;
}

export interface NewSeat {
  kind: "bot" | "me" | "open";
  level?: string;
  name?: string;
}

export interface Clock {
  bank: number;
  increment?: number;
  cap?: number | null;
}

export interface StandIn {
  by: "host" | "vote";
  after: number;
}

export interface LuckTicket {
  ticket: string;
  promise: string;
}

export interface NewLuck {
  ticket: string;
  share?: string;
}

export interface NewTable {
  game: string;
  seats: NewSeat[];
  options?: Record<string, any>;
  visibility?: "link" | "private" | "public";
  pace?: "fast" | "instant" | "normal" | "slow";
  take_back?: "consent" | "free" | "never";
  clock?: Clock | null;
  seed?: string | null;
  luck?: NewLuck | null;
  shuffle?: boolean;
  stand_in?: StandIn | null;
  hints?: "all" | "alone" | "none";
}

export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  colour: "amber" | "blue" | "green" | "purple" | "red";
  level: string;
  mine: boolean;
  here: boolean;
  stand_in: boolean;
  clock_ms: number | null;
  away_s: number | null;
  votes: number[];
  host: boolean;
}

export interface KnockInfo {
  n: number;
  name: string;
}

export interface ShareInfo {
  seat: number;
  hash: string;
  text: string | null;
}

export interface LuckInfo {
  kind: "fair" | "manual" | "practice" | "seeded";
  promise: string | null;
  shares: ShareInfo[];
}

export interface TableInfo {
  id: string;
  game: string;
  status: "abandoned" | "damaged" | "over" | "playing" | "waiting";
  seats: SeatInfo[];
  options: Record<string, any>;
  visibility: "link" | "private" | "public";
  pace: "fast" | "instant" | "normal" | "slow";
  take_back: "consent" | "free" | "never";
  clock: Clock | null;
  mine: number[];
  deciding: number[];
  turn: number;
  created: string;
  changed: string;
  host: boolean;
  luck: LuckInfo | null;
  variant: boolean;
  join_link: string | null;
  watch_link: string | null;
  access: "ask" | "asked" | "inside" | "open" | "refused";
  knocks: KnockInfo[];
  stand_in: StandIn | null;
  hints: "all" | "alone" | "none";
  may_hint: boolean;
  hurried: boolean;
  rematch: string | null;
  trouble: string | null;
}

export interface JoinRequest {
  name?: string | null;
  token?: string;
  share?: string;
}

export interface ShareRequest {
  share: string;
}

export interface RematchRequest {
  luck?: NewLuck | null;
}

export interface StartRequest {
  level?: string;
}

export interface PaceRequest {
  pace: "fast" | "instant" | "normal" | "slow";
}

export interface SeatRequest {
  seat: number;
}

export interface KnockRequest {
  name?: string | null;
}

export interface AdmitRequest {
  admit: boolean;
}

export interface MuteRequest {
  seat: number;
  muted?: boolean;
}

export interface DrawInfo {
  n: number;
  turn: number;
  tickets: number;
  words: [string, number, number][];
  word: string;
  undone: boolean;
  place: number | null;
}

export interface TableLuck {
  kind: "fair" | "manual" | "practice" | "seeded";
  scheme: string | null;
  promise: string | null;
  shares: ShareInfo[];
  key: string | null;
  shuffled: number[] | null;
  revealed: boolean;
  secret: string | null;
  seed: string | null;
  draws: DrawInfo[];
  opened: string | null;
  distribution: Distribution;
}

export interface OutcomeCount {
  word: string;
  text: string;
  seen: number;
  expected: number;
}

export interface DrawKind {
  game: string;
  kind: string;
  title: string;
  draws: number;
  outcomes: OutcomeCount[];
  p: number | null;
}

export interface Distribution {
  draws: number;
  p: number;
  kinds: DrawKind[];
}

export interface ServerLuck {
  counted: string | null;
  distribution: Distribution;
}

export interface SeatLink {
  path: string;
  qr_svg: string;
}

export interface RecordedAnswer {
  n: number;
  seat: number | null;
  word: string;
  turn: number;
  text: string;
  events: Happened[];
}

export interface Frames {
  total: number;
  first: number;
  frames: Frame[];
}

export interface Frame {
  n: number;
  taken: RecordedAnswer | null;
  view: Record<string, any>;
}

export interface ScoreSource {
  label: string;
  amounts: number[];
}

export interface Course {
  turns: number[];
  answers: number[];
  scores: number[][];
  ranking: number[][];
  reason: string;
  ranked_by: string[];
  standings: number[][];
  sources: ScoreSource[];
  finale: Happened[];
  milestones: RecordedAnswer[];
}

export interface ReviewSeat {
  name: string;
  start: number;
  luck: number;
  own: number;
  others: number;
  result: number;
  accuracy: number | null;
  cost: number;
  marks: Record<string, number>;
  turning_points: string[];
}

export interface ReviewDraw {
  n: number;
  turn: number;
  text: string;
  odds: number;
  luck: number[];
}

export interface ReviewOption {
  word: string;
  text: string;
  chance: number;
}

export interface ReviewMoment {
  first: number;
  last: number;
  turn: number;
  seat: number;
  mark: "best" | "blunder" | "good" | "inaccuracy" | "mistake";
  cost: number;
  low: number;
  high: number;
  chance: number;
  best_chance: number;
  played: string;
  best: string;
  reason: string;
  is_sealed: boolean;
  worlds: number;
  first_word: string;
  tried: ReviewOption[];
}

export interface GameReview {
  type: "review";
  total: number;
  is_whole: boolean;
  is_solo: boolean;
  chances: number[][];
  turns: number[];
  movers: number[];
  seats: ReviewSeat[];
  draws: ReviewDraw[];
  moments: ReviewMoment[];
  remarks: string[];
}

export interface ReviewPart {
  type: "part";
  total: number;
  moments: ReviewMoment[];
}

export interface BranchRequest {
  n: number;
  seat?: number | null;
  level?: string;
}

export interface SoloBest {
  rubies: number;
  fields: number;
}

export interface SoloTaskInfo {
  task: number;
  text: string;
  difficulty: string;
  done: number[];
  best: SoloBest | null;
}

export interface SoloOutcome {
  column: number | null;
  met: number[];
  ticked: number[];
  best: boolean;
}

export interface SoloCampaign {
  columns: number[];
  goal: number[];
  tasks: SoloTaskInfo[];
  games: number;
  best: SoloBest | null;
  next: [number, number] | null;
  under_way: string | null;
  game: SoloOutcome | null;
}

export interface SoloGoalInfo {
  name: string;
  now: number;
  wanted: number;
  at_most: boolean;
  met: boolean;
}

export interface SoloStanding {
  task: number;
  text: string;
  met: boolean;
  goals: SoloGoalInfo[];
}

export interface SoloStart {
  task?: number | null;
  rubies?: number | null;
  game?: string;
  luck?: NewLuck | null;
}

export interface Failure {
  code: string;
  text: string;
}

export interface ChoiceInfo {
  word: string;
  text: string;
  clause: string;
  kind: string;
  at: string;
  consequences: string[];
  effects: Effect[];
  onward: Onward | null;
  note: string;
}

export interface Onward {
  words: string[];
  consequences: string[];
  effects: Effect[];
  step: string;
}

export interface Effect {
  name: string;
  seat: number | null;
  values: Record<string, any>;
}

export interface QuestionInfo {
  seq: number;
  seat: number;
  step: string;
  clause: string;
  text: string;
  choices: ChoiceInfo[];
  sealed: boolean;
  gestures: Record<string, string[]>;
  obstacles: Record<string, string>;
}

export interface Happened {
  name: string;
  clause: string;
  seat: number | null;
  values: Record<string, any>;
  text: string;
  pieces: [string, string][];
  has_subject: boolean;
  adds: boolean;
  aside: boolean;
  begins: boolean;
}

export interface UndoInfo {
  choices: number;
  text: string;
  is_free: boolean;
  asks: number[];
}

export interface Back {
  free: number;
  by_consent: boolean;
  undo: UndoInfo | null;
  redo: string;
}

export interface TakeBackRequestInfo {
  seat: number;
  to: number;
  agreed: number[];
  waiting_for: number[];
}

export interface ChatLineInfo {
  n: number;
  seat: number | null;
  name: string;
  text: string;
  at: string;
  kind: "hint" | "said";
}

export interface Snapshot {
  type: "snapshot";
  seq: number;
  table: TableInfo;
  seat: number | null;
  view: Record<string, any> | null;
  asked: QuestionInfo[];
  log: Logged[];
  chat: ChatLineInfo[];
  back: Back;
  request: TakeBackRequestInfo | null;
  id?: number;
}

export interface Logged {
  n: number;
  turn: number;
  seat: number | null;
  events: Happened[];
  note: string;
}

export interface Moved {
  type: "moved";
  seq: number;
  entry: Logged;
  undone: boolean;
  seat: number | null;
  view: Record<string, any>;
  asked: QuestionInfo[];
  deciding: number[];
  back: Back;
  clocks: (number | null)[];
  keep: number | null;
}

export interface TableChanged {
  type: "table";
  table: TableInfo;
}

export interface Chatted {
  type: "chat";
  line: ChatLineInfo;
}

export interface Nudge {
  type: "nudged";
  seat: number;
  by: number;
}

export interface TakeBackRequestChanged {
  type: "request";
  request: TakeBackRequestInfo | null;
}

export interface Explored {
  type: "explored";
  id: number | null;
  words: string[];
  asked: QuestionInfo | null;
  effects: Effect[];
  consequences: string[];
}

export interface Hinted {
  type: "hint";
  id: number | null;
  words: string[];
  said: number;
  texts: Record<string, string>;
  weighed: ([string, number | null, number | null])[];
}

export interface CommandRefused {
  type: "error";
  code: string;
  text: string;
  id: number | null;
}

export interface Pong {
  type: "pong";
  id: number | null;
}

export interface Done {
  type: "done";
  id: number;
}

export interface LessonInfo {
  game: string;
  name: string;
  number: number;
  title: string;
  goal: string;
  clauses: string[];
  steps: number;
  seats: number;
}

export interface LessonMoves {
  said?: string[][];
  words?: string[];
  show?: boolean;
}

export interface LessonTable {
  lesson: LessonInfo;
  step: number;
  say: string;
  tip: string;
  way: string[];
  hides: string[];
  learnt: string;
  tasks: SoloStanding[];
  right: boolean;
  answer: string;
  moved: Moved[];
  table: Snapshot;
}

export interface PlayCommand {
  type: "play";
  seq: number;
  seat: number;
  words: string[];
  id?: number | null;
}

export interface TakeBackCommand {
  type: "take_back";
  seat: number;
  choices?: number;
  id?: number | null;
}

export interface RedoCommand {
  type: "redo";
  seat: number;
  id?: number | null;
}

export interface ConsentCommand {
  type: "consent";
  seat: number;
  agree: boolean;
  id?: number | null;
}

export interface ChatCommand {
  type: "chat";
  text: string;
  id?: number | null;
}

export interface ExploreCommand {
  type: "explore";
  seq: number;
  seat: number;
  words: string[];
  id?: number | null;
}

export interface HintCommand {
  type: "hint";
  seat: number;
  words?: string[];
  id?: number | null;
}

export interface LanguageCommand {
  type: "language";
  language: "de" | "en" | "fr";
  id?: number | null;
}

export interface LookCommand {
  type: "look";
  seat: number;
  id?: number | null;
}

export interface PingCommand {
  type: "ping";
  id?: number | null;
}

export type ToClient = Snapshot | Moved | TableChanged | Chatted | Nudge | TakeBackRequestChanged | Explored | Hinted | CommandRefused | Pong | Done;

export type ToServer = PlayCommand | TakeBackCommand | RedoCommand | ConsentCommand | ChatCommand | ExploreCommand | HintCommand | LanguageCommand | LookCommand | PingCommand;
