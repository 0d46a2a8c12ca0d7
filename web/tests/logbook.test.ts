import { describe, expect, it } from "vitest";
import type { LogLine } from "../src/api/types";
import { entryOf, foldLog } from "../src/lib/logbook";

const at = (space: number) => ({ board: 0, space });
const line = (entry: number, more: Partial<LogLine> = {}): LogLine => ({ entry, undone: false, text: `line ${entry}`, seat: 1, spaces: [], ...more });
const step = (entry: number, from: number, to: number, who = "An Austrian block", more: Partial<LogLine> = {}) =>
  line(entry, { march: { who, from: at(from), to: at(to) }, ...more });
const kinds = (lines: LogLine[]) => foldLog(lines).map(({ kind }) => kind);

describe("a march", () => {
  it("is one line, from where it began to where it ended", () => {
    const items = foldLog([line(1), step(2, 5, 6), step(3, 6, 7), line(4)]);
    expect(items.map(({ kind }) => kind)).toEqual(["line", "march", "line"]);
    expect(items[1]).toMatchObject({ who: "An Austrian block", way: [at(5), at(6), at(7)] });
    expect(items.map(entryOf)).toEqual([1, 3, 4]);
  });

  it("of one step is told in its own words", () => {
    expect(kinds([step(1, 5, 6), step(2, 8, 9)])).toEqual(["line", "line"]);
  });

  it("ends where another marches, another leads, or the way does not go on", () => {
    expect(kinds([step(1, 5, 6), step(2, 6, 7, "A Prussian block")])).toEqual(["line", "line"]);
    expect(kinds([step(1, 5, 6), step(2, 6, 7, "An Austrian block", { seat: 0 })])).toEqual(["line", "line"]);
    expect(kinds([step(1, 5, 6), line(2), step(3, 6, 7)])).toEqual(["line", "line", "line"]);
  });
});

describe("what was taken back", () => {
  it("is one item that counts the moves, not the lines", () => {
    const items = foldLog([line(1), line(2, { undone: true }), line(2, { undone: true }), line(3, { undone: true }), line(4)]);
    expect(items.map(({ kind }) => kind)).toEqual(["line", "undone", "line"]);
    expect(items[1]).toMatchObject({ moves: 2, key: 2 });
  });

  it("takes along what took it back", () => {
    const lines = [line(1), line(2, { undone: true }), line(3, { kind: "undo", back_to: 1 }), line(4)];
    const items = foldLog(lines);
    expect(items.map(({ kind }) => kind)).toEqual(["line", "undone", "line"]);
    expect(items[1]).toMatchObject({ moves: 1, lines: [lines[1], lines[2]] });
    // Of a move that was made in silence only the taking back is told.
    expect(foldLog([line(3, { kind: "undo", back_to: 1 })])).toMatchObject([{ kind: "undone", moves: 1 }]);
  });

  it("does not belong to a march that goes on", () => {
    expect(kinds([step(1, 5, 6), step(2, 6, 7, undefined, { undone: true }), step(4, 6, 8)])).toEqual(["line", "undone", "line"]);
  });
});
