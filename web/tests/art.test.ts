import { describe, expect, it } from "vitest";
import type { Badge, Piece, Tint } from "../src/api/types";
import { BADGES, SYMBOLS, TINTS } from "../src/api/vocabulary";
import { type Detail, detailAt, type Lettering, pieceArt, type Shape, stackArt, widthOf } from "../src/lib/art";
import { face } from "../src/lib/faces";
import { stackOf } from "../src/lib/stacks";

const DETAILS: Detail[] = ["far", "middle", "near"];

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const boxOf = ({ text, x, y, size, anchor }: Lettering): Box => {
  const wide = widthOf(text, size);
  const left = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
  return { left, right: left + wide, top: y - 0.68 * size, bottom: y };
};

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Round signs, which hide what is below them. */
const signs = (shapes: readonly Shape[]): Box[] =>
  shapes.flatMap((shape) => {
    const [, x, y, r] = "d" in shape && !shape.at && shape.fill === "#fbf5e3" ? (/^M([-\d.]+) ([-\d.]+)a([\d.]+)/.exec(shape.d) ?? []) : [];
    return x === undefined ? [] : [{ left: Number(x), right: Number(x) + 2 * Number(r), top: Number(y) - Number(r), bottom: Number(y) + Number(r) }];
  });

function readable(shapes: readonly Shape[], what: string) {
  const letters = shapes.filter((shape): shape is Lettering => "text" in shape && shape.text !== "");
  letters.forEach((one, nth) => {
    for (const other of letters.slice(nth + 1)) expect(meet(boxOf(one), boxOf(other)), `${what}: ${one.text} and ${other.text}`).toBe(false);
    // Nothing leaves the face.
    expect(boxOf(one).left, `${what}: ${one.text}`).toBeGreaterThan(-1.05);
    expect(boxOf(one).right, `${what}: ${one.text}`).toBeLessThan(1.05);
  });
  return letters;
}

const piece = (more: Partial<Piece["print"]>, rest: Partial<Piece> = {}): Piece => ({
  key: 1, at: { kind: "hand", hand: 0 }, facing: "open", ...rest,
  print: { name: "A piece", form: "block", tint: "blue", letter: "M", symbol: "infantry", figures: [{ name: "fire", value: "B4" }], label: "Guerrilla 12", ...more },
});

describe("a face", () => {
  const badges = Object.keys(BADGES) as Badge[];

  it("has nothing on it that covers what one reads, at any size", () => {
    for (const detail of DETAILS) {
      for (const form of ["block", "counter", "token"] as const) {
        for (const count of [1, 3, 12]) {
          for (let nth = 0; nth < badges.length; nth++) {
            const some = badges.slice(nth, nth + 3);
            const look = face(piece({ form, strength: 4 }, { count, badges: some, steps: { now: 3, least: 1, most: 4 } }));
            const shapes = pieceArt(look, detail);
            const letters = readable(shapes, `${form} ${detail} ${some.join()}`);
            const strength = letters.find(({ text }) => text === "3");
            if (form === "block" && strength) for (const sign of signs(shapes)) expect(meet(sign, boxOf(strength)), `${detail} ${some.join()}`).toBe(false);
          }
        }
      }
    }
  });

  it("shows its strength at every size where it has one", () => {
    for (const detail of DETAILS) {
      const shapes = pieceArt(face(piece({}, { steps: { now: 3, least: 1, most: 4 } })), detail);
      expect(shapes.some((shape) => "text" in shape && shape.text === "3"), detail).toBe(true);
    }
  });

  it("of a hidden piece shows only whose it is", () => {
    for (const detail of DETAILS) {
      const shapes = pieceArt(face(piece({}, { facing: "hidden" })), detail);
      expect(shapes.filter((shape) => "text" in shape).map((shape) => (shape as Lettering).text)).toEqual(["M"]);
    }
  });

  it("is there for every symbol and colour", () => {
    for (const symbol of Object.keys(SYMBOLS) as (keyof typeof SYMBOLS)[]) {
      for (const tint of Object.keys(TINTS) as Tint[]) expect(pieceArt(face(piece({ symbol, tint, form: "counter" })), "near").length).toBeGreaterThan(4);
    }
  });
});

describe("a closed stack", () => {
  it("says how many and how strong, side by side", () => {
    for (const detail of DETAILS) {
      const shapes = stackArt(stackOf(0, Array.from({ length: 12 }, (_, key) => ({ ...piece({ strength: 9, tint: key % 3 ? "blue" : "red" }), key }))), detail);
      const letters = readable(shapes, detail).map(({ text }) => text);
      expect(letters).toContain("12");
      if (detail !== "far") expect(letters).toContain("108");
    }
  });
});

it("shows more of a piece the larger it is", () => {
  expect([5, 12, 30].map(detailAt)).toEqual(["far", "middle", "near"]);
});
