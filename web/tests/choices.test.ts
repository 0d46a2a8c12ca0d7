import { describe, expect, it } from "vitest";
import type { LegalChoice, Piece, PieceKey, Target } from "../src/api/types";
import { type ChoiceIndex, clickPiece, clickSpace, EMPTY, groupChoices, type Held, indexChoices, isChancy, isFateful, isWeighty, routeChoice, spaceKey, spacesOf } from "../src/lib/choices";

const at = (space: number) => ({ board: 0, space });
const choice = (label: string, target: Target): LegalChoice => ({ action: { [label]: 1 }, verb: "move", label, target });
const move = (piece: number, space: number, label = `${piece} to ${space}`) =>
  choice(label, { kind: "move", piece, to: at(space) });

/** A piece in hand that can make single steps. */
const hold = (index: ChoiceIndex, piece: PieceKey, at: Held["at"] = "0:5"): Held => ({ pieces: [piece], at, ways: index.moves.get(piece) ?? new Map() });

const done = choice("Done", { kind: "button" });
const take = choice("Take the piece", { kind: "piece", piece: 9 });
const place = choice("Place it", { kind: "space", ...at(40) });

describe("choices by target", () => {
  const index = indexChoices([done, take, place, move(1, 10), move(1, 11), move(2, 10)]);

  it("sorts them by what one clicks", () => {
    expect(index.buttons).toEqual([done]);
    expect(index.pieces.get(9)).toEqual([take]);
    expect(index.spaces.get("0:40")).toEqual([place]);
    expect([...index.moves.get(1)!.keys()]).toEqual(["0:10", "0:11"]);
    expect(index.arrivals.get("0:10")).toHaveLength(2);
  });

  it("a piece that can move is selected first, then goes where one clicks", () => {
    expect(clickPiece(index, EMPTY, 1, at(5))).toEqual({ do: "select", pieces: [1], also: [] });
    expect(clickSpace(index, hold(index, 1), at(11))).toEqual({ do: "act", choice: move(1, 11) });
    expect(clickPiece(index, hold(index, 1), 1, at(5))).toEqual({ do: "select", pieces: [], also: [] });
    expect(clickPiece(index, hold(index, 1), 2, at(6))).toEqual({ do: "select", pieces: [2], also: [] });
  });

  it("moving onto a piece is done by clicking that piece", () => {
    expect(clickPiece(index, hold(index, 1), 7, at(11))).toEqual({ do: "act", choice: move(1, 11) });
  });

  it("the only choice on a piece or a space is taken at once, of several one is asked", () => {
    expect(clickPiece(index, EMPTY, 9, null)).toEqual({ do: "act", choice: take });
    expect(clickSpace(index, EMPTY, at(40))).toEqual({ do: "act", choice: place });
    const two = indexChoices([move(1, 10, "march"), move(1, 10, "sail")]);
    expect(clickSpace(two, hold(two, 1), at(10))).toMatchObject({ do: "ask", choices: [{ label: "march" }, { label: "sail" }] });
  });

  it("a space that pieces can reach asks which of them", () => {
    expect(clickSpace(index, EMPTY, at(10))).toEqual({ do: "ask", choices: [move(1, 10), move(2, 10)] });
  });

  it("a piece with moves and more to it is selected and offers the rest", () => {
    const also = choice("Put it to sea", { kind: "piece", piece: 1 });
    expect(clickPiece(indexChoices([move(1, 10), also]), EMPTY, 1, at(5))).toEqual({ do: "select", pieces: [1], also: [also] });
  });

  it("a piece is asked about along with the place it stands on", () => {
    const raise = choice("Add a step", { kind: "piece", piece: 1 });
    const group = choice("Move the group", { kind: "space", ...at(5) });
    const both = indexChoices([raise, group]);
    expect(clickPiece(both, EMPTY, 1, at(5))).toEqual({ do: "try", piece: 1, otherwise: { do: "ask", choices: [raise, group] } });
    expect(clickPiece(both, EMPTY, 2, at(5))).toEqual({ do: "try", piece: 2, otherwise: { do: "act", choice: group } });
    expect(clickSpace(both, EMPTY, at(5))).toEqual({ do: "act", choice: group });
  });

  it("several things in one are for whoever clicks the place, not the piece on it", () => {
    const all: LegalChoice = { ...choice("All", { kind: "space", ...at(5) }), then: ["more"] };
    const one = choice("One", { kind: "piece", piece: 1 });
    const both = indexChoices([one, all]);
    expect(clickPiece(both, EMPTY, 1, at(5))).toEqual({ do: "try", piece: 1, otherwise: { do: "act", choice: one } });
    expect(clickPiece(both, EMPTY, 2, at(5))).toEqual({ do: "explain", target: { kind: "piece", piece: 2 } });
    expect(clickSpace(both, EMPTY, at(5))).toEqual({ do: "act", choice: all });
  });

  it("a second piece of the same place joins the hand, and one in hand leaves it", () => {
    const held = hold(index, 1);
    expect(clickPiece(index, held, 2, at(5))).toEqual({ do: "select", pieces: [1, 2], also: [] });
    expect(clickPiece(index, { ...held, pieces: [1, 2] }, 1, at(5))).toEqual({ do: "select", pieces: [2], also: [] });
  });

  it("a stack goes to a far place by one click", () => {
    const target: Target = { kind: "space", ...at(30) };
    const far = routeChoice({ way: [at(11), at(30)], actions: 7, verb: "move", target, label: "Move 2 blocks" }, [1, 2]);
    const held: Held = { pieces: [1, 2], at: "0:5", ways: new Map([[spaceKey(at(30)), [far]]]) };
    expect(clickSpace(index, held, at(30))).toEqual({ do: "act", choice: far });
    expect(far.route).toEqual({ pieces: [1, 2], way: [at(11), at(30)] });
  });

  it("everything else asks why not", () => {
    expect(clickSpace(index, EMPTY, at(99))).toEqual({ do: "explain", target: { kind: "space", ...at(99) } });
    expect(clickSpace(index, hold(index, 1), at(99))).toEqual({ do: "explain", target: { kind: "move", piece: 1, to: at(99) } });
    expect(clickPiece(index, EMPTY, 8, at(3))).toEqual({ do: "explain", target: { kind: "piece", piece: 8 } });
    expect(clickPiece(index, hold(index, 1), 8, at(3))).toEqual({ do: "explain", target: { kind: "move", piece: 1, to: at(3) } });
    expect(clickPiece(index, EMPTY, 8, null)).toEqual({ do: "explain", target: { kind: "piece", piece: 8 } });
  });
});

describe("choices as a list", () => {
  it("stands by piece, what is a button first", () => {
    const groups = groupChoices([move(2, 10), move(1, 10), place, move(2, 11), done], (piece) => `Piece ${piece}`);
    expect(groups.map(({ title, choices }) => [title, choices.length])).toEqual([
      ["Decide", 1], ["Piece 2", 2], ["Piece 1", 1], ["On the board", 1],
    ]);
  });

  it("keeps cards apart from pieces", () => {
    const card = choice("Play it", { kind: "piece", piece: 50 });
    const groups = groupChoices([card, take], String, (piece) => piece === 50);
    expect(groups.map(({ title, choices }) => [title, choices.length])).toEqual([["With a card", 1], ["With a piece", 1]]);
  });

  it("shows on the board what it speaks of", () => {
    const piece = { key: 1, at: { kind: "space", ...at(5) } } as Piece;
    const pieces = new Map([[1, piece], [2, { ...piece, key: 2, at: { kind: "hand", hand: 0 } } as Piece]]);
    expect(spacesOf(move(1, 10).target, pieces)).toEqual([at(5), at(10)]);
    expect(spacesOf(move(2, 10).target, pieces)).toEqual([at(10)]);
    expect(spacesOf(done.target, pieces)).toEqual([]);
  });
});

describe("what is to be confirmed", () => {
  const button: Target = { kind: "button" };
  const with_ = (more: Partial<LegalChoice>): LegalChoice => ({ ...choice("Go", button), ...more });

  it("is what is grave or costs dear, as a button", () => {
    expect(isWeighty(with_({}))).toBe(false);
    expect(isWeighty(with_({ cost: { currency: "action-point", halves: 2 } }))).toBe(false);
    expect(isWeighty(with_({ cost: { currency: "gold", halves: 2 } }))).toBe(true);
    expect(isWeighty(with_({ verb: "bid" }))).toBe(true);
    expect(isWeighty(with_({ effect: { kind: "grave", words: "" } }))).toBe(true);
  });

  it("is an attack that cannot be taken back, always", () => {
    expect(isFateful(with_({ effect: { kind: "attack", words: "" } }))).toBe(false);
    expect(isFateful(with_({ effect: { kind: "attack", words: "" }, seals: true }))).toBe(true);
    expect(isFateful(with_({ effect: { kind: "plain", words: "" }, seals: true }))).toBe(false);
    // A pursuit that takes a step is not made by the click that points where it goes.
    expect(isFateful(with_({ verb: "pursue", cost: { halves: 2, currency: "step" } }))).toBe(true);
    expect(isFateful(with_({ cost: { halves: 4, currency: "mp" } }))).toBe(false);
  });

  it("comes with odds where there may be any", () => {
    expect(isChancy(with_({ verb: "fight" }))).toBe(true);
    expect(isChancy(with_({ effect: { kind: "attack", words: "" } }))).toBe(true);
    expect(isChancy(with_({}))).toBe(false);
  });
});
