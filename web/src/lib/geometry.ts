// Boards on paper: outlines, coasts, borders, and where the lettering goes.

import type { Board, Space } from "../api/types";
import { ground } from "./palette";

export type Point = [number, number];

/** The length of an ordinary space on paper. */
export const CELL = 40;

export interface Edge {
  from: Point;
  to: Point;
  spaces: number[];
}

export interface Paper {
  width: number;
  height: number;
  /** Paper units to a unit of the board. */
  scale: number;
  outlines: Point[][];
  centres: Point[];
  edges: Edge[];
}

export function area(points: readonly Point[]): number {
  let sum = 0;
  points.forEach(([x, y], nth) => {
    const [nx, ny] = points[(nth + 1) % points.length]!;
    sum += x * ny - nx * y;
  });
  return Math.abs(sum) / 2;
}

/** The outline of a space; a square of one unit where none is given. */
export function outlineOf({ centre: [x, y], outline }: Space): Point[] {
  if (outline?.length) return outline;
  return [[x - 0.5, y - 0.5], [x + 0.5, y - 0.5], [x + 0.5, y + 0.5], [x - 0.5, y + 0.5]];
}

/** Numbers corners; neighbours may give a common one with small differences. */
function corners(): (point: Point) => number {
  const found = new Map<string, { point: Point; number: number }[]>();
  let count = 0;
  return ([x, y]) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const { point, number } of found.get(`${column + dx},${row + dy}`) ?? []) {
          if (Math.hypot(point[0] - x, point[1] - y) < 0.8) return number;
        }
      }
    }
    const key = `${column},${row}`;
    found.set(key, [...(found.get(key) ?? []), { point: [x, y], number: count }]);
    return count++;
  };
}

export function layOut(board: Board): Paper {
  const areas = board.spaces.map((space) => area(outlineOf(space))).sort((a, b) => a - b);
  const usual = board.layout.kind === "squares" ? 1 : Math.sqrt(areas[Math.floor(areas.length / 2)] ?? 1);
  const scale = CELL / usual;
  const onPaper = ([x, y]: Point): Point => [x * scale, y * scale];
  const outlines = board.spaces.map((space) => outlineOf(space).map(onPaper));
  const edges = new Map<string, Edge>();
  const corner = corners();
  outlines.forEach((points, number) => {
    points.forEach((from, nth) => {
      const to = points[(nth + 1) % points.length]!;
      const key = [corner(from), corner(to)].sort((a, b) => a - b).join(" ");
      const edge = edges.get(key);
      if (edge) edge.spaces.push(number);
      else edges.set(key, { from, to, spaces: [number] });
    });
  });
  return {
    width: board.width * scale,
    height: board.height * scale,
    scale,
    outlines,
    centres: board.spaces.map((space) => onPaper(space.centre)),
    edges: [...edges.values()],
  };
}

const figure = (number: number) => String(Math.round(number * 10) / 10);

export const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], nth) => `${nth ? "L" : "M"}${figure(x)} ${figure(y)}`).join("") + "Z";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Dry ground of one colour, and whose land it is. */
export interface Wash {
  colour: string;
  land: string | null;
  d: string;
}

export function washes(board: Board, paper: Paper): Wash[] {
  const found = new Map<string, Wash>();
  board.spaces.forEach((space, number) => {
    const { wash: colour, cover, land } = ground(space.ground);
    if (cover === "water") return;
    const key = `${colour} ${land}`;
    const wash = found.get(key) ?? { colour, land, d: "" };
    found.set(key, { ...wash, d: wash.d + pathOf(paper.outlines[number]!) });
  });
  return [...found.values()];
}

/** A path of all edges whose sides are as wanted. */
export function lines(
  board: Board, paper: Paper, wanted: (a: Space, b: Space | undefined) => boolean,
): string {
  let d = "";
  for (const { from, to, spaces } of paper.edges) {
    const [a, b] = [board.spaces[spaces[0]!]!, spaces[1] === undefined ? undefined : board.spaces[spaces[1]]];
    if (wanted(a, b)) d += `M${figure(from[0])} ${figure(from[1])}L${figure(to[0])} ${figure(to[1])}`;
  }
  return d;
}

export const isWater = (space: Space): boolean => ground(space.ground).cover === "water";

/** Where a compass rose has room: the middle of the widest square of open water. */
export function compass(board: Board, paper: Paper): Point | null {
  if (board.layout.kind !== "squares") return null;
  const { columns } = board.layout;
  const sides: number[] = [];
  let best = { end: -1, side: 0 };
  board.spaces.forEach((space, number) => {
    const inside = number % columns > 0 && number >= columns;
    const near = inside
      ? Math.min(sides[number - 1]!, sides[number - columns]!, sides[number - columns - 1]!)
      : 0;
    const side = isWater(space) ? 1 + near : 0;
    sides.push(side);
    if (side > best.side) best = { end: number, side };
  });
  if (best.side < 4) return null;
  const middle = (end: number) => (end + 1 - best.side / 2) * paper.scale;
  return [middle(best.end % columns), middle(Math.floor(best.end / columns))];
}

export interface Lettering {
  text: string;
  at: Point;
}

/** The name of each land where it stands best: in a long row of spaces without marks, near the middle. */
export function namesOfLands(board: Board, paper: Paper): Lettering[] {
  const lands = new Map<string, number[]>();
  board.spaces.forEach((space, number) => {
    if (space.land) lands.set(space.land, [...(lands.get(space.land) ?? []), number]);
  });
  const labels = paper.centres.filter((_, number) => board.spaces[number]!.mark?.label);
  const lettered = ([x, y]: Point) =>
    labels.some(([lx, ly]) => Math.abs(x - lx) < 1.6 * CELL && y - ly >= -0.2 * CELL && y - ly < 1.2 * CELL);
  return [...lands].map(([land, numbers]) => {
    const points = numbers.map((number) => paper.centres[number]!);
    const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    const middle: Point = [mean(0), mean(1)];
    const free = numbers
      .filter((number) => !board.spaces[number]!.mark)
      .map((number) => paper.centres[number]!)
      .filter((point) => !lettered(point))
      .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    const runs: Point[][] = [];
    for (const point of free) {
      const last = runs.at(-1)?.at(-1);
      const beside = last && Math.abs(last[1] - point[1]) < 0.1 * CELL && point[0] - last[0] < 1.3 * CELL;
      if (beside) runs.at(-1)!.push(point);
      else runs.push([point]);
    }
    const wanted = land.length * CELL;
    let best = { cost: Infinity, at: middle };
    for (const run of runs) {
      const [first, last] = [run[0]!, run.at(-1)!];
      const at: Point = [(first[0] + last[0]) / 2, first[1]];
      const short = Math.max(0, wanted - (last[0] - first[0] + CELL));
      const cost = 4 * short + Math.hypot(at[0] - middle[0], at[1] - middle[1]);
      if (cost < best.cost) best = { cost, at };
    }
    return { text: land, at: best.at };
  });
}

export interface Plant {
  x: number;
  y: number;
  size: number;
}

const TREES: [number, number, number][] = [[-0.24, -0.2, 0.2], [0.2, -0.24, 0.18], [-0.02, 0.1, 0.22], [0.3, 0.22, 0.17]];
const PEAKS: [number, number, number][] = [[-0.18, -0.1, 0.28], [0.16, 0.14, 0.32]];

/** Trees or peaks of a space, a little differently in each. */
export function strewn(cover: "trees" | "peaks", number: number, [x, y]: Point): Plant[] {
  return (cover === "trees" ? TREES : PEAKS).map(([dx, dy, size], nth) => {
    const jitter = (salt: number) => (((number * 7 + nth * 5 + salt * 3) * 2_654_435) % 1000) / 1000 - 0.5;
    return {
      x: x + (dx + 0.1 * jitter(1)) * CELL,
      y: y + (dy + 0.08 * jitter(2)) * CELL,
      size: size * (1 + 0.2 * jitter(3)) * CELL,
    };
  });
}

export type Direction = "up" | "down" | "left" | "right";

/** The next space in a direction, for whoever walks the board with arrow keys: near, and straight ahead if possible. */
export function neighbour(paper: Paper, from: number, direction: Direction): number {
  const [x, y] = paper.centres[from] ?? [0, 0];
  const [ux, uy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as Point;
  let best = { cost: Infinity, number: from };
  paper.centres.forEach(([cx, cy], number) => {
    const [dx, dy] = [cx - x, cy - y];
    const ahead = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy - dy * ux);
    if (ahead < 0.2 * CELL || aside > ahead * 1.2) return;
    const cost = ahead + 2 * aside;
    if (cost < best.cost) best = { cost, number };
  });
  return best.number;
}

/** Where each of `count` pieces that share a space lies, from its middle. */
export function fan(count: number, nth: number): Point {
  const aside = (nth - (count - 1) / 2) * Math.min(0.16, 0.6 / Math.max(1, count - 1)) * CELL;
  return [aside, -aside];
}

/** Where a name of this length stands free of pieces, for a place at `at`: below it, else above it, else nowhere. */
export function nameSpot([x, y]: Point, length: number, pieces: readonly Point[]): Point | null {
  const below: Point = [x, y + 0.72 * CELL];
  const above: Point = [x, y - 0.54 * CELL];
  // Half the name and half a piece.
  const reach = (0.09 * length + 0.4) * CELL;
  const covered = ([lx, ly]: Point) =>
    pieces.some(([px, py]) => Math.abs(px - lx) < reach && Math.abs(py - (ly - 0.1 * CELL)) < 0.5 * CELL);
  if (!covered(below)) return below;
  return covered(above) ? null : above;
}
