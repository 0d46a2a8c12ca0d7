import { describe, expect, it } from "vitest";
import type { Piece } from "../src/api/types";
import { face } from "../src/lib/faces";
import { marksOf, reading, stackReading } from "../src/lib/marks";
import { stackOf } from "../src/lib/stacks";

const block = (more: Partial<Piece> = {}): Piece => ({
  key: 1, at: { kind: "hand", hand: 0 }, facing: "upright", steps: { least: 1, most: 4, now: 3 },
  print: { form: "block", letter: "F", name: "French infantry", tint: "blue", symbol: "infantry", label: "Inf 5", figures: [{ name: "fire", value: "C3" }] },
  ...more,
});

describe("the face of a piece", () => {
  it("is read part by part", () => {
    expect(reading(face(block())).map(({ seen }) => seen)).toEqual(["F", "3", "●●●○", "C3", "Inf 5", "Infantry"]);
  });

  it("tells nothing that is hidden", () => {
    expect(reading(face(block({ facing: "hidden" }))).map(({ seen }) => seen)).toEqual(["F"]);
    expect(marksOf([block({ facing: "hidden" })])).toEqual([]);
  });

  it("shows the strength of a counter only where there is more than one", () => {
    const counter = (count: number) => block({ count, print: { form: "counter", letter: "F", name: "French cannon", tint: "blue", symbol: "artillery", strength: 1 } });
    expect(reading({ ...face(counter(1)), steps: undefined }).map(({ seen }) => seen)).toEqual(["F", "Artillery"]);
    expect(reading({ ...face(counter(3)), steps: undefined }).map(({ seen }) => seen)).toEqual(["F", "3", "3", "Artillery"]);
  });

  it("is explained on a closed stack too: who, how many, how strong, who else", () => {
    const ally = block({ facing: "hidden", print: { ...block().print, tint: "red", letter: "B" } });
    delete (ally as Partial<Piece>).steps;
    const read = stackReading(stackOf(0, [block(), block(), ally]));
    expect(read.map(({ seen }) => seen)).toEqual(["Infantry", "3", "6+", "Red"]);
    expect(read[2]!.says).toContain("not known to you");
  });

  it("bears signs, each of which is listed once", () => {
    const marks = marksOf([block({ badges: ["moved"] }), block({ badges: ["moved", "guard"] })]);
    expect(marks.map(({ title }) => title)).toEqual(["Infantry", "Guard", "Has moved"]);
    expect(marks.map(({ help }) => Boolean(help))).toEqual([false, true, true]);
  });
});
