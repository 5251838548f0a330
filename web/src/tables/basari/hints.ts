import type { Hint } from "../../lib/hints";
import { t } from "./text";
import type { BasariView } from "./view";

/** What a first game needs to be told, each at its moment. */
export const hints: Hint[] = [
  { id: "basari.start", text: () => t("hint.start"), when: (_, asked) => asked?.step === "place_start" },
  { id: "basari.tile", text: () => t("hint.tile"), when: (_, asked) => asked?.step === "choose_tile" },
  { id: "basari.open", text: () => t("hint.open"), when: (_, asked) => asked?.step === "open_offer" },
  { id: "basari.answer", text: () => t("hint.answer"), when: (_, asked) => asked?.step === "answer_offer" },
  {
    id: "basari.majority",
    text: () => t("hint.majority"),
    when: (view, asked) => asked?.step === "choose_tile" && (view as BasariView).turn > 3,
  },
];
