import { describe, expect, it } from "vitest";
import type { Picture } from "../src/api/types";
import { grown, levelFor, overlap, tileAddress, tileKey, tilesIn } from "../src/lib/tiles";

const level = (points: number, density: number) => ({ points, width: points * density, height: (points * density) / 2 });
const picture: Picture = {
  version: "0123456789abcdef", left: 0, top: 0, width: 4000, height: 2000, tile: 512,
  levels: [level(1000, 0.5), level(1000, 1), level(1000, 2), level(2000, 1), level(2000, 2), level(4000, 1), level(4000, 2)],
};
const ALL = { x: 0, y: 0, width: 1, height: 1 };

describe("levels", () => {
  it("letters are about as large as they were meant to be, and no pixel is stretched", () => {
    for (const density of [1, 1.5, 2, 3]) {
      for (let points = 300; points < 12_000; points *= 1.1) {
        const { points: meant, width } = picture.levels[levelFor(picture, points, density)]!;
        if (points < 4000) expect(Math.max(points / meant, 1000 < points ? meant / points : 0)).toBeLessThan(1.42);
        if (points * density < 1000 * Math.min(2, meant / 1000)) expect(width).toBeGreaterThanOrEqual(points * density * 0.99);
      }
    }
  });

  it("a small view takes the small picture", () => {
    expect(levelFor(picture, 400, 1)).toBe(0);
    expect(levelFor(picture, 1000, 1)).toBe(1);
    expect(levelFor(picture, 1000, 2)).toBe(2);
    expect(levelFor(picture, 2000, 1)).toBe(3);
    expect(levelFor(picture, 100_000, 2)).toBe(6);
  });
});

describe("tiles", () => {
  it("cover the whole, without gap or overlap", () => {
    for (let number = 0; number < picture.levels.length; number++) {
      const tiles = tilesIn(picture, number, ALL);
      expect(tiles.reduce((sum, { width, height }) => sum + width * height, 0)).toBeCloseTo(1);
      expect(new Set(tiles.map(tileKey)).size).toBe(tiles.length);
    }
    expect(tilesIn(picture, 0, ALL)).toHaveLength(1);
  });

  it("are only those that show something of the part, and none beyond the picture", () => {
    const part = { x: 0.4, y: 0.3, width: 0.2, height: 0.3 };
    const [some, all] = [tilesIn(picture, 6, part), tilesIn(picture, 6, ALL)];
    expect(some).toEqual(all.filter((tile) => overlap(tile, part)));
    expect(tilesIn(picture, 6, grown(ALL, 2))).toEqual(all);
    expect(tilesIn(picture, 6, { x: 1.5, y: 0, width: 1, height: 1 })).toEqual([]);
  });

  it("have an address that changes with the picture", () => {
    const [tile] = tilesIn(picture, 3, ALL);
    expect(tileAddress("alliance", 0, picture, tile!)).toBe("/api/catalog/alliance/boards/0/tiles/0123456789abcdef/3/0/0");
    expect(tileAddress("alliance", 0, picture, tile!, true)).toBe("/api/catalog/alliance/boards/0/tiles/0123456789abcdef-night/3/0/0");
  });
});
