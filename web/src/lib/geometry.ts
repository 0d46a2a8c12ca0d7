// Boards on paper: where spaces lie, their outlines, and the way from one to the next.

import type { Board } from "../api/types";

export type Point = [number, number];

/** The length of an ordinary space on paper. */
export const CELL = 40;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Paper {
  width: number;
  height: number;
  /** Paper units to a unit of the board. */
  scale: number;
  centres: Point[];
  /** The outlines of a space, islands and holes among them. */
  rings: (space: number) => Point[][];
  /** The same as a path. */
  path: (space: number) => string;
  /** All that is drawn: the picture with its frame, or the board with a little room around it. */
  all: Box;
}

export function area(points: readonly Point[]): number {
  let sum = 0;
  points.forEach(([x, y], nth) => {
    const [nx, ny] = points[(nth + 1) % points.length]!;
    sum += x * ny - nx * y;
  });
  return Math.abs(sum) / 2;
}

/** The corners of every space of a board of squares or hexes, from its middle. */
function cornersOf({ layout, width }: Board): Point[] {
  if (layout.kind === "areas" || layout.kind === "mat") return [];
  if (layout.kind === "squares") {
    const half = width / layout.columns / 2;
    return [[-half, -half], [half, -half], [half, half], [-half, half]];
  }
  const [half, side] = [layout.pitch / 2, layout.pitch / Math.sqrt(3)];
  const up: Point[] = [[0, -side], [half, -side / 2], [half, side / 2], [0, side], [-half, side / 2], [-half, -side / 2]];
  return layout.pointing === "up" ? up : up.map(([x, y]): Point => [-y, x]);
}

/** How long an ordinary space is, in units of the board. */
function usual({ layout, spaces, width }: Board): number {
  if (layout.kind === "squares") return width / layout.columns;
  if (layout.kind === "hexes") return layout.pitch;
  const areas = spaces.map(({ rings }) => (rings ?? []).reduce((sum, ring) => sum + area(ring), 0)).sort((a, b) => a - b);
  return Math.sqrt(areas[Math.floor(areas.length / 2)] || 1);
}

/** Paper around a board that has no picture. */
const ROOM = 16;

export function layOut(board: Board): Paper {
  const scale = CELL / usual(board);
  const corners = cornersOf(board);
  const known = new Map<number, Point[][]>();
  const rings = (space: number): Point[][] => {
    let found = known.get(space);
    if (!found) {
      const { centre: [x, y], rings } = board.spaces[space] ?? { centre: [0, 0] };
      const outlines = rings?.length ? rings : [corners.map(([dx, dy]): Point => [x + dx, y + dy])];
      known.set(space, (found = outlines.map((ring) => ring.map(([x, y]): Point => [x * scale, y * scale]))));
    }
    return found;
  };
  const [width, height] = [board.width * scale, board.height * scale];
  const { picture } = board;
  return {
    width,
    height,
    scale,
    rings,
    centres: board.spaces.map(({ centre: [x, y] }): Point => [x * scale, y * scale]),
    path: (space) => (board.spaces[space] ? pathOf(rings(space)) : ""),
    all: picture
      ? { x: picture.left * scale, y: picture.top * scale, width: picture.width * scale, height: picture.height * scale }
      : { x: -ROOM, y: -ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM },
  };
}

export const figure = (number: number) => String(Math.round(number * 10) / 10);

export const pathOf = (rings: readonly (readonly Point[])[]): string =>
  rings.map((ring) => ring.map(([x, y], nth) => `${nth ? "L" : "M"}${figure(x)} ${figure(y)}`).join("") + "Z").join("");

export type Direction = "up" | "down" | "left" | "right";

/**
 * The next space in a direction, for whoever walks the board with arrow keys: near, and straight ahead if possible.
 * Where two are alike, the one nearer to where the walk began.
 */
export function neighbour(paper: Paper, from: number, direction: Direction, begun: Point | undefined = paper.centres[from]): number {
  const [x, y] = paper.centres[from] ?? [0, 0];
  const [ux, uy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as Point;
  let best = { cost: Infinity, number: from };
  paper.centres.forEach(([cx, cy], number) => {
    const [dx, dy] = [cx - x, cy - y];
    const ahead = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy - dy * ux);
    if (ahead < 0.2 * CELL || aside > ahead * 1.2) return;
    const astray = begun ? Math.abs((cx - begun[0]) * uy - (cy - begun[1]) * ux) : 0;
    const cost = Math.hypot(dx, dy) ** 3 / ahead ** 2 + astray / 100;
    if (cost < best.cost) best = { cost, number };
  });
  return best.number;
}

/** The middle of the border between two spaces, or what of it is `free` next to that; the middle of the gap, where they do not touch. */
export function between(
  a: readonly (readonly Point[])[], b: readonly (readonly Point[])[], free: (point: Point) => boolean = () => true,
): Point | null {
  const key = ([x, y]: Point) => `${Math.round(x * 10)},${Math.round(y * 10)}`;
  const other = new Set(b.flat().map(key));
  const shared = a.flat().filter((point) => other.has(key(point)));
  const middle = Math.floor(shared.length / 2);
  if (shared.length) {
    const outward = shared.map((point, nth) => ({ point, far: Math.abs(nth - middle) })).sort((one, other) => one.far - other.far);
    return (outward.find(({ point }) => free(point)) ?? outward[0]!).point;
  }
  let best: { far: number; at: Point } | null = null;
  for (const [ax, ay] of a.flat()) {
    for (const [bx, by] of b.flat()) {
      const far = (ax - bx) ** 2 + (ay - by) ** 2;
      if (!best || far < best.far) best = { far, at: [(ax + bx) / 2, (ay + by) / 2] };
    }
  }
  return best?.at ?? null;
}
