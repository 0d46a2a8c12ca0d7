import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogLine, Table, View } from "../src/api/types";
import { lookAt, Parade } from "../src/lib/parade.svelte";
import { preferences } from "../src/lib/preferences.svelte";

const line = (entry: number, spaces: LogLine["spaces"] = [{ board: 0, space: 1 }]): LogLine => ({
  entry, undone: false, text: `line ${entry}`, seat: null, spaces,
});
const table = (at: number) => ({ prompt: { text: String(at), left: [] } }) as unknown as Table;
const view = (number: number): View =>
  ({ id: "a", number, seat: 0, table: table(number), log: Array.from({ length: number + 1 }, (_, nth) => line(nth)) }) as unknown as View;

describe("how long one looks", () => {
  it("longer at the board than at words, not at all at nothing", () => {
    expect(lookAt([line(1)], "brisk", 0)).toBeGreaterThan(lookAt([line(1, [])], "brisk", 0));
    expect(lookAt([line(1)], "slow", 0)).toBeGreaterThan(lookAt([line(1)], "brisk", 0));
    expect(lookAt([], "slow", 0)).toBe(0);
    expect(lookAt([line(1)], "off", 0)).toBe(0);
  });

  it("less when many moves wait", () => {
    expect(lookAt([line(1)], "brisk", 40)).toBeLessThan(lookAt([line(1)], "brisk", 5));
  });
});

describe("the moves of others", () => {
  let now: View;
  let asked: number[];
  let parade: Parade;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", { visibilityState: "visible" });
    preferences.pace = "brisk";
    now = view(3);
    asked = [];
    parade = new Parade(() => now, (at) => {
      if (!asked.includes(at)) asked.push(at);
      return Promise.resolve(table(at));
    });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const go = (number: number, own = false) => {
    const old = now;
    now = view(number);
    parade.follow(old, now, own);
  };

  it("are shown in order, and then the board shows now", async () => {
    go(6);
    const seen: (number | undefined)[] = [];
    for (let nth = 0; nth < 60; nth++) {
      if (seen.at(-1) !== parade.shown?.at || !seen.length) seen.push(parade.shown?.at);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(seen).toEqual([3, 4, 5, undefined]);
    expect(asked).toEqual([4, 5]);
  });

  it("that come while others are shown are shown after them", async () => {
    go(6);
    await vi.advanceTimersByTimeAsync(100);
    go(8);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([4, 5, 6, 7]);
    expect(parade.shown).toBeNull();
  });

  it("that come one at a time, faster than one can look, are all shown", async () => {
    const seen = new Set<number>();
    for (let number = 4; number <= 9; number++) {
      go(number);
      for (let nth = 0; nth < 10; nth++) {
        seen.add(parade.shown?.at ?? now.number);
        await vi.advanceTimersByTimeAsync(20);
      }
    }
    for (let nth = 0; nth < 200; nth++) {
      seen.add(parade.shown?.at ?? now.number);
      await vi.advanceTimersByTimeAsync(20);
    }
    expect([...seen]).toEqual([4, 5, 6, 7, 8, 9]);
  });

  it("can be skipped", async () => {
    go(6);
    await vi.advanceTimersByTimeAsync(100);
    expect(parade.stop()).toBe(true);
    expect(parade.shown).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(parade.shown).toBeNull();
    expect(parade.stop()).toBe(false);
  });

  it("never keep one's own move waiting", async () => {
    go(6);
    await vi.advanceTimersByTimeAsync(100);
    go(7, true);
    expect(parade.shown).toBeNull();
  });

  it("are not shown one by one by whoever does not want that", () => {
    preferences.pace = "off";
    go(6);
    expect(parade.shown).toBeNull();
  });

  it("that cannot be had are left out", async () => {
    parade = new Parade(() => now, () => Promise.reject(new Error("gone")));
    go(6);
    await vi.advanceTimersByTimeAsync(100);
    expect(parade.shown).toBeNull();
  });
});
