import any from "./picture.svg?raw";

const own = import.meta.glob("./*/picture.svg", { query: "?raw", import: "default", eager: true }) as Record<
  string,
  string
>;

/** The picture of a game in the list of games; a game without one has the picture of any game. */
export function pictureOf(game: string): string {
  return own[`./${game}/picture.svg`] ?? any;
}
