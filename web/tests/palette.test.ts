import { describe, expect, it } from "vitest";
import { HATCHES, hatched, tint } from "../src/lib/palette";

describe("colours", () => {
  it("each have a face and a pattern that no other has", () => {
    expect(new Set(HATCHES.map(({ lines }) => lines)).size).toBe(HATCHES.length);
    expect(new Set(HATCHES.map(({ key }) => tint(key).face)).size).toBe(HATCHES.length);
  });

  it("are those of the engravers", () => {
    expect(tint("blue").hatch.lines).toBe("M0 .5H1");
    expect(tint("red").hatch.lines).toBe("M.5 0V1");
    expect(hatched("blue")).toBe("url(#hatch-blue)");
  });
});
