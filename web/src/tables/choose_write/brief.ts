/** What a player did, in small pictures. */

import type { Happened } from "../../lib/wire";
import type { Brief } from "../contract";
import { goodIcon, isPalace, sign } from "./view";

export function brief({ name, values }: Happened): Brief[] {
  const n = Number(values.n ?? 1);
  switch (name) {
    case "used_place":
      return [{ label: sign(String(values.place)), big: true }];
    case "played_guild":
      return [{ icon: "card-guild" }];
    case "got_good":
      return [{ icon: goodIcon(String(values.good)), label: `+${n}` }];
    case "lost_good":
    case "crossed_goods":
      return [{ icon: goodIcon(String(values.good)), label: `−${n}` }];
    case "got_lira":
      return [{ icon: "lira", label: `+${n}` }];
    case "paid_lira":
    case "lost_lira":
      return [{ icon: "lira", label: `−${n}` }];
    case "gave_goods_card":
      return [{ icon: "card-goods", label: "−1" }];
    case "got_ruby":
    case "got_palace_ruby":
    case "got_box_ruby":
    case "got_row_ruby":
      return [{ icon: "ruby", label: "+1" }];
    case "marked_bonus":
      return [{ icon: "bonus-act", label: "+1" }];
    case "ticked":
      return [{ icon: "tickbox" }];
    case "drew_goods_card":
    case "drew_goods_unseen":
      return [{ icon: "card-goods", label: "+1" }];
    case "drew_guild_card":
    case "drew_guild_unseen":
      return [{ icon: "card-guild", label: "+1" }];
    default:
      return [];
  }
}

/** The symbol of what a sentence names. Places have their number in the name. */
export function picture(names: string): string | undefined {
  const [field = "", member = ""] = names.split(".");
  if (field === "good") return goodIcon(member);
  if (field === "guild") return "card-guild";
  if (field === "goods") return "card-goods";
  if (field === "place") return isPalace(member) ? "place-13" : undefined;
  return names === "amount.lira" ? "lira" : undefined;
}
