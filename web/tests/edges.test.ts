import { describe, expect, it } from "vitest";
import { more } from "../src/lib/edges";
import { pointing } from "../src/lib/pointing";

describe("what scrolls", () => {
  it("has more on the sides that are out of sight", () => {
    expect(more(0, 100, 100)).toEqual({ before: false, after: false });
    expect(more(0, 100, 300)).toEqual({ before: false, after: true });
    expect(more(50, 100, 300)).toEqual({ before: true, after: true });
    expect(more(199.4, 100, 300)).toEqual({ before: true, after: false });
  });
});

describe("pointing at something", () => {
  const shown: boolean[] = [];
  const { onpointerenter, onpointerleave } = pointing((on) => shown.push(on));
  const by = (pointerType: string) => ({ pointerType }) as PointerEvent;

  it("is for the mouse, not for a finger that taps", () => {
    onpointerenter(by("touch"));
    onpointerleave(by("touch"));
    expect(shown).toEqual([]);
    onpointerenter(by("mouse"));
    onpointerleave(by("mouse"));
    expect(shown).toEqual([true, false]);
  });
});
