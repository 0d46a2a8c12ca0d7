import { describe, expect, it } from "vitest";
import { signs } from "../src/lib/badges";
import { drawing, glyph, kindWord } from "../src/lib/symbols";

describe("drawings", () => {
  it("blocks show arms, counters the signs of staff maps", () => {
    expect(drawing("cavalry")).toBe("b-cavalry");
    expect(glyph("cavalry")).toBe("g-cavalry");
    expect(drawing("general")).toBe("g-general");
    expect(drawing("balloon")).toBeNull();
    expect(drawing(undefined)).toBeNull();
  });
});

describe("what a game calls a kind of piece", () => {
  it("is the one word that all of them have, and no others", () => {
    const others = ["French infantry", "Garrison of Rome"];
    expect(kindWord("artillery", ["French cannon", "Russian cannon, moved"], others)).toBe("cannon");
    expect(kindWord("artillery", ["French cannon"], others)).toBe("cannon");
    expect(kindWord("infantry", ["French infantry", "Garrison of Rome"], [])).toBeNull();
    expect(kindWord("fleet", ["Long ship", "Old long ship"], [])).toBeNull();
  });

  it("is not worth telling if it is the key, or short for it", () => {
    expect(kindWord("infantry", ["French infantry", "Russian infantry"], [])).toBeNull();
    expect(kindWord("cavalry", ["British Cav #1", "British Cav #2"], ["British Inf #1"])).toBeNull();
    expect(kindWord("fleet", [], [])).toBeNull();
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
