import { translator } from "./text.svelte";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { fr } from "./texts/fr";

/** A text of the page in the present language. */
export const t = translator({ en, de, fr });
