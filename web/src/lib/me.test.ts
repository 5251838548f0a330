import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "./api";
import { fetchMe, saveSettings } from "./me.svelte";
import { assign, settings } from "./settings.svelte";
import type { Me } from "./wire";

const ADA: Me = { id: "ada", name: "Ada", colour: "red", language: "en", settings: { hints: true, sounds: true } };

describe("the settings of a guest", () => {
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = new Map([["bedesten.language", "en"]]);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    vi.stubGlobal("document", { documentElement: { dataset: {} } });
    vi.spyOn(api, "me").mockResolvedValue(ADA);
    vi.spyOn(api, "changeMe").mockImplementation(async (change) => ({ ...ADA, ...(change as Partial<Me>) }));
    assign({ hints: true, sounds: false });
  });

  it("are the server's", async () => {
    await fetchMe();
    expect(settings.sounds).toBe(true);
  });

  it("are the browser's while the server has not stored them, and are sent again", async () => {
    await fetchMe();
    vi.spyOn(api, "changeMe").mockRejectedValueOnce(new Error("the page was left"));
    settings.hints = false;
    saveSettings();
    await fetchMe();
    expect(settings.hints).toBe(false);
    expect(api.changeMe).toHaveBeenLastCalledWith({ settings: expect.objectContaining({ hints: false }) });
    await vi.waitFor(() => expect(stored.has("bedesten.unsaved")).toBe(false));
    await fetchMe();
    expect(settings.hints).toBe(true);
  });
});
