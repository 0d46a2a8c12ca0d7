import { describe, expect, it } from "vitest";
import type { Battle, Patch, Piece, Table } from "../src/api/types";
import { applyLog, applyPatch } from "../src/lib/patch";

const piece = (key: number, space: number, more: Partial<Piece> = {}) =>
  ({ key, at: { kind: "space", board: 0, space }, print: { form: "block", letter: "F", name: `Block ${key}`, tint: "blue" }, facing: "open", ...more }) as Piece;
const track = (title: string, at = 1) => ({ title, at, end: null });
const table = (more: Partial<Table> = {}): Table => ({
  prompt: { key: "move", text: "Move." }, to_act: [0], seats: [], pieces: [piece(2, 5), piece(4, 6, { steps: { least: 1, most: 4, now: 3 } })],
  hands: [], tracks: [track("a"), track("b"), track("c")], overlays: [], choices: [], outcome: null, ...more,
});

describe("a patch", () => {
  it("that says nothing changes nothing", () => {
    expect(applyPatch(table(), {})).toEqual(table());
  });

  it("makes lists of runs of the old one and of new items", () => {
    const { tracks } = applyPatch(table(), { tracks: [[2, 1], track("d", 7), [0, 2]] });
    expect(tracks).toEqual([track("c"), track("d", 7), track("a"), track("b")]);
    expect(applyPatch(table(), { tracks: [] }).tracks).toEqual([]);
  });

  it("changes pieces by key, takes some away and puts new ones in key order", () => {
    const changed: Patch = {
      gone: [2], pieces: [{ key: 4, at: { kind: "hand", hand: 1 }, badges: ["moved"] }, { ...piece(3, 9) }, { key: 77, facing: "hidden" }],
    };
    const { pieces } = applyPatch(table(), changed);
    expect(pieces.map(({ key }) => key)).toEqual([3, 4]);
    expect(pieces[1]).toEqual(piece(4, 6, { steps: { least: 1, most: 4, now: 3 }, at: { kind: "hand", hand: 1 }, badges: ["moved"] }));
  });

  it("takes away what is null, and lists that are not written when they are empty", () => {
    const old = table({ pieces: [piece(1, 1, { badges: ["moved"], text: "Waits.", count: 2 })] });
    const patch = { pieces: [{ key: 1, text: null, count: null, badges: [] }] } as unknown as Patch;
    expect(applyPatch(old, patch).pieces).toEqual([piece(1, 1)]);
  });

  it("begins, continues and ends a battle", () => {
    const fighter = (key: number) => ({ piece: key, side: 0, turn: "acts" as const, notes: [], figures: [] });
    const battle: Battle = { at: { board: 0, space: 1 }, title: "Battle", stage: "Round 1", notes: [], sides: [], fighters: [fighter(1), fighter(2)] };
    const begun = applyPatch(table(), { battle });
    expect(begun.battle).toEqual(battle);
    const later = applyPatch(begun, { fight: { stage: "Round 2", fighters: [[1, 1]] } });
    expect(later.battle).toEqual({ ...battle, stage: "Round 2", fighters: [fighter(2)] });
    expect(applyPatch(later, { battle: null } as unknown as Patch)).toEqual(table());
  });

  it("sets the outcome, and takes it back", () => {
    const outcome = { reason: "towns", scores: [1, 0], winners: [0] };
    const over = applyPatch(table(), { outcome });
    expect(over.outcome).toEqual(outcome);
    expect(applyPatch(over, { outcome: null } as unknown as Patch)).toEqual(table());
  });
});

describe("the log", () => {
  const line = (entry: number, undone = false) => ({ entry, undone, text: `line ${entry}`, seat: null, spaces: [] });

  it("goes on, and marks what was taken back", () => {
    expect(applyLog([line(1)], [line(2)])).toEqual([line(1), line(2)]);
    expect(applyLog([line(1), line(2), line(3)], [line(5)], [[2, 4]])).toEqual([line(1), line(2, true), line(3, true), line(5)]);
    expect(applyLog([line(2, true)], [], [])).toEqual([line(2)]);
  });
});
