import { describe, expect, it } from "vitest";
import type { ReviewMoment } from "../lib/wire";
import { areas, figure, marks, most, turnTicks, WHOLE } from "./areas";

const review = {
  is_solo: false,
  chances: [
    [500_000, 500_000],
    [250_000, 750_000],
    [0, WHOLE],
  ],
  turns: [0, 1],
  draws: [{ n: 1, turn: 1, text: "Roll 6", odds: 0.2, luck: [-250_000, 250_000] }],
};

function moment(first: number, seat: number, cost: number, mark: ReviewMoment["mark"]): ReviewMoment {
  return {
    first,
    last: first + 1,
    turn: 1,
    seat,
    mark,
    cost,
    low: cost,
    high: cost,
    chance: 0,
    best_chance: cost,
    played: "",
    best: "",
    reason: "",
    is_sealed: false,
    worlds: 1,
    first_word: "",
    tried: [],
  };
}

describe("the chart of a review", () => {
  it("fills the whole height at every moment", () => {
    const [lower, upper] = areas(review, 100, 50);
    expect(lower).toBe("M0.0 25.0L50.0 37.5L100.0 50.0L100.0 50.0L50.0 50.0L0.0 50.0Z");
    expect(upper).toBe("M0.0 0.0L50.0 0.0L100.0 0.0L100.0 50.0L50.0 37.5L0.0 25.0Z");
  });

  it("scales a solo game by its best score", () => {
    expect(most({ is_solo: true, chances: [[3 * WHOLE], [9 * WHOLE]] })).toBeCloseTo(9.45 * WHOLE);
  });

  it("marks choices and rolls, and keeps marks apart", () => {
    const found = marks(review, [moment(0, 0, 120_000, "blunder"), moment(0, 0, 30_000, "inaccuracy")], 300, 100);
    expect(found.map((one) => one.sign)).toEqual(["??", "−"]);
    expect(found[0]).toMatchObject({ n: 0, x: 0, y: 75, kind: "choice" });
    expect(marks({ ...review, draws: [] }, [moment(0, 0, 5_000, "good")], 300, 100)).toEqual([]);
  });

  it("names turns that have room", () => {
    expect(turnTicks([0, 1, 1, 2, 3], 500).map((one) => one.turn)).toEqual([1, 2, 3]);
    expect(turnTicks([0, 1, 1, 2, 3], 60).map((one) => one.turn)).toEqual([1]);
  });

  it("writes figures as each language does", () => {
    expect(figure(-123_456, false, "de")).toBe("−12,3");
    expect(figure(51_000, false, "en", true)).toBe("+5.1");
    expect(figure(7_500_000, true, "en")).toBe("7.5");
  });
});
