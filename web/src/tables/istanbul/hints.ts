import type { Hint } from "../../lib/hints";
import { figures } from "./figures";
import { t } from "./text";
import { GOODS, type IstanbulView } from "./view";

const moving = (step: string | undefined) => step === "move";

/** What a first game needs to be told, each at its moment. */
export const hints: Hint[] = [
  { id: "istanbul.move", text: (data) => t("hint.move", figures(data)), when: (_, asked) => moving(asked?.step) },
  {
    id: "istanbul.fountain",
    text: () => t("hint.fountain"),
    when: (view, asked, seat) => moving(asked?.step) && (view as IstanbulView).players[seat]?.stack.length === 0,
  },
  { id: "istanbul.assistant", text: () => t("hint.assistant"), when: (_, asked) => asked?.step === "use_assistant" },
  {
    id: "istanbul.merchants",
    text: (data) => t("hint.merchants", figures(data)),
    when: (_, asked) => asked?.step === "meet_merchants",
  },
  {
    id: "istanbul.cards",
    text: () => t("hint.cards"),
    when: (_, asked) => asked?.choices.some((one) => one.kind === "card") ?? false,
  },
  {
    id: "istanbul.rubies",
    text: (data) => t("hint.rubies", figures(data)),
    when: (view, asked) => moving(asked?.step) && (view as IstanbulView).turn > (view as IstanbulView).players.length,
  },
  {
    id: "istanbul.market",
    text: () => t("hint.market"),
    when: (view, asked, seat) =>
      moving(asked?.step) &&
      GOODS.reduce((sum, good) => sum + ((view as IstanbulView).players[seat]?.goods[good] ?? 0), 0) >= 4,
  },
  {
    id: "istanbul.barrow",
    text: (data) => t("hint.barrow", figures(data)),
    when: (view, asked, seat) =>
      moving(asked?.step) &&
      ((view as IstanbulView).players[seat]?.lira ?? 0) >= (view as IstanbulView).extension_price,
  },
  {
    id: "istanbul.family",
    text: () => t("hint.family"),
    when: (_, asked) => asked?.choices.some((one) => one.onward?.step === "send_family") ?? false,
  },
  { id: "istanbul.last", text: () => t("hint.last"), when: (view) => (view as IstanbulView).last_round },
];
