import { describe, expect, it } from "vitest";
import type { Board, Space } from "../src/api/types";
import { layOut, type Point } from "../src/lib/geometry";
import { contains, findSpaces } from "../src/lib/spaces";

const space = (name: string, centre: Point, more: Partial<Space> = {}): Space => ({ name, centre, ground: "clear", letter: ".", ...more });

/** Any point, always the same ones. */
function* points(count: number, width: number, height: number): Generator<Point> {
  let seed = 1805;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  for (let nth = 0; nth < count; nth++) yield [next() * width, next() * height];
}

describe("hexes", () => {
  for (const pointing of ["up", "sideways"] as const) {
    for (const shifted of [0, 1]) {
      const pitch = 45;
      const line = (pitch * Math.sqrt(3)) / 2;
      const spaces = Array.from({ length: 30 * 20 }, (_, nth) => {
        const [row, column] = [Math.floor(nth / 30), nth % 30];
        const [along, across] = [30 + column * pitch + (row % 2 === shifted ? pitch / 2 : 0), 30 + row * line];
        // As they are sent: to a tenth.
        const centre = [along, across].map((value) => Math.round(value * 10) / 10) as Point;
        return space(`${nth}`, pointing === "up" ? centre : [centre[1], centre[0]]);
      });
      const board: Board = { title: "", width: 1500, height: 900, layout: { kind: "hexes", pointing, pitch }, spaces };
      const paper = layOut(board);
      const found = findSpaces(board, paper);

      it(`a point is in the hex whose outline is around it (${pointing}, ${shifted})`, () => {
        for (const point of points(300, 30 * 40, 20 * 40)) {
          const at = found.at(point);
          const around = spaces.findIndex((_, nth) => contains(paper.rings(nth), point));
          if (at === around || (at === null && around < 0)) continue;
          // On a side, either will do.
          const [x, y] = paper.centres[at ?? around]!;
          expect(Math.abs(Math.hypot(point[0] - x, point[1] - y) - 20)).toBeLessThan(3.5);
        }
      });

      it(`a hex inside has six neighbours (${pointing}, ${shifted})`, () => {
        const beside = found.beside(10 * 30 + 15);
        expect(new Set(beside).size).toBe(6);
        const [x, y] = paper.centres[10 * 30 + 15]!;
        for (const other of beside) expect(Math.hypot(paper.centres[other]![0] - x, paper.centres[other]![1] - y)).toBeCloseTo(40, 0);
        expect(found.beside(0).length).toBeLessThan(4);
      });
    }
  }
});

describe("squares", () => {
  const spaces = Array.from({ length: 12 }, (_, nth) => space(`${nth}`, [(nth % 4) + 0.5, Math.floor(nth / 4) + 0.5]));
  const board: Board = { title: "", width: 4, height: 3, layout: { kind: "squares", columns: 4, rows: 3 }, spaces };
  const paper = layOut(board);
  const found = findSpaces(board, paper);

  it("are counted", () => {
    paper.centres.forEach((centre, nth) => expect(found.at(centre)).toBe(nth));
    expect(found.at([-1, 5])).toBeNull();
    expect(found.at([5, paper.height + 1])).toBeNull();
    expect(found.beside(5)).toEqual([1, 6, 9, 4]);
    expect(found.beside(0)).toEqual([1, 4]);
  });
});

describe("areas", () => {
  const box = (x: number, y: number, width: number, height: number): Point[] => [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  // A land with an island, in a sea that has a hole where each of them is.
  const land = space("land", [30, 30], { rings: [box(10, 10, 50, 50), box(150, 20, 10, 10)], touches: [1] });
  const sea = space("sea", [100, 80], { rings: [box(0, 0, 200, 100), box(10, 10, 50, 50), box(150, 20, 10, 10)], touches: [0] });
  const board: Board = { title: "", width: 200, height: 100, layout: { kind: "areas" }, spaces: [land, sea] };
  const paper = layOut(board);
  const found = findSpaces(board, paper);
  const at = (x: number, y: number) => found.at([x * paper.scale, y * paper.scale]);

  it("have islands and holes", () => {
    expect([at(30, 30), at(155, 25), at(100, 50), at(165, 25)]).toEqual([0, 0, 1, 1]);
    expect([at(-1, 50), at(201, 50), at(100, 101)]).toEqual([null, null, null]);
    expect(found.beside(0)).toEqual([1]);
  });

  it("each point is found where an outline is around it", () => {
    for (const point of points(1000, paper.width, paper.height)) {
      expect(found.at(point)).toBe([land, sea].findIndex((_, nth) => contains(paper.rings(nth), point)));
    }
  });
});
