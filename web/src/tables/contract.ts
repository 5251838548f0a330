/** The interface between a game's table and the frame around it. See README.md. */

import type { Snippet } from "svelte";
import type { QuestionInfo, ChoiceInfo, Happened } from "../lib/wire";
import type { TableStore } from "./store.svelte";

export { TableStore, said, type Animator, type View } from "./store.svelte";

/** The props of `tables/<game>/Table.svelte`. */
export interface TableProps {
  store: TableStore;
}

/** A part of my side: a panel in the right column, a tab of the sheet on a phone. */
export interface Panel {
  id: string;
  icon: string;
  label: string;
  /** A number on the tab. */
  count?: number;
  /** Whether the panel takes the height that is left. */
  grows?: boolean;
  body: Snippet;
}

/** A small picture of something that a player did: a symbol, a few signs, or both. */
export interface Brief {
  icon?: string;
  label?: string;
  /** Whether it is a place: its scene needs more room, its number alone looks like a card. */
  big?: boolean;
}

/** Words that the table has put together, for the main button to send as one gesture. */
export interface Ready {
  text: string;
  /** None: the gesture is not complete. */
  words: string[];
}

/** The props of `frame/Frame.svelte`. */
export interface FrameProps {
  store: TableStore;
  board: Snippet;
  /** One rival's panel, without its border. */
  rival: Snippet<[seat: number]>;
  panels: Panel[];
  /** How a player stands, in one number with its picture: for the line of all players on small screens. */
  standing?: Snippet<[seat: number]>;
  /** Beside the game's title: round, lap. */
  moment?: Snippet;
  /** The small line over the question: the phases of a turn. */
  phases?: Snippet;
  /** The consequences of the choice in focus, as chips; else its sentences. */
  chips?: Snippet<[choice: ChoiceInfo]>;
  /** What the bar shows instead of buttons for choices without a picture. */
  stage?: Snippet;
  /** Whether the stage says itself what comes of each choice, and takes the room of the chips. */
  tall?: boolean;
  /** Buttons beside the main button. */
  buttons?: Snippet;
  /** What a player did in small pictures, for the strip of the others' deeds; nothing leaves it out. */
  brief?: (event: Happened) => Brief[];
  /** The symbol of what a sentence of the log names (`place.5`, `good.red`), if it has one. */
  picture?: (names: string) => string | undefined;
  /** Whether a choice has a picture of its own on the board or in a panel: the rest get buttons. */
  drawn?: (choice: ChoiceInfo) => boolean;
  /** What the main button says for a choice; else the choice's text. */
  main?: (choice: ChoiceInfo) => string;
  /** A question in the table's own words; else the server's. */
  question?: (asked: QuestionInfo) => string | undefined;
  /** What the main button sends instead of the chosen word; null: the chosen word. */
  ready?: Ready | null;
  /** Keys of the game's own; true if it was one. */
  keys?: (event: KeyboardEvent) => boolean;
  /** The tab that a question brings to the front on a phone. */
  tab?: string;
}
