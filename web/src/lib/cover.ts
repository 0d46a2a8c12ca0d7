// What lies over the map, and how much of the map it leaves.

import type { Box, Point } from "./geometry";

const size = ({ width, height }: Box): number => Math.max(0, width) * Math.max(0, height);

/** The largest part of a frame that none of these boxes covers, cut off along their edges one after the other. */
export function uncovered(frame: Box, covers: readonly Box[]): Box {
  const [first, ...rest] = covers.filter((cover) => meets(frame, cover));
  if (!first) return frame;
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height];
  const parts: Box[] = [
    { ...frame, width: first.x - frame.x },
    { ...frame, height: first.y - frame.y },
    { ...frame, x: first.x + first.width, width: right - first.x - first.width },
    { ...frame, y: first.y + first.height, height: bottom - first.y - first.height },
  ];
  const left = parts.filter(({ width, height }) => width > 0 && height > 0).map((part) => uncovered(part, rest));
  return left.reduce((best, part) => (size(part) > size(best) ? part : best), { ...frame, width: 0, height: 0 });
}

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * How to move the paper so that all these points lie in the free part of the frame, `room` pixels from its edges: nothing if they do.
 * It is moved no farther than it must be, and made smaller only if they find no room as it is. `at` is how it lies: pixels = x + k * units.
 */
export function bring(points: readonly Point[], free: Box, room: number, at: { x: number; y: number; k: number }): { x: number; y: number; k: number } | null {
  if (!points.length || free.width <= 2 * room || free.height <= 2 * room) return null;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const k = Math.min(
    at.k, (free.width - 2 * room) / Math.max(1e-6, right - left), (free.height - 2 * room) / Math.max(1e-6, bottom - top),
  );
  // What is in the middle of the view stays there when it is made smaller.
  const shrunk = { x: free.x + free.width / 2 - ((free.x + free.width / 2 - at.x) * k) / at.k, y: free.y + free.height / 2 - ((free.y + free.height / 2 - at.y) * k) / at.k };
  const within = (offset: number, low: number, high: number, from: number, to: number) =>
    offset + Math.max(0, from + room - (low * k + offset)) - Math.max(0, high * k + offset - (to - room));
  const x = within(shrunk.x, left, right, free.x, free.x + free.width);
  const y = within(shrunk.y, top, bottom, free.y, free.y + free.height);
  const same = Math.abs(x - at.x) < 0.5 && Math.abs(y - at.y) < 0.5 && k === at.k;
  return same ? null : { x, y, k };
}

/** How much farther away something is laid, in pixels, before another point is covered. */
const GAPS = [0, 25, 50, 75, 100];

/**
 * Where to lay a box of a size beside a point of a frame, at least `away` from it: so that it covers as few as possible of the points that
 * one may want to click next, and then as near as possible.
 */
export function beside(
  [x, y]: Point, away: number, { width, height }: { width: number; height: number }, room: { width: number; height: number }, keep: readonly Point[],
): Point {
  const edge = 8;
  let best: { cost: number; at: Point } | null = null;
  for (const [nth, gap] of GAPS.entries()) {
    const far = away + gap;
    const sides: Point[] = [[x + far, y - height / 2], [x - far - width, y - height / 2], [x - width / 2, y + far], [x - width / 2, y - far - height]];
    for (const [side, [left, top]] of sides.entries()) {
      const at: Point = [
        Math.max(edge, Math.min(left, room.width - width - edge)), Math.max(edge, Math.min(top, room.height - height - edge)),
      ];
      const covers = ([px, py]: Point, by: number) => px > at[0] - by && px < at[0] + width + by && py > at[1] - by && py < at[1] + height + by;
      const cost = 100 * keep.filter((point) => covers(point, 10)).length + (covers([x, y], away * 0.7) ? 1000 : 0) + 4 * nth + side;
      if (!best || cost < best.cost) best = { cost, at };
    }
  }
  return best?.at ?? [edge, edge];
}
