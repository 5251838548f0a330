/** The layout of a game's one-page summary: which picture and which clause goes with each text. */

export interface SummaryItem {
  /** The key of its text in the game's catalogue. */
  key: string;
  /** A symbol of the icons, or of the sprite. */
  picture: string;
  clause: string;
  /** The word whose name stands over the text. */
  word?: string;
}

export interface Summary {
  /** Further symbols, as SVG; the icons are always there. */
  sprite: string;
  goal: SummaryItem;
  /** A turn in five pictures; it may be called otherwise, such as a round. */
  turn: SummaryItem[];
  turnTitle?: () => string;
  /** What places or tiles do, under a heading of the table's own. */
  parts: { title: () => string; items: SummaryItem[] }[];
  end: SummaryItem;
}
