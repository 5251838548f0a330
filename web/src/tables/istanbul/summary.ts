import type { Summary, SummaryItem } from "../../lib/summary";
import scenes from "./scenes.svg?raw";
import { t } from "./text";

const CLAUSES = ["1", "2", "2", "2", "3", "4", "5", "6", "7", "8", "8", "9", "10", "11", "11", "12"];
const places: SummaryItem[] = CLAUSES.map((clause, n) => ({
  key: `place.${n + 1}`,
  picture: `place-${n + 1}`,
  clause: `IST-5.${clause}`,
  word: `place:${n + 1}`,
}));

export const summary: Summary = {
  sprite: scenes,
  goal: { key: "goal", picture: "ruby", clause: "IST-9.1" },
  turn: [
    { key: "turn.1", picture: "merchant", clause: "IST-3.1" },
    { key: "turn.2", picture: "assistant", clause: "IST-3.2" },
    { key: "turn.3", picture: "lira", clause: "IST-4.1" },
    { key: "turn.4", picture: "barrow", clause: "IST-5.0" },
    { key: "turn.5", picture: "governor", clause: "IST-6.1" },
  ],
  parts: [{ title: () => t("summary.places"), items: places }],
  end: { key: "end", picture: "check", clause: "IST-9.3" },
};
