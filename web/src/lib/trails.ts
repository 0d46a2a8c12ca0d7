// Arrows on the board: which way something went.

import { CELL, type Point } from "./geometry";

/** An arrow from one point to another, as a path; it ends a little before the point. */
export function arrow([x, y]: Point, [tx, ty]: Point): string {
  const length = Math.hypot(tx - x, ty - y) || 1;
  const [ux, uy] = [(tx - x) / length, (ty - y) / length];
  const [ex, ey] = [tx - ux * 0.3 * CELL, ty - uy * 0.3 * CELL];
  const [wx, wy] = [ex - ux * 9, ey - uy * 9];
  return `M${x} ${y}L${ex} ${ey}M${wx - uy * 6} ${wy + ux * 6}L${ex} ${ey}L${wx + uy * 6} ${wy - ux * 6}`;
}
