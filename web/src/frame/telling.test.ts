import { describe, expect, it } from "vitest";
import type { Happened, Logged } from "../lib/wire";
import { happened } from "../tables/testing";
import { paragraphs, partAt } from "./telling";

const event = (seat: number | null, words: string, more: Partial<Happened> = {}): Happened =>
  happened("did", seat, { clause: `X-${words}`, pieces: [[words, ""]], ...more });
const entry = (n: number, ...events: Happened[]): Logged => ({ n, turn: 1, seat: 0, events, note: "" });
const heading = (text: string) => event(0, text, { text, begins: true, has_subject: false });
const read = (log: Logged[]) =>
  paragraphs(log).map(
    (one) => one.heading || one.note || `${one.seat}: ${one.parts.map((part) => part.event.pieces[0]![0]).join(" · ")}`,
  );

describe("paragraphs", () => {
  it("tell what a player does in several entries as one, with the name once", () => {
    const log = [entry(1, event(0, "goes"), event(0, "leaves")), entry(2, event(0, "takes"))];
    expect(read(log)).toEqual(["0: goes · leaves · takes"]);
    expect(paragraphs(log)[0]!.parts.map((part) => part.named)).toEqual([true, false, false]);
  });

  it("begin anew with another player", () => {
    expect(read([entry(1, event(0, "goes"), event(1, "goes"), event(0, "leaves"))])).toEqual([
      "0: goes",
      "1: goes",
      "0: leaves",
    ]);
  });

  it("put a heading where a turn begins, in the middle of an entry too, and none over nothing", () => {
    const log = [entry(1, event(0, "goes"), heading("Turn 2")), entry(2, heading("Turn 3"), event(0, "stays"))];
    expect(read(log)).toEqual(["0: goes", "Turn 3", "0: stays"]);
  });

  it("keep whole what does not begin with the name, and what nobody does", () => {
    const log = [entry(1, event(0, "Post office", { has_subject: false }), event(0, "goes"), event(null, "Over"))];
    expect(read(log)).toEqual(["0: Post office · goes", "null: Over"]);
    expect(paragraphs(log)[0]!.parts.map((part) => part.named)).toEqual([false, false]);
  });

  it("let what belongs to a player's deed follow it", () => {
    const log = [entry(1, event(0, "pays"), event(null, "The governor goes", { aside: true }), event(0, "draws"))];
    expect(read(log)).toEqual(["0: pays · The governor goes · draws"]);
    expect(read([entry(1, event(null, "The governor goes", { aside: true }))])).toEqual(["null: The governor goes"]);
  });

  it("tell amounts that add up as one part, which opens the clause of the first", () => {
    const log = [
      entry(1, event(0, "gives 1")),
      entry(2, event(0, "gives 2", { adds: true }), event(0, "gives 3", { adds: true })),
    ];
    expect(read(log)).toEqual(["0: gives 3"]);
    expect(paragraphs(log)[0]!.parts[0]).toMatchObject({ clause: "X-gives 1", entry: 1, key: "1.0", named: true });
    // What is taken back leaves what was told before.
    expect(read(log.slice(0, 1))).toEqual(["0: gives 1"]);
  });

  it("are found by an entry, also where it adds to what was told or tells nothing itself", () => {
    const log = [
      entry(1, event(0, "lays"), event(1, "lays")),
      entry(2, event(1, "gives 1")),
      entry(3, event(1, "gives 2", { adds: true })),
      entry(4, event(1, "", { pieces: [] })),
      entry(5, event(1, "goes")),
    ];
    const at = (n: number, seat: number) => partAt(paragraphs(log), n, seat)?.event.pieces[0]?.[0];
    expect([at(1, 0), at(1, 1), at(2, 1), at(3, 1), at(4, 1), at(5, 1)]).toEqual([
      "lays",
      "lays",
      "gives 2",
      "gives 2",
      "goes",
      "goes",
    ]);
    expect(partAt(paragraphs(log), 1, 1)?.key).toBe("1.1");
    expect(partAt(paragraphs(log), 6, 1)).toBeUndefined();
  });

  it("keep their keys when more follows, so that nothing is read aloud twice", () => {
    const log = [entry(1, event(0, "goes")), entry(2, event(0, "leaves")), entry(3, event(1, "goes"))];
    const before = paragraphs(log.slice(0, 1));
    const after = paragraphs(log);
    expect(after[0]!.key).toBe(before[0]!.key);
    expect(after[0]!.parts[0]!.key).toBe(before[0]!.parts[0]!.key);
  });

  it("leave out what the server does not tell in a log, and let nothing of the set-up follow a player", () => {
    const quiet = event(0, "", { pieces: [] });
    expect(read([entry(1, event(0, "goes"), quiet, event(0, "leaves"))])).toEqual(["0: goes · leaves"]);
    const aside = event(null, "The governor goes", { aside: true });
    expect(read([{ ...entry(1, event(0, "starts"), aside), turn: 0 }])).toEqual([
      "0: starts",
      "null: The governor goes",
    ]);
  });

  it("say how an answer came about", () => {
    expect(read([{ ...entry(1, event(0, "goes")), note: "A bot played." }])).toEqual(["0: goes", "A bot played."]);
  });
});
