import { describe, expect, it } from "vitest";
import { beside, bring, uncovered } from "../src/lib/cover";

const frame = { x: 0, y: 0, width: 1000, height: 800 };

describe("what is left of the map", () => {
  it("is the largest part beside what covers it", () => {
    expect(uncovered(frame, [])).toEqual(frame);
    expect(uncovered(frame, [{ x: 0, y: 600, width: 900, height: 200 }])).toEqual({ x: 0, y: 0, width: 1000, height: 600 });
    expect(uncovered(frame, [{ x: 0, y: 600, width: 900, height: 200 }, { x: 10, y: 0, width: 700, height: 100 }]))
      .toEqual({ x: 0, y: 100, width: 1000, height: 500 });
    // What covers nothing of it takes nothing away.
    expect(uncovered(frame, [{ x: 1000, y: 0, width: 50, height: 800 }])).toEqual(frame);
  });

  it("is nothing where all is covered", () => {
    expect(uncovered(frame, [{ x: -5, y: -5, width: 2000, height: 2000 }])).toMatchObject({ width: 0, height: 0 });
  });
});

describe("bringing places into sight", () => {
  const free = { x: 0, y: 0, width: 1000, height: 500 };

  it("leaves them where they can be seen", () => {
    expect(bring([[100, 100]], free, 40, { x: 0, y: 0, k: 1 })).toBeNull();
    expect(bring([], free, 40, { x: 0, y: 0, k: 1 })).toBeNull();
  });

  it("moves the paper as far as it must", () => {
    expect(bring([[100, 700]], free, 40, { x: 0, y: 0, k: 1 })).toEqual({ x: 0, y: -240, k: 1 });
    expect(bring([[-100, 100], [100, 100]], free, 40, { x: 0, y: 0, k: 1 })).toEqual({ x: 140, y: 0, k: 1 });
  });

  it("makes it smaller only if they find no room", () => {
    const found = bring([[0, 0], [3000, 0]], free, 40, { x: 0, y: 0, k: 1 })!;
    expect(found.k).toBeCloseTo(920 / 3000);
    expect(0 * found.k + found.x).toBeCloseTo(40);
    expect(3000 * found.k + found.x).toBeCloseTo(960);
  });
});

describe("something laid beside a point", () => {
  const [size, room] = [{ width: 200, height: 100 }, { width: 1000, height: 800 }];
  const covers = ([x, y]: readonly [number, number], [px, py]: readonly [number, number]) => px > x && px < x + size.width && py > y && py < y + size.height;

  it("lies to the right of it if nothing else is there", () => {
    expect(beside([300, 300], 20, size, room, [])).toEqual([320, 250]);
  });

  it("leaves free what one may want to click next", () => {
    const next: [number, number][] = [[350, 300], [250, 300], [300, 350], [300, 250]];
    const at = beside([300, 300], 20, size, room, next);
    expect(next.filter((point) => covers(at, point))).toEqual([]);
  });

  it("stays in the frame and off the point itself", () => {
    for (const point of [[5, 5], [995, 5], [995, 795], [5, 795], [500, 400]] as [number, number][]) {
      const [x, y] = beside(point, 20, size, room, []);
      expect(x).toBeGreaterThanOrEqual(8);
      expect(y).toBeGreaterThanOrEqual(8);
      expect(x + size.width).toBeLessThanOrEqual(992);
      expect(y + size.height).toBeLessThanOrEqual(792);
      expect(covers([x, y], point)).toBe(false);
    }
  });
});
