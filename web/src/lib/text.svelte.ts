/** Texts in the present language. Switching it redraws the page without a reload. */

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same keys in every language; `Texts<typeof en>` makes the compiler demand it. */
export type Texts<En> = Record<Language, { [Key in keyof En]: string }>;

export type Values = Record<string, string | number>;

let spoken = $state<Language>("en");

export const locale = {
  get language(): Language {
    return spoken;
  },
  set language(language: Language) {
    spoken = language;
    if (typeof document !== "undefined") document.documentElement.lang = language;
  },
};

/**
 * Fill a template: `{name}` is a value, `{n:gem|gems}` chooses a form by the number n;
 * French uses the singular for 0. The games' texts have the same syntax.
 */
export function filled(sentence: string, values: Values, language: Language): string {
  return sentence.replace(/\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return String(value);
    return value === 1 || (language === "fr" && value === 0) ? one : many;
  });
}

/** A function that returns texts of one catalogue in the present language. */
export function translator<En extends Record<string, string>>(texts: Texts<En>) {
  return (key: keyof En & string, values: Values = {}): string => filled(texts[spoken][key], values, spoken);
}

/** One of the forms `ruby|rubies` that a game's names hold. */
export function form(forms: string, n: number, language: Language = spoken): string {
  const [one = "", many] = forms.split("|");
  return n === 1 || (language === "fr" && n === 0) || many === undefined ? one : many;
}

/** Several things in a row: "10, 11 and 12". */
export function listed(items: readonly (string | number)[]): string {
  const region = spoken === "en" ? "en-GB" : spoken;
  return new Intl.ListFormat(region, { type: "conjunction" }).format(items.map(String));
}

/** Numbers from and to: "3", "3 or 4", "3–6". */
export function span(least: number, most: number): string {
  if (most > least + 1) return `${least}–${most}`;
  const region = spoken === "en" ? "en-GB" : spoken;
  return new Intl.ListFormat(region, { type: "disjunction" }).format(
    most === least ? [String(least)] : [String(least), String(most)],
  );
}

/** The first of the browser's languages that the page has. */
export function preferred(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}
