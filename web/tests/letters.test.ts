import { expect, test } from "vitest";
import type { NumberedLetter, Player } from "../src/api/types";
import { correspondents, joined, LONGEST, moment, surplus } from "../src/lib/letters";

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

test("a letter is measured in bytes", () => {
  expect(surplus("x".repeat(LONGEST))).toBe(0);
  expect(surplus("é".repeat(LONGEST / 2))).toBe(0);
  expect(surplus("é".repeat(LONGEST))).toBe(LONGEST);
});

test("pages of letters are put together unless others lie between", () => {
  const page = (...numbers: number[]): NumberedLetter[] =>
    numbers.map((number) => ({ number, from: 0, to: [1], text: "?", written: 0 }));
  const numbers = (letters: NumberedLetter[]) => letters.map(({ number }) => number);
  expect(numbers(joined([], page(4, 5)))).toEqual([4, 5]);
  expect(numbers(joined(page(4, 5), page(2, 3)))).toEqual([2, 3, 4, 5]);
  expect(numbers(joined(page(2, 3, 4, 5), page(4, 5, 6)))).toEqual([2, 3, 4, 5, 6]);
  expect(numbers(joined(page(2, 3), page(7, 8)))).toEqual([7, 8]);
  expect(numbers(joined(page(2, 3), []))).toEqual([2, 3]);
});
