import type { Summary } from "../../lib/summary";
import pieces from "./pieces.svg?raw";
import { t } from "./text";

export const summary: Summary = {
  sprite: pieces,
  goal: { key: "goal", picture: "crown", clause: "BAS-6.1" },
  turnTitle: () => t("summary.round"),
  turn: [
    { key: "turn.1", picture: "die-3", clause: "BAS-3.1" },
    { key: "turn.2", picture: "eye", clause: "BAS-3.2" },
    { key: "turn.3", picture: "check", clause: "BAS-3.3" },
    { key: "turn.4", picture: "friends", clause: "BAS-4.1" },
    { key: "turn.5", picture: "cross", clause: "BAS-3.3" },
  ],
  parts: [
    {
      title: () => t("summary.tiles"),
      items: [
        { key: "tile.die", picture: "tile-die", clause: "BAS-3.5" },
        { key: "tile.points", picture: "tile-points", clause: "BAS-3.6" },
        { key: "tile.gems", picture: "tile-gems", clause: "BAS-3.7" },
      ],
    },
    {
      title: () => t("summary.scoring"),
      items: [
        { key: "lap.round", picture: "pawn", clause: "BAS-5.2" },
        { key: "lap.majority", picture: "gem-ruby", clause: "BAS-5.3" },
        { key: "lap.return", picture: "gem-sapphire", clause: "BAS-5.4" },
      ],
    },
  ],
  end: { key: "end", picture: "crown", clause: "BAS-6.1" },
};
