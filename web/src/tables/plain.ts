/**
 * How the plain table labels what a view holds. A game's texts may name its fields:
 * `view.<field>` labels a field, `seat.<field>` one that is a list with an entry for each seat.
 * What has no name is labelled by the field's own.
 */

import { readable } from "../lib/readable";
import { form } from "../lib/text.svelte";
import type { GameTexts } from "../lib/wire";
import type { View } from "./contract";

/** What the kernel adds to every view; the frame shows it. */
const KERNEL = new Set(["game", "seat", "names", "turn", "over", "actors", "question", "choices", "scores", "ranking"]);
/** Names that are no names of values. */
const OTHER_NAMES = /^(rules|option|view|seat|standing|from)\./;

export interface Field {
  key: string;
  label: string;
  value: unknown;
}

export class PlainView {
  #byMember = new Map<string, string | null>();

  constructor(
    private view: View,
    private seats: number,
    private texts: GameTexts,
  ) {
    for (const [key, name] of Object.entries(texts.names)) {
      const member = key.split(".").at(-1) ?? "";
      // Two things of the same name say nothing about which is meant.
      if (!OTHER_NAMES.test(key)) this.#byMember.set(member, this.#byMember.has(member) ? null : name);
    }
  }

  /** What belongs to nobody: single values first, so that they stand together. */
  get common(): Field[] {
    return this.#fields.filter(({ key, value }) => !this.#isBySeat(key, value));
  }

  /** What belongs to a seat. */
  of(seat: number): Field[] {
    return this.#fields
      .filter(({ key, value }) => this.#isBySeat(key, value))
      .flatMap(({ key, label, value }) => {
        const own = (value as unknown[])[seat];
        return key === "players" && isRecord(own) ? this.fields(own) : [{ key, label, value: own }];
      });
  }

  fields(value: object): Field[] {
    return Object.entries(value).map(([key, one]) => ({ key, label: this.label(key), value: one }));
  }

  label(key: string): string {
    const { names } = this.texts;
    return readable(names[`seat.${key}`] ?? names[`view.${key}`] ?? this.#member(key) ?? key);
  }

  /** A single value in the words of the game. */
  said(key: string, value: string | number): string {
    if (typeof value === "number") return String(value);
    const { names, words } = this.texts;
    const family = [key, key.replace(/s$/, "")];
    const named = family.map((one) => names[`${one}.${value}`] ?? words[`${one}:${value}`]).find(Boolean);
    return form(named ?? this.#member(value) ?? value.replaceAll("_", " "), 1);
  }

  get #fields(): Field[] {
    return this.fields(this.view).filter(({ key }) => !KERNEL.has(key));
  }

  #isBySeat(key: string, value: unknown): boolean {
    const told = key === "players" || `seat.${key}` in this.texts.names;
    return told && Array.isArray(value) && value.length === this.seats;
  }

  #member(name: string): string | undefined {
    const found = this.#byMember.get(name);
    return found ? form(found, 1) : undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is one word or number, or none. */
export function isSingle(value: unknown): value is string | number | boolean | null | undefined {
  return typeof value !== "object" || value === null;
}
