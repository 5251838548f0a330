import { describe, expect, it } from "vitest";
import type { Logged } from "../lib/wire";
import { happened } from "../tables/testing";
import { since } from "./since";

const entry = (n: number, seat: number | null, of: (number | null)[], turn = 1): Logged => ({
  n,
  turn,
  seat,
  events: of.map((who) => happened("did", who, { text: `${n} ${who}` })),
  note: "",
});
const told = (log: Logged[], seat: number | null) =>
  since(log, seat).map((one) => [one.seat, one.entry, one.events.map((event) => event.text).join(", ")]);

describe("what the others did since my last choice", () => {
  it("counts what my own choice made others do, and nothing of mine", () => {
    const log = [entry(1, 1, [1]), entry(2, 0, [0, 1, null]), entry(3, 1, [1, 0]), entry(4, 2, [2])];
    expect(told(log, 0)).toEqual([
      [1, 2, "2 1, 3 1"],
      [2, 4, "4 2"],
    ]);
  });

  it("begins anew with each of my choices", () => {
    expect(told([entry(1, 1, [1]), entry(2, 0, [0])], 0)).toEqual([]);
  });

  it("tells everything if I have not chosen yet", () => {
    expect(told([entry(1, 1, [1]), entry(2, 2, [2])], 0)).toEqual([
      [1, 1, "1 1"],
      [2, 2, "2 2"],
    ]);
  });

  it("tells a spectator of the last turn", () => {
    expect(told([entry(1, 1, [1], 4), entry(2, 2, [2], 5), entry(3, 0, [0], 5)], null)).toEqual([
      [2, 2, "2 2"],
      [0, 3, "3 0"],
    ]);
  });
});
