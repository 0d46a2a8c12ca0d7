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
    fold.ask("Play a card, 3 left.");
    fold.toggle();
    expect(fold.open).toBe(false);
    fold.ask("Play a card, 2 left.");
    fold.ask(null);
    expect(fold.open).toBe(false);
    fold.ask("Discard a card.");
    expect(fold.open).toBe(true);
    fold.ask("Play a card, 1 left.");
    expect(fold.open).toBe(true);
  });
});

describe("cards in the hand", () => {
  const card = (id: number, hand: number): Piece => ({
    id, name: `card ${id}`, at: { kind: "hand", hand },
    look: { form: "card", facing: "upright", tint: "blue", letter: "" },
  });
  const ids = (laid: Laid[]) => laid.flatMap(({ cards }) => cards.map(({ id }) => id));

  it("what can be played comes first, then what lies alone", () => {
    const cards = [card(1, 0), card(2, 0), card(3, 0), card(9, 4)];
    expect(ids(layCards(cards, () => false))).toEqual([9, 1, 2, 3]);
    expect(ids(layCards(cards, ({ id }) => id === 3))).toEqual([3, 9, 1, 2]);
  });

  it("of several hands, that which something is asked of comes first", () => {
    const cards = [card(1, 0), card(2, 0), card(9, 4), card(5, 1), card(6, 1)];
    const laid = layCards(cards, ({ id }) => id === 6);
    expect(laid.map(({ hand, cards }) => [hand, cards.map(({ id }) => id)])).toEqual([[1, [6, 5]], [null, [9]], [0, [1, 2]]]);
  });

  it("where all lie alone none is special", () => {
    expect(ids(layCards([card(1, 0), card(2, 4)], ({ id }) => id === 2))).toEqual([2, 1]);
  });
});
