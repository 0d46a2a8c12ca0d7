import { describe, expect, it } from "vitest";
import type { Board, Overlay, Piece, Sheet, Table } from "../src/api/types";
import { changesFor, isAny, standsAnywhere } from "../src/lib/summary";

const boards = [{ layout: { kind: "areas" } }, { layout: { kind: "mat" } }] as unknown as Board[];
const piece = (key: number, name: string, more: Partial<Piece> = {}): Piece => ({
  key, at: { kind: "space", board: 0, space: key }, facing: "open", print: { form: "block", letter: "F", name, tint: "blue" }, ...more,
});
const sheet = (more: Partial<Sheet> = {}): Sheet => ({ seat: 0, name: "France", tints: ["blue", "brown"], alive: true, ...more });
const table = (pieces: Piece[], france = sheet(), more: Partial<Table> = {}): Table => ({
  prompt: { key: "", text: "" }, to_act: [], seats: [france, { seat: 1, name: "Britain", tints: ["red", "brown"], alive: true }], pieces, hands: [],
  tracks: [], overlays: [], choices: [], outcome: null, ...more,
});
const steps = (now: number) => ({ steps: { least: 1, most: 4, now } });
const changes = (before: Table, after: Table) => changesFor(0, before, after, boards);

describe("what has changed for a seat", () => {
  it("is nothing if only others' pieces and its own places have", () => {
    const before = table([piece(1, "Inf #1"), piece(2, "B", { print: { form: "block", letter: "B", name: "B", tint: "red" } })]);
    const after = table([piece(1, "Inf #1", { at: { kind: "space", board: 0, space: 9 } })]);
    expect(isAny(changes(before, after))).toBe(false);
  });

  it("are pieces that left the maps or came to them, by name", () => {
    const before = table([piece(1, "Inf #1"), piece(2, "infantry", { count: 3 }), piece(3, "Pawn", { at: { kind: "space", board: 1, space: 0 } })]);
    const after = table([piece(1, "Inf #1", { at: { kind: "hand", hand: 0 } }), piece(5, "infantry", { count: 1 }), piece(6, "Cav #1")]);
    const { lost, gained } = changes(before, after);
    expect(lost).toEqual([{ name: "Inf #1", tint: "blue", count: 1 }, { name: "infantry", tint: "blue", count: 2 }]);
    expect(gained).toEqual([{ name: "Cav #1", tint: "blue", count: 1 }]);
  });

  it("cannot be told before anything stands on the maps", () => {
    expect(standsAnywhere(table([piece(1, "Inf #1")]), 0, boards)).toBe(true);
    expect(standsAnywhere(table([piece(1, "Inf #1", { at: { kind: "hand", hand: 0 } })]), 0, boards)).toBe(false);
  });

  it("leaves out colours that others have too, and cards", () => {
    const minor = piece(1, "Minor", { print: { form: "block", letter: "m", name: "Minor", tint: "brown" } });
    const card = piece(2, "Card", { print: { form: "card", letter: "c", name: "Card", tint: "blue" } });
    expect(isAny(changes(table([minor, card]), table([])))).toBe(false);
  });

  it("are blocks that were worn down", () => {
    const { worn } = changes(table([piece(1, "Inf #1", steps(3))]), table([piece(1, "Inf #1", steps(1))]));
    expect(worn).toEqual([{ name: "Inf #1", tint: "blue", from: 3, to: 1 }]);
  });

  it("are figures, once each", () => {
    const gauges = (gold: number, blocks: number) => [{ name: "Gold", value: gold }, { name: "Blocks", value: blocks }];
    const part = (name: string, blocks: number, towns: string) =>
      ({ name, tint: "brown" as const, gauges: [{ name: "Blocks", value: blocks }, { name: "Towns", value: towns }] });
    const before = table([], sheet({ gauges: gauges(5, 8), parts: [part("Spain", 8, "2 of 5"), part("Holland", 1, "0 of 1")] }));
    const after = table([], sheet({ gauges: gauges(3, 8), parts: [part("Spain", 7, "1 of 5"), part("Saxony", 1, "1 of 1")] }));
    const { figures, powersLost, powersWon } = changes(before, after);
    expect(figures).toEqual([
      { of: "", name: "Gold", from: 5, to: 3, by: -2 },
      { of: "Spain", name: "Towns", from: "2 of 5", to: "1 of 5", by: null },
    ]);
    expect([powersLost, powersWon]).toEqual([["Holland"], ["Saxony"]]);
  });

  it("are spaces, where it is known who holds them", () => {
    const held = (first: number, last: number): Overlay[] => [{ kind: "held", tint: "blue", spaces: [{ board: 0, runs: [[first, last]] }] }];
    const { spacesLost, spacesWon } = changesFor(0, table([]), table([]), boards, held(3, 5), held(4, 6));
    expect([spacesLost, spacesWon]).toEqual([[{ board: 0, space: 3 }], [{ board: 0, space: 6 }]]);
  });
});
