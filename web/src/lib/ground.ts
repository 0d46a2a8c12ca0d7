// The ground of a board that has no picture: coasts, borders, washes of colour, and where the lettering goes.

import type { Board, Space } from "../api/types";
import { CELL, figure, type Paper, pathOf, type Point } from "./geometry";
import { ground } from "./palette";

export interface Edge {
  from: Point;
  to: Point;
  spaces: number[];
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

/** Every edge, with the spaces on its sides. */
export function edgesOf(paper: Paper): Edge[] {
  const edges = new Map<string, Edge>();
  const corner = corners();
  for (let number = 0; number < paper.centres.length; number++) {
    for (const ring of paper.rings(number)) {
      ring.forEach((from, nth) => {
        const to = ring[(nth + 1) % ring.length]!;
        const key = [corner(from), corner(to)].sort((a, b) => a - b).join(" ");
        const edge = edges.get(key);
        if (edge) edge.spaces.push(number);
        else edges.set(key, { from, to, spaces: [number] });
      });
    }
  }
  return [...edges.values()];
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
    found.set(key, { ...wash, d: wash.d + pathOf(paper.rings(number)) });
  });
  return [...found.values()];
}

/** A path of all edges whose sides are as wanted. */
export function lines(
  board: Board, edges: readonly Edge[], wanted: (a: Space, b: Space | undefined) => boolean,
): string {
  let d = "";
  for (const { from, to, spaces } of edges) {
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
