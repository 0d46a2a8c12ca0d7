import { describe, expect, it } from "vitest";
import { signs } from "../src/lib/badges";
import { drawing, glyph } from "../src/lib/symbols";

describe("drawings", () => {
  it("blocks show arms, counters the signs of staff maps", () => {
    expect(drawing("cavalry")).toBe("b-cavalry");
    expect(glyph("cavalry")).toBe("g-cavalry");
    expect(drawing("general")).toBe("g-general");
    expect(drawing("balloon")).toBeNull();
    expect(drawing(undefined)).toBeNull();
  });
});

describe("the signs that pieces bear", () => {
  it("come in a fixed order, and only those that have a drawing", () => {
    const both = signs(["reserve", "unheard-of", "attacking"]);
    expect(both).toHaveLength(2);
    expect(both).toEqual(signs(["attacking", "reserve"]));
    expect(signs([])).toEqual([]);
  });
});
