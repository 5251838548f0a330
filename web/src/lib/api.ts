/** The server's HTTP API. */

import type {
  BranchRequest,
  ComponentGroup,
  Course,
  Frames,
  GameInfo,
  GameTexts,
  Explored,
  JoinRequest,
  LessonInfo,
  LessonMoves,
  LessonTable,
  LuckTicket,
  Me,
  MeChange,
  NewLuck,
  NewTable,
  SeatLink,
  ServerLuck,
  SoloCampaign,
  SoloStanding,
  SoloStart,
  TableInfo,
  TableLuck,
} from "./wire";
import type { Pace } from "./names";
import { locale } from "./text.svelte";

/** A call that the server refused: status, code, and a sentence for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const isText = typeof body === "string";
  const response = await fetch(path, {
    method,
    headers:
      body === undefined
        ? { "accept-language": locale.language }
        : { "accept-language": locale.language, "content-type": isText ? "text/plain" : "application/json" },
    body: body === undefined ? null : isText ? body : JSON.stringify(body),
    // A change of settings is stored even if the page is left at once.
    keepalive: method === "PATCH",
  });
  const isJson = response.headers.get("content-type")?.includes("json");
  if (!response.ok) {
    const told = isJson ? await response.json() : { code: "http", text: await response.text() };
    throw new ApiError(response.status, told.code ?? "http", told.text ?? response.statusText);
  }
  return (isJson ? response.json() : response.text()) as Promise<Answer>;
}

const lesson = (game: string, name: string) => `/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}`;
const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => call<Me>("GET", "/api/me"),
  changeMe: (change: MeChange) => call<Me>("PATCH", "/api/me", change),
  games: () => call<GameInfo[]>("GET", `/api/games?language=${locale.language}`),
  texts: (game: string) => call<GameTexts>("GET", `/api/games/${game}/texts?language=${locale.language}`),
  /** The texts of a table: with its own components, if they are not the shipped ones. */
  textsOf: (info: TableInfo) =>
    info.variant ? call<GameTexts>("GET", `${table(info.id)}/texts?language=${locale.language}`) : api.texts(info.game),
  components: (game: string) =>
    call<ComponentGroup[]>("GET", `/api/games/${game}/components?language=${locale.language}`),
  luckTicket: () => call<LuckTicket>("GET", "/api/luck"),
  addShare: (id: string, share: string) => call<TableInfo>("POST", `${table(id)}/luck`, { share }),
  luck: (id: string) => call<TableLuck>("GET", `${table(id)}/luck?language=${locale.language}`),
  allDraws: () => call<ServerLuck>("GET", `/api/luck/draws?language=${locale.language}`),
  open: (wish: NewTable) => call<TableInfo>("POST", "/api/tables", wish),
  tables: (which: "mine" | "open" | "live") => call<TableInfo[]>("GET", `/api/tables?which=${which}`),
  table: (id: string) => call<TableInfo>("GET", table(id)),
  join: (id: string, body: JoinRequest) => call<TableInfo>("POST", `${table(id)}/join`, body),
  start: (id: string, level: string) => call<TableInfo>("POST", `${table(id)}/start`, { level }),
  leave: (id: string) => call<TableInfo>("POST", `${table(id)}/leave`, {}),
  return: (id: string) => call<TableInfo>("POST", `${table(id)}/return`, {}),
  pace: (id: string, pace: Pace) => call<TableInfo>("POST", `${table(id)}/pace`, { pace }),
  hurry: (id: string) => call<TableInfo>("POST", `${table(id)}/hurry`, {}),
  nudge: (id: string, seat: number) => call<TableInfo>("POST", `${table(id)}/nudge`, { seat }),
  standIn: (id: string, seat: number) => call<TableInfo>("POST", `${table(id)}/stand-in`, { seat }),
  knock: (id: string, name: string) => call<TableInfo>("POST", `${table(id)}/knock`, { name }),
  admit: (id: string, knock: number, admit: boolean) =>
    call<TableInfo>("POST", `${table(id)}/knocks/${knock}`, { admit }),
  rematch: (id: string, luck: NewLuck) => call<TableInfo>("POST", `${table(id)}/rematch`, { luck }),
  seatLink: (id: string, seat: number) => call<SeatLink>("POST", `${table(id)}/seats/${seat}/link`, {}),
  mute: (id: string, seat: number, muted: boolean) => call<unknown>("POST", `${table(id)}/mute`, { seat, muted }),
  record: (id: string) => call<string>("GET", `${table(id)}/record`),
  frames: (id: string, first: number, count: number, reveal: boolean) =>
    call<Frames>(
      "GET",
      `${table(id)}/frames?first=${first}&count=${count}&language=${locale.language}&reveal=${reveal}`,
    ),
  course: (id: string) => call<Course>("GET", `${table(id)}/course?language=${locale.language}`),
  /** How far my campaign is; with a table, also what its game has added. */
  solo: (game: string, of = "") =>
    call<SoloCampaign>("GET", `/api/solo?game=${game}&of=${of}&language=${locale.language}`),
  tasks: (id: string) => call<SoloStanding[]>("GET", `${table(id)}/tasks?language=${locale.language}`),
  startSolo: (wish: SoloStart) => call<TableInfo>("POST", "/api/solo/start", wish),
  branch: (id: string, wish: BranchRequest) => call<TableInfo>("POST", `${table(id)}/branch`, wish),
  lessons: () => call<LessonInfo[]>("GET", `/api/lessons?language=${locale.language}`),
  lesson: (game: string, name: string, moves: LessonMoves) =>
    call<LessonTable>("POST", `${lesson(game, name)}?language=${locale.language}`, moves),
  exploreLesson: (game: string, name: string, moves: LessonMoves) =>
    call<Explored | null>("POST", `${lesson(game, name)}/explore?language=${locale.language}`, moves),
  upload: (record: string) => call<TableInfo>("POST", "/api/records", record),
};
