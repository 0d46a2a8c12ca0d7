import { describe, expect, it } from "vitest";
import { CELL, type Point } from "../src/lib/geometry";
import { type Ground, halfOf, laidAt, layPieces, overlaps, rows } from "../src/lib/laying";

/** Areas in rows, so far apart, each as wide as that. */
function areas(columns: number, down: number, apart: number): Ground {
  const centres = Array.from({ length: columns * down }, (_, nth): Point => [(nth % columns) * apart, Math.floor(nth / columns) * apart]);
  const inside = (space: number, [x, y]: Point) => {
    const [cx, cy] = centres[space]!;
    return Math.max(Math.abs(x - cx), Math.abs(y - cy)) <= apart / 2;
  };
  return { kind: "areas", centres, inside };
}

const heaps = (spaces: number, count: (space: number) => number) =>
  Array.from({ length: spaces }, (_, space) => ({ space, pieces: Array.from({ length: count(space) }, (_, nth) => `${space}.${nth}`) }));

const covered = (laid: ReturnType<typeof layPieces>) =>
  laid.flatMap((one, nth) => laid.slice(nth + 1).filter((other) => overlaps(one, other)));

describe("pieces on a board", () => {
  it("never lie over one another, at any zoom, however many there are", () => {
    for (const [ground, spaces] of [[areas(6, 5, CELL), 30], [areas(6, 5, 0.4 * CELL), 30], [{ ...areas(6, 5, CELL), kind: "hexes" }, 30], [{ ...areas(6, 5, CELL), kind: "squares" }, 30]] as const) {
      for (const scale of [0.1, 0.3, 0.6, 1, 2, 5, 12]) {
        for (const size of [0.8, 1, 1.5]) {
          const laid = layPieces(heaps(spaces, (space) => 1 + (space % 7)), ground, scale, size);
          expect(covered(laid), `${ground.kind} at ${scale}`).toEqual([]);
          expect(laid.flatMap(({ pieces }) => pieces)).toHaveLength(heaps(spaces, (space) => 1 + (space % 7)).flatMap(({ pieces }) => pieces).length);
        }
      }
    }
  });

  it("are one closed stack from afar, and lie singly from near", () => {
    const ground = areas(3, 1, 2 * CELL);
    const [far, near] = [0.3, 3].map((scale) => layPieces(heaps(3, () => 4), ground, scale));
    expect(far!.map(({ pieces }) => pieces.length)).toEqual([4, 4, 4]);
    expect(near!).toHaveLength(12);
  });

  it("stay in their own area when they lie singly", () => {
    const ground = areas(4, 4, CELL);
    for (const scale of [0.5, 1, 2, 4]) {
      for (const { space, pieces, x, y } of layPieces(heaps(16, () => 3), ground, scale)) {
        if (pieces.length === 1) expect(ground.inside(space, [x, y])).toBe(true);
      }
    }
  });

  it("are neither too small from afar nor in the way from near", () => {
    expect(halfOf("areas", 0.5) * 0.5).toBeGreaterThan(8);
    expect(halfOf("areas", 5) * 5).toBeLessThan(30);
    expect(halfOf("squares", 1, 1.5)).toBeCloseTo(1.5 * halfOf("squares", 1));
  });

  it("lie around the middle of their place", () => {
    for (const count of [1, 2, 3, 4, 7, 12]) {
      const all = rows(count, 10);
      expect(Math.abs(all.reduce((sum, [x]) => sum + x, 0) / count)).toBeLessThan(10);
    }
  });

  it("are found by where they lie", () => {
    const laid = layPieces(heaps(3, () => 1), areas(3, 1, CELL), 1);
    expect(laidAt(laid, [CELL + 2, 3])?.space).toBe(1);
    expect(laidAt(laid, [CELL / 2, 0])).toBeNull();
  });

  it("are laid out in no time, a thousand of them", () => {
    const centres = Array.from({ length: 8372 }, (_, nth): Point => [(nth % 92) * CELL, Math.floor(nth / 92) * CELL]);
    const many = Array.from({ length: 250 }, (_, nth) => ({ space: (nth * 33) % 8372, pieces: [0, 1, 2, 3] }));
    expect(covered(layPieces(many, { kind: "hexes", centres, inside: () => true }, 0.25))).toEqual([]);
  });
});
