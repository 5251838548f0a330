/** The lessons of all games, and which of them this guest has done. */

import { api } from "../lib/api";
import { saveSettings } from "../lib/me.svelte";
import { settings } from "../lib/settings.svelte";
import { locale } from "../lib/text.svelte";
import type { LessonInfo } from "../lib/wire";

/** The level of a first game. */
export const FIRST_LEVEL = "apprentice";

let all = $state.raw<LessonInfo[]>([]);
let language = "";

export const courses = {
  get all(): LessonInfo[] {
    return all;
  },
  of: (game: string): LessonInfo[] => all.filter((one) => one.game === game),
  /** The first lesson that teaches a clause. */
  on: (clause: string): LessonInfo | undefined => all.find((one) => one.clauses.includes(clause)),
};

/** Fetch the lessons in the present language, unless they are here already. */
export async function fetchCourses(): Promise<void> {
  if (all.length > 0 && language === locale.language) return;
  const wanted = locale.language;
  const found = await api.lessons();
  if (wanted !== locale.language) return;
  all = found;
  language = wanted;
}

const key = (game: string, name: string) => `${game}/${name}`;

export const isDone = (lesson: { game: string; name: string }): boolean =>
  settings.lessons.includes(key(lesson.game, lesson.name));

export function setDone(lesson: { game: string; name: string }): void {
  if (isDone(lesson)) return;
  settings.lessons.push(key(lesson.game, lesson.name));
  saveSettings();
}

export const pathOf = (lesson: { game: string; name: string }): string => `/lesson/${lesson.game}/${lesson.name}`;
