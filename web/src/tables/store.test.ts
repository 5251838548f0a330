import { beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import { RequestError, type Command, type Requests } from "../lib/requests";
import type { QuestionInfo, Explored, ToClient } from "../lib/wire";
import { TableStore } from "./store.svelte";
import { asked, moved, snapshot, table } from "./testing";

class FakeRequests implements Requests {
  sent: Command[] = [];
  answers: ((command: Command) => Promise<ToClient>) | null = null;
  request(command: Command): Promise<ToClient> {
    this.sent.push(command);
    return this.answers ? this.answers(command) : new Promise(() => undefined);
  }
  get plays(): string[][] {
    return this.sent.flatMap((one) => (one.type === "play" ? [one.words] : []));
  }
}

describe("the store of a table", () => {
  let requests: FakeRequests;
  let store: TableStore;

  beforeEach(() => {
    settings.confirm = true;
    vi.spyOn(performance, "now").mockReturnValue(0);
    requests = new FakeRequests();
    store = new TableStore(requests);
    store.receive(snapshot(1, [asked(1, ["place:1", "place:2"])]));
    vi.spyOn(performance, "now").mockReturnValue(1e6);
  });

  /** An answer to the next request that comes when the test says so. */
  function answerLater(): { resolve: () => void; reject: (error: Error) => void } {
    const later = { resolve: () => {}, reject: (_: Error) => {} };
    requests.answers = () =>
      new Promise((resolve, reject) => {
        later.resolve = () => resolve({ type: "done", id: 1 });
        later.reject = reject;
      });
    return later;
  }

  it("offers what the server offered and nothing else", () => {
    expect(store.offered("place:1")?.text).toBe("choose place:1");
    expect(store.offered("place:3")).toBeUndefined();
    store.pick("place:3");
    store.confirm();
    expect(requests.plays).toEqual([]);
  });

  it("chooses at the first click and plays at the second", () => {
    store.pick("place:2");
    expect(requests.plays).toEqual([]);
    expect(store.selected?.word).toBe("place:2");
    store.pick("place:2");
    expect(requests.plays).toEqual([["place:2"]]);
  });

  it("plays at once where the setting says so", () => {
    settings.confirm = false;
    store.pick("place:1");
    expect(requests.plays).toEqual([["place:1"]]);
  });

  it("sends nothing twice, and offers nothing until the answer is there", async () => {
    const answer = answerLater();
    store.pick("place:1");
    store.confirm();
    store.confirm();
    store.pick("place:1");
    expect(requests.plays).toEqual([["place:1"]]);
    expect(store.offered("place:2")).toBeUndefined();
    expect(store.props("place:1")["data-pending"]).toBe(true);
    store.receive(moved(2, 0, [asked(2, ["place:5", "place:6"])]));
    expect(store.isPending).toBe(true);
    answer.resolve();
    await vi.waitFor(() => expect(store.isPending).toBe(false));
    expect(store.offered("place:5")).toBeDefined();
  });

  it("keeps holding while others move, whatever is asked next", async () => {
    const answer = answerLater();
    store.pick("place:1");
    store.confirm();
    store.receive(moved(2, 1, [asked(1, ["place:1", "place:2"])]));
    store.receive(moved(3, 1, [asked(3, ["place:1", "place:2"])]));
    store.receive(snapshot(3, [asked(3, ["place:1", "place:2"])]));
    await Promise.resolve();
    expect(store.isPending).toBe(true);
    answer.reject(new RequestError("stale", "too late"));
    await vi.waitFor(() => expect(store.isPending).toBe(false));
    expect(store.trouble).toBe("too late");
    expect(store.offered("place:1")).toBeDefined();
  });

  it("offers the old question no more while its answer is acted out", async () => {
    const answer = answerLater();
    let finish = () => {};
    store.animator = { before: () => new Promise<void>((resolve) => (finish = resolve)) };
    settings.motion = "full";
    store.pick("place:1");
    store.confirm();
    store.receive(moved(2, 0, [asked(2, ["place:5", "place:6"])]));
    answer.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(store.question?.seq).toBe(1);
    expect(store.isPending).toBe(true);
    finish();
    await vi.waitFor(() => expect(store.isPending).toBe(false));
    expect(store.question?.seq).toBe(2);
    settings.motion = "system";
  });

  it("keeps what is chosen while others answer", () => {
    store.pick("place:2");
    store.receive(moved(2, 1, [asked(1, ["place:1", "place:2"])]));
    expect(store.chosen).toBe("place:2");
  });

  it("says why something was refused, and offers again", async () => {
    requests.answers = () => Promise.reject(new RequestError("stale", "too late"));
    store.pick("place:1");
    store.confirm();
    await vi.waitFor(() => expect(store.trouble).toBe("too late"));
    expect(store.offered("place:1")).toBeDefined();
  });

  it("does not hear a click that was meant for the question before", () => {
    vi.spyOn(performance, "now").mockReturnValue(2e6);
    store.receive(moved(2, 0, [asked(2, ["pass"])]));
    expect(store.selected?.word).toBe("pass");
    store.confirm();
    expect(requests.plays).toEqual([]);
    vi.spyOn(performance, "now").mockReturnValue(2e6 + 300);
    store.confirm();
    expect(requests.plays).toEqual([["pass"]]);
  });

  it("gathers the words of a gesture and sends them together", async () => {
    const after = (words: string[], then: QuestionInfo | null): Explored => ({
      type: "explored",
      id: 0,
      words,
      asked: then,
      effects: [],
      consequences: ["so"],
    });
    requests.answers = (message) =>
      Promise.resolve(
        message.type === "explore"
          ? after(message.words, message.words.length < 2 ? asked(1, ["gem:red", "done"], "add_gem") : null)
          : moved(2, 0, []),
      );
    await store.gather(["place:1"]);
    expect(store.asked?.step).toBe("add_gem");
    expect(store.question?.step).toBe("move");
    await store.gather(["place:1", "done"]);
    expect(store.asked).toBeNull();
    store.confirm();
    expect(requests.plays).toEqual([["place:1", "done"]]);
    store.receive(moved(2, 0, []));
    expect(store.draft).toEqual([]);
  });

  it("lays down the chosen word, then the gathered ones", async () => {
    requests.answers = (message) =>
      Promise.resolve({
        type: "explored",
        id: 0,
        words: "words" in message ? message.words : [],
        asked: asked(1, ["gem:red"]),
        effects: [],
        consequences: [],
      });
    await store.gather(["place:1"]);
    store.pick("gem:red");
    store.drop();
    expect(store.chosen).toBeNull();
    store.drop();
    expect(store.draft).toEqual([]);
    expect(store.asked?.step).toBe("move");
  });

  it("takes back log lines that no longer stand", () => {
    store.receive(moved(2, 0, [asked(2, ["a", "b"])]));
    store.receive(moved(3, 0, [asked(3, ["a", "b"])]));
    expect(store.log.map((entry) => entry.n)).toEqual([2, 3]);
    store.receive(moved(4, 0, [asked(4, ["a", "b"])], { undone: true, keep: 2 }));
    expect(store.log.map((entry) => entry.n)).toEqual([2, 4]);
  });

  it("waits for what is acted out before it shows the next thing", async () => {
    let finish = () => {};
    store.animator = { before: () => new Promise<void>((resolve) => (finish = resolve)) };
    settings.motion = "full";
    store.receive(moved(2, 1, []));
    store.receive(moved(3, 1, []));
    expect(store.view?.n).toBe(1);
    finish();
    await vi.waitFor(() => expect(store.view?.n).toBe(2));
    store.skip();
    await vi.waitFor(() => expect(store.view?.n).toBe(3));
    settings.motion = "system";
  });

  it("knows the rivals in the order of turns", () => {
    store.receive({ ...snapshot(2, []), seat: 1 });
    expect(store.rivals).toEqual([2, 0]);
    store.receive({ ...snapshot(3, []), seat: null });
    expect(store.rivals).toEqual([0, 1, 2]);
  });

  it("draws a curtain when another of one's own seats is to play", () => {
    const sofa = { ...table, mine: [0, 1] };
    store.receive({ ...snapshot(2, []), table: sofa });
    expect(store.curtain).toBeNull();
    store.receive({ ...snapshot(3, []), table: sofa, seat: 1 });
    expect(store.curtain).toBe(1);
  });
});
