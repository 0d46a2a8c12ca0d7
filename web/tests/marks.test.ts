import { describe, expect, it } from "vitest";
import type { Piece } from "../src/api/types";
import { face } from "../src/lib/faces";
import { marksOf, reading } from "../src/lib/marks";

const block = (more: Partial<Piece> = {}): Piece => ({
  key: 1, at: { kind: "hand", hand: 0 }, facing: "upright", steps: { least: 1, most: 4, now: 3 },
  print: { form: "block", letter: "F", name: "French infantry", tint: "blue", symbol: "infantry", label: "Inf 5", figures: [{ name: "fire", value: "C3" }] },
  ...more,
});

describe("the face of a piece", () => {
  it("is read part by part", () => {
    expect(reading(face(block())).map(({ seen }) => seen)).toEqual(["F", "3", "2", "4", "C3", "Inf 5", "Infantry"]);
  });

  it("tells nothing that is hidden", () => {
    expect(reading(face(block({ facing: "hidden" }))).map(({ seen }) => seen)).toEqual(["F"]);
    expect(marksOf([block({ facing: "hidden" })])).toEqual([]);
  });

  it("bears signs, each of which is listed once", () => {
    const marks = marksOf([block({ badges: ["moved"] }), block({ badges: ["moved", "guard"] })]);
    expect(marks.map(({ title }) => title)).toEqual(["Infantry", "Guard", "Has moved"]);
  });
});
