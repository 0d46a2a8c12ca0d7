import { describe, expect, it } from "vitest";
import type { LogLine, Piece, Sheet, Space, Table } from "../src/api/types";
import { ago, brief, commonStart, count, counted, describeSpace, ending, heldBy, holder, list, markName, moment, outcome, reason, seatRange, track } from "../src/lib/format";
import { bySection, findRules, topics } from "../src/lib/rules";
import { glyph, isLeader } from "../src/lib/symbols";

const sheets = [{ name: "Blue" }, { name: "Red" }] as Sheet[];
const space: Space = { name: "3,4", centre: [3.5, 4.5], ground: "land-blue", letter: ".", land: "Blue", mark: { symbol: "town-red-infantry", letter: "i", label: "Port" } };

describe("words", () => {
  it("does not repeat a name that stands before a label", () => {
    expect(brief("English infantry goes aboard", "2 English infantry")).toBe("Goes aboard");
    expect(brief("The English frigate 2 sails to Malta", "English frigate 2")).toBe("Sails to Malta");
    expect(brief("Inf #11 fires", "Inf #1")).toBe("Inf #11 fires");
  });

  it("says once what several begin with", () => {
    expect(commonStart(["Advances to Poland", "Advances to Saxony", "Advances to Upper Saxony"])).toBe("Advances to");
    expect(commonStart(["Lose infantry", "Lose cavalry"])).toBe("");
    expect(commonStart(["Stay", "Stay here", "Stay there"])).toBe("");
    expect(commonStart(["Fire", "Retreat to Baden", "Hold"])).toBe("");
  });

  it("counts and lists", () => {
    expect(count(1, "rule")).toBe("1 rule");
    expect(count(0, "rule")).toBe("0 rules");
    expect(counted({ name: "pips", value: "1" })).toBe("pip");
    expect(counted({ name: "pips", value: "3" })).toBe("pips");
    expect(counted({ name: "access", value: "1" })).toBe("access");
    expect(list(["a", "b", "c"])).toBe("a, b and c");
    expect(seatRange({ min: 2, max: 5 })).toBe("2 to 5 players");
    expect(seatRange({ min: 1, max: 1 })).toBe("1 player");
    expect(track({ title: "Round", at: 3, end: null })).toBe("Round 3");
    expect(track({ title: "Round", at: 3, end: 9 })).toBe("Round 3 of 9");
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
    const piece = { name: "Red infantry", look: { badges: ["in-hand"] } } as Piece;
    expect(describeSpace(space, [piece])).toBe("Port, 3,4, red town with the sign of infantry, Blue, Red infantry, in hand");
    expect(describeSpace({ ...space, mark: undefined, ground: "forest" } as unknown as Space, [])).toBe("3,4, forest, Blue");
  });

  it("names what is printed on a space", () => {
    expect(markName("town-red-cavalry")).toBe("red town with the sign of cavalry");
    expect(markName("town-yellow")).toBe("yellow town");
    expect(markName("capital")).toBe("capital");
    expect(markName("start-infantry")).toBe("starting place of infantry");
  });

  it("says who holds a space", () => {
    const table = {
      seats: [{ name: "Blue and Red", tints: ["blue", "red"] }, { name: "Green", tints: ["green"] }],
      overlays: [
        { kind: "held", tint: "red", spaces: [{ board: 0, space: 4 }] },
        { kind: "target", spaces: [{ board: 0, space: 4 }] },
      ],
    } as unknown as Table;
    expect(heldBy(table, { board: 0, space: 4 })).toEqual(["held by Blue and Red"]);
    expect(heldBy(table, { board: 0, space: 5 })).toEqual([]);
  });

  it("tells time", () => {
    expect(ago(0, 30_000)).toBe("just now");
    expect(ago(0, 3_600_000 * 5)).toBe("5 hours ago");
    expect(moment("1970-01-01T00:00:01Z")).toBe(1000);
    expect(moment(1_700_000_000)).toBe(1_700_000_000_000);
    expect(moment(1_700_000_000_000)).toBe(1_700_000_000_000);
  });
});

describe("rules", () => {
  const rules = [
    { id: "X-1-a", section: "1", topic: "setup", text: "Lay out the map." },
    { id: "X-2-a", section: "2", topic: "movement", text: "Infantry walks." },
    { id: "X-2-b", section: "2", topic: "movement", text: "Cavalry rides.", interpretation: "Never swims." },
  ];

  it("are found by words and by id", () => {
    expect(findRules(rules, "").length).toBe(3);
    expect(findRules(rules, "cavalry SWIMS").map((rule) => rule.id)).toEqual(["X-2-b"]);
    expect(findRules(rules, "x-1").map((rule) => rule.id)).toEqual(["X-1-a"]);
    expect(bySection(rules).map(({ section, rules: list }) => [section, list.length])).toEqual([["1", 1], ["2", 2]]);
  });

  it("a section is about what at least half of its rules are about", () => {
    const rule = (section: string, topic: string) => ({ id: "", text: "", section, topic });
    const all = [rule("1", "setup"), rule("1", "map"), rule("1", "cards"), rule("2", "setup"), rule("2", "first-turn"), rule("2", "first-turn")];
    expect([...topics(all)]).toEqual([["2", "First turn"]]);
  });
});

describe("symbols", () => {
  it("a key has the drawing of a word in it", () => {
    expect(glyph("town-red-cavalry")).toBe("g-cavalry");
    expect(glyph("something-else")).toBeNull();
    expect(glyph(undefined)).toBeNull();
    expect(isLeader("general")).toBe(true);
  });
});
