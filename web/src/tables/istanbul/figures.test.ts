import { describe, expect, it } from "vitest";
import { locale } from "../../lib/text.svelte";
import { blueSums, figures, postFields } from "./figures";
import { texts } from "./text";
import { texts as basari } from "../basari/text";
import { texts as chooseWrite } from "../choose_write/text";

const DATA = {
  players: { room: 2 },
  movement: { near: [1, 2], far: [3, 4], merchant_fee: 2 },
  wainwright: { price: 7, extensions: 3 },
  warehouses: { green_tile_price: 2 },
  caravansary: { taken: 2 },
  black_market: { blue_from: [7, 9, 11] },
  tea_house: { consolation: 2 },
  mosques: { yellow_tile_price: 2 },
  encounters: { reward: 3 },
  cards: { lira: 5 },
};
const SHIPPED = [
  [0, 1, 1, 0, 2],
  [1, 0, 1, 0, 2],
  [1, 0, 1, 0, 3],
  [1, 0, 0, 1, 3],
  [1, 0, 0, 1, 4],
];

describe("figures of the data in force", () => {
  it("are what the texts state", () => {
    locale.language = "de";
    expect(figures(DATA)).toMatchObject({ far: "3 oder 4", cardLira: 5, price: 7 });
    locale.language = "en";
    const changed = { ...DATA, cards: { lira: 8 }, movement: { near: [1, 1], far: [2, 5], merchant_fee: 4 } };
    expect(figures(changed)).toMatchObject({ near: "1", far: "2–5", fee: 4, cardLira: 8 });
    expect(figures({})).toEqual({});
  });

  it("fill every placeholder of the texts that name one", () => {
    const named = figures(DATA);
    for (const key of ["card.five_lira", "card.far", "card.family", "tile.green", "hint.move", "hint.barrow"] as const)
      for (const language of ["en", "de", "fr"] as const)
        for (const [, name] of texts[language][key].matchAll(/\{(\w+)/g)) expect(named).toHaveProperty(name!);
  });

  it("stand in no text of a table", () => {
    const allowed = new Set(["chip.room", "card.sell_any", "card.one_good", "tile.red", "step.take", "step.leave"]);
    const structure = /^(phase|when|layout|later\.act)/;
    for (const catalogue of [texts, basari, chooseWrite])
      for (const language of ["en", "de", "fr"] as const)
        for (const [key, text] of Object.entries(catalogue[language])) {
          if (allowed.has(key) || structure.test(key)) continue;
          const bare = text.replace(/\{[^{}]*\}/g, "").replace(/\(\d+\)|\b[016]\b|\b[46]$/g, "");
          expect(`${key}: ${bare}`).not.toMatch(/: .*[2-9]|: .*\d\d/);
        }
  });
});

describe("the black market", () => {
  it("shows the sums that bring jewellery", () => {
    expect(blueSums(DATA)).toEqual([
      { sums: "7–8", blue: 1 },
      { sums: "9–10", blue: 2 },
      { sums: "11–12", blue: 3 },
    ]);
    expect(blueSums({ black_market: { blue_from: [12, 6] } })).toEqual([
      { sums: "6–11", blue: 1 },
      { sums: "12", blue: 2 },
    ]);
    expect(blueSums({})).toEqual([]);
  });
});

describe("the post office", () => {
  it("is drawn as it is printed", () => {
    expect(postFields(SHIPPED)).toEqual([
      ["red", 2, "blue", 2],
      ["green", 1, "yellow", 1],
    ]);
  });

  it("is drawn with other figures", () => {
    const richer = SHIPPED.map((row) => [...row.slice(0, 4), row[4]! + 2]);
    expect(postFields(richer)).toEqual([
      ["red", 3, "blue", 3],
      ["green", 2, "yellow", 2],
    ]);
  });

  it("has no print for what columns cannot give", () => {
    expect(postFields([...SHIPPED.slice(0, 4), [2, 0, 0, 1, 4]])).toBeNull();
  });
});
