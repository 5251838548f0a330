/** What a player did, in small pictures. */

import type { Happened } from "../../lib/wire";
import type { Brief } from "../contract";
import { COLOURS, cut, spread, type Colour, type Gems } from "./view";

export function brief({ name, values }: Happened): Brief[] {
  switch (name) {
    case "placed":
      return [{ icon: "pawn", label: String(values.archway) }];
    case "turned_over":
      return [{ icon: `tile-${values.action}` }];
    case "walked":
      return [{ icon: `die-${values.pips}` }];
    case "scored":
      // What a scoring brings is told as one sum.
      return values.source === "lap" || COLOURS.includes(values.source) ? [] : [{ label: `+${values.points}` }];
    case "took_gems":
      return Array.from({ length: Number(values.n) }, () => ({ icon: cut(values.colour as Colour) }));
    case "accepted":
      return [{ label: "+" }, ...spread(values.gems as Gems).map((colour) => ({ icon: cut(colour) }))];
    case "gave_up":
      return [{ icon: "cross" }];
    case "totalled":
      return [{ icon: "crown", label: `+${Number(values.score) - Number(values.before)}` }];
    default:
      return [];
  }
}

/** The symbol of what a sentence names. */
export function picture(names: string): string | undefined {
  const [field, member] = names.split(".");
  if (field === "colour" || field === "gems") return cut(member as Colour);
  return field === "action" ? `tile-${member}` : undefined;
}
