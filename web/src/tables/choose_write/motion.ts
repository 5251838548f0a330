/** Acts out what the server tells: cards are played, goods and lira come and go, rubies rise to the amulet. */

import { act, fly, seen } from "../../lib/motion";
import type { Happened, Moved } from "../../lib/wire";
import type { Animator, TableStore } from "../contract";
import { goodIcon } from "./view";

const RING = [
  { boxShadow: "0 0 0 0 var(--glow)" },
  { boxShadow: "0 0 0 7px var(--glow)", offset: 0.4 },
  { boxShadow: "0 0 0 12px transparent" },
];
const LIT = [{ filter: "brightness(1)" }, { filter: "brightness(1.25)", offset: 0.4 }, { filter: "brightness(1)" }];

export function animator(store: TableStore): Animator {
  const isMe = (seat: number | null) => seat !== null && seat === store.seat;
  /** A part of somebody's sheet: mine lies on the board, the others' are small. */
  const part = (seat: number | null, name: string) =>
    isMe(seat)
      ? seen(`me:${name}`, `seat:${seat}`)
      : seen(`${name === "rubies" ? "rubies" : "purse"}:${seat}`, `seat:${seat}`);
  const hand = (seat: number | null) => (isMe(seat) ? seen(`hand:${seat}`, `seat:${seat}`) : seen(`seat:${seat}`));
  /** Where somebody's action takes place on my map. */
  const places: Record<number, string> = {};
  const place = (seat: number | null) => (seat === null ? null : seen(`me:${places[seat] ?? ""}`));

  async function tell({ name, seat, values }: Happened, skipped: AbortSignal): Promise<void> {
    const n = Math.min(5, Number(values.n ?? 1));
    const quick = { time: 320, apart: 45 };
    switch (name) {
      case "played_place":
      case "left_card_opened": {
        const from =
          name === "left_card_opened" || values.source === "left"
            ? seen("display:left")
            : values.source === "right"
              ? seen("display:right")
              : isMe(seat)
                ? seen("place-card")
                : seen(`seat:${seat}`);
        const to = seen(`me:${values.place}`);
        if (from && to) await cardFlies(from, to, String(values.place).toUpperCase(), skipped);
        return act(to, RING, { duration: 420 }, skipped);
      }
      case "used_place":
        if (seat !== null) places[seat] = String(values.place);
        return;
      case "got_good":
        return fly(
          {
            icon: goodIcon(String(values.good)),
            from: place(seat),
            to: part(seat, String(values.good)),
            count: n,
            size: 26,
            ...quick,
          },
          skipped,
        );
      case "crossed_goods":
        return fly(
          {
            icon: goodIcon(String(values.good)),
            from: part(seat, String(values.good)),
            to: place(seat),
            count: n,
            size: 24,
            ...quick,
          },
          skipped,
        );
      case "got_lira":
        return fly({ icon: "lira", from: place(seat), to: part(seat, "lira"), count: n, ...quick }, skipped);
      case "paid_lira":
        return fly(
          { icon: "lira", from: part(seat, "lira"), to: place(seat) ?? seen("me:2"), count: n, ...quick },
          skipped,
        );
      case "got_ruby":
      case "got_palace_ruby":
        return fly(
          { icon: "ruby", from: place(seat) ?? seen("me:2"), to: part(seat, "rubies"), size: 44, time: 650 },
          skipped,
        );
      case "got_row_ruby":
      case "got_box_ruby":
        return fly(
          {
            icon: "ruby",
            from: part(seat, name === "got_box_ruby" ? "lira" : "red"),
            to: part(seat, "rubies"),
            size: 44,
            time: 650,
          },
          skipped,
        );
      case "drew_goods_card":
      case "drew_goods_unseen":
        return fly(
          { icon: "card-goods", from: seen("pile:goods", "display"), to: hand(seat), size: 32, time: 380 },
          skipped,
        );
      case "drew_guild_card":
      case "drew_guild_unseen":
        return fly(
          { icon: "card-guild", from: seen("pile:guild", "display"), to: hand(seat), size: 32, time: 380 },
          skipped,
        );
      case "gave_goods_card":
        return fly({ icon: "card-goods", from: hand(seat), to: place(seat), size: 32, time: 380 }, skipped);
      case "played_guild":
        return fly({ icon: "card-guild", from: hand(seat), to: seen("me:9"), size: 40, time: 480 }, skipped);
      case "took_place_card":
      case "drew_place_unseen":
      case "drew_place_card":
        return;
    }
  }

  /** A place card goes to its place on the map. */
  async function cardFlies(from: HTMLElement, to: HTMLElement, text: string, skipped: AbortSignal): Promise<void> {
    const a = from.getBoundingClientRect();
    const b = to.getBoundingClientRect();
    const card = document.createElement("div");
    card.setAttribute("aria-hidden", "true");
    card.textContent = text;
    card.style.cssText = `position:fixed;left:${a.x + a.width / 2 - 32}px;top:${a.y + a.height / 2 - 44}px;width:64px;height:88px;z-index:60;pointer-events:none;border-radius:10px;display:grid;place-items:center;background:var(--cobalt-solid);color:#fff;font:700 24px/1 var(--font-body);border:3px solid var(--surface);box-shadow:0 8px 24px rgb(0 0 0 / .35)`;
    document.body.append(card);
    const dx = b.x + b.width / 2 - a.x - a.width / 2;
    const dy = b.y + b.height / 2 - a.y - a.height / 2;
    await act(
      card,
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px) scale(1.2)`, opacity: 1, offset: 0.75 },
        { transform: `translate(${dx}px, ${dy}px) scale(.5)`, opacity: 0 },
      ],
      { duration: 700, easing: "ease-in-out" },
      skipped,
    );
    card.remove();
  }

  return {
    async before(moved: Moved, skipped: AbortSignal): Promise<void> {
      // What seats chose together is carried out seat by seat; each seat's part flies at once.
      let run: Promise<void>[] = [];
      let whose: number | null = null;
      for (const event of moved.entry.events) {
        if (skipped.aborted) break;
        if (event.seat !== whose || event.name === "played_place" || event.name === "left_card_opened") {
          await Promise.all(run);
          run = [];
          whose = event.seat;
        }
        run.push(tell(event, skipped));
      }
      await Promise.all(run);
    },
    async after(moved: Moved, skipped: AbortSignal): Promise<void> {
      for (const { name, values } of moved.entry.events) {
        if (name === "palace_grew") void act(seen(`me:${values.letter}`), RING, { duration: 600 }, skipped);
        if (name === "caravan_opened") void act(seen("caravan"), RING, { duration: 600 }, skipped);
        if (name === "card_turned") void act(seen("display"), LIT, { duration: 400 }, skipped);
        if (name === "fountain_turned") void act(seen("pile"), RING, { duration: 700 }, skipped);
      }
    },
  };
}
