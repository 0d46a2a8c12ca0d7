import { describe, expect, it } from "vitest";
import type { Sheet } from "../src/api/types";
import { partsOf } from "../src/lib/sheets";

const sheet = (gauges: [string, string][], notes: string[] = [], tints = ["white", "green"]): Sheet => ({
  seat: 1, name: "Austria and Russia", tints, alive: true, notes, gauges: gauges.map(([name, value]) => ({ name, value })),
});

describe("a seat that plays several", () => {
  const both = sheet(
    [["Austria: FG", "5"], ["Austria: MP", "4"], ["Russia: FG", "3"]],
    ["Points of Austria: 3.", "Russia: Allied with Austria.", "Austria and Russia may talk.", "Passed."],
  );

  it("has a part for each, with its own colour, figures and notes", () => {
    const [own, austria, russia] = partsOf(both);
    expect(own).toMatchObject({ title: "", gauges: [], notes: ["Austria and Russia may talk.", "Passed."] });
    expect(austria).toEqual({
      title: "Austria", tint: "white", notes: ["Points of Austria: 3."],
      gauges: [{ name: "FG", value: "5" }, { name: "MP", value: "4" }],
    });
    expect(russia).toMatchObject({ title: "Russia", tint: "green", notes: ["Russia: Allied with Austria."] });
  });

  it("has no colours of parts where there are more or fewer of them", () => {
    expect(partsOf({ ...both, tints: ["blue"] }).every(({ tint }) => tint === undefined)).toBe(true);
  });

  it("needs no part of its own if nothing is said of all of them", () => {
    expect(partsOf({ ...both, notes: [] }).map(({ title }) => title)).toEqual(["Austria", "Russia"]);
  });
});

describe("a seat that plays one", () => {
  it("stays as it is", () => {
    const one = sheet([["FG", "5"], ["Note: MP", "4"]], ["Points of Austria: 3."], ["white"]);
    expect(partsOf(one)).toEqual([{ title: "", gauges: one.gauges, notes: one.notes }]);
  });
});
