import { describe, expect, it } from "vitest";
import { commandOf, KEYS } from "../src/lib/keys";

const press = (key: string, onBoard = false, more = {}) => commandOf({ key, metaKey: false, ctrlKey: false, altKey: false, ...more }, onBoard);

describe("keys", () => {
  it("mean the same wherever one is, but for those of the board", () => {
    expect(press("n")).toBe("next");
    expect(press("N", true)).toBe("next");
    expect(press("3")).toBe("layer");
    expect(press("ArrowUp")).toBe(null);
    expect(press("ArrowUp", true)).toBe("walk");
  });

  it("choose on the board, and confirm elsewhere", () => {
    expect(press("Enter", true)).toBe("choose");
    expect(press("Enter")).toBe("confirm");
  });

  it("leave those of the browser alone", () => {
    expect(press("f", false, { ctrlKey: true })).toBe(null);
    expect(press("Tab")).toBe(null);
  });

  it("are each told of", () => {
    for (const { keys, shown, does } of KEYS) expect(keys.length && shown.length && does.length).toBeGreaterThan(0);
    const anywhere = KEYS.filter((key) => key.anywhere).flatMap(({ keys }) => keys);
    expect(new Set(anywhere).size).toBe(anywhere.length);
  });
});
