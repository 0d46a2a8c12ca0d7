import { describe, expect, it } from "vitest";
import type { LogLine } from "../src/api/types";
import { momentsOf, placeOf } from "../src/lib/moments";

const line = (entry: number, undone = false): LogLine => ({ entry, undone, text: "", seat: 0, spaces: [] });
const undo = (entry: number, back_to: number): LogLine => ({ ...line(entry), kind: "undo", back_to });
const none: ReadonlySet<number> = new Set();

describe("the moments of a game", () => {
  it("are all of its entries, from where it can be shown", () => {
    expect(momentsOf({ origin: 2, number: 5, log: [], fallen: none })).toEqual([2, 3, 4, 5]);
  });

  it("leave out what was taken back, and what took it back", () => {
    const log = [line(1), line(2, true), line(3, true), undo(4, 1), line(5)];
    expect(momentsOf({ origin: 0, number: 5, log, fallen: none })).toEqual([0, 1, 5]);
    // One undo after the other, and a move of which nothing was told.
    expect(momentsOf({ origin: 0, number: 6, log: [line(1), undo(4, 2), undo(5, 1)], fallen: none })).toEqual([0, 1, 6]);
    // What follows something that was taken back is not for that the taking back.
    expect(momentsOf({ origin: 0, number: 3, log: [line(2, true), line(3)], fallen: none })).toEqual([0, 1, 3]);
  });

  it("leave out what nobody has told but is known to have fallen", () => {
    expect(momentsOf({ origin: 0, number: 4, log: [line(1)], fallen: new Set([2, 3]) })).toEqual([0, 1, 4]);
  });

  it("have their places", () => {
    const moments = [0, 1, 5, 6];
    expect([0, 1, 2, 4, 5, 6, 9].map((at) => placeOf(moments, at))).toEqual([0, 1, 1, 1, 2, 3, 3]);
  });
});
