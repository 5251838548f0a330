/** Hints for a first game: short, at the right moment, once. */

import type { QuestionInfo } from "./wire";

export interface Hint {
  /** `istanbul.fountain`: remembered when it was read. */
  id: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  text: (data: Record<string, any>) => string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  when: (view: Record<string, any>, asked: QuestionInfo | null, seat: number) => boolean;
}

/** The first hint that applies and was not read yet. */
export function fitting(
  hints: readonly Hint[],
  read: readonly string[],
  view: Record<string, unknown>,
  asked: QuestionInfo | null,
  seat: number,
): Hint | undefined {
  return hints.find((hint) => !read.includes(hint.id) && hint.when(view, asked, seat));
}
