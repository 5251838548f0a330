/** Moments and numbers as people read them. */

import { locale } from "../lib/text.svelte";

const region = () => (locale.language === "en" ? "en-GB" : locale.language);

export function moment(iso: string): string {
  return new Intl.DateTimeFormat(region(), { dateStyle: "long", timeStyle: "short" }).format(new Date(iso));
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(region(), { maximumFractionDigits: digits }).format(value);
}

/** A p-value: two figures that count. */
export function pValue(p: number): string {
  if (p > 0.995) return number(1);
  if (p < 1e-6) return `< ${number(1e-6, 6)}`;
  return new Intl.NumberFormat(region(), { maximumSignificantDigits: 2 }).format(p);
}
