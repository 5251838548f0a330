import { describe, expect, it } from "vitest";
import type { Happened, Logged } from "../../lib/wire";
import { happened } from "../testing";
import { scenesOf } from "./scenes.svelte";
import { lastRound, scoringOf, scorings } from "./story";

const event = (name: string, seat: number | null, values: Record<string, unknown> = {}) =>
  happened(name, seat, { values });
const gems = (red = 0, yellow = 0, green = 0, blue = 0) => ({ red, yellow, green, blue });
let n = 0;
const entry = (seat: number, events: Happened[], turn = 3): Logged => ({ n: ++n, turn, seat, events, note: "" });

const REVEALED = entry(3, [
  event("sealed", 3),
  event("turned_over", 0, { action: "gems" }),
  event("turned_over", 1, { action: "points" }),
  event("turned_over", 2, { action: "points" }),
  event("turned_over", 3, { action: "die" }),
  event("walked", 3, { pips: 2, archway: 9 }),
  event("scored", 3, { points: 4, score: 4, source: "die" }),
  event("haggle_began", null, { action: "points", one: 1, two: 2 }),
]);
const PAID = entry(2, [
  event("accepted", 2, { gems: gems(1, 0, 0, 2) }),
  event("scored", 1, { points: 6, score: 6, source: "points" }),
  event("took_gems", 0, { colour: "red", n: 2 }),
  event("took_gems", 0, { colour: "blue", n: 1 }),
  event("round_began", null, { round: 4 }),
  event("walked", 0, { pips: 6, archway: 1 }),
]);

describe("the story of a round", () => {
  it("tells nothing before the first tiles are turned over", () => {
    expect(lastRound([entry(0, [event("walked", 0, { pips: 1, archway: 2 })])])).toBeNull();
  });

  it("names the owner of each tile, and what comes of each action in its order", () => {
    const story = lastRound([REVEALED])!;
    expect(story.round).toBe(3);
    expect(story.tiles.map(({ seat, action }) => [seat, action])).toEqual([
      [0, "gems"],
      [1, "points"],
      [2, "points"],
      [3, "die"],
    ]);
    expect(story.outcomes.map(({ action, kind, doer }) => [action, kind, doer])).toEqual([
      ["die", "alone", 3],
      ["points", "haggle", null],
      ["gems", "alone", 0],
    ]);
    expect(story.outcomes[0]).toMatchObject({ pips: 2, points: 4 });
  });

  it("ends a haggle with who paid what to whom, and who acts", () => {
    const story = lastRound([REVEALED, PAID])!;
    expect(story.outcomes[1]).toMatchObject({
      doer: 1,
      paid: { by: 1, to: 2, gems: gems(1, 0, 0, 2) },
      points: 6,
    });
    expect(story.outcomes[2]!.gems).toEqual(gems(2, 0, 0, 1));
    const [scene] = scenesOf(3, PAID.events, story);
    expect(scene).toMatchObject({ kind: "haggle", outcome: { action: "points", doer: 1 } });
  });

  it("leaves the next round's roll out, and stays until the next tiles are turned over", () => {
    expect(lastRound([REVEALED, PAID, entry(0, [event("sealed", 0)], 4)])!.outcomes[0]!.pips).toBe(2);
  });

  it("says that an action has lapsed", () => {
    const three = [0, 1, 2].map((seat) => event("turned_over", seat, { action: "die" }));
    const story = lastRound([entry(2, [...three, event("lapsed", null, { action: "die", seats: 3 })])])!;
    expect(story.outcomes).toMatchObject([{ action: "die", kind: "lapsed", seats: [0, 1, 2], doer: null }]);
  });

  it("tells what was declined", () => {
    const three = [event("turned_over", 0, { action: "die" }), event("declined", 0, { action: "die" })];
    expect(lastRound([entry(2, three)])!.outcomes).toMatchObject([{ kind: "alone", doer: 0, declined: true }]);
  });

  it("tells who gave up for nothing", () => {
    const gaveUp = entry(1, [event("gave_up", 1, { action: "points" })]);
    expect(lastRound([REVEALED, gaveUp])!.outcomes[1]).toMatchObject({ doer: 2, paid: null, gaveUp: 1 });
  });
});

describe("the story of a scoring", () => {
  const SCORED = entry(0, [
    event("scored", 0, { points: 5, score: 12, source: "points" }),
    event("scoring_began", null, { scoring: 2, last: 3 }),
    event("counted", 0, { gems: gems(4, 0, 2, 1) }),
    event("counted", 1, { gems: gems(1, 0, 2, 5) }),
    event("came_round", 1),
    event("scored", 1, { points: 10, score: 13, source: "lap" }),
    event("held_most", 0, { colour: "red", seats: 1 }),
    event("scored", 0, { points: 14, score: 26, source: "red" }),
    event("returned_gems", 0, { colour: "red", n: 3 }),
    event("totalled", 0, { before: 12, score: 26 }),
    event("totalled", 1, { before: 3, score: 13 }),
    event("starts_moved", null),
  ]);

  it("tells colour by colour who holds, gets and returns what, and the totals before and after", () => {
    const scoring = scoringOf(SCORED.events)!;
    expect(scoring).toMatchObject({ number: 2, of: 3, lap: [null, 10], before: [12, 3], after: [26, 13] });
    expect(scoring.colours[0]).toEqual({ colour: "red", held: [4, 1], points: [14, null], returned: [3, 0] });
    expect(scoring.colours[1]!.points).toEqual([null, null]);
    expect(scoring.says).toHaveLength(10);
  });

  it("keeps apart what one entry of an imported record holds", () => {
    const begun = (round: number) => event("round_began", null, { round });
    const whole = entry(0, [begun(3), ...REVEALED.events, ...PAID.events, ...SCORED.events, begun(8)]);
    const again = entry(0, [...whole.events, ...REVEALED.events, ...SCORED.events]);
    expect(lastRound([again])).toMatchObject({ round: 8, outcomes: [{ pips: 2 }, { paid: null }, {}] });
    expect(lastRound([again])!.tiles).toHaveLength(4);
    expect(scorings([again])).toEqual([scoringOf(SCORED.events), scoringOf(SCORED.events)]);
  });

  it("finds every scoring of the log", () => {
    expect(scorings([REVEALED, SCORED, PAID]).map((one) => one.number)).toEqual([2]);
    expect(scoringOf(PAID.events)).toBeNull();
  });
});
