import type { Hint } from "../../lib/hints";
import { t } from "./text";
import type { ChooseWriteView } from "./view";

const me = (view: Record<string, unknown>, seat: number) => (view as unknown as ChooseWriteView).players[seat];

/** What a first game needs to be told, each at its moment. */
export const hints: Hint[] = [
  { id: "choose_write.play", text: () => t("hint.play"), when: (_, asked) => asked?.step === "play" },
  {
    id: "choose_write.fountain",
    text: () => t("hint.fountain"),
    when: (_, asked) => asked?.step.startsWith("fountain") ?? false,
  },
  {
    id: "choose_write.own",
    text: () => t("hint.own"),
    when: (view, asked, seat) => asked?.step === "use_card" && view.active === seat && view.players.length > 1,
  },
  {
    id: "choose_write.follow",
    text: () => t("hint.follow"),
    when: (view, asked, seat) => asked?.step === "use_card" && view.active !== seat,
  },
  {
    id: "choose_write.pass",
    text: () => t("hint.pass"),
    when: (view, asked, seat) => asked?.step === "use_card" && me(view, seat)?.bonus === 0 && asked.choices.length <= 3,
  },
  { id: "choose_write.take", text: () => t("hint.take"), when: (_, asked) => asked?.step === "take" },
  {
    id: "choose_write.solo",
    text: () => t("hint.solo"),
    when: (view, asked) => asked?.step === "use_card" && view.players.length === 1,
  },
  { id: "choose_write.pay", text: () => t("hint.pay"), when: (_, asked) => asked?.step === "pay" },
  {
    id: "choose_write.palace",
    text: () => t("hint.palace"),
    when: (_, asked) =>
      asked?.choices.some((one) => ["place:a", "place:b", "place:c", "place:d"].includes(one.word)) ?? false,
  },
  {
    id: "choose_write.guild",
    text: () => t("hint.guild"),
    when: (_, asked) => asked?.step === "play" && asked.choices.some((one) => one.kind === "guild"),
  },
  {
    id: "choose_write.rows",
    text: () => t("hint.rows"),
    when: (view, asked, seat) => asked?.step === "play" && (me(view, seat)?.lira_filled ?? 0) >= 8,
  },
  { id: "choose_write.last", text: () => t("hint.last"), when: (view) => view.last_round === true },
];
