/** Screens on which panels take turns behind tabs and the board shows the least: phones, upright or lying. */
export const COMPACT = "(max-width: 640px), (max-height: 520px) and (max-width: 1180px)";
/** A tablet held upright, and one held sideways. */
export const UPRIGHT = "(min-width: 641px) and (max-width: 1180px) and (orientation: portrait)";
export const SIDEWAYS =
  "(min-width: 641px) and (max-width: 1180px) and (min-height: 521px) and (orientation: landscape)";
