import { describe, expect, it } from "vitest";
import type { Piece } from "../src/api/types";
import { Fold } from "../src/lib/fold.svelte";
import { layCards, type Laid } from "../src/lib/hands";

describe("what lies folded over the board", () => {
  it("opens while it is needed, or when one asks for it", () => {
    let needed = false;
    const fold = new Fold(() => needed);
    expect(fold.open).toBe(false);
    needed = true;
    expect(fold.open).toBe(true);
    needed = false;
    fold.toggle();
    expect(fold.open).toBe(true);
    fold.toggle();
    expect(fold.open).toBe(false);
  });

  it("stays folded by hand until one is asked something else", () => {
    const fold = new Fold(() => true);
    fold.ask("play");
    fold.toggle();
    expect(fold.open).toBe(false);
    fold.ask("play");
    fold.ask(null);
    expect(fold.open).toBe(false);
    fold.ask("discard");
    expect(fold.open).toBe(true);
    fold.ask("play");
    expect(fold.open).toBe(true);
  });
});

describe("cards in the hand", () => {
  const card = (id: number, hand: number): Piece => ({
    key: id, at: { kind: "hand", hand }, facing: "upright",
    print: { name: `card ${id}`, form: "card", tint: "blue", letter: "" },
  });
  const ids = (laid: Laid[]) => laid.flatMap(({ cards }) => cards.map(({ key }) => key));

  it("what can be played comes first, then what lies alone", () => {
    const cards = [card(1, 0), card(2, 0), card(3, 0), card(9, 4)];
    expect(ids(layCards(cards, () => false))).toEqual([9, 1, 2, 3]);
    expect(ids(layCards(cards, ({ key }) => key === 3))).toEqual([3, 9, 1, 2]);
  });

  it("of several hands, that which something is asked of comes first", () => {
    const cards = [card(1, 0), card(2, 0), card(9, 4), card(5, 1), card(6, 1)];
    const laid = layCards(cards, ({ key }) => key === 6);
    expect(laid.map(({ hand, cards }) => [hand, cards.map(({ key }) => key)])).toEqual([[1, [6, 5]], [null, [9]], [0, [1, 2]]]);
  });

  it("where all lie alone none is special", () => {
    expect(ids(layCards([card(1, 0), card(2, 4)], ({ key }) => key === 2))).toEqual([2, 1]);
  });
});
