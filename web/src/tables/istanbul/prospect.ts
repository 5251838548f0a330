/** Reads out of a choice what it would bring: the server has worked it out. */

import type { ChoiceInfo, Effect } from "../../lib/wire";
import type { IstanbulView } from "./view";

/** What becomes of an assistant where one arrives. */
export type Step = "take" | "leave" | "free" | "choose" | "none";

export interface Prospect {
  place: number;
  step: Step;
  /** Lira for merchants there. */
  pay: number;
  /** Whether they cannot be paid. */
  short: boolean;
}

/** Everything that is known to come of a choice; of going somewhere, what comes of going straight on. */
export function outcome(choice: ChoiceInfo): Effect[] {
  const arrives = choice.effects.some((one) => one.name === "moved" || one.name === "stayed");
  return arrives ? [...choice.effects, ...(choice.onward?.effects ?? [])] : choice.effects;
}

/** What going to a place means; null for a choice that moves no merchant. */
export function prospect(choice: ChoiceInfo, view: IstanbulView, seat: number): Prospect | null {
  const effects = outcome(choice).filter((one) => one.seat === seat);
  const has = (name: string) => effects.some((one) => one.name === name);
  const arrival = effects.find((one) => one.name === "moved" || one.name === "stayed");
  if (!arrival) return null;
  const place = Number(arrival.values.place);
  const pay = effects
    .filter((one) => one.name === "paid_merchant" || one.name === "paid_neutral")
    .reduce((sum, one) => sum + Number(one.values.n), 0);
  const served = has("took_assistant") || has("left_assistant");
  const stops = choice.onward?.step ?? "";
  const cut = has("turn_cut_short");
  const short = served && (cut || stops === "meet_merchants");
  let step: Step = "free";
  if (has("took_assistant")) step = "take";
  else if (has("left_assistant")) step = "leave";
  else if (cut) step = "none";
  else if (stops === "use_assistant") step = view.players[seat]?.stack.length ? "choose" : "none";
  return { place, step, pay, short };
}

/** How much of something a choice brings. */
export function gained(
  choice: ChoiceInfo | undefined,
  seat: number | null,
  name: string,
  member?: [key: string, value: string],
): number {
  if (!choice) return 0;
  return outcome(choice)
    .filter((one) => one.name === name && one.seat === seat && (!member || one.values[member[0]] === member[1]))
    .reduce((sum, one) => sum + Number(one.values.n ?? 1), 0);
}

/** The words of a whole way: to a place, and straight on with what is done there. */
export function wholeWay(choice: ChoiceInfo): string[] {
  return choice.kind === "place" ? [choice.word, ...(choice.onward?.words ?? [])] : [choice.word];
}
