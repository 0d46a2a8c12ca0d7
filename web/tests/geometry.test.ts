import { describe, expect, it } from "vitest";
import type { Board } from "../src/api/types";
import { area, between, CELL, layOut, neighbour, pathOf, type Point } from "../src/lib/geometry";

/** `~` is water, letters are lands. */
function squares(...rows: string[]): Board {
  const columns = rows[0]!.length;
  return {
    title: "Toy", width: columns, height: rows.length, layout: { kind: "squares", columns, rows: rows.length },
    spaces: rows.flatMap((row, y) =>
      [...row].map((letter, x) => ({
        name: `${x},${y}`, centre: [x + 0.5, y + 0.5] as [number, number], letter,
        ground: letter === "~" ? ("sea" as const) : ("clear" as const), ...(letter === "~" ? {} : { land: letter }),
      })),
    ),
  };
}

describe("a board on paper", () => {
  const board = squares("~aab", "~aab", "~~~b");
  const paper = layOut(board);

  it("squares have an outline of one unit", () => {
    expect([paper.width, paper.height]).toEqual([4 * CELL, 3 * CELL]);
    expect(area(paper.rings(0)[0]!)).toBe(CELL * CELL);
  });

  it("areas are scaled to an ordinary space", () => {
    const hex: Board = {
      title: "Areas", width: 100, height: 50, layout: { kind: "areas" },
      spaces: [{ name: "A", centre: [25, 25], rings: [[[0, 0], [50, 0], [50, 50], [0, 50]]], ground: "clear", letter: "." }],
    };
    expect(layOut(hex).width).toBe(2 * CELL);
  });

  it("arrow keys walk to the next space, and stay at the edge", () => {
    expect(neighbour(paper, 5, "right")).toBe(6);
    expect(neighbour(paper, 5, "up")).toBe(1);
    expect(neighbour(paper, 5, "down")).toBe(9);
    expect(neighbour(paper, 4, "left")).toBe(4);
  });

  it("a walk over hexes keeps its line", () => {
    const pitch = 10;
    const rows = 7;
    const spaces = Array.from({ length: rows * 5 }, (_, nth) => {
      const [row, column] = [Math.floor(nth / 5), nth % 5];
      const centre: [number, number] = [10 + column * pitch + (row % 2 ? 5 : 0), 10 + row * pitch * 0.866];
      return { name: `${row},${column}`, centre, ground: "clear" as const, letter: "." };
    });
    const hexes: Board = { title: "Hexes", width: 70, height: 80, layout: { kind: "hexes", pointing: "up", pitch }, spaces };
    const paper = layOut(hexes);
    const begun = paper.centres[2]!;
    let at = 2;
    for (let step = 1; step < rows; step++) {
      at = neighbour(paper, at, "down", begun);
      expect(Math.floor(at / 5)).toBe(step);
      expect(Math.abs(paper.centres[at]![0] - begun[0])).toBeLessThan(0.6 * CELL);
    }
    expect(neighbour(paper, 7, "right")).toBe(8);
    // A hex of this width has an area of half the square root of three.
    expect(area(paper.rings(7)[0]!) / CELL ** 2).toBeCloseTo(Math.sqrt(3) / 2);
    expect(pathOf(paper.rings(7)).split("L")).toHaveLength(6);
  });
});

describe("the border between two spaces", () => {
  const square = (x: number): Point[][] => [[[x, 0], [x + 10, 0], [x + 10, 5], [x + 10, 10], [x, 10], [x, 5]]];

  it("is where they touch, or half way over the gap", () => {
    expect(between(square(0), square(10))).toEqual([10, 5]);
    expect(between(square(0), square(10), ([, y]) => y !== 5)![0]).toBe(10);
    expect(between(square(0), square(10), ([, y]) => y !== 5)![1]).not.toBe(5);
    // Where nothing is free it is the middle all the same.
    expect(between(square(0), square(10), () => false)).toEqual([10, 5]);
    expect(between(square(0), square(14))![0]).toBe(12);
    expect(between([], square(0))).toBeNull();
  });
});
