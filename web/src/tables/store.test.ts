import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import { RequestError, type Command, type Requests } from "../lib/requests";
import type { QuestionInfo, Explored, Hinted, ToClient } from "../lib/wire";
import { TableStore } from "./store.svelte";
import { asked, happened, moved, snapshot, table } from "./testing";

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
    requests.answers = (command) =>
      new Promise((resolve, reject) => {
        if (command.type === "explore") return;
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

  it("calls an answer slow until it has come, not until it is shown", async () => {
    const answer = answerLater();
    settings.motion = "full";
    store.animator = { before: () => new Promise(() => undefined) };
    store.pick("place:1");
    store.confirm();
    expect(store.isSlow).toBe(false);
    await vi.waitFor(() => expect(store.isSlow).toBe(true));
    store.receive(moved(2, 0, [asked(2, ["place:5"])]));
    answer.resolve();
    await vi.waitFor(() => expect(store.isSlow).toBe(false));
    expect(store.isPending).toBe(true);
    settings.motion = "system";
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

  it("asks at once what each choice would bring, and keeps it while the question stands", async () => {
    const told = asked(2, ["place:3", "place:4"]);
    told.choices[0]!.consequences = ["so"];
    requests.answers = () =>
      Promise.resolve({ type: "explored", id: 0, words: [], asked: told, effects: [], consequences: [] });
    store.receive(moved(2, 0, [asked(2, ["place:3", "place:4"])]));
    expect(requests.sent.at(-1)).toEqual({ type: "explore", seq: 2, seat: 0, words: [] });
    expect(store.offered("place:3")?.consequences).toEqual([]);
    await vi.waitFor(() => expect(store.offered("place:3")?.consequences).toEqual(["so"]));
    const sent = requests.sent.length;
    store.receive(moved(3, 1, [asked(2, ["place:3", "place:4"])]));
    expect(store.offered("place:3")?.consequences).toEqual(["so"]);
    expect(requests.sent).toHaveLength(sent);
  });

  it("does not show what the choices of an earlier question would have brought", async () => {
    let resolve = (_: ToClient) => {};
    const answer = new Promise<ToClient>((settle) => (resolve = settle));
    requests.answers = () => answer;
    store.receive(moved(2, 0, [asked(2, ["place:3"])]));
    requests.answers = null;
    store.receive(moved(3, 0, [asked(3, ["place:3"])]));
    const told = asked(2, ["place:3"]);
    told.choices[0]!.consequences = ["too late"];
    resolve({ type: "explored", id: 0, words: [], asked: told, effects: [], consequences: [] });
    await answer;
    await Promise.resolve();
    expect(store.offered("place:3")?.consequences).toEqual([]);
    expect(store.question?.seq).toBe(3);
  });

  it("lays down the chosen word, then the gathered ones", async () => {
    requests.answers = (message) =>
      Promise.resolve({
        type: "explored",
        id: 0,
        words: "words" in message ? (message.words ?? []) : [],
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

  const HINT: Hinted = {
    type: "hint",
    id: 1,
    words: ["place:1", "leave"],
    said: 0,
    texts: { en: "a hint", de: "ein Tipp", fr: "un conseil" },
    weighed: [["place:1", 0.5, 0.01]],
  };

  it("shows the hint in another language without asking again", async () => {
    requests.answers = (command) => {
      if (command.type === "hint") return Promise.resolve(HINT);
      return command.type === "explore" ? new Promise(() => undefined) : Promise.resolve({ type: "done", id: 1 });
    };
    await store.requestHint();
    await store.setLanguage("fr");
    expect(store.hint?.texts.fr).toBe("un conseil");
    expect(requests.sent.filter((one) => one.type === "hint")).toHaveLength(1);
  });

  it("plays all that a hint says, the gathered words included", async () => {
    requests.answers = (command) => {
      if (command.type === "hint") return Promise.resolve(HINT);
      return command.type === "explore" ? new Promise(() => undefined) : Promise.resolve({ type: "done", id: 1 });
    };
    await store.requestHint();
    expect(store.hinted).toBe("place:1");
    store.playHint();
    expect(requests.plays).toEqual([["place:1", "leave"]]);
  });

  it("drops a hint that comes when another seat is shown", async () => {
    let give = (_: ToClient) => {};
    requests.answers = (command) =>
      command.type === "hint" ? new Promise((resolve) => (give = resolve)) : new Promise(() => undefined);
    const waiting = store.requestHint();
    store.receive(moved(9, 1, [{ ...asked(9, ["a", "b"]), seat: 1 }]));
    give(HINT);
    await waiting;
    expect(store.hint).toBeNull();
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

  describe("with several people at one device", () => {
    const sofa = { ...table, mine: [0, 1] };
    const question = (seq: number, seat: number): QuestionInfo => ({ ...asked(seq, ["place:1", "place:2"]), seat });

    beforeEach(() => {
      vi.useFakeTimers();
      settings.motion = "full";
      store = new TableStore(requests);
    });
    afterEach(() => vi.useRealTimers());

    it("hides the first hand behind a curtain, and every hand after a lost connection", async () => {
      store.receive({ ...snapshot(2, [question(2, 0)]), table: sofa });
      expect(store.curtain).toBe(0);
      await store.lift(0);
      expect(store.curtain).toBeNull();
      store.receive({ ...snapshot(2, [question(2, 0)]), table: sofa });
      expect(store.curtain).toBe(0);
    });

    it("draws the curtain before the first hand when the game begins", () => {
      store.receive({ ...snapshot(1, []), table: { ...sofa, status: "waiting" }, view: null });
      expect(store.curtain).toBeNull();
      store.receive(moved(2, -1, [question(2, 1)]));
      store.receive({ type: "table", table: sofa });
      expect(store.curtain).toBe(1);
    });

    it("hands the device on when another person is asked, and waits for them to say who they are", async () => {
      store.receive({ ...snapshot(2, [question(2, 0), question(2, 1)]), table: sofa });
      await store.lift(0);
      store.receive(moved(3, 0, [question(2, 1)]));
      expect(store.curtain).toBeNull();
      await vi.advanceTimersByTimeAsync(1500);
      expect(store.curtain).toBe(1);
      requests.answers = async (command) => {
        const seen = { ...snapshot(3, [question(2, 1)]), table: sofa, seat: 1, id: 9 };
        if (command.type === "look") store.receive(seen);
        return seen;
      };
      expect(requests.sent.some((one) => one.type === "look")).toBe(false);
      await store.lift(1);
      expect(store.seat).toBe(1);
      expect(store.curtain).toBeNull();
    });

    it("lets the person before look again, and leaves the curtain open until something happens", async () => {
      store.receive({ ...snapshot(2, [question(2, 1)]), table: sofa });
      store.handOver(1);
      await store.lift(0);
      await vi.advanceTimersByTimeAsync(5000);
      expect(store.curtain).toBeNull();
    });
  });

  it("gives the only answer by itself after a moment, if the player wants it so", async () => {
    vi.useFakeTimers();
    settings.autoEnd = true;
    store.receive(moved(2, 0, [asked(2, ["place:1", "place:2"])]));
    await vi.advanceTimersByTimeAsync(5000);
    expect(requests.plays).toEqual([]);
    store.receive(moved(3, 0, [asked(3, ["pass"])]));
    expect(store.endsByItself).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    store.receive(moved(4, 0, [asked(4, ["place:1", "place:2"])], { undone: true }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(requests.plays).toEqual([]);
    store.receive(moved(5, 0, [asked(5, ["pass"])]));
    await vi.advanceTimersByTimeAsync(2000);
    expect(requests.plays).toEqual([["pass"]]);
    settings.autoEnd = false;
    vi.useRealTimers();
  });

  it("counts on for how long somebody has been away", () => {
    vi.useFakeTimers();
    const seats = table.seats.map((seat, n) => ({ ...seat, away_s: n === 1 ? 50 : null }));
    store.receive({ type: "table", table: { ...table, seats } });
    vi.advanceTimersByTime(70_000);
    expect([store.awayFor(0), store.awayFor(1)]).toEqual([null, 120]);
    vi.useRealTimers();
  });

  it("hears a nudge until the question is answered", () => {
    store.receive({ type: "nudged", seat: 1, by: 0 });
    expect(store.nudgedBy).toBeNull();
    store.receive({ type: "nudged", seat: 0, by: 1 });
    expect(store.nudgedBy).toBe(1);
    store.receive(moved(2, 0, []));
    expect(store.nudgedBy).toBeNull();
  });

  it("cuts the animations of others to the pace of the table", async () => {
    vi.useFakeTimers();
    settings.motion = "full";
    const endless = vi.fn(() => new Promise<void>(() => undefined));
    store.animator = { after: endless };
    store.receive({ type: "table", table: { ...table, pace: "instant" } });
    store.receive(moved(2, 1, []));
    store.receive(moved(3, 2, []));
    await vi.advanceTimersByTimeAsync(400);
    expect(endless).toHaveBeenCalledTimes(2);
    store.hurrying = true;
    store.receive(moved(4, 1, []));
    await vi.advanceTimersByTimeAsync(400);
    expect(store.view?.n).toBe(4);
    expect(endless).toHaveBeenCalledTimes(2);
    store.receive(moved(5, 1, [asked(5, ["place:1", "place:2"])]));
    expect(store.hurrying).toBe(false);
    settings.motion = "system";
    vi.useRealTimers();
  });

  it("shows the moves since my last choice again, and then stands where it stood", async () => {
    const event = happened("did", 1, { pieces: [["did it", ""]] });
    const did = (seq: number) => ({ entry: { n: seq, turn: 1, seat: 1, events: [event], note: "" } });
    const heading = happened("turn", 1, { begins: true });
    const turned = (seq: number) => ({ entry: { n: seq, turn: 2, seat: 1, events: [heading], note: "" } });
    const later = answerLater();
    store.pick("place:1");
    store.pick("place:1");
    store.receive(moved(2, 0, []));
    store.receive(moved(3, 1, [], did(3)));
    store.receive(moved(4, 1, [asked(4, ["place:1", "place:2"])], did(4)));
    later.resolve();
    await vi.waitFor(() => expect(store.isPending).toBe(false));
    expect(store.canShowAgain).toBe(true);
    // That a turn begins is not worth a stop.
    store.receive(moved(5, 1, [asked(5, ["place:1", "place:2"])], turned(5)));
    const views: unknown[] = [];
    store.animator = {
      before: (now) => void views.push(["before", now.seq, store.view?.n]),
      after: (now) => void views.push(["after", now.seq, store.view?.n, store.question]),
    };
    settings.motion = "full";
    await store.showAgain();
    settings.motion = "system";
    expect(views).toEqual([
      ["before", 3, 1],
      ["after", 3, 3, null],
      ["before", 4, 3],
      ["after", 4, 4, null],
    ]);
    expect(store.view?.n).toBe(5);
    expect(store.question?.seq).toBe(5);
  });

  it("can show them again while a choice is put together or sent, and lays down what is not sent", async () => {
    const did = {
      entry: { n: 2, turn: 1, seat: 1, events: [happened("did", 1, { pieces: [["did it", ""]] })], note: "" },
    };
    requests.answers = (command) =>
      Promise.resolve(
        command.type === "explore"
          ? { type: "explored", id: 0, words: command.words, asked: null, effects: [], consequences: [] }
          : { type: "done", id: 1 },
      );
    store.pick("place:1");
    store.pick("place:1");
    store.receive(moved(2, 1, [asked(2, ["place:1", "place:2"])], did));
    await vi.waitFor(() => expect(store.isPending).toBe(false));
    await store.gather(["place:1"]);
    expect(store.draft).toEqual(["place:1"]);
    expect(store.canShowAgain).toBe(true);
    settings.motion = "full";
    await store.showAgain();
    settings.motion = "system";
    expect(store.draft).toEqual([]);
    expect(store.asked?.seq).toBe(2);
    const later = answerLater();
    store.play(["place:1"]);
    expect(store.canShowAgain).toBe(true);
    later.reject(new RequestError("busy", "Try again."));
    await vi.waitFor(() => expect(store.isPending).toBe(false));
    expect(store.canShowAgain).toBe(true);
  });

  it("makes pictures of what is not acted out", () => {
    const seen: number[] = [];
    store.animator = { before: () => undefined, still: (now) => void seen.push(now.seq) };
    settings.motion = "less";
    store.receive(moved(2, 1, []));
    settings.motion = "system";
    expect(seen).toEqual([2]);
  });
});
