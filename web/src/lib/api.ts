/** The server's HTTP API. */

import type {
  ComponentGroup,
  Course,
  Frames,
  GameInfo,
  GameTexts,
  Me,
  MeChange,
  NewTable,
  SeatLink,
  SoloCampaign,
  SoloStanding,
  SoloStart,
  TableInfo,
} from "./wire";
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
  open: (wish: NewTable) => call<TableInfo>("POST", "/api/tables", wish),
  tables: (which: "mine" | "open" | "live") => call<TableInfo[]>("GET", `/api/tables?which=${which}`),
  table: (id: string) => call<TableInfo>("GET", table(id)),
  join: (id: string, body: { name?: string; token?: string }) => call<TableInfo>("POST", `${table(id)}/join`, body),
  start: (id: string, level: string) => call<TableInfo>("POST", `${table(id)}/start`, { level }),
  leave: (id: string) => call<TableInfo>("POST", `${table(id)}/leave`, {}),
  return: (id: string) => call<TableInfo>("POST", `${table(id)}/return`, {}),
  rematch: (id: string) => call<TableInfo>("POST", `${table(id)}/rematch`, {}),
  seatLink: (id: string, seat: number) => call<SeatLink>("POST", `${table(id)}/seats/${seat}/link`, {}),
  mute: (id: string, seat: number, muted: boolean) => call<unknown>("POST", `${table(id)}/mute`, { seat, muted }),
  record: (id: string) => call<string>("GET", `${table(id)}/record`),
  frames: (id: string, first: number, count: number, reveal: boolean) =>
    call<Frames>(
      "GET",
      `${table(id)}/frames?first=${first}&count=${count}&language=${locale.language}&reveal=${reveal}`,
    ),
  course: (id: string) => call<Course>("GET", `${table(id)}/course`),
  solo: (game: string) => call<SoloCampaign>("GET", `/api/solo?game=${game}&language=${locale.language}`),
  tasks: (id: string) => call<SoloStanding[]>("GET", `${table(id)}/tasks?language=${locale.language}`),
  startSolo: (wish: SoloStart) => call<TableInfo>("POST", "/api/solo/start", wish),
  upload: (record: string) => call<TableInfo>("POST", "/api/records", record),
};
