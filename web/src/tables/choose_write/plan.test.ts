import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../../lib/settings.svelte";
import type { QuestionInfo, Effect, ToClient } from "../../lib/wire";
import type { Command, Requests } from "../../lib/requests";
import { TableStore } from "../contract";
import { asked as question, snapshot } from "../testing";
import { Plan } from "./plan.svelte";
import { GOODS, written, type SheetView } from "./view";

function asked(step: string, words: string[]): QuestionInfo {
  return { ...question(1, words, step), sealed: true };
}
const OPEN = asked("use_card", ["place:7", "place:8", "pass"]);

/** Answers like a server: 7 brings two goods, named in their order; 8 brings lira. */
class FakeRequests implements Requests {
  plays: string[][] = [];
  request(message: Command): Promise<ToClient> {
    if (message.type === "play") this.plays.push(message.words);
    if (message.type !== "explore") return new Promise(() => undefined);
    const words = [...message.words];
    const goods = words.filter((word) => word.startsWith("good:"));
    const last = GOODS.findIndex((good) => `good:${good}` === goods.at(-1));
    let next: QuestionInfo | null = null;
    if (words[0] !== "pass" && words.length === 1) next = asked("cross", ["symbol", "bonus"]);
    else if (words[0] === "place:7" && goods.length === 1 && last === 3) goods.push("good:blue");
    else if (words[0] === "place:7" && goods.length < 2)
      next = asked(
        "good",
        GOODS.slice(Math.max(0, last)).map((good) => `good:${good}`),
      );
    return Promise.resolve({
      type: "explored",
      id: 0,
      words,
      asked: next,
      effects: goods.map((word) => ({ name: "got_good", seat: 0, values: { good: word.slice(5), n: 1 } })),
      consequences: [],
    });
  }
}

describe("a plan", () => {
  let requests: FakeRequests;
  let store: TableStore;
  let plan: Plan;

  beforeEach(() => {
    settings.confirm = true;
    requests = new FakeRequests();
    store = new TableStore(requests);
    store.receive(snapshot(1, [OPEN]));
    plan = new Plan(store);
  });

  it("crosses a symbol of the place first, and can cross otherwise", async () => {
    await plan.take("place:8");
    expect(plan.words).toEqual(["place:8", "symbol"]);
    expect(plan.isComplete).toBe(true);
    await plan.cross("bonus");
    expect(plan.words).toEqual(["place:8", "bonus"]);
  });

  it("names goods in their order, however they are taken", async () => {
    await plan.take("place:7");
    await plan.take("good:yellow");
    expect(plan.isComplete).toBe(false);
    await plan.take("good:red");
    expect(plan.words).toEqual(["place:7", "symbol", "good:red", "good:yellow"]);
    expect(plan.isComplete).toBe(true);
  });

  it("lets the last kind be joined by another, though it would come twice", async () => {
    await plan.take("place:7");
    await plan.take("good:blue");
    expect(plan.named("good:blue")).toBe(2);
    await plan.take("good:green");
    expect(plan.words.slice(2)).toEqual(["good:green", "good:blue"]);
  });

  it("can be changed to another place, laid down, and is written as one", async () => {
    await plan.take("place:7");
    expect(plan.find("place:8")).toBeDefined();
    await plan.take("place:8");
    expect(plan.words).toEqual(["place:8", "symbol"]);
    await plan.undo();
    expect(plan.isBegun).toBe(false);
    await plan.take("place:8");
    await plan.take("place:8");
    expect(requests.plays).toEqual([["place:8", "symbol"]]);
  });

  it("is sent as soon as it is complete where one click plays", async () => {
    settings.confirm = false;
    await plan.take("pass");
    expect(requests.plays).toEqual([["pass"]]);
  });
});

it("a sheet shows what would be written on it, of its own seat alone", () => {
  const goods = { red: 2, green: 0, yellow: 0, blue: 1 };
  const sheet = {
    goods,
    filled: goods,
    lira: 3,
    lira_filled: 5,
    bonus: 1,
    bonus_filled: 2,
    symbols: { 8: 1 },
    ticks: {},
    rubies: 4,
    boxes: 0,
    rows: 0,
  } as unknown as SheetView;
  const effects: Effect[] = [
    { name: "crossed_symbol", seat: 0, values: { place: "8" } },
    { name: "got_lira", seat: 0, values: { n: 4 } },
    { name: "crossed_goods", seat: 0, values: { good: "red", n: 2 } },
    { name: "got_palace_ruby", seat: 0, values: { letter: "a", rubies: 5 } },
    { name: "got_lira", seat: 1, values: { n: 9 } },
  ];
  const then = written(sheet, effects, 0);
  expect([then.symbols[8], then.lira, then.lira_filled, then.goods.red, then.filled.red, then.rubies]).toEqual([
    0, 7, 9, 0, 2, 5,
  ]);
  expect(sheet.goods.red).toBe(2);
});
