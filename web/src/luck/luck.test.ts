import { afterEach, describe, expect, it, vi } from "vitest";
import type { DrawInfo } from "../lib/wire";
import { check } from "./check";
import { hashOf, KeyedLuck, keyOf, promiseOf } from "./formulas";
import { hexOf, plainHmac, plainSha256, sealer, sha256 } from "./hash";
import { readRecord } from "./record";

const bytes = (text: string) => new TextEncoder().encode(text);
const SECRET = "5e".repeat(32);
const SHARES = ["rose", "Ünïcode\nand a line", ""];

afterEach(() => vi.unstubAllGlobals());

describe("SHA-256 and HMAC of our own", () => {
  // FIPS 180-4 and RFC 4231.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("hash %.20s", (text, hash) => expect(hexOf(plainSha256(bytes(text)))).toBe(hash));

  it("seal as the standard says", () => {
    const sealed = (key: Uint8Array, text: string) => hexOf(plainHmac(key, bytes(text)));
    expect(sealed(new Uint8Array(20).fill(0x0b), "Hi There")).toBe(
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    );
    expect(sealed(bytes("Jefe"), "what do ya want for nothing?")).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
    expect(sealed(new Uint8Array(131).fill(0xaa), "Test Using Larger Than Block-Size Key - Hash Key First")).toBe(
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    );
  });

  it("agree with the browser's for every length around a block", async () => {
    for (let n = 50; n < 135; n++) {
      const text = "x".repeat(n);
      expect(hexOf(plainSha256(bytes(text)))).toBe(await sha256(text));
      expect(hexOf(plainHmac(bytes(text), bytes(text)))).toBe(hexOf(await (await sealer(text))(text)));
    }
  });
});

// The figures of tests/kernel/test_fair_luck.py.
describe.each(["WebCrypto", "plain http"])("the formulas with %s", (kind) => {
  const prepared = () => {
    if (kind === "plain http") vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues });
  };

  it("give what the server computes", async () => {
    prepared();
    expect(await promiseOf(SECRET)).toBe("27e76b95f582297dfc1ab811741a5e7d1f26cc49be9d258731c8baf242d215a5");
    expect(await hashOf(SHARES[1]!)).toBe("554ac967fe897705100c25c673e41c51adadbfc71e5668876ef1d4b372badcaf");
    const key = await keyOf(SECRET, SHARES);
    expect(key).toBe("b607c70ff81815526b6f8ada853a6aeae1594ff2129c83b3cf0678db7fba2bc1");
    const luck = await KeyedLuck.of(key);
    const dice = await Promise.all(Array.from({ length: 12 }, (_, n) => luck.ticket(n, 6)));
    expect(dice).toEqual([1, 5, 0, 0, 4, 3, 5, 5, 0, 2, 0, 4]);
    const large = await Promise.all([0, 1, 2].map((n) => luck.ticket(n, 2 ** 31 - 1)));
    expect(large).toEqual([60476682, 911185797, 1581632810]);
    expect(await luck.order(5)).toEqual([4, 3, 1, 2, 0]);
  });
});

describe("the check", () => {
  const words: [string, number, number][] = [1, 2, 3, 4, 5, 6].map((n) => [`pips:${n}`, n - 1, n - 1]);

  /** A record of two seats whose dice follow from the key: draws 0 and 1, then 3, for 2 was undone. */
  async function proof(): Promise<{ text: string; draws: DrawInfo[] }> {
    const luck = await KeyedLuck.of(await keyOf(SECRET, ["rose", "tulip"]));
    const pips = await Promise.all([0, 1, 2, 3].map(async (n) => `pips:${(await luck.ticket(n, 6)) + 1}`));
    const shares = await Promise.all(
      ["rose", "tulip"].map(async (text, seat) => ({ hash: await hashOf(text), seat, text })),
    );
    const text = [
      "game: basari",
      "rules: 1",
      "seats: Ada, Bo",
      "luck: hmac-sha256-1",
      `promise: ${await promiseOf(SECRET)}`,
      `shares: ${JSON.stringify(shares)}`,
      `shuffled: ${(await luck.order(2)).join(" ")}`,
      `secret: ${SECRET}`,
      "",
      `0. * ${pips[0]} ${pips[1]} 0 gem:red ~1234`,
      `1. 1 pass *@3 ${pips[3]} card:last ~1234`,
      "result: 0 > 1 | 3 2 ~12345678",
      "",
    ].join("\n");
    const places = [0, 1, null, 4];
    const draws = pips.map((word, n) => ({
      ...{ n, turn: 1, tickets: 6, words, word },
      ...{ undone: n === 2, place: places[n] ?? null },
    }));
    return { text, draws };
  }

  const known = async () => ({ promise: await promiseOf(SECRET), share: "tulip" });
  const says = (steps: { say: string }[]) => steps.map((step) => step.say);

  it("proves everything that holds", async () => {
    const { text, draws } = await proof();
    const verdict = await check(text, draws, await known());
    expect(verdict.wrong).toBeNull();
    expect(says(verdict.proven)).toEqual([
      ...["check.samePromise", "check.promise.ok", "check.shares.ok", "check.mine.ok", "check.seats.ok"],
      ...["check.draws.ok", "check.undone.ok", "check.forced"],
    ]);
    expect(verdict.proven.map((step) => step.values.n)).toEqual([
      ...[undefined, undefined, 2, undefined, undefined],
      ...[3, 1, 1],
    ]);
    expect(verdict.key).toBe(await keyOf(SECRET, ["rose", "tulip"]));
  });

  it.each([
    ["another secret", (text: string) => text.replace(/secret: 5e/, "secret: 5f"), 8, "check.promise"],
    ["no secret", (text: string) => text.replace(/secret: .*\n/, "\n"), 5, "check.noSecret"],
    ["another share", (text: string) => text.replace('"rose"', '"reed"'), 6, "check.share"],
    ["a hidden share", (text: string) => text.replace(',"text":"rose"', ""), 6, "check.noShare"],
    ["a dropped share", (text: string) => text.replace(/,\{[^}]*tulip"\}/, ""), 6, "check.mine"],
    ["other seats", (text: string) => text.replace(/shuffled: (.) (.)/, "shuffled: $2 $1"), 7, "check.seats"],
    ["another die", (text: string) => text.replace(/\* pips:./, "* pips:9"), 10, "check.draw"],
    ["another number", (text: string) => text.replace("*@3", "*@4"), 11, "check.number"],
    ["a broken line", (text: string) => text.replace("1. 1", "one: 1."), 11, "check.draw"],
    ["no record", () => "nothing", 1, "check.unreadable"],
  ])("finds %s and names the line", async (_, change, line, say) => {
    const { text, draws } = await proof();
    const changed = change(text);
    expect(changed).not.toBe(text);
    const { wrong } = await check(changed, draws, await known());
    expect(wrong?.say).toBe(say);
    if (say !== "check.draw" || line === 10) expect(wrong?.line).toBe(line);
  });

  it("finds a promise that is not the one that was seen", async () => {
    const { text, draws } = await proof();
    const { wrong } = await check(text, draws, { promise: "other", share: "tulip" });
    expect(wrong).toMatchObject({ line: 5, say: "check.otherPromise" });
  });

  it("finds tickets that do not fit, and draws that are told twice", async () => {
    const { text, draws } = await proof();
    const changed = (n: number, change: Partial<DrawInfo>) =>
      draws.map((draw, place) => (place === n ? { ...draw, ...change } : draw));
    const wrong = async (told: DrawInfo[]) => (await check(text, told, null)).wrong?.say;
    expect(await wrong(changed(1, { words: words.slice(1) }))).toBe("check.tickets");
    expect(await wrong(changed(1, { words: [...words, ["pips:1", 0, 5]] }))).toBe("check.tickets");
    expect(await wrong(changed(2, { word: "pips:9" }))).toBe("check.draw");
    expect(await wrong(changed(1, { n: 0 }))).toBe("check.twice");
  });

  it("reads who has spoken", () => {
    const found = readRecord("seats: Ada, Bo\n\n3. 0 place:1 pay * sum:7 *@9 dice:1-2 1 pass ~ab12 # why\nresult: ?\n");
    expect(found.answers.map(({ word, isChance, jump }) => [word, isChance, jump])).toEqual([
      ["place:1", false, null],
      ["pay", false, null],
      ["sum:7", true, null],
      ["dice:1-2", true, 9],
      ["pass", false, null],
    ]);
    expect(found.isOver).toBe(false);
  });
});
