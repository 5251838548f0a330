import type { Me, NewTable, SeatInfo } from "./wire";

export type Colour = Me["colour"];
export type Pace = NonNullable<NewTable["pace"]>;

export const COLOURS: readonly Colour[] = ["red", "blue", "green", "purple", "amber"];
export const PACES: readonly Pace[] = ["slow", "normal", "fast", "instant"];

/** The number of a colour's glyph and token: red is `seat-1`, the star. */
export function glyph(colour: Colour): number {
  return COLOURS.indexOf(colour) + 1;
}

/** The custom property that carries a seat's colour: `style={tint(seat)}`. */
export function tint(seat: Pick<SeatInfo, "colour"> | undefined): string {
  return seat ? `--c: var(--seat-${glyph(seat.colour)})` : "";
}
