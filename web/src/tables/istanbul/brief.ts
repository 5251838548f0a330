/** What a player did, in small pictures. */

import type { Happened } from "../../lib/wire";
import type { Brief } from "../contract";
import { goodIcon, type Good } from "./view";

export function brief({ name, values }: Happened): Brief[] {
  const n = Number(values.n ?? 1);
  switch (name) {
    case "moved":
      return [{ icon: `place-${values.place}`, label: String(values.place), big: true }];
    case "stayed":
      return [{ icon: `place-${values.place}`, big: true }];
    case "family_sent":
      return [{ icon: "family" }, { icon: `place-${values.place}`, label: String(values.place), big: true }];
    case "got_good":
    case "smuggled":
      return [{ icon: goodIcon(values.good as Good), label: `+${n}` }];
    case "gave_good":
    case "lost_good":
      return [{ icon: goodIcon(values.good as Good), label: `−${n}` }];
    case "got_lira":
      return [{ icon: "lira", label: `+${n}` }];
    case "paid_lira":
    case "paid_merchant":
    case "paid_neutral":
      return [{ icon: "lira", label: `−${n}` }];
    case "got_ruby":
      return [{ icon: "ruby", label: "+1" }];
    case "got_extension":
      return [{ icon: "extension" }];
    case "got_tile":
      return [{ icon: goodIcon(values.colour as Good) }, { icon: "check" }];
    case "got_fifth":
    case "fetched_assistant":
      return [{ icon: "assistant", label: "+1" }];
    case "played_card":
      return [{ icon: "card-bonus" }];
    case "drew_card":
    case "drew_unseen":
    case "took_discard":
      return [{ icon: "card-bonus", label: "+1" }];
    case "rolled":
      return [{ icon: `die-${values.low}` }, { icon: `die-${values.high}` }];
    case "family_caught":
      return [{ icon: "family" }, { icon: "check" }];
    case "turn_cut_short":
      return [{ icon: "cross" }];
    default:
      return [];
  }
}

/** The symbol of what a sentence names. */
export function picture(names: string): string | undefined {
  const [field = "", member = ""] = names.split(".");
  if (field === "place") return `place-${member}`;
  if (field === "good") return goodIcon(member as Good);
  return { "amount.lira": "lira", "disc.own": "assistant", "disc.neutral": "assistant" }[names];
}
