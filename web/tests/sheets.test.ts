import { describe, expect, it } from "vitest";
import type { Sheet } from "../src/api/types";
import { partsOf } from "../src/lib/sheets";

const gauge = { name: "FG", value: 5 };
const austria = { name: "Austria", tint: "white" as const, gauges: [gauge] };
const sheet: Sheet = { seat: 1, name: "Austria and Russia", tints: ["white", "green"], alive: true };

describe("what lies before a seat", () => {
  it("is said of each power that it plays", () => {
    expect(partsOf({ ...sheet, parts: [austria] })).toEqual([{ title: "Austria", tint: "white", gauges: [gauge], notes: [] }]);
  });

  it("begins with what is said of the seat itself", () => {
    const [own, power] = partsOf({ ...sheet, notes: ["Passed."], parts: [austria] });
    expect(own).toEqual({ title: "", gauges: [], notes: ["Passed."] });
    expect(power?.title).toBe("Austria");
    expect(partsOf(sheet)).toEqual([{ title: "", gauges: [], notes: [] }]);
  });
});
