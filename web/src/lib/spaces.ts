// Which space lies at a point of the paper, found by geometry.

import type { Board, SpaceRef, SpaceSet } from "../api/types";
import { CELL, type Paper, type Point } from "./geometry";

export interface Spaces {
  /** The space at a point of the paper. */
  at: (point: Point) => number | null;
  /** The spaces that touch one. */
  beside: (space: number) => number[];
}

export function findSpaces(board: Board, paper: Paper): Spaces {
  switch (board.layout.kind) {
    case "squares": return squares(board.layout.columns, board.layout.rows, paper);
    case "hexes": return hexes(board.layout.pointing === "up", board.layout.pitch * paper.scale, paper);
    case "areas": case "mat": return areas(board, paper);
  }
}

function squares(columns: number, rows: number, { width, height }: Paper): Spaces {
  const number = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < columns && row < rows ? row * columns + column : null;
  return {
    at: ([x, y]) => number(Math.floor((x / width) * columns), Math.floor((y / height) * rows)),
    beside: (space) => {
      const [column, row] = [space % columns, Math.floor(space / columns)];
      const around = [[0, -1], [1, 0], [0, 1], [-1, 0]].map(([dx, dy]) => number(column + dx!, row + dy!));
      return around.filter((found) => found !== null);
    },
  };
}

/** The hex whose middle is nearest, found by counting lines of hexes and half steps along them. */
function hexes(pointedTop: boolean, pitch: number, { centres }: Paper): Spaces {
  const line = (pitch * Math.sqrt(3)) / 2;
  const [x0, y0] = centres[0] ?? [0, 0];
  /** Lines, and half steps along them. */
  const count = ([x, y]: Point): Point => {
    const [across, along] = pointedTop ? [y - y0, x - x0] : [x - x0, y - y0];
    return [across / line, along / (pitch / 2)];
  };
  const key = (across: number, along: number) => across * 65_536 + along;
  const known = new Map<number, number>();
  centres.forEach((centre, number) => {
    const [across, along] = count(centre);
    known.set(key(Math.round(across), Math.round(along)), number);
  });
  return {
    at: (point) => {
      const [across, along] = count(point);
      let best: { far: number; key: number } | null = null;
      for (const near of [Math.floor(across), Math.ceil(across)]) {
        // Every other line is shifted by half a step.
        const place = Math.round((along - (near & 1)) / 2) * 2 + (near & 1);
        const far = ((across - near) * line) ** 2 + (((along - place) * pitch) / 2) ** 2;
        if (!best || far < best.far) best = { far, key: key(near, place) };
      }
      return (best && known.get(best.key)) ?? null;
    },
    beside: (space) => {
      const [across, along] = count(centres[space] ?? [0, 0]).map(Math.round) as Point;
      const around = [[-1, 1], [0, 2], [1, 1], [1, -1], [0, -2], [-1, -1]];
      return around.map(([da, ds]) => known.get(key(across + da!, along + ds!))).filter((found) => found !== undefined);
    },
  };
}

/** Areas are looked up in squares of the paper, each with the few areas that reach into it. */
function areas(board: Board, paper: Paper): Spaces {
  const side = 2 * CELL;
  const columns = Math.ceil(paper.width / side) + 1;
  const buckets = new Map<number, number[]>();
  const rings = board.spaces.map((_, number) => paper.rings(number));
  const bucket = (x: number, y: number) => Math.floor(y / side) * columns + Math.floor(x / side);
  rings.forEach((outlines, number) => {
    const seen = new Set<number>();
    for (const ring of outlines) {
      const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      for (let y = Math.min(...ys); ; y += side) {
        y = Math.min(y, Math.max(...ys));
        for (let x = Math.min(...xs); ; x += side) {
          x = Math.min(x, Math.max(...xs));
          seen.add(bucket(x, y));
          if (x >= Math.max(...xs)) break;
        }
        if (y >= Math.max(...ys)) break;
      }
    }
    for (const key of seen) buckets.set(key, [...(buckets.get(key) ?? []), number]);
  });
  return {
    at: ([x, y]) => (buckets.get(bucket(x, y)) ?? []).find((number) => contains(rings[number]!, [x, y])) ?? null,
    beside: (space) => board.spaces[space]?.touches ?? [],
  };
}

/** On a way out of an area one crosses its outlines an odd number of times. */
export function contains(rings: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let nth = 0, before = ring.length - 1; nth < ring.length; before = nth++) {
      const [[ax, ay], [bx, by]] = [ring[before]!, ring[nth]!];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
  }
  return inside;
}

/** The spaces of a set, one by one. */
export function spacesIn(set: SpaceSet): SpaceRef[] {
  return set.flatMap(({ board, runs }) =>
    runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, nth) => ({ board, space: first + nth }))),
  );
}

/** Whether a space is in a set. */
export const isIn = (set: SpaceSet, { board, space }: SpaceRef): boolean =>
  set.some((one) => one.board === board && one.runs.some(([first, last]) => first <= space && space <= last));
