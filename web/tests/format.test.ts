import { describe, expect, it } from "vitest";
import type { LogLine, Piece, Sheet, Space, Table } from "../src/api/types";
import { ago, chance, cost, count, describeSpace, ending, heldBy, holder, list, moment, needed, outcome, reason, seatRange, track } from "../src/lib/format";

const sheets = [{ name: "Blue" }, { name: "Red" }] as Sheet[];
const space: Space = { name: "3,4", centre: [3.5, 4.5], ground: "clear", letter: ".", land: "Blue", mark: { site: "infantry-town", letter: "i", label: "Port" } };

describe("words", () => {
  it("counts and lists", () => {
    expect(count(1, "rule")).toBe("1 rule");
    expect(count(0, "rule")).toBe("0 rules");
    expect(cost({ halves: 2, currency: "action-point" })).toBe("1 action point");
    expect([1, 4, 5].map((halves) => cost({ halves, currency: "mp" }))).toEqual(["½ MP", "2 MP", "2½ MP"]);
    expect(list(["a", "b", "c"])).toBe("a, b and c");
    expect(seatRange({ min: 2, max: 5 })).toBe("2 to 5 players");
    expect(seatRange({ min: 1, max: 1 })).toBe("1 player");
    expect(track({ title: "Round", at: 3, end: null })).toBe("Round 3");
    expect(track({ title: "Round", at: 3, end: 9 })).toBe("Round 3 of 9");
  });

  it("says chances in whole percent, and nothing is sure that is not", () => {
    const of = (hits: number, of: number) => chance({ hits, of, goal: "" });
    expect([of(21, 36), of(0, 6), of(6, 6), of(1, 1296), of(1295, 1296)]).toEqual(["58 %", "0 %", "100 %", "1 %", "99 %"]);
  });

  it("says what dice had to show", () => {
    expect(needed({ bonus: 1, needed: { kind: "total", least: 7 }, success: true })).toBe("7 or more needed");
    expect(needed({ bonus: 0, needed: { kind: "each", most: 3 }, success: true })).toBe("3 or less needed");
    expect(needed({ bonus: 0, success: true })).toBe("");
  });

  it("says who sits where", () => {
    expect(holder({ kind: "human" }, 1)).toBe("Player 2");
    expect(holder({ kind: "human", name: "Ney" }, 1)).toBe("Ney");
    expect(holder({ kind: "bot", level: "fair" }, 1, [{ level: "fair", title: "Fair" }])).toBe("Fair (computer)");
    expect(holder({ kind: "bot", level: "fair" }, 1)).toBe("Fair (computer)");
  });

  it("says how it ended", () => {
    expect(outcome({ winners: [1], reason: "time-limit", scores: [] }, sheets)).toBe("Victory for Red.");
    expect(outcome({ winners: [0, 1], reason: "towns", scores: [] }, sheets)).toBe("Victory for Blue and Red.");
    expect(outcome({ winners: [], reason: "draw", scores: [] }, sheets)).toBe("A draw.");
    const won = { winners: [0], reason: "lone-strategic", scores: [] };
    expect(ending(won, ["Ney", "Karl"])).toBe("Over: Ney won");
    expect(ending({ ...won, winners: [0, 1] }, ["Ney", "Karl"], [1])).toBe("Over: Ney and you won");
    expect(ending({ ...won, winners: [] }, ["Ney", "Karl"])).toBe("Over: a draw");
    const left = { winners: [], reason: "abandoned", scores: [] };
    expect(outcome(left, sheets)).toBe("Abandoned.");
    expect(ending(left, ["Ney", "Karl"])).toBe("Over: abandoned");
    expect(outcome({ ...left, reason: "resigned" }, sheets)).toBe("Resigned.");
    const line = (text: string, undone = false) => ({ text, undone }) as LogLine;
    expect(reason(won, [line("France holds Vienna"), line("Taken back", true)])).toBe("France holds Vienna.");
    expect(reason(won, [])).toBe("The game is over: lone strategic.");
  });

  it("describes a space to somebody who cannot see it", () => {
    const piece = { print: { name: "Red infantry" }, badges: ["in-hand"] } as Piece;
    expect(describeSpace(space, [piece])).toBe("Port, 3,4, Town that raises infantry, Open country, Blue, Red infantry, Being moved");
    expect(describeSpace({ ...space, mark: undefined, ground: "forest" } as unknown as Space, [])).toBe("3,4, Forest, Blue");
  });

  it("says who holds a space", () => {
    const table = {
      seats: [{ name: "Blue and Red", tints: ["blue", "red"] }, { name: "Green", tints: ["green"] }],
      overlays: [
        { kind: "held", tint: "red", spaces: [{ board: 0, runs: [[4, 4]] }] },
        { kind: "target", spaces: [{ board: 0, runs: [[4, 4]] }] },
      ],
    } as unknown as Table;
    expect(heldBy(table, table.overlays, { board: 0, space: 4 })).toEqual(["Controlled by Blue and Red"]);
    expect(heldBy(table, table.overlays, { board: 0, space: 5 })).toEqual([]);
  });

  it("tells time", () => {
    expect(ago(0, 30_000)).toBe("just now");
    expect(ago(0, 3_600_000 * 5)).toBe("5 hours ago");
    expect(moment("1970-01-01T00:00:01Z")).toBe(1000);
    expect(moment(1_700_000_000)).toBe(1_700_000_000_000);
    expect(moment(1_700_000_000_000)).toBe(1_700_000_000_000);
  });
});
