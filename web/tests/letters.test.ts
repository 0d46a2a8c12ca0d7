import { expect, test } from "vitest";
import type { Player } from "../src/api/types";
import { correspondents, moment } from "../src/lib/letters";

const human: Player = { kind: "human" };
const bot = { kind: "bot", level: "greedy" } as Player;

test("one writes to the other people at the table, and from a seat one holds", () => {
  const seats = [human, bot, human, human];
  expect(correspondents({ seat: 2, seats, you: [2] })).toEqual([0, 3]);
  expect(correspondents({ seat: 2, seats, you: [0] })).toEqual([]);
  expect(correspondents({ seat: null, seats, you: [] })).toEqual([]);
});

test("the day is said of letters of other days", () => {
  const now = new Date(2026, 10, 16, 12, 0).getTime();
  expect(moment(new Date(2026, 10, 16, 9, 5).getTime(), now)).toMatch(/^0?9.05/);
  expect(moment(new Date(2026, 10, 15, 9, 5).getTime(), now)).toMatch(/15.*9.05/);
});
