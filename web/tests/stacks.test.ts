import { describe, expect, it } from "vitest";
import type { Piece, Spot } from "../src/api/types";
import { describeStack, spaceOf, stackOf, stacksOn, strengthText, topOf } from "../src/lib/stacks";

const piece = (key: number, at: Spot, more: Partial<Piece["print"]> = {}, rest: Partial<Piece> = {}): Piece => ({
  key, at, facing: "open", print: { name: `piece ${key}`, form: "counter", tint: "blue", letter: "x", ...more }, ...rest,
});
const on = (space: number, board = 0): Spot => ({ kind: "space", board, space });

describe("a stack in short", () => {
  it("says how many, whose, how strong as far as is known, and who commands", () => {
    const stack = stackOf(4, [
      piece(1, on(4), { tint: "red", strength: 2 }, { count: 3 }),
      piece(2, on(4), {}, { steps: { now: 3, least: 1, most: 4 } }),
      piece(3, on(4), { rank: 2 }),
      piece(4, on(4), { rank: 3 }),
    ]);
    expect(stack).toMatchObject({ count: 6, tints: ["blue", "red"], strength: 9, isKnown: true });
    expect(stack.commander?.key).toBe(4);
    expect(topOf(stack).key).toBe(4);
    expect(strengthText(stack)).toBe("9");
    expect(describeStack(stack, (tint) => tint)).toBe("6 pieces, blue, red, strength 9, under piece 4");
  });

  it("knows what it does not know", () => {
    expect(strengthText(stackOf(4, [piece(1, on(4), { strength: 2 }), piece(2, on(4))]))).toBe("2+");
    expect(strengthText(stackOf(4, [piece(1, on(4)), piece(2, on(4))]))).toBe("");
  });

  it("counts what is inside of something where that stands", () => {
    const all = [piece(1, on(7)), piece(2, { kind: "inside", piece: 1 }), piece(3, { kind: "inside", piece: 2 }), piece(4, { kind: "hand", hand: 0 }), piece(5, on(7, 1))];
    expect(stacksOn(0, all).get(7)?.pieces.map(({ key }) => key)).toEqual([1, 2, 3]);
    expect(spaceOf(all[3]!, new Map())).toBeNull();
    // Two that are inside of each other are nowhere.
    const [a, b] = [piece(1, { kind: "inside", piece: 2 }), piece(2, { kind: "inside", piece: 1 })];
    expect(spaceOf(a, new Map([[1, a], [2, b]]))).toBeNull();
  });
});
