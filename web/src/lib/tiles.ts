// Which tiles of a picture are wanted for a view.

import type { Picture } from "../api/types";
import type { Box } from "./geometry";

export interface Tile extends Box {
  level: number;
  column: number;
  row: number;
}

export const tileKey = ({ level, column, row }: Tile): string => `${level}/${column}/${row}`;

/** Where a tile is fetched; by night the map is printed in other colours. */
export const tileAddress = (game: string, board: number, { version }: Picture, tile: Tile, night = false): string =>
  `/api/catalog/${encodeURIComponent(game)}/boards/${board}/tiles/${version}${night ? "-night" : ""}/${tileKey(tile)}`;

/** So much smaller than a pixel nobody sees the difference. */
const SLACK = 0.99;

/**
 * The level to show when the picture is so many points wide on the screen: lettered for about that width, and with at
 * least a pixel for each of the screen's.
 */
export function levelFor({ levels }: Picture, points: number, density: number): number {
  const off = (number: number) => Math.abs(Math.log(levels[number]!.points / points));
  let best = 0;
  levels.forEach((level, number) => {
    const other = levels[best]!;
    if (level.points !== other.points ? off(number) < off(best) : other.width < points * density * SLACK) best = number;
  });
  return best;
}

/** The tiles of a level that show something of a part of the picture, given in shares of its width and height. */
export function tilesIn({ levels, tile }: Picture, level: number, part: Box): Tile[] {
  const { width, height } = levels[level]!;
  const range = (from: number, size: number, pixels: number): number[] => {
    const last = Math.ceil(pixels / tile) - 1;
    const first = Math.max(0, Math.floor((from * pixels) / tile));
    const end = Math.min(last, Math.ceil(((from + size) * pixels) / tile) - 1);
    return Array.from({ length: Math.max(0, end - first + 1) }, (_, nth) => first + nth);
  };
  const [columns, rows] = [range(part.x, part.width, width), range(part.y, part.height, height)];
  return rows.flatMap((row) =>
    columns.map((column) => ({
      level, column, row,
      x: (column * tile) / width,
      y: (row * tile) / height,
      width: Math.min(tile, width - column * tile) / width,
      height: Math.min(tile, height - row * tile) / height,
    })),
  );
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const grown = ({ x, y, width, height }: Box, share: number): Box => ({
  x: x - width * share, y: y - height * share, width: width * (1 + 2 * share), height: height * (1 + 2 * share),
});

/** Whether all of `b` lies in `a`. */
export const holds = (a: Box, b: Box): boolean =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height;
