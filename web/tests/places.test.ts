import { describe, expect, it } from "vitest";
import type { Board, Space } from "../src/api/types";
import { findPlaces, knownOf } from "../src/lib/places";

const space = (name: string, more: Partial<Space> = {}): Space => ({ name, centre: [0, 0], ground: "clear", letter: ".", ...more });
const board: Board = {
  title: "", width: 1, height: 1, layout: { kind: "areas" },
  spaces: [
    space("Saxony"), space("Lower Saxony"), space("W1234", { mark: { site: "city", letter: "o", label: "Neuchâtel" } }),
    space("W1235", { notes: ["Saxon plain"], land: "Prussia" }),
  ],
};

describe("finding a place", () => {
  it("by its beginning first, then by its words, then by what is said of it", () => {
    expect(findPlaces(board, "saxon")).toEqual([0, 3, 1]);
    expect(findPlaces(board, "  SAXONY ")).toEqual([0, 1]);
  });

  it("without accents, and by what is printed on it", () => {
    expect(findPlaces(board, "neuchatel")).toEqual([2]);
    expect(findPlaces(board, "w1234")).toEqual([2]);
  });

  it("nothing finds nothing", () => {
    expect(findPlaces(board, " ")).toEqual([]);
    expect(findPlaces(board, "xyz")).toEqual([]);
  });

  it("what is known of it", () => {
    expect(knownOf(board.spaces[2]!)).toEqual(["W1234", "City", "Open country"]);
    expect(knownOf(board.spaces[3]!)).toEqual(["Open country", "Prussia", "Saxon plain"]);
  });
});
