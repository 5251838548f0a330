import type { Summary } from "../../lib/summary";
import scenes from "../istanbul/scenes.svg?raw";
import pieces from "./pieces.svg?raw";
import { t } from "./text";

export const summary: Summary = {
  sprite: scenes + pieces,
  goal: { key: "goal", picture: "ruby", clause: "CW-7.1" },
  turn: [
    { key: "turn.1", picture: "card-goods", clause: "CW-4.1" },
    { key: "turn.2", picture: "anyplace", clause: "CW-4.2" },
    { key: "turn.3", picture: "friends", clause: "CW-4.3" },
    { key: "turn.4", picture: "bonus-act", clause: "CW-4.4" },
    { key: "turn.5", picture: "card-guild", clause: "CW-4.6" },
  ],
  parts: [
    {
      title: () => t("summary.places"),
      items: [
        { key: "place.makers", picture: "place-2", clause: "CW-5.1" },
        { key: "place.2", picture: "place-16", clause: "CW-5.2" },
        { key: "place.3", picture: "place-10", clause: "CW-5.3" },
        { key: "place.4", picture: "place-5", clause: "CW-5.4" },
        { key: "place.6", picture: "place-6", clause: "CW-5.5" },
        { key: "place.7", picture: "cw-place-7", clause: "CW-5.6" },
        { key: "place.9", picture: "cw-place-9", clause: "CW-5.8" },
        { key: "place.11", picture: "place-11", clause: "CW-5.9" },
        { key: "place.12", picture: "cw-place-12", clause: "CW-5.10" },
        { key: "place.13", picture: "place-1", clause: "CW-5.11" },
        { key: "place.palace", picture: "place-13", clause: "CW-5.12" },
        { key: "bonus.rows", picture: "ruby", clause: "CW-6.1" },
      ],
    },
  ],
  end: { key: "end", picture: "check", clause: "CW-7.3" },
};
