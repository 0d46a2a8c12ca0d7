import { describe, expect, it } from "vitest";
import type { Board } from "../src/api/types";
import { area, CELL, fan, layOut, nameSpot, neighbour, pathOf } from "../src/lib/geometry";
import { compass, edgesOf, isWater, lines, namesOfLands, strewn, washes } from "../src/lib/ground";

/** `~` is water, letters are lands. */
function squares(...rows: string[]): Board {
  const columns = rows[0]!.length;
  return {
    title: "Toy", width: columns, height: rows.length, layout: { kind: "squares", columns, rows: rows.length },
    spaces: rows.flatMap((row, y) =>
      [...row].map((letter, x) => ({
        name: `${x},${y}`, centre: [x + 0.5, y + 0.5] as [number, number], letter,
        ground: letter === "~" ? "sea" : `land-${letter}`, ...(letter === "~" ? {} : { land: letter }),
      })),
    ),
  };
}

describe("a board on paper", () => {
  const board = squares("~aab", "~aab", "~~~b");
  const paper = layOut(board);

  it("squares have an outline of one unit and share their edges", () => {
    expect([paper.width, paper.height]).toEqual([4 * CELL, 3 * CELL]);
    expect(area(paper.rings(0)[0]!)).toBe(CELL * CELL);
    // 4 x 3 squares: 3 rows of 5 and 4 columns of 4 edges.
    expect(edgesOf(paper).length).toBe(3 * 5 + 4 * 4);
  });

  it("dry ground is washed in the colour of its land, and says whose it is", () => {
    const found = washes(board, paper);
    expect(found.map(({ land }) => land)).toEqual(["a", "b"]);
    expect(found[0]!.d.split("Z").length - 1).toBe(4);
    expect(found[0]!.colour).not.toBe(found[1]!.colour);
  });

  it("a name stands below its place, above it if a piece is in the way, or nowhere", () => {
    const [below, above] = [[100, 100 + CELL], [100, 100 - CELL]] as [[number, number], [number, number]];
    expect(nameSpot([100, 100], 5, [])![1]).toBeGreaterThan(100);
    expect(nameSpot([100, 100], 5, [[100, 100]])![1]).toBeGreaterThan(100);
    expect(nameSpot([100, 100], 5, [below])![1]).toBeLessThan(100);
    expect(nameSpot([100, 100], 5, [below, above])).toBeNull();
    const beside: [number, number] = [100 + CELL, 100 + CELL];
    expect(nameSpot([100, 100], 4, [beside])![1]).toBeGreaterThan(100);
    expect(nameSpot([100, 100], 9, [beside])![1]).toBeLessThan(100);
  });

  it("finds coast and borders", () => {
    const pieces = (d: string) => d.split("M").length - 1;
    expect(pieces(lines(board, edgesOf(paper), (a, b) => !!b && isWater(a) !== isWater(b)))).toBe(5);
    expect(pieces(lines(board, edgesOf(paper), (a, b) => !!a.land && !!b?.land && a.land !== b.land))).toBe(2);
  });

  it("puts the name of a land inside it", () => {
    expect(namesOfLands(board, paper).find(({ text }) => text === "a")!.at[0]).toBe(2 * CELL);
  });

  it("a compass needs open water", () => {
    expect(compass(board, paper)).toBeNull();
    const sea = squares("~~~~a", "~~~~a", "~~~~a", "~~~~a");
    expect(compass(sea, layOut(sea))).toEqual([2 * CELL, 2 * CELL]);
  });

  it("areas are scaled to an ordinary space", () => {
    const hex: Board = {
      title: "Areas", width: 100, height: 50, layout: { kind: "areas" },
      spaces: [{ name: "A", centre: [25, 25], rings: [[[0, 0], [50, 0], [50, 50], [0, 50]]], ground: "land", letter: "." }],
    };
    expect(layOut(hex).width).toBe(2 * CELL);
  });

  it("neighbours share an edge even if they give its corners a little differently", () => {
    const space = (name: string, x: number, by: number) => ({
      name, centre: [x + 5, 5] as [number, number], ground: "land", letter: ".",
      rings: [[[x + by, 0], [x + 10, 0], [x + 10, 10], [x + by, 10]] as [number, number][]],
    });
    const two: Board = { title: "Two", width: 20, height: 10, layout: { kind: "areas" }, spaces: [space("A", 0, 0), space("B", 10, 0.04)] };
    expect(edgesOf(layOut(two)).filter(({ spaces }) => spaces.length === 2)).toHaveLength(1);
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
      return { name: `${row},${column}`, centre, ground: "clear", letter: "." };
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

  it("a single piece lies in the middle, several fan out", () => {
    expect(fan(1, 0).map(Math.abs)).toEqual([0, 0]);
    expect(fan(2, 0)[0]).toBeLessThan(fan(2, 1)[0]);
  });

  it("trees stay where they are", () => {
    expect(strewn("trees", 7, [0, 0])).toEqual(strewn("trees", 7, [0, 0]));
    expect(strewn("trees", 7, [0, 0])).not.toEqual(strewn("trees", 8, [0, 0]));
  });
});
