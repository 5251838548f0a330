/** Acts out what the server tells: pieces walk, fly and turn, in the order of the events. */

import { act, fly, pause, seen } from "../../lib/motion";
import { glyph } from "../../lib/names";
import type { Happened, Moved } from "../../lib/wire";
import type { Animator, TableStore } from "../contract";
import { goodIcon, PLACE_OF, spotOf, type IstanbulView, type Source } from "./view";

export interface Dice {
  low: number;
  high: number;
  tumbling: boolean;
}

export function animator(store: TableStore, show: (dice: Dice | null) => void): Animator {
  const view = () => store.view as IstanbulView;
  const colour = (seat: number | null) => {
    const info = seat === null ? undefined : store.seats[seat];
    return info ? `var(--seat-${glyph(info.colour)})` : "";
  };
  const purse = (seat: number | null) => seen(`purse:${seat}`, `seat:${seat}`, `merchant:${seat}`);
  const hand = (seat: number | null) => seen(`hand:${seat}`, `seat:${seat}`, `merchant:${seat}`);
  const cart = (seat: number | null, good: string) =>
    (seat === store.seat ? seen(`cart:${good}`, `seat:${seat}`) : seen(`seat:${seat}`)) ?? seen(`merchant:${seat}`);
  /** Where a seat's piece acts: the place that its family member was just sent to, else its merchant's. */
  let scene: HTMLElement | null = null;

  async function walk(seat: number, place: number, skipped: AbortSignal): Promise<void> {
    const piece = seen(`merchant:${seat}`);
    const goal = seen(`place:${place}`);
    if (!piece || !goal) return;
    const from = spotOf(view(), view().players[seat]!.merchant);
    const to = spotOf(view(), place);
    const steps = Math.abs(from.row - to.row) + Math.abs(from.column - to.column);
    const start = piece.getBoundingClientRect();
    const end = goal.getBoundingClientRect();
    const home = piece.closest("[data-place]")?.getBoundingClientRect();
    if (!home) return;
    const dx = end.x - home.x;
    const dy = end.y - home.y;
    // Over the other places: the scene must not cut the piece off while it walks.
    const ghost = piece.cloneNode(true) as HTMLElement;
    ghost.style.cssText += `;position:fixed;left:${start.x}px;top:${start.y}px;z-index:60;margin:0;pointer-events:none`;
    ghost.removeAttribute("data-at");
    document.body.append(ghost);
    piece.style.visibility = "hidden";
    const corner = `translate(${dx}px, 0)`;
    const frames: Keyframe[] = [
      { transform: "translate(0, 0)" },
      { transform: "translate(0, -6px)", offset: 0.12 },
      ...(dx !== 0 && dy !== 0 ? [{ transform: corner, offset: 0.5 }] : []),
      { transform: `translate(${dx}px, ${dy - 6}px)`, offset: 0.9 },
      { transform: `translate(${dx}px, ${dy}px)` },
    ];
    await act(
      ghost,
      frames,
      { duration: 180 + 240 * Math.max(1, steps), easing: "ease-in-out", fill: "forwards" },
      skipped,
    );
    scene = goal;
    // It stands there until the new view is drawn.
    landed.push(ghost);
  }

  let landed: HTMLElement[] = [];
  function sweep(): void {
    for (const one of landed) one.remove();
    landed = [];
  }

  async function tell(event: Happened, skipped: AbortSignal): Promise<void> {
    const { name, seat, values } = event;
    const n = Number(values.n ?? 1);
    const here = scene ?? seen(`merchant:${seat}`);
    const own = colour(seat);
    switch (name) {
      case "moved":
        return walk(seat!, Number(values.place), skipped);
      case "left_assistant":
        return fly(
          {
            icon: "assistant",
            from: landed.at(-1) ?? seen(`merchant:${seat}`),
            to: seen(`place:${values.place}`),
            time: 260,
            colour: own,
          },
          skipped,
        );
      case "took_assistant":
        return fly(
          {
            icon: "assistant",
            from: seen(`disc:${seat}:${values.place}`, `place:${values.place}`),
            to: landed.at(-1) ?? seen(`merchant:${seat}`),
            time: 260,
            colour: own,
          },
          skipped,
        );
      case "fetched_assistant":
        return fly(
          {
            icon: "assistant",
            from: seen(`disc:${seat}:${values.place}`),
            to: landed.at(-1) ?? seen(`merchant:${seat}`),
            time: 360,
            colour: own,
          },
          skipped,
        );
      case "paid_merchant":
        return fly({ icon: "lira", from: purse(seat), to: purse(Number(values.other)), count: n, apart: 45 }, skipped);
      case "paid_lira":
      case "paid_neutral":
        return fly({ icon: "lira", from: purse(seat), to: here, count: n, apart: 45, time: 320 }, skipped);
      case "got_lira":
        return fly({ icon: "lira", from: here, to: purse(seat), count: n, apart: 45, time: 340 }, skipped);
      case "got_good":
        return fly(
          { icon: goodIcon(values.good), from: here, to: cart(seat, values.good), count: n, size: 26 },
          skipped,
        );
      case "gave_good":
        return fly(
          { icon: goodIcon(values.good), from: cart(seat, values.good), to: here, count: n, size: 26 },
          skipped,
        );
      case "got_ruby":
        return fly(
          {
            icon: "ruby",
            from: seen(`place:${PLACE_OF[values.source as Source]}`),
            to: seen(`rubies:${seat}`) ?? purse(seat),
            size: 46,
            time: 700,
          },
          skipped,
        );
      case "drew_card":
      case "drew_unseen":
      case "took_discard":
        return fly({ icon: "card-bonus", from: seen("place:6"), to: hand(seat), size: 36, time: 420 }, skipped);
      case "played_card":
      case "gave_card":
        return fly({ icon: "card-bonus", from: hand(seat), to: seen("place:6"), size: 36, time: 420 }, skipped);
      case "family_sent":
        scene = seen(`place:${values.place}`);
        return fly(
          { icon: "family", from: seen(`family:${seat}`), to: scene, size: 34, time: 520, colour: own },
          skipped,
        );
      case "family_caught":
        return fly(
          {
            icon: "family",
            from: seen(`family:${values.other}`),
            to: seen("place:12"),
            size: 34,
            time: 520,
            colour: colour(Number(values.other)),
          },
          skipped,
        );
      case "family_home":
        return fly(
          { icon: "family", from: seen(`family:${seat}`), to: seen("place:12"), size: 34, time: 520, colour: own },
          skipped,
        );
      case "governor_moved":
      case "smuggler_moved":
        return act(
          seen(name.split("_")[0]!),
          [{ opacity: 1 }, { opacity: 0, transform: "translateY(-8px)" }],
          { duration: 240, fill: "forwards" },
          skipped,
        );
      case "rolled":
        show({ low: Number(values.low), high: Number(values.high), tumbling: true });
        await pause(650, skipped);
        show({ low: Number(values.low), high: Number(values.high), tumbling: false });
        await pause(650, skipped);
        return show(null);
      case "bent_dice":
        show({ low: Number(values.low), high: Number(values.high), tumbling: false });
        await pause(700, skipped);
        return show(null);
    }
  }

  return {
    async before(moved: Moved, skipped: AbortSignal): Promise<void> {
      scene = null;
      try {
        for (const event of moved.entry.events) {
          if (skipped.aborted) break;
          await tell(event, skipped);
        }
      } finally {
        show(null);
        // Swept here too, lest something stay behind when the next view comes late.
        requestAnimationFrame(() => requestAnimationFrame(sweep));
      }
    },
    async after(moved: Moved, skipped: AbortSignal): Promise<void> {
      sweep();
      const ring = [
        { boxShadow: "0 0 0 0 var(--glow)" },
        { boxShadow: "0 0 0 6px var(--glow)", offset: 0.4 },
        { boxShadow: "0 0 0 10px transparent" },
      ];
      for (const { name, values } of moved.entry.events) {
        const marks: Record<string, string> = {
          governor_moved: `place:${values.place}`,
          smuggler_moved: `place:${values.place}`,
          neutral_moved: `place:${values.place}`,
          demand_turned: values.market === "large" ? "place:10" : "place:11",
          markers_moved: "place:5",
        };
        const mark = marks[name];
        if (mark) void act(seen(mark), ring, { duration: 500 }, skipped);
      }
    },
  };
}
