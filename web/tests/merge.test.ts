import { describe, expect, it } from "vitest";
import { ApiError, isPassing } from "../src/api/client";
import type { LogLine, Piece, Table, View } from "../src/api/types";
import { arrivals, arrivedBefore, isNewer, logFrom, mergeLog, recent, staleNotice } from "../src/lib/merge";

const line = (entry: number, text = `line ${entry}`, undone = false): LogLine => ({ entry, undone, text, seat: null, spaces: [] });
const view = (number: number, more: Partial<View> = {}) => ({ id: "a", number, seat: 0, log: [], ...more }) as unknown as View;

describe("what is stale", () => {
  it("an older answer never takes the place of a newer view", () => {
    expect(isNewer(null, view(1))).toBe(true);
    expect(isNewer(view(5), view(4))).toBe(false);
    expect(isNewer(view(5), view(5))).toBe(true);
    expect(isNewer(view(5), view(4, { seat: 1 }))).toBe(true);
  });

  it("says what was not played and what happened meanwhile", () => {
    const now = view(8, { log: [line(6), line(7, "Blue moves."), line(8, "Red waits", true)] });
    expect(staleNotice("Done", 6, now)).toBe("“Done” was not played: the table had moved on. Meanwhile: Blue moves. Look again.");
    expect(staleNotice("Done", 9, now)).toBe("“Done” was not played: the table had moved on. Look again.");
  });

  it("knows an action of one's own whose answer was lost", () => {
    const now = view(8, { log: [{ ...line(7), seat: 0 }, line(8)] });
    expect(arrivedBefore(now, 6, 0)).toBe(true);
    expect(arrivedBefore(now, 6, 1)).toBe(false);
    expect(arrivedBefore(now, 7, 0)).toBe(false);
  });

  it("only what may pass by itself is worth sending again", () => {
    expect(isPassing(new ApiError(0, "", ""))).toBe(true);
    expect(isPassing(new ApiError(503, "", ""))).toBe(true);
    expect(isPassing(new ApiError(422, "", ""))).toBe(false);
    expect(isPassing(new Error("x"))).toBe(false);
  });
});

describe("pieces that come", () => {
  const piece = (id: number, board: number | null, space = 0) =>
    ({ key: id, at: board === null ? { kind: "hand", hand: 0 } : { kind: "space", board, space } }) as Piece;
  const table = (...pieces: Piece[]) => ({ pieces }) as Table;

  it("are noticed on the board where they come to stand", () => {
    const old = table(piece(1, 0), piece(2, null), piece(3, 1));
    expect(arrivals(old, old)).toEqual(new Set());
    expect(arrivals(old, table(piece(1, 0, 5), piece(2, null), piece(3, 1)))).toEqual(new Set([0]));
    expect(arrivals(old, table(piece(1, 0), piece(2, 1), piece(3, null), piece(4, 1, 2)))).toEqual(new Set([1]));
  });
});

describe("the log", () => {
  it("keeps what is older than what was asked for again", () => {
    const old = [line(0), line(1), line(2)];
    expect(mergeLog(old, [line(2, "taken back", true), line(3)], 2).map((l) => [l.entry, l.undone])).toEqual([
      [0, false], [1, false], [2, true], [3, false],
    ]);
    expect(mergeLog(old, [line(5)], 0)).toEqual([line(5)]);
  });

  it("is asked for again a little way back", () => {
    expect(logFrom(null)).toBe(0);
    expect(logFrom(view(10))).toBe(0);
    expect(logFrom(view(100))).toBe(40);
  });

  it("knows what happened since one's own last action", () => {
    const now = view(6, { log: [line(3), line(4), line(5, "taken back", true), line(6)] });
    const entries = (mark: number, past: number | null) => recent(now, mark, past).map((l) => l.entry);
    expect(entries(3, null)).toEqual([4, 6]);
    expect(entries(6, null)).toEqual([6]);
    expect(entries(3, 4)).toEqual([4]);
  });
});
