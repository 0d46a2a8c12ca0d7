import { describe, expect, it } from "vitest";
import { hatch, hatched, HATCHES, isColour, tint } from "../src/lib/palette";

const COLOURS = ["blue", "black", "green", "white", "red", "yellow", "grey", "orange", "brown"];

describe("colours", () => {
  it("each have a pattern that no other has", () => {
    expect(new Set(COLOURS.map(hatch)).size).toBe(COLOURS.length);
    expect(new Set(COLOURS.map((key) => tint(key).face)).size).toBe(COLOURS.length);
  });

  it("are those of the engravers", () => {
    expect(HATCHES[hatch("blue")].lines).toBe("M0 .5H1");
    expect(HATCHES[hatch("red")].lines).toBe("M.5 0V1");
  });

  it("that share a face differ by pattern", () => {
    expect(tint("britain").face).toBe(tint("spain").face);
    expect(hatch("britain")).not.toBe(hatch("spain"));
  });

  it("nobody has named are made up, always the same, from the key", () => {
    expect(hatch("sweden")).toBe(hatch("sweden"));
    expect(tint("sweden")).toEqual(tint("sweden"));
    expect(tint("sweden").face).not.toBe(tint("denmark").face);
    expect(COLOURS.map(hatch)).not.toContain(hatch("sweden"));
  });

  it("have the ink that shows on them", () => {
    expect(hatched("blue")).toBe("url(#hatch-azure-pale)");
    expect(hatched("white")).toBe("url(#hatch-ermine-dark)");
  });

  it("are known as such", () => {
    expect(isColour("red")).toBe(true);
    expect(isColour("card")).toBe(false);
    expect(isColour("cavalry")).toBe(false);
  });
});
