import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../text.svelte";
import { de } from "./de";
import { en } from "./en";
import { fr } from "./fr";

type Catalogue = Record<Language, Record<string, string>>;

const tables = import.meta.glob(["../../tables/*/text.ts", "../../luck/text.ts", "../../review/text.ts"], {
  eager: true,
}) as Record<string, { texts: Catalogue }>;
const sources = import.meta.glob(
  ["../../**/*.svelte", "../../**/*.ts", "!../../**/*.test.ts", "!../../tables/*/**", "!./*.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
) as Record<string, string>;
const catalogues: [string, Catalogue][] = [
  ["the page", { en, de, fr }],
  ...Object.entries(tables).map(([path, found]): [string, Catalogue] => [path, found.texts]),
];

function values(sentence: string): string[] {
  return [...new Set([...sentence.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ""))].sort();
}

describe.each(catalogues)("the texts of %s", (_, texts) => {
  it("have the same keys in every language", () => {
    for (const language of LANGUAGES) expect(Object.keys(texts[language]).sort()).toEqual(Object.keys(texts.en).sort());
  });

  it("break no French line before a mark", () => {
    for (const [key, sentence] of Object.entries(texts.fr)) expect(sentence, key).not.toMatch(/\S [:;!?»%]|« /);
  });

  it("say something, with the same values", () => {
    for (const [key, sentence] of Object.entries(texts.en)) {
      for (const language of LANGUAGES) {
        const said = texts[language][key] ?? "";
        expect(said.trim(), `${language} ${key}`).not.toBe("");
        expect(values(said), `${language} ${key}`).toEqual(values(sentence));
        expect(said, `forms within forms: ${language} ${key}`).not.toMatch(/\{\w+:[^}]*\{/);
      }
    }
  });
});

describe("the page's catalogue", () => {
  it("holds no key that nobody says", () => {
    const all = Object.values(sources).join("\n");
    const families = ["source", "level", "theme", "motion", "pace", "colour", "about", "option", "solo"];
    const unsaid = Object.keys(en).filter((key) => !all.includes(`"${key}"`) && !all.includes(`'${key}'`));
    expect(unsaid.filter((key) => !families.includes(key.split(".")[0] ?? ""))).toEqual([]);
  });
});
