/** Acts out what the server tells: scenes, gems that fly, pawns that walk. */

import { act, fly, seen } from "../../lib/motion";
import type { Happened, Moved } from "../../lib/wire";
import type { Animator, TableStore } from "../contract";
import { scenesOf, type Scene, type Scenes } from "./scenes.svelte";
import { lastRound } from "./story";
import { COLOURS, cut, type Colour, type Gems } from "./view";

async function one(event: Happened, skipped: AbortSignal): Promise<void> {
  const seat = event.seat;
  const values = event.values as Record<string, unknown>;
  const holding = (colour: string) => seen(`gems:${seat}:${colour}`, `seat:${seat}`);
  switch (event.name) {
    case "walked": {
      const pawn = seen(`pawn:${seat}`);
      const goal = seen(`archway:${String(values.archway)}`);
      if (!pawn || !goal) return;
      const from = pawn.getBoundingClientRect();
      const to = goal.getBoundingClientRect();
      const dx = to.x + to.width / 2 - from.x - from.width / 2;
      const dy = to.y + to.height / 2 - from.y - from.height / 2;
      const ghost = document.createElement("div");
      ghost.style.cssText = `position:fixed;left:${from.x}px;top:${from.y}px;width:${from.width}px;height:${from.height}px;z-index:60;pointer-events:none;border-radius:50%;background:${getComputedStyle(pawn).getPropertyValue("--c")};box-shadow:0 2px 6px rgb(0 0 0 / .4)`;
      document.body.append(ghost);
      await act(
        ghost,
        [{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px)` }],
        { duration: 360, easing: "ease-in-out", fill: "forwards" },
        skipped,
      );
      ghost.remove();
      return;
    }
    case "took_gems": {
      const colour = values.colour as Colour;
      if (COLOURS.includes(colour))
        await fly(
          { icon: cut(colour), from: seen(`bank:${colour}`), to: holding(colour), count: Number(values.n) },
          skipped,
        );
      return;
    }
    case "returned_gems": {
      const colour = values.colour as Colour;
      if (COLOURS.includes(colour))
        await fly(
          { icon: cut(colour), from: holding(colour), to: seen(`bank:${colour}`), count: Number(values.n) },
          skipped,
        );
      return;
    }
    case "accepted": {
      const gems = values.gems as Gems;
      const from = seen("pans", "stage");
      await Promise.all(
        COLOURS.filter((colour) => gems[colour] > 0).map((colour) =>
          fly({ icon: cut(colour), from, to: holding(colour), count: gems[colour] }, skipped),
        ),
      );
      return;
    }
  }
}

/** Scenes come where their events are told; what was skipped of a scoring stands as a picture afterwards. */
export function animator(store: TableStore, scenes: Scenes): Animator {
  const scenesIn = ({ entry }: Moved) => {
    // The log has this entry already if it is shown again, or as a picture.
    const log = [...store.log.filter((one) => one.n < entry.n), entry];
    return scenesOf(entry.turn, entry.events, lastRound(log));
  };
  const BEGIN: Record<string, Scene["kind"]> = {
    turned_over: "reveal",
    accepted: "haggle",
    gave_up: "haggle",
    scoring_began: "scoring",
  };
  /** The scenes of the move that have not begun yet. */
  let coming: Scene[] = [];
  return {
    async before(moved: Moved, skipped: AbortSignal): Promise<void> {
      coming = scenesIn(moved);
      for (const event of moved.entry.events) {
        if (skipped.aborted) return;
        const scene = coming.find((one) => one.kind === BEGIN[event.name]);
        if (scene) {
          coming = coming.filter((one) => one !== scene);
          await scenes.play(scene, skipped);
        }
        await one(event, skipped);
      }
    },
    after(): void {
      const missed = coming.find((one) => one.kind === "scoring");
      scenes.close();
      if (missed) scenes.picture(missed);
    },
    still(moved: Moved): void {
      const scene = scenesIn(moved).at(-1);
      if (scene) scenes.picture(scene);
    },
    longer: (moved: Moved) => scenesIn(moved).reduce((sum, scene) => sum + scenes.duration(scene), 0),
  };
}
