import { describe, expect, it } from "vitest";
import type { Point } from "../src/lib/geometry";
import { outline } from "../src/lib/outline";

const square = (x: number, y: number): Point[][] => [[[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10]]];
const points = (d: string) => (d.match(/[ML]/g) ?? []).length;

describe("the outline of a set of spaces", () => {
  it("is that of one alone", () => {
    expect(outline([square(0, 0)])).toBe("M0 0L10 0L10 10L0 10Z");
    expect(outline([])).toBe("");
  });

  it("has no line between neighbours", () => {
    expect(points(outline([square(0, 0), square(10, 0)]))).toBe(6);
    expect(points(outline([square(0, 0), square(10, 0), square(0, 10), square(10, 10)]))).toBe(8);
  });

  it("goes around a hole, and around each part", () => {
    const ring = [0, 10, 20].flatMap((x) => [0, 10, 20].flatMap((y) => (x === 10 && y === 10 ? [] : [square(x, y)])));
    expect(outline(ring).split("Z")).toHaveLength(3);
    expect(outline([square(0, 0), square(100, 0)]).split("Z")).toHaveLength(3);
  });

  it("keeps each space of areas that do not quite touch", () => {
    expect(points(outline([square(0, 0), square(10.5, 0)]))).toBe(8);
  });
});
