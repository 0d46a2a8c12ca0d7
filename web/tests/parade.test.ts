import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogLine, Table } from "../src/api/types";
import { lookAt, Parade } from "../src/lib/parade.svelte";
import { preferences } from "../src/lib/preferences.svelte";

const line = (entry: number, spaces: LogLine["spaces"] = [{ board: 0, space: 1 }]): LogLine => ({
  entry, undone: false, text: `line ${entry}`, seat: null, spaces,
});
const table = (at: number) => ({ prompt: { text: String(at), left: [] } }) as unknown as Table;
describe("how long one looks", () => {
  it("longer at the board than at words, not at all at nothing", () => {
    expect(lookAt([line(1)], "brisk", 0)).toBeGreaterThan(lookAt([line(1, [])], "brisk", 0));
    expect(lookAt([line(1)], "slow", 0)).toBeGreaterThan(lookAt([line(1)], "brisk", 0));
    expect(lookAt([], "slow", 0)).toBe(0);
    expect(lookAt([line(1)], "off", 0)).toBe(0);
  });

  it("longer at what nobody should miss", () => {
    expect(lookAt([{ ...line(1), kind: "great" }], "brisk", 0)).toBeGreaterThan(lookAt([line(1)], "brisk", 0));
  });

  it("less when many moves wait", () => {
    expect(lookAt([line(1)], "brisk", 40)).toBeLessThan(lookAt([line(1)], "brisk", 5));
  });
});

describe("the moves of others", () => {
  let now: number;
  let parade: Parade;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", { visibilityState: "visible" });
    preferences.pace = "brisk";
    now = 3;
    parade = new Parade();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const go = (to: number, own = false) => {
    while (now < to) {
      const before = { at: now, table: table(now) };
      now += 1;
      parade.follow(before, { at: now, table: table(now), lines: [line(now)] }, own);
    }
  };

  /** What the board shows from now on. */
  const watch = async (time = 6000) => {
    const seen: number[] = [];
    for (let nth = 0; nth < time; nth += 20) {
      const at = parade.shown?.at ?? now;
      if (seen.at(-1) !== at) seen.push(at);
      await vi.advanceTimersByTimeAsync(20);
    }
    return seen;
  };

  it("are shown in order, and then the board shows now", async () => {
    go(6);
    expect(await watch()).toEqual([4, 5, 6]);
    expect(parade.shown).toBeNull();
  });

  it("that come while others are shown are shown after them", async () => {
    go(6);
    const first = await watch(200);
    go(8);
    expect([...new Set([...first, ...(await watch())])]).toEqual([4, 5, 6, 7, 8]);
  });

  it("are all shown, however many there are", async () => {
    go(300);
    expect(await watch(200_000)).toEqual(Array.from({ length: 297 }, (_, nth) => nth + 4));
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

  it("that follow those which were skipped are not shown either, until the others pause", async () => {
    go(6);
    await vi.advanceTimersByTimeAsync(100);
    expect(parade.skip()).toBe(true);
    for (let nth = 0; nth < 5; nth++) {
      go(now + 2);
      expect(parade.shown).toBeNull();
      await vi.advanceTimersByTimeAsync(1000);
    }
    await vi.advanceTimersByTimeAsync(5000);
    go(now + 3);
    expect(parade.shown).not.toBeNull();
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
});
