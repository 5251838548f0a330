import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableStore } from "../tables/store.svelte";
import { asked, moved, snapshot } from "../tables/testing";
import { settings } from "./settings.svelte";
import { TableSocket } from "./socket.svelte";
import { t } from "./t";

/** The other end of a WebSocket, in the hands of the test. */
class FakeWebSocket {
  static readonly OPEN = 1;
  static all: FakeWebSocket[] = [];
  static get last(): FakeWebSocket {
    return FakeWebSocket.all.at(-1) as FakeWebSocket;
  }

  readyState = 0;
  sent: { type: string; id: number }[] = [];
  /** Whether the line is alive: pings are answered. */
  alive = true;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeWebSocket.all.push(this);
  }

  send(text: string): void {
    const message = JSON.parse(text);
    if (message.type !== "ping") this.sent.push(message);
    else if (this.alive) setTimeout(() => this.say({ type: "pong", id: null }), 20);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server accepts the connection. */
  accept(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }

  /** The server says something. */
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection breaks. */
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  id(type: string): number {
    return this.sent.findLast((one) => one.type === type)?.id ?? -1;
  }
}

const CHOICES = ["place:1", "place:2"];

describe("the socket of a table", () => {
  let socket: TableSocket;
  let store: TableStore;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeWebSocket);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    vi.stubGlobal("document", new EventTarget());
    vi.stubGlobal("addEventListener", () => undefined);
    vi.stubGlobal("removeEventListener", () => undefined);
    FakeWebSocket.all = [];
    settings.confirm = false;
    socket = new TableSocket("t");
    store = new TableStore(socket);
    socket.receiver = store;
    socket.open();
    FakeWebSocket.last.accept();
    FakeWebSocket.last.say(snapshot(1, [{ ...asked(1, CHOICES), sealed: true }]));
  });

  afterEach(() => {
    socket.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const settle = () => vi.advanceTimersByTimeAsync(1);

  it("numbers every request", () => {
    store.say("hello");
    void store.lift(1);
    store.pick("place:1");
    const ids = FakeWebSocket.last.sent.map((one) => one.id);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id > 0)).toBe(true);
  });

  it("releases a refused choice even after a rival has moved", async () => {
    const server = FakeWebSocket.last;
    store.pick("place:1");
    server.say(moved(2, 1, [{ ...asked(1, CHOICES), sealed: true }]));
    await settle();
    expect(store.isPending).toBe(true);
    server.say({ type: "error", id: server.id("play"), code: "stale", text: "too late" });
    await settle();
    expect(store.isPending).toBe(false);
    expect(store.trouble).toBe("too late");
    expect(store.offered("place:2")).toBeDefined();
  });

  it("takes no other message for the answer", async () => {
    const server = FakeWebSocket.last;
    store.pick("place:1");
    server.say({ type: "done", id: server.id("play") + 1 });
    server.say(snapshot(2, [{ ...asked(2, CHOICES), sealed: true }]));
    await settle();
    expect(store.isPending).toBe(true);
    server.say({ type: "done", id: server.id("play") });
    await settle();
    expect(store.isPending).toBe(false);
    expect(store.trouble).toBe("");
  });

  it("shows a snapshot that was asked for, and takes it for the answer", async () => {
    const server = FakeWebSocket.last;
    const answer = socket.request({ type: "look", seat: 0 });
    server.say({ ...snapshot(5, []), id: server.id("look") });
    await expect(answer).resolves.toMatchObject({ type: "snapshot", seq: 5 });
    expect(store.view?.n).toBe(5);
  });

  it("rejects everything that is pending when the connection is lost", async () => {
    const requests = [socket.request({ type: "hint", seat: 0 }), socket.request({ type: "chat", text: "?" })];
    const outcomes = Promise.allSettled(requests);
    store.pick("place:1");
    FakeWebSocket.last.drop();
    expect((await outcomes).map((one) => one.status)).toEqual(["rejected", "rejected"]);
    await settle();
    expect(store.isPending).toBe(false);
    expect(store.trouble).toBe(t("interrupted"));
    await expect(socket.request({ type: "ping" })).rejects.toMatchObject({ code: "offline" });
  });

  it("offers what is asked after a reconnect, and sends nothing a second time", async () => {
    store.pick("place:1");
    FakeWebSocket.last.drop();
    expect(socket.status).toBe("reconnecting");
    await vi.advanceTimersByTimeAsync(500);
    const server = FakeWebSocket.last;
    expect(server.url).toContain("after=1");
    server.accept();
    server.say(snapshot(2, [asked(2, ["place:5", "place:6"])]));
    await settle();
    expect(socket.status).toBe("open");
    expect(store.isPending).toBe(false);
    expect(store.trouble).toBe("");
    expect(store.offered("place:5")).toBeDefined();
    expect(server.sent.filter((one) => one.type === "play")).toEqual([]);
  });

  it("switches to another process without a word when the server stops", async () => {
    FakeWebSocket.last.drop(1012);
    expect(socket.status).toBe("open");
    store.pick("place:1");
    await vi.advanceTimersByTimeAsync(250);
    FakeWebSocket.last.drop();
    await vi.advanceTimersByTimeAsync(250);
    const server = FakeWebSocket.last;
    expect(FakeWebSocket.all.length).toBe(3);
    expect(server.url).toContain("after=1");
    server.accept();
    expect(server.sent.filter((one) => one.type === "play").length).toBe(1);
    server.say(snapshot(1, [{ ...asked(1, CHOICES), sealed: true }]));
    server.say({ type: "done", id: server.id("play") });
    await settle();
    expect(socket.status).toBe("open");
    expect(store.trouble).toBe("");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.status).toBe("open");
  });

  it("calls the connection lost if nobody takes over", async () => {
    FakeWebSocket.last.drop(1012);
    const asking = Promise.allSettled([socket.request({ type: "chat", text: "?" })]);
    for (let n = 0; n < 30; n++) {
      await vi.advanceTimersByTimeAsync(100);
      if (FakeWebSocket.last.readyState === 0) FakeWebSocket.last.drop();
    }
    expect(socket.status).toBe("reconnecting");
    expect((await asking)[0]).toMatchObject({ status: "rejected", reason: { code: "offline" } });
    const attempts = FakeWebSocket.all.length;
    await vi.advanceTimersByTimeAsync(15_000);
    FakeWebSocket.last.accept();
    expect(FakeWebSocket.last.sent).toEqual([]);
    expect(FakeWebSocket.all.length).toBeLessThan(attempts + 10);
  });

  it("waits longer before each reconnect, and again shortly after a success", async () => {
    const until = async (count: number) => {
      let waited = 0;
      while (FakeWebSocket.all.length < count) {
        await vi.advanceTimersByTimeAsync(100);
        waited += 100;
      }
      return waited;
    };
    FakeWebSocket.last.drop();
    const first = await until(2);
    FakeWebSocket.last.drop();
    const second = await until(3);
    expect(second).toBeGreaterThan(first);
    FakeWebSocket.last.accept();
    FakeWebSocket.last.drop();
    expect(await until(4)).toBe(first);
  });

  it("releases a request that stays unanswered, with a sentence", async () => {
    store.pick("place:1");
    await vi.advanceTimersByTimeAsync(14_000);
    expect(store.isPending).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(store.isPending).toBe(false);
    expect(store.trouble).toBe(t("unanswered"));
    // The answer comes after all, and changes nothing any more.
    FakeWebSocket.last.say({ type: "error", id: FakeWebSocket.last.id("play"), code: "stale", text: "late" });
    await settle();
    expect(store.trouble).toBe(t("unanswered"));
  });

  it("sees within three seconds that the line is dead, and sends nothing on it", async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.status).toBe("open");
    const server = FakeWebSocket.last;
    server.alive = false;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(socket.status).toBe("reconnecting");
    server.sent = [];
    await expect(socket.request({ type: "chat", text: "?" })).rejects.toMatchObject({ code: "offline" });
    expect(server.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.readyState).toBe(3);
    expect(FakeWebSocket.last).not.toBe(server);
  });

  it("goes on with a line that comes back by itself", async () => {
    const server = FakeWebSocket.last;
    server.alive = false;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(socket.status).toBe("reconnecting");
    server.say({ type: "pong", id: null });
    expect(socket.status).toBe("open");
    expect(FakeWebSocket.all.length).toBe(1);
  });

  it("asks rarely while nobody sees the page, and at once when somebody does", async () => {
    const server = FakeWebSocket.last;
    const pings = vi.spyOn(server, "send");
    Object.assign(document, { hidden: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pings.mock.calls.length).toBeLessThan(4);
    server.alive = false;
    Object.assign(document, { hidden: false });
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(1_600);
    expect(socket.status).toBe("reconnecting");
  });

  it("does not come back where the server refuses it", async () => {
    FakeWebSocket.last.say({ type: "error", code: "no_table", text: "no such table", id: null });
    FakeWebSocket.last.drop(4404);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.status).toBe("refused");
    expect(socket.refusal).toBe("no such table");
    expect(FakeWebSocket.all.length).toBe(1);
  });
});
