import { describe, expect, it } from "vitest";
import type { GameTexts } from "../lib/wire";
import { PlainView } from "./plain";

const TEXTS: GameTexts = {
  language: "en",
  names: {
    "stall.left": "the left stall",
    "good.red": "fabric|fabrics",
    "colour.blue": "blue",
    "gem.blue": "blue gem|blue gems",
    "seat.stalls": "stall",
    "view.rolled": "the last roll",
    "rules.X-1": "Goods",
  },
  words: { "stall:middle": "the middle stall" },
  questions: {},
  data: {},
  rules: {},
  rulings: {},
  summary: {},
};
const VIEW = {
  game: "x",
  choices: ["a"],
  scores: [1, 2],
  stalls: ["left", null],
  dice: [3, 4],
  rolled: 6,
  palace_track: { red: 2 },
  players: [{ coins: 1 }, { coins: 2 }],
};

describe("a plain view", () => {
  const plain = new PlainView(VIEW, 2, TEXTS);

  it("leaves out what the frame shows", () => {
    expect(plain.common.map(({ key }) => key)).toEqual(["dice", "rolled", "palace_track"]);
  });

  it("labels fields by the game's texts, and by their own names where it has none", () => {
    expect(plain.common.map(({ label }) => label)).toEqual(["Dice", "The last roll", "Palace track"]);
    expect(plain.label("red")).toBe("Fabric");
  });

  it("gives a seat what the game says belongs to it, and nothing else of the same length", () => {
    expect(plain.of(1)).toEqual([
      { key: "stalls", label: "Stall", value: null },
      { key: "coins", label: "Coins", value: 2 },
    ]);
  });

  it("says values in the game's words", () => {
    expect(plain.said("stalls", "left")).toBe("the left stall");
    expect(plain.said("stall", "middle")).toBe("the middle stall");
    expect(plain.said("wares", "red")).toBe("fabric");
    expect(plain.said("wares", "blue")).toBe("blue");
    expect(plain.said("state", "half_full")).toBe("half full");
    expect(plain.said("n", 3)).toBe("3");
  });
});
