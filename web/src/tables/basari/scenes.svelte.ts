/** The scenes of Basari: tiles turned over, the end of a haggle, a scoring. They play, or stand as pictures. */

import { pause } from "../../lib/motion";
import type { Happened } from "../../lib/wire";
import type { TableStore } from "../contract";
import { roundOf, scoringOf, type Outcome, type RoundStory, type Scoring } from "./story";

export type Scene =
  | { kind: "reveal"; story: RoundStory; says: string[] }
  | { kind: "haggle"; outcome: Outcome; says: string[] }
  | { kind: "scoring"; scoring: Scoring; says: string[] };

/** Milliseconds of a scene at a normal pace: until it is all there, and how long it then stands. */
const TIMES = {
  reveal: { step: 450, stand: 2200 },
  haggle: { step: 0, stand: 2200 },
  scoring: { step: 650, stand: 4000 },
} as const;
/** Tiles are laid, turned, and sorted; a scoring has the lap, four colours and the totals. */
const STEPS = { reveal: 2, haggle: 0, scoring: 6 } as const;
const PACES: Record<string, number> = { slow: 1.6, normal: 1, fast: 0.6, instant: 0.35 };
/** A scoring that stands as a picture goes by itself after so long. */
const PICTURE_MS = 20_000;

/** The scenes that the events of one move make. */
export function scenesOf(round: number, events: readonly Happened[], story: RoundStory | null): Scene[] {
  const found: Scene[] = [];
  const turned = events.findIndex((event) => event.name === "turned_over");
  if (turned >= 0) {
    const begun = events.slice(turned);
    const says = begun.filter((one) => ["turned_over", "lapsed", "haggle_began"].includes(one.name));
    found.push({ kind: "reveal", story: roundOf(round, begun), says: says.map((one) => one.text) });
  }
  const ended = events.find((event) => event.name === "accepted" || event.name === "gave_up");
  const haggles = story?.outcomes.filter((one) => one.paid !== null || one.gaveUp !== null) ?? [];
  const outcome = haggles.find((one) => ended && (one.paid?.to === ended.seat || one.gaveUp === ended.seat));
  if (ended && outcome) found.push({ kind: "haggle", outcome, says: [ended.text] });
  const scoring = scoringOf(events);
  if (scoring) found.push({ kind: "scoring", scoring, says: scoring.says });
  return found;
}

export class Scenes {
  shown = $state.raw<Scene | null>(null);
  /** How much of the scene is there, from 0 on. */
  step = $state(0);
  #timer = 0;

  constructor(private store: TableStore) {}

  /** How long a scene takes at this table's pace. */
  duration(scene: Scene): number {
    if (this.#isPassedOver(scene)) return 0;
    const { step, stand } = TIMES[scene.kind];
    return (step * STEPS[scene.kind] + stand) * this.#pace;
  }

  get #pace(): number {
    return PACES[this.store.table.pace] ?? 1;
  }

  /** Play a scene to its end, or until it is skipped. */
  async play(scene: Scene, skipped: AbortSignal): Promise<void> {
    if (skipped.aborted || this.#isPassedOver(scene)) return;
    this.#show(scene, 0);
    for (let step = 1; step <= STEPS[scene.kind] && !skipped.aborted; step++) {
      await pause(TIMES[scene.kind].step * this.#pace, skipped);
      this.step = step;
    }
    await pause(TIMES[scene.kind].stand * this.#pace, skipped);
    if (this.shown === scene) this.close();
  }

  /** In haste only scorings are shown: the panel beside the board and the strip tell the rest. */
  #isPassedOver(scene: Scene): boolean {
    return scene.kind !== "scoring" && (this.store.hurrying || this.store.table.pace === "instant");
  }

  /** Show a scene as a picture, all at once. */
  picture(scene: Scene): void {
    if (this.#isPassedOver(scene)) return;
    this.#show(scene, STEPS[scene.kind]);
    const stands = scene.kind === "scoring" ? PICTURE_MS : this.duration(scene);
    this.#timer = setTimeout(() => this.close(), stands) as unknown as number;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.shown = null;
  }

  #show(scene: Scene, step: number): void {
    clearTimeout(this.#timer);
    this.shown = scene;
    this.step = step;
  }
}
