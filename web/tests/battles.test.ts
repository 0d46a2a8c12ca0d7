import { describe, expect, it } from "vitest";
import type { Battle, Board, Piece, Table, Tint } from "../src/api/types";
import { type BattleRecord, type BattleReport, expectedTolls, expectedVictory, followBattle, tolls } from "../src/lib/battles";

const boards = [{ layout: { kind: "areas" } }] as unknown as Board[];
const block = (key: number, tint: Tint, now?: number, at: Piece["at"] = { kind: "space", board: 0, space: 4 }): Piece => ({
  key, at, facing: now === undefined ? "hidden" : "open", print: { form: "block", letter: "x", name: `Block ${key}`, tint },
  ...(now === undefined ? {} : { steps: { least: 1, most: 4, now } }),
});
const battle = (fighters: [number, number][], more: Partial<Battle> = {}): Battle => ({
  at: { board: 0, space: 4 }, title: "Battle of Bavaria", stage: "Round 1", notes: [],
  sides: [{ title: "Attackers: France", tints: ["blue"] }, { title: "Defenders: Austria", tints: ["white"] }],
  fighters: fighters.map(([piece, side]) => ({ piece, side, turn: "waits", figures: [], notes: [] })), ...more,
});
const table = (pieces: Piece[], fight?: Battle): Table => ({
  prompt: { key: "fight", text: "" }, to_act: [], seats: [], pieces, hands: [], tracks: [], overlays: [], choices: [], outcome: null,
  ...(fight ? { battle: fight } : {}),
});

/** Follows these tables, one entry each; says what was over at the last. */
function follow(tables: Table[]): { going: BattleRecord | null; over: BattleReport | null } {
  return tables.reduce<{ going: BattleRecord | null; over: BattleReport | null }>(
    ({ going }, next, nth) => followBattle(going, tables[nth - 1] ?? next, next, nth + 1, boards), { going: null, over: null },
  );
}

describe("a battle", () => {
  it("is remembered from its first table to the one without it", () => {
    const { going, over } = follow([
      table([block(1, "blue", 4), block(2, "white", 3), block(3, "white", 2)], battle([[1, 0], [2, 1], [3, 1]])),
      table([block(1, "blue", 3), block(2, "white", 1), block(3, "white", 2)], battle([[1, 0], [2, 1], [3, 1]], { stage: "Round 2" })),
      table([block(1, "blue", 3), block(2, "white", 1)]),
    ]);
    expect(going).toBeNull();
    expect([over?.began, over?.ended, over?.title]).toEqual([1, 3, "Battle of Bavaria"]);
    expect(over?.tolls).toEqual([{ pieces: 0, steps: 1 }, { pieces: 1, steps: 4 }]);
  });

  it("counts what the entry cost that began it", () => {
    const { over } = follow([
      table([block(1, "blue", 4), block(2, "white", 3), block(3, "white", 2)]),
      table([block(1, "blue", 3), block(2, "white", 3)], battle([[1, 0], [2, 1]])),
      table([block(1, "blue", 3), block(2, "white", 3)]),
    ]);
    expect(over?.tolls).toEqual([{ pieces: 0, steps: 1 }, { pieces: 1, steps: 0 }]);
  });

  it("counts what was seen late from when it was seen, and nobody dead who only hides again", () => {
    const { over } = follow([
      table([block(1, "blue", 4), block(2, "white")], battle([[1, 0], [2, 1]])),
      table([block(1, "blue", 4), block(2, "white", 3)], battle([[1, 0], [2, 1]])),
      table([block(1, "blue", 4), block(2, "white", 2)], battle([[1, 0], [2, 1]])),
      table([block(1, "blue", 4), block(9, "white")]),
    ]);
    expect(over?.tolls).toEqual([{ pieces: 0, steps: 0 }, { pieces: 0, steps: 1 }]);
  });

  it("counts piles by how many there are, wherever they stand then", () => {
    const pile = (key: number, tint: Tint, count: number, space = 4): Piece => ({
      key, at: { kind: "space", board: 0, space }, facing: "open", count, print: { form: "counter", letter: "x", name: "infantry", tint },
    });
    const { over } = follow([
      table([pile(1, "blue", 3), pile(2, "white", 2)], battle([[1, 0], [2, 1]])),
      table([pile(1, "blue", 2), pile(7, "white", 1, 8)]),
    ]);
    expect(over?.tolls).toEqual([{ pieces: 1, steps: null }, { pieces: 1, steps: null }]);
  });

  it("that follows another at once is one of its own", () => {
    const first = battle([[1, 0]]);
    const second = battle([[1, 0]], { title: "Pursuit", at: { board: 0, space: 5 } });
    const { going, over } = follow([table([block(1, "blue", 4)], first), table([block(1, "blue", 4)], second)]);
    expect([going?.title, over?.title]).toEqual(["Pursuit", "Battle of Bavaria"]);
  });

  it("keeps the first outlook, and the full names of its sides", () => {
    const outlook = [{ name: "1", value: "lost" }];
    const bare = battle([], { notes: ["Won"], sides: [{ title: "Attackers: France", tints: ["blue"] }, { title: "Defenders", tints: [] }] });
    const { going } = follow([table([], battle([], { outlook })), table([], bare)]);
    expect([going?.outlook, going?.notes, going?.sides[1]?.title]).toEqual([outlook, ["Won"], "Defenders: Austria"]);
  });
});

describe("a result", () => {
  it("is told in a line", () => {
    const at = { board: 0, space: 4 };
    const sides = [{ title: "France", tints: [], pieces: 1, steps: 3 }, { title: "Austria", tints: [], pieces: 0, steps: 1 }];
    expect(tolls({ title: "Battle", at, sides })).toBe("Lost: France 3 steps (1 block), Austria 1 step");
    expect(tolls({ title: "Combat", at, sides: [{ title: "France", tints: [], pieces: 2 }] })).toBe("Lost: France 2 pieces");
  });
});

describe("a forecast", () => {
  it("says what was to be expected, where it does", () => {
    const figures = [{ key: "attackers-win", value: 0.7 }, { key: "attackers-lose", value: 1.5 }, { key: "defenders-lose", value: 3 }];
    expect(expectedTolls({ figures, lines: [], samples: null })).toEqual([1.5, 3]);
    expect(expectedVictory({ figures, lines: [], samples: null })).toBe(0.7);
    expect(expectedTolls({ figures: [], lines: [], samples: null })).toEqual([null, null]);
  });
});
