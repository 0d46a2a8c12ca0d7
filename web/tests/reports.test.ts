import { beforeEach, describe, expect, it } from "vitest";
import type { Battle, BattleResult, Board, Forecast, LayerAnswer, LogLine, Piece, Table } from "../src/api/types";
import { Reports } from "../src/lib/reports.svelte";

const boards = [{ layout: { kind: "areas" } }] as unknown as Board[];
const piece = (key: number): Piece => ({
  key, at: { kind: "space", board: 0, space: key }, facing: "open", print: { form: "block", letter: "F", name: `Inf #${key}`, tint: "blue" },
});
const battle: Battle = {
  at: { board: 0, space: 1 }, title: "Battle", stage: "", notes: [], fighters: [{ piece: 1, side: 0, turn: "waits", figures: [], notes: [] }],
  sides: [{ title: "Attackers", tints: ["blue"] }, { title: "Defenders", tints: ["red"] }],
};
const table = (to_act: number[], pieces: Piece[], more: Partial<Table> = {}): Table => ({
  prompt: { key: "", text: "" }, to_act, pieces, hands: [], tracks: [], overlays: [], choices: [], outcome: null, ...more,
  seats: [{ seat: 0, name: "France", tints: ["blue"], alive: true }, { seat: 1, name: "Britain", tints: ["red"], alive: true }],
});
const forecast: Forecast = { figures: [{ key: "attackers-win", value: 0.5 }], lines: [], samples: null };
const settled = () => new Promise((done) => setTimeout(done));

describe("reports", () => {
  let reports: Reports;
  let held: LayerAnswer | null;
  const follow = (at: number, next: Table, lines: LogLine[] = []) => reports.follow({ at, table: next }, 0, boards, lines);

  beforeEach(() => {
    held = null;
    reports = new Reports({ foretell: () => Promise.resolve(forecast), holdings: () => Promise.resolve(held) });
  });

  it("sum up what the others' moves have changed, once one's turn comes back", async () => {
    follow(1, table([0], [piece(1), piece(2)]));
    follow(2, table([1], [piece(1), piece(2)]));
    follow(3, table([1], [piece(1)]));
    expect(reports.summary).toBeNull();
    follow(4, table([0], [piece(1)]));
    await settled();
    expect(reports.summary).toMatchObject({ since: 2, at: 4, changes: { lost: [{ name: "Inf #2", count: 1 }] } });
    follow(5, table([1], [piece(1)]));
    expect(reports.summary).toBeNull();
  });

  it("say nothing if nothing has changed", async () => {
    follow(1, table([1], [piece(1)]));
    follow(2, table([0], [piece(1)]));
    await settled();
    expect(reports.summary).toBeNull();
  });

  it("tell which spaces were lost, as known when the turn ended", async () => {
    const own = (last: number) => [{ kind: "held" as const, tint: "blue" as const, spaces: [{ board: 0, runs: [[1, last]] as [number, number][] }] }];
    held = { number: 1, overlays: own(3) };
    follow(1, table([1], [piece(1)]));
    await settled();
    held = { number: 2, overlays: own(2) };
    follow(2, table([0], [piece(1)]));
    await settled();
    expect(reports.summary?.changes.spacesLost).toEqual([{ board: 0, space: 3 }]);
  });

  it("keep one's own battles until they are closed, with what was expected", async () => {
    follow(1, table([0], [piece(1)]));
    follow(2, table([0], [piece(1)], { battle }));
    await settled();
    follow(3, table([0], []));
    follow(4, table([1], []));
    expect(reports.battles).toHaveLength(1);
    expect(reports.battles[0]).toMatchObject({ title: "Battle", forecast, tolls: [{ pieces: 1 }, { pieces: 0 }] });
    reports.closeBattle(reports.battles[0]!);
    expect(reports.battles).toEqual([]);
  });

  const result: BattleResult = {
    title: "Combat", at: battle.at, sides: [{ title: "France", tints: ["blue"], pieces: 1 }, { title: "Britain", tints: ["red"], pieces: 2 }],
  };
  const told = (entry: number, of: BattleResult = result): LogLine => ({ entry, undone: false, text: "It is over", seat: null, spaces: [of.at], battle: of });

  it("tell of a battle that began and ended between two tables, with what was expected", async () => {
    const overlays = [{ kind: "battle" as const, spaces: [{ board: 0, runs: [[1, 1]] as [number, number][] }] }];
    follow(1, table([0], [piece(1)], { overlays }));
    await settled();
    follow(2, table([0], [piece(1)]), [told(2)]);
    expect(reports.battles).toMatchObject([{ title: "Combat", began: 2, ended: 2, forecast, tolls: [{ pieces: 1, steps: null }, { pieces: 2, steps: null }] }]);
    const theirs = { ...result, sides: [{ title: "Britain", tints: ["red" as const], pieces: 1 }, { title: "nobody", tints: [], pieces: 0 }] };
    follow(3, table([0], [piece(1)]), [told(3, theirs)]);
    expect(reports.battles).toHaveLength(1);
  });

  it("count what the log has told of a battle that tables have shown, once", () => {
    follow(1, table([0], [piece(1)]));
    follow(2, table([0], [piece(1)], { battle }));
    follow(3, table([0], [piece(1)], { battle }), [told(3, { ...result, sides: [{ title: "France", tints: ["blue"], pieces: 0, steps: 3 }, result.sides[1]!] })]);
    expect(reports.battles).toEqual([]);
    follow(4, table([0], [piece(1)]));
    expect(reports.battles).toMatchObject([{ title: "Battle", tolls: [{ pieces: 0, steps: 3 }, { pieces: 2, steps: null }] }]);
  });

  it("leave out battles of others, and what was taken back", () => {
    const theirs: Battle = { ...battle, sides: [{ title: "Attackers", tints: ["red"] }, { title: "Defenders", tints: ["grey"] }] };
    follow(1, table([0], [piece(1)], { battle: theirs }));
    follow(2, table([0], [piece(1)]));
    expect(reports.battles).toEqual([]);
    follow(3, table([0], [piece(1)], { battle }));
    follow(4, table([0], [piece(1)]));
    reports.takeBack((entry) => entry === 4, { at: 5, table: table([0], [piece(1)]) }, 0, boards);
    expect(reports.battles).toEqual([]);
  });
});
