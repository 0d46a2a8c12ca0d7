import { describe, expect, it } from "vitest";
import type { Info, OptionSpec } from "../src/api/types";
import { defaults, differing, faults, grouped, playNow, settle, usualSeats, withPreset } from "../src/lib/forms";

const flag = (id: string, more: Partial<OptionSpec> = {}): OptionSpec =>
  ({ id, title: id.toUpperCase(), help: "", group: "House", rule: null, kind: "flag", default: false, needs: [], excludes: [], ...more }) as OptionSpec;

const info: Info = {
  id: "toy", title: "Toy", blurb: "", revision: 1, seats: { min: 2, max: 4 },
  scenarios: [
    { id: "short", title: "Short", blurb: "", seats: { min: 2, max: 3 }, defaults: [["rounds", 9]] },
    { id: "long", title: "Long", blurb: "", seats: { min: 3, max: 4 }, defaults: [] },
  ],
  options: [
    flag("fog", { excludes: ["open"] }),
    flag("scouts", { needs: ["fog"] }),
    flag("open"),
    flag("rounds", { kind: "number", min: 0, max: 20, default: 5, group: "Table" } as Partial<OptionSpec>),
    flag("map", {
      kind: "choice", default: "off", needs: ["fog"],
      choices: [{ id: "off", title: "Off" }, { id: "big", title: "Big" }],
    } as Partial<OptionSpec>),
  ],
  orders: [],
  layers: [], glossary: [],
  presets: [{ id: "night", title: "Night", help: "", scenario: "short", seats: { min: 2, max: 2 }, options: [["fog", true]] }],
};
const [short] = info.scenarios as [Info["scenarios"][0]];
const bots = [{ level: "weak", title: "Weak", help: "" }, { level: "fair", title: "Fair", help: "" }, { level: "slow", title: "Slow", help: "" }];

describe("forms from the option schema", () => {
  it("the preset overrides the scenario and the scenario the option", () => {
    expect(defaults(info, short)).toMatchObject({ fog: false, rounds: 9, map: "off" });
    expect(withPreset(info, short, info.presets[0]!)).toMatchObject({ fog: true, rounds: 9 });
  });

  it("only what differs is sent", () => {
    const base = defaults(info, short);
    expect(differing(base, base)).toEqual({});
    expect(differing({ ...base, rounds: 12 }, base)).toEqual({ rounds: 12 });
  });

  it("groups options under their headings in the order of the schema", () => {
    expect(grouped(info.options).map(({ title, options }) => [title, options.length])).toEqual([["House", 4], ["Table", 1]]);
  });

  it("finds what does not fit together", () => {
    const base = defaults(info, short);
    expect(faults(info.options, base).size).toBe(0);
    expect(faults(info.options, { ...base, scouts: true }).get("scouts")).toBe("Needs “FOG”.");
    expect(faults(info.options, { ...base, fog: true, open: true }).get("fog")).toBe("Cannot be had with “OPEN”.");
    expect(faults(info.options, { ...base, rounds: 21 }).get("rounds")).toBe("A whole number from 0 to 20.");
    expect(faults(info.options, { ...base, rounds: NaN }).has("rounds")).toBe(true);
    expect(faults(info.options, { ...base, map: "big" }).get("map")).toBe("Needs “FOG”.");
  });

  it("turning an option on brings what it needs and drops what it excludes", () => {
    const base = { ...defaults(info, short), open: true };
    const on = settle(info.options, base, "scouts", true);
    expect(on).toMatchObject({ scouts: true, fog: true, open: false });
    expect(faults(info.options, on).size).toBe(0);
    expect(settle(info.options, on, "open", true)).toMatchObject({ open: true, fog: false, scouts: false });
    expect(settle(info.options, { ...on, map: "big" }, "fog", false)).toMatchObject({ fog: false, scouts: false, map: "off" });
  });

  it("plays at once with a person in the first seat and fair bots in the others", () => {
    expect(playNow(info, bots)).toEqual({
      game: "toy", scenario: "short", options: {}, auto: true,
      seats: [{ kind: "human" }, { kind: "bot", level: "fair" }],
    });
    expect(usualSeats(3, [])).toHaveLength(3);
  });
});
