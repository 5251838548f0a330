import { describe, expect, it } from "vitest";
import { niceStep, plot } from "./chart";
import { fitting, type Hint } from "./hints";
import { at, nextTurn, ReplayFrames } from "./frames";
import { toward } from "./roving";
import { sections } from "./rules";
import { assign, settings } from "./settings.svelte";
import { filled, form, listed, preferred } from "./text.svelte";
import type { Frame, GameTexts } from "./wire";

describe("sentences", () => {
  it("are filled with values and forms", () => {
    expect(filled("{n} {n:gem|gems} for {name}", { n: 1, name: "Mira" }, "en")).toBe("1 gem for Mira");
    expect(filled("{n} {n:gem|gems}", { n: 0 }, "en")).toBe("0 gems");
    expect(filled("{n} {n:rubis|rubis rouges}", { n: 0 }, "fr")).toBe("0 rubis");
    expect(filled("{unknown}", {}, "en")).toBe("{unknown}");
  });

  it("name one or many", () => {
    expect(form("ruby|rubies", 2, "en")).toBe("rubies");
    expect(form("lira", 2, "en")).toBe("lira");
  });

  it("list several things", () => {
    expect(listed([10, 11, 12])).toBe("10, 11 and 12");
  });

  it("are spoken in the first language of the browser's that we speak", () => {
    expect(preferred(["pt-BR", "de-AT", "fr"])).toBe("de");
    expect(preferred([])).toBe("en");
  });
});

describe("arrow keys", () => {
  const grid = [0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].map((x) => ({ x: x * 100, y: y * 100 })));

  it("walk a grid as it lies", () => {
    expect(toward(grid[5]!, grid, "ArrowRight")).toBe(6);
    expect(toward(grid[5]!, grid, "ArrowUp")).toBe(1);
    expect(toward(grid[5]!, grid, "ArrowLeft")).toBe(4);
    expect(toward(grid[5]!, grid, "ArrowDown")).toBe(9);
  });

  it("stop at the edge and know no other keys", () => {
    expect(toward(grid[3]!, grid, "ArrowRight")).toBe(-1);
    expect(toward(grid[3]!, grid, "x")).toBe(-1);
  });
});

describe("rules", () => {
  const texts: GameTexts = {
    language: "en",
    names: { "rules.BAS-1": "Material" },
    words: {},
    questions: {},
    data: {},
    rules: { "BAS-1": "All of it.", "BAS-1.1": "Twenty gems.", "BAS-2.1": "A ring." },
    summary: {},
    rulings: { "BAS-1.1": "Our own count." },
  };

  it("stand in sections", () => {
    expect(sections(texts).map(({ id, title, clauses }) => [id, title, clauses.length])).toEqual([
      ["BAS-1", "Material", 2],
      ["BAS-2", "", 1],
    ]);
  });

  it("say where they are rulings", () => {
    expect(sections(texts).flatMap(({ clauses }) => clauses.map(({ ruling }) => ruling))).toEqual([
      "",
      "Our own count.",
      "",
    ]);
    expect(sections(texts, "own count")).toHaveLength(1);
  });

  it("can be searched", () => {
    expect(sections(texts, "RING").flatMap(({ clauses }) => clauses.map(({ id }) => id))).toEqual(["BAS-2.1"]);
  });
});

describe("charts", () => {
  it("keep the markers of equal scores apart, within the box", () => {
    for (const last of [
      [5, 5, 5, 5, 5],
      [0, 0, 0, 9, 9],
      [4, 5, 9, 9, 9],
    ]) {
      const { ends } = plot([0, 1], [[0, 0, 0, 0, 0], last], 400, 200);
      const heights = ends.map(({ y }) => y).sort((a, b) => a - b);
      expect(heights[0]).toBeGreaterThanOrEqual(0);
      expect(heights.at(-1)).toBeLessThanOrEqual(200);
      heights.slice(1).forEach((y, n) => expect(y - heights[n]!).toBeGreaterThanOrEqual(21.9));
    }
  });

  it("reach from the lowest to the highest score", () => {
    const drawn = plot(
      [0, 1, 2],
      [
        [0, 0],
        [5, 2],
        [10, 4],
      ],
      100,
      50,
    );
    expect(drawn.paths[0]).toBe("M0 50L50 25L100 0");
    expect(drawn.ends[1]).toEqual({ x: 100, y: 30 });
    expect(drawn.ticks.at(-1)).toEqual({ value: 10, y: 0 });
  });

  it("draw a game without turns", () => {
    expect(plot([], [], 100, 50).paths).toEqual([]);
  });

  it("have round steps", () => {
    expect([3, 10, 23, 60, 130].map(niceStep)).toEqual([1, 2, 5, 20, 50]);
  });
});

describe("the frames of a replay", () => {
  const frame = (n: number): Frame => ({
    n,
    view: {},
    taken: n === 0 ? null : { n, seat: 0, word: "pass", turn: 1, text: "", events: [] },
  });

  it("fetches a stretch once", async () => {
    const asked: number[] = [];
    const frames = new ReplayFrames(async (first, count) => {
      asked.push(first);
      return Array.from({ length: count }, (_, k) => frame(first + k));
    });
    const [one, two] = await Promise.all([frames.get(3), frames.get(4)]);
    expect([one?.n, two?.n]).toEqual([3, 4]);
    expect(asked).toEqual([0]);
    expect(frames.before(3).map(({ n }) => n)).toEqual([1, 2, 3]);
    expect((await frames.get(52))?.n).toBe(52);
    expect(asked).toEqual([0, 50]);
  });

  it("tries again after a failure", async () => {
    let calls = 0;
    const frames = new ReplayFrames(async () => {
      calls += 1;
      if (calls === 1) throw new Error("away");
      return [frame(0)];
    });
    await expect(frames.get(0)).rejects.toThrow("away");
    expect((await frames.get(0))?.n).toBe(0);
  });

  it("jumps from turn to turn", () => {
    const course = { answers: [4, 9, 15] };
    expect(nextTurn(course, 4, 1, 20)).toBe(9);
    expect(nextTurn(course, 9, -1, 20)).toBe(4);
    expect(nextTurn(course, 15, 1, 20)).toBe(19);
    expect(nextTurn(course, 2, -1, 20)).toBe(0);
  });

  it("reads the frame of an address", () => {
    expect([at("12"), at(null), at("x"), at("-1")]).toEqual([12, 0, 0, 0]);
  });
});

describe("hints", () => {
  const hints: Hint[] = [
    { id: "a", text: () => "a", when: (view) => view.empty === true },
    { id: "b", text: () => "b", when: (_, asked) => asked?.step === "move" },
  ];
  const asked = {
    seq: 1,
    seat: 0,
    step: "move",
    clause: "",
    text: "",
    choices: [],
    sealed: false,
    gestures: {},
    obstacles: {},
  };

  it("come when they fit, once", () => {
    expect(fitting(hints, [], { empty: true }, asked, 0)?.id).toBe("a");
    expect(fitting(hints, ["a"], { empty: true }, asked, 0)?.id).toBe("b");
    expect(fitting(hints, ["a", "b"], { empty: true }, asked, 0)).toBeUndefined();
    expect(fitting(hints, [], {}, null, 0)).toBeUndefined();
  });
});

describe("settings", () => {
  it("take over what is valid", () => {
    assign({ theme: "dark", motion: "wild", sounds: "yes", pace: "fast", confirm: false, read: ["a", 1] });
    expect(settings).toMatchObject({
      theme: "dark",
      motion: "system",
      sounds: true,
      pace: "fast",
      confirm: false,
      read: ["a"],
    });
  });
});
