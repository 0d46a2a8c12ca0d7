import { describe, expect, it } from "vitest";
import type { Catalog, Listed } from "../src/api/types";
import { found, rowOf, since, sorted } from "../src/lib/games";
import type { KnownGame } from "../src/lib/local";

const HOUR = 3_600_000;
const catalog = {
  bots: [{ level: "greedy", title: "Sergeant", help: "" }],
  games: [{ id: "x", title: "Crossings", scenarios: [{ id: "s", title: "The short game" }] }],
  maps: [],
} as unknown as Catalog;
const listed = (id: string, more: Partial<Listed> = {}): Listed => ({
  id, game: "x", scenario: "s", title: "Crossings", created: 1000 * HOUR, number: 5, to_act: [1],
  seats: [{ kind: "human", name: "Anna" }, { kind: "human", name: "Bert" }, { kind: "bot", level: "greedy" }, { kind: "bot", level: "greedy" }],
  ...more,
});
const known = (id: string, more: Partial<KnownGame> = {}): KnownGame => ({ id, tokens: [], game: "x", scenario: "s", links: [], you: [0], opened: 0, ...more });

describe("a game in a list", () => {
  it("says who plays, whose move it is, and since when", () => {
    const row = rowOf(listed("a"), known("a"), catalog);
    expect(row).toMatchObject({ title: "Crossings", scenario: "The short game", others: "Bert; 2 × Sergeant (computer)", state: "Waiting for Bert", yours: false, side: "" });
    expect(since(row, 1003 * HOUR)).toBe("made 3 hours ago");
  });

  it("says more as soon as more is known", () => {
    const row = rowOf(listed("a", { moved: 1002 * HOUR, stage: "Turn 2 of 3", to_act: [0] }), known("a", { parts: ["France", "Britain", "Spain", "Turkey"] }), catalog);
    expect(row).toMatchObject({
      side: "France", others: "Bert as Britain; Sergeant (computer) as Spain and Turkey", stage: "Turn 2 of 3", state: "Your turn", yours: true,
    });
    expect(since(row, 1003 * HOUR)).toBe("1 hour ago");
  });

  it("is over, or gone", () => {
    const over = rowOf(listed("a", { outcome: { reason: "towns", scores: [], winners: [0] } }), known("a"), catalog);
    expect(over).toMatchObject({ state: "Over: you won", over: true, yours: false });
    const gone = rowOf(undefined, known("b"), catalog);
    expect(gone).toMatchObject({ id: "b", title: "Crossings", state: "No longer on the server", when: null });
    expect(since(gone, 0)).toBe("");
  });
});

describe("lists of games", () => {
  const rows = [
    rowOf(listed("old", { created: 1 * HOUR, title: "Axes", game: "y" }), known("old"), catalog),
    rowOf(listed("new", { created: 3 * HOUR }), known("new"), catalog),
    rowOf(listed("mine", { created: 2 * HOUR, to_act: [0] }), known("mine"), catalog),
    rowOf(listed("over", { created: 4 * HOUR, outcome: { reason: "towns", scores: [], winners: [] } }), known("over"), catalog),
    rowOf(undefined, known("gone"), catalog),
  ];
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);

  it("are in the order asked for", () => {
    expect(ids(sorted(rows, "turn"))).toEqual(["mine", "new", "old", "over", "gone"]);
    expect(ids(sorted(rows, "when"))).toEqual(["over", "new", "mine", "old", "gone"]);
    expect(ids(sorted(rows, "when", true))).toEqual(["gone", "old", "mine", "new", "over"]);
    expect(ids(sorted(rows, "title"))[0]).toBe("old");
  });

  it("are searched by any words", () => {
    expect(ids(found(rows, "axes bert"))).toEqual(["old"]);
    expect(ids(found(rows, "your TURN"))).toEqual(["mine"]);
    expect(found(rows, "nobody")).toEqual([]);
    expect(found(rows, " ")).toHaveLength(5);
  });
});
