import { describe, expect, it } from "vitest";
import type { Point } from "../src/lib/geometry";
import { arrow, curve, cut } from "../src/lib/trails";

const points = (d: string): Point[] => [...d.matchAll(/([-\d.]+) ([-\d.]+)/g)].map(([, x, y]): Point => [Number(x), Number(y)]);

describe("an arrow", () => {
  it("ends before what stands at its end, and begins beside what it comes from", () => {
    const all = points(arrow([[0, 0], [100, 0]], { pixel: 1, from: 12, to: 20 }));
    expect(Math.max(...all.map(([x]) => x))).toBeLessThan(81);
    expect(Math.min(...all.map(([x]) => x))).toBeGreaterThan(10);
  });

  it("is thinner at its tail than at its neck", () => {
    const all = points(arrow([[0, 0], [200, 0]], { pixel: 1 }));
    const wide = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    expect(wide(all[0]!, all.at(-1)!)).toBeLessThan(5);
    expect(wide(all[0]!, all.at(-1)!)).toBeGreaterThan(2);
  });

  it("is as thick on the screen from near as from afar", () => {
    const high = (pixel: number) => {
      const ys = points(arrow([[0, 0], [300, 0]], { pixel })).map(([, y]) => y);
      return (Math.max(...ys) - Math.min(...ys)) / pixel;
    };
    expect(high(0.25)).toBeGreaterThan(15);
    expect(high(0.5)).toBeGreaterThan(15);
  });

  it("is there between neighbours, too, and nowhere if it leads nowhere", () => {
    expect(arrow([[0, 0], [30, 0]], { pixel: 1, from: 20, to: 20 })).not.toBe("");
    expect(arrow([[5, 5], [5, 5]], { pixel: 1 })).toBe("");
    expect(arrow([[5, 5]], { pixel: 1 })).toBe("");
  });

  it("goes through the points of a march", () => {
    const line = curve([[0, 0], [40, 0], [40, 40]]);
    expect(line).toContainEqual([40, 0]);
    const shorter = cut([[0, 0], [10, 0], [10, 10]], 4, 4);
    expect(shorter).toEqual([[4, 0], [10, 0], [10, 6]]);
  });
});
