import { describe, expect, it } from "vitest";
import { decider, none, type Action, type BasariView, type PlayerView } from "./view";

const player = (tile: Action | null): PlayerView => ({
  archway: 5,
  start: 1,
  to_go: 24,
  score: 0,
  marker: { shown: null, times_round: 0 },
  gems: none(),
  tile,
});

function view(tiles: (Action | null)[], actors: number[], change: Partial<BasariView> = {}): BasariView {
  return {
    turn: 1,
    over: false,
    actors,
    players: tiles.map(player),
    bank: none(),
    scorings: 0,
    laps: 3,
    haggle: null,
    ring: [],
    majority: none(),
    track: 85,
    die_points: 6,
    ...change,
  };
}

describe("who decides whether to carry an action out", () => {
  it("is the one who is asked when all tiles lie open", () => {
    expect(decider(view(["die", "points", "points"], [0]))).toBe(0);
  });

  it("is nobody while a tile lies face down, even if one seat is waited for", () => {
    expect(decider(view(["die", null, "points"], [1]))).toBeNull();
  });

  it("is nobody in a haggle or after the game", () => {
    const haggle = {
      action: "die" as const,
      seats: [0, 1] as [number, number],
      bidder: null,
      offer: none(),
      draft: none(),
    };
    expect(decider(view(["die", "die", "points"], [0], { haggle }))).toBeNull();
    expect(decider(view(["die", "die", "points"], [], { over: true }))).toBeNull();
  });
});
