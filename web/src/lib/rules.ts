import type { GameTexts } from "./wire";

export interface Section {
  id: string;
  title: string;
  /** With the ruling where we decide what the rulebook leaves open; else it is empty. */
  clauses: { id: string; text: string; ruling: string }[];
}

/** The clauses by section, `BAS-3.2` in `BAS-3`; with a word sought, only those that hold it. */
export function sections(texts: GameTexts, sought = ""): Section[] {
  const found = new Map<string, Section>();
  const wanted = sought.trim().toLocaleLowerCase();
  for (const [id, text] of Object.entries(texts.rules)) {
    const ruling = texts.rulings[id] ?? "";
    if (wanted && !`${id} ${text} ${ruling}`.toLocaleLowerCase().includes(wanted)) continue;
    const head = id.split(".")[0] ?? id;
    const section = found.get(head) ?? { id: head, title: texts.names[`rules.${head}`] ?? "", clauses: [] };
    section.clauses.push({ id, text, ruling });
    found.set(head, section);
  }
  return [...found.values()];
}
