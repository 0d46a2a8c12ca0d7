// The outline of a set of spaces: what is common to two of them is no border.

import { figure, type Point } from "./geometry";

const key = ([x, y]: Point): string => `${Math.round(x * 10)},${Math.round(y * 10)}`;

/** The outlines of all these spaces together, as a path. Spaces that touch have corners in common. */
export function outline(spaces: Iterable<readonly (readonly Point[])[]>): string {
  /** Every side that belongs to one space alone, by where it begins. */
  const sides = new Map<string, { to: string; at: Point }[]>();
  const take = (from: string, to: string): boolean => {
    const there = sides.get(from);
    const nth = there?.findIndex((side) => side.to === to) ?? -1;
    if (nth < 0) return false;
    there!.splice(nth, 1);
    if (!there!.length) sides.delete(from);
    return true;
  };
  for (const rings of spaces) {
    for (const ring of rings) {
      ring.forEach((point, nth) => {
        const [from, to] = [key(point), key(ring[(nth + 1) % ring.length]!)];
        // A neighbour has the same side the other way round.
        if (from === to || take(to, from)) return;
        const there = sides.get(from);
        if (there) there.push({ to, at: point });
        else sides.set(from, [{ to, at: point }]);
      });
    }
  }
  let path = "";
  for (const [start] of [...sides]) {
    while (sides.has(start)) {
      let from = start;
      let letter = "M";
      for (let side = sides.get(from)?.[0]; side; side = sides.get(from)?.[0]) {
        path += `${letter}${figure(side.at[0])} ${figure(side.at[1])}`;
        letter = "L";
        take(from, side.to);
        from = side.to;
      }
      path += "Z";
    }
  }
  return path;
}
