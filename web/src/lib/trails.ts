// Arrows on the board: which way something went, or would go.

import { figure, type Point } from "./geometry";

export interface ArrowStyle {
  /** Units of paper to a pixel of the screen. */
  pixel: number;
  /** How far from its first and last point it keeps, in units of paper: what stands there is not covered. */
  from?: number;
  to?: number;
}

/** Half its width at the tail and at the neck, and the head, in pixels. */
const TAIL = 1.6;
const NECK = 4.6;
const HEAD = { long: 15, half: 10 };
/** So many pieces a leg is made of. */
const SMOOTH = 12;
/** How far a single leg bends aside, as a share of its length. */
const BEND = 0.1;

const along = ([ax, ay]: Point, [bx, by]: Point, t: number): Point => [ax + (bx - ax) * t, ay + (by - ay) * t];
const length = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);

/** A smooth line through points; a single leg bends a little, so that there and back lie side by side. */
export function curve(points: readonly Point[]): Point[] {
  const [first, second] = points;
  if (points.length === 2 && first && second) {
    const [dx, dy] = [second[0] - first[0], second[1] - first[1]];
    const bend: Point = [(first[0] + second[0]) / 2 - dy * BEND, (first[1] + second[1]) / 2 + dx * BEND];
    return Array.from({ length: SMOOTH + 1 }, (_, nth) => {
      const t = nth / SMOOTH;
      return along(along(first, bend, t), along(bend, second, t), t);
    });
  }
  const found: Point[] = points.length ? [points[0]!] : [];
  for (let nth = 1; nth < points.length; nth++) {
    const [a, b, c, d] = [points[nth - 2] ?? points[nth - 1]!, points[nth - 1]!, points[nth]!, points[nth + 1] ?? points[nth]!];
    for (let step = 1; step <= SMOOTH; step++) {
      const t = step / SMOOTH;
      const on = (axis: 0 | 1) =>
        0.5 * (2 * b[axis] + (c[axis] - a[axis]) * t + (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t + (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
      found.push([on(0), on(1)]);
    }
  }
  return found;
}

/** A line without so much of its beginning and its end. */
export function cut(line: readonly Point[], from: number, to: number): Point[] {
  const shorten = (line: readonly Point[], by: number): Point[] => {
    let left = by;
    for (let nth = 1; nth < line.length; nth++) {
      const far = length(line[nth - 1]!, line[nth]!);
      if (far > left) return [along(line[nth - 1]!, line[nth]!, left / far), ...line.slice(nth)];
      left -= far;
    }
    return [];
  };
  return shorten(shorten(line, from).reverse(), to).reverse();
}

/** An arrow over points as the outline of an area: thin at its tail, thick at its neck, and it ends before what stands at its end. */
export function arrow(points: readonly Point[], { pixel, from = 0, to = 0 }: ArrowStyle): string {
  const whole = curve(points);
  const all = whole.slice(1).reduce((sum, point, nth) => sum + length(whole[nth]!, point), 0);
  // Between neighbours there is always room for an arrow, if a small one.
  const room = Math.min(1, Math.max(0, all - 10 * pixel) / Math.max(1e-6, from + to));
  const line = cut(whole, from * room, to * room);
  const tip = line.at(-1);
  if (!tip || line.length < 2) return "";
  const long = line.slice(1).reduce((sum, point, nth) => sum + length(line[nth]!, point), 0);
  const size = pixel * Math.min(1, long / (1.6 * HEAD.long * pixel));
  const shaft = cut(line, 0, HEAD.long * size * 0.92);
  if (shaft.length < 2) return "";
  const [left, right]: [Point[], Point[]] = [[], []];
  let gone = 0;
  shaft.forEach(([x, y], nth) => {
    const before = shaft[nth - 1] ?? shaft[nth]!;
    const after = shaft[nth + 1] ?? shaft[nth]!;
    const far = length(before, after) || 1;
    const [nx, ny] = [-(after[1] - before[1]) / far, (after[0] - before[0]) / far];
    if (nth) gone += length(before, [x, y]);
    const half = size * (TAIL + (NECK - TAIL) * (gone / Math.max(1e-6, long)));
    left.push([x + nx * half, y + ny * half]);
    right.push([x - nx * half, y - ny * half]);
  });
  const neck = shaft.at(-1)!;
  const far = length(neck, tip) || 1;
  const [ux, uy] = [(tip[0] - neck[0]) / far, (tip[1] - neck[1]) / far];
  const back: Point = [tip[0] - ux * HEAD.long * size * 1.15, tip[1] - uy * HEAD.long * size * 1.15];
  const [wx, wy] = [-uy * HEAD.half * size, ux * HEAD.half * size];
  const outline: Point[] = [...left, [back[0] + wx, back[1] + wy], tip, [back[0] - wx, back[1] - wy], ...right.reverse()];
  return `${outline.map(([x, y], nth) => `${nth ? "L" : "M"}${figure(x)} ${figure(y)}`).join("")}Z`;
}
