// How pieces lie on a board: side by side where there is room for all of a place, else as one closed stack. Nothing ever lies
// over what stands in another place.

import type { Layout } from "../api/types";
import { CELL, type Point } from "./geometry";

/** What stands on one space. */
export interface Heap<P> {
  space: number;
  pieces: readonly P[];
}

/** A piece as it lies, or several as one closed stack; in units of the paper. */
export interface Laid<P> {
  space: number;
  pieces: readonly P[];
  x: number;
  y: number;
  /** Half its side. */
  half: number;
}

export interface Ground {
  kind: Layout["kind"];
  centres: readonly Point[];
  /** Whether a point lies on a space; asked on boards of areas only. */
  inside: (space: number, point: Point) => boolean;
}

/** Half the side of a piece as printed, by how the board is laid out. */
const PRINTED = { areas: 0.26 * CELL, mat: 0.26 * CELL, squares: 0.42 * CELL, hexes: 0.38 * CELL } as const;
/** What that measures on the screen at least and at most, in pixels. */
const LEAST = 12.5;
const MOST = { areas: 27, mat: 27, squares: 80, hexes: 40 } as const;
/** Half the side of the smallest piece that is worth laying out singly, in pixels. */
const SINGLE = 11;
/** The same where more than a few stand on one hex, and how few that are: before, a stack says more. */
const CROWDED = 16;
const FEW = 6;
/** How far the middle of one piece is from that of the next, in halves of its side. */
const PITCH = 2.2;
/** As much of the way to what is next to it may a piece fill. */
const FILL = 0.9;

/** Half the side of a piece that has all the room it wants, at so many pixels to a unit of paper. */
export function halfOf(kind: Layout["kind"], scale: number, size = 1): number {
  return Math.max(Math.min(PRINTED[kind], MOST[kind] / scale), LEAST / scale) * size;
}

/** Where each of `count` pieces lies in rows, from the middle of all. */
export function rows(count: number, half: number): Point[] {
  const columns = Math.ceil(Math.sqrt(count));
  const down = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, nth): Point => {
    const row = Math.floor(nth / columns);
    const across = row === down - 1 ? count - row * columns : columns;
    return [((nth % columns) - (across - 1) / 2) * PITCH * half, (row - (down - 1) / 2) * PITCH * half];
  });
}

interface Spot {
  x: number;
  y: number;
  half: number;
}

/** Squares of paper with what lies in each: whoever is near is found without asking everybody. */
class Grid {
  private readonly cells = new Map<number, number[]>();

  constructor(private readonly side: number) {}

  private key(x: number, y: number): number {
    return Math.floor(y / this.side) * 100_003 + Math.floor(x / this.side);
  }

  add(nth: number, { x, y }: Spot): void {
    const key = this.key(x, y);
    const there = this.cells.get(key);
    if (there) there.push(nth);
    else this.cells.set(key, [nth]);
  }

  *near({ x, y }: Spot, far: number): Generator<number> {
    const steps = Math.ceil(far / this.side);
    for (let down = -steps; down <= steps; down++) {
      for (let across = -steps; across <= steps; across++) {
        yield* this.cells.get(this.key(x + across * this.side, y + down * this.side)) ?? [];
      }
    }
  }
}

/** So many halves of its side may a piece lie beside the middle of its space. */
const ASTRAY = 2.6;
/** How often crowded pieces give way to each other. */
const ROUNDS = 10;

/**
 * One spot for each heap. Where they are drawn larger than their spaces they give way to each other, in areas as far as these
 * allow; then they shrink until none lies over another.
 */
function spots(heaps: readonly Heap<unknown>[], half: number, { kind, centres, inside }: Ground): Spot[] {
  const found = heaps.map(({ space }): Spot => {
    const [x, y] = centres[space] ?? [0, 0];
    return { x, y, half };
  });
  const gridOf = () => {
    const grid = new Grid(4 * half);
    found.forEach((spot, nth) => grid.add(nth, spot));
    return grid;
  };
  if (kind === "areas" || half > PRINTED[kind]) {
    for (let round = 0, moved = true; round < ROUNDS && moved; round++) {
      moved = false;
      const grid = gridOf();
      found.forEach((spot, nth) => {
        for (const other of grid.near(spot, 2 * half)) {
          if (other <= nth) continue;
          const next = found[other]!;
          const [dx, dy] = [next.x - spot.x, next.y - spot.y];
          const [overX, overY] = [2.24 * half - Math.abs(dx), 2.24 * half - Math.abs(dy)];
          if (overX <= 0 || overY <= 0) continue;
          // Along the shorter way out.
          const by: Point = overX < overY ? [((dx < 0 ? -1 : 1) * overX) / 2, 0] : [0, ((dy < 0 ? -1 : 1) * overY) / 2];
          moved = push(spot, heaps[nth]!.space, [-by[0], -by[1]]) || moved;
          moved = push(next, heaps[other]!.space, by) || moved;
        }
      });
    }
  }
  const grid = gridOf();
  const halves = found.map((spot, nth) => {
    let least = half;
    for (const other of grid.near(spot, 2 * half)) {
      if (other === nth) continue;
      const { x, y } = found[other]!;
      least = Math.min(least, (FILL * Math.max(Math.abs(x - spot.x), Math.abs(y - spot.y))) / 2);
    }
    return least;
  });
  halves.forEach((least, nth) => (found[nth]!.half = least));
  return found;

  /** Moves a spot, unless it would leave its area or go astray. */
  function push(spot: Spot, space: number, [dx, dy]: Point): boolean {
    const [cx, cy] = centres[space] ?? [0, 0];
    const [x, y] = [spot.x + dx, spot.y + dy];
    if (Math.hypot(x - cx, y - cy) > ASTRAY * half || (kind === "areas" && !inside(space, [x, y]))) return false;
    [spot.x, spot.y] = [x, y];
    return true;
  }
}

/** Blocks and stacks have edges of so many halves of their side. */
const EDGES = 1.12;

/** Whether two lie over one another, each so many times as large as it is. */
export const overlaps = (a: Spot, b: Spot, times = 1): boolean =>
  Math.abs(a.x - b.x) < times * (a.half + b.half) && Math.abs(a.y - b.y) < times * (a.half + b.half);

/** Lays out everything that stands on a board, at so many pixels to a unit of paper. */
export function layPieces<P>(heaps: readonly Heap<P>[], ground: Ground, scale: number, size = 1): Laid<P>[] {
  const half = halfOf(ground.kind, scale, size);
  const closed = spots(heaps, half, ground);
  const found = heaps.map(({ space, pieces }, nth): Laid<P>[] => [{ space, pieces, ...closed[nth]! }]);
  const grid = new Grid(4 * half);
  closed.forEach((spot, nth) => grid.add(nth, spot));
  let widest = 0;
  heaps.forEach(({ space, pieces }, nth) => {
    if (pieces.length < 2) return;
    for (const single of sizes(pieces.length)) {
      const spot = closed[nth]!;
      const at = rows(pieces.length, single);
      const wide = Math.max(...at.map(([dx, dy]) => Math.max(Math.abs(dx), Math.abs(dy)))) + single;
      if (ground.kind === "areas" && !at.every(([dx, dy]) => ground.inside(space, [spot.x + dx, spot.y + dy]))) continue;
      const singles = pieces.map((piece, nth): Laid<P> => {
        const [dx, dy] = at[nth]!;
        return { space, pieces: [piece], x: spot.x + dx, y: spot.y + dy, half: single };
      });
      let free = true;
      for (const other of grid.near(spot, wide + Math.max(widest, half))) {
        if (other !== nth && found[other]!.some((one) => singles.some((single) => overlaps(one, single, EDGES)))) {
          free = false;
          break;
        }
      }
      if (!free) continue;
      widest = Math.max(widest, wide);
      found[nth] = singles;
      return;
    }
  });
  return found.flat();

  /** The sizes in which so many pieces are tried out. */
  function sizes(count: number): number[] {
    const least = (ground.kind === "hexes" && count > FEW ? CROWDED : SINGLE) / scale;
    if (ground.kind === "areas") return [half, 0.8 * half, 0.64 * half].filter((one) => one >= least * 0.999);
    const columns = Math.ceil(Math.sqrt(count));
    // As large as fits into the space.
    const room = (ground.kind === "hexes" ? 0.4 : 0.47) * CELL;
    const fits = Math.min(half, room / (1 + (columns - 1) * (PITCH / 2)));
    return fits >= least ? [fits] : [];
  }
}

/** What lies at a point, or so near to it. */
export function laidAt<L extends Spot>(laid: readonly L[], [x, y]: Point, near = 0): L | null {
  return laid.findLast((one) => Math.abs(one.x - x) <= one.half + near && Math.abs(one.y - y) <= one.half + near) ?? null;
}
