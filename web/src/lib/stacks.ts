// What stands in one place, in short: for whoever draws it as one piece.

import type { Piece, PieceKey, SpaceRef, Tint } from "../api/types";
import { TINTS } from "../api/vocabulary";
import { pieceName } from "./faces";

export interface Stack {
  space: number;
  /** What stands there; what is inside of something else stands with it. */
  pieces: Piece[];
  /** Whose it is, whoever has most first. */
  tints: Tint[];
  /** How many units all pieces together stand for. */
  count: number;
  /** How strong all together are, as far as is known. */
  strength: number;
  /** Whether that is all: the strength of some may not be known. */
  isKnown: boolean;
  commander: Piece | null;
}

/** How strong a piece is, as far as is known. */
export function strengthOf({ steps, print, count = 1 }: Piece): number | null {
  return steps?.now ?? (print.strength === undefined ? null : print.strength * count);
}

/** The space that a piece stands on in the end: that of whatever it is inside of. */
export function spaceOf(piece: Piece, pieces: ReadonlyMap<PieceKey, Piece>): SpaceRef | null {
  let found: Piece | undefined = piece;
  // Nothing is inside of more pieces than there are.
  for (let nth = 0; found && nth <= pieces.size; nth++) {
    if (found.at.kind === "space") return { board: found.at.board, space: found.at.space };
    if (found.at.kind === "hand") return null;
    found = pieces.get(found.at.piece);
  }
  return null;
}

export function stackOf(space: number, pieces: Piece[]): Stack {
  const counts = new Map<Tint, number>();
  let [count, strength, isKnown] = [0, 0, true];
  let commander: Piece | null = null;
  for (const piece of pieces) {
    const { tint, rank = 0 } = piece.print;
    const strong = strengthOf(piece);
    counts.set(tint, (counts.get(tint) ?? 0) + 1);
    count += piece.count ?? 1;
    strength += strong ?? 0;
    isKnown &&= strong !== null || rank > 0;
    if (rank > (commander?.print.rank ?? 0)) commander = piece;
  }
  const tints = [...counts].sort(([, a], [, b]) => b - a).map(([tint]) => tint);
  return { space, pieces, tints, count, strength, isKnown, commander };
}

/** Everything that stands on a board, space by space. */
export function stacksOn(board: number, all: readonly Piece[]): Map<number, Stack> {
  const keys = new Map(all.map((piece) => [piece.key, piece]));
  const spaces = new Map<number, Piece[]>();
  for (const piece of all) {
    const at = spaceOf(piece, keys);
    if (at?.board !== board) continue;
    const there = spaces.get(at.space);
    if (there) there.push(piece);
    else spaces.set(at.space, [piece]);
  }
  return new Map([...spaces].map(([space, pieces]) => [space, stackOf(space, pieces)]));
}

/** The piece that a closed stack shows: who commands, else the strongest, else the first. */
export function topOf({ pieces, commander }: Stack): Piece {
  if (commander) return commander;
  return pieces.reduce((best, piece) => ((strengthOf(piece) ?? 0) > (strengthOf(best) ?? 0) ? piece : best));
}

/** How strong it is: "9", or "9+" where not all is known; nothing where nothing is. */
export function strengthText({ strength, isKnown }: Stack): string {
  return strength || isKnown ? `${strength}${isKnown ? "" : "+"}` : "";
}

/** A stack in a few words: "4 pieces, France, strength 9, under French HQ (Napoléon)". */
export function describeStack(stack: Stack, nameOf: (tint: Tint) => string = (tint) => TINTS[tint].title): string {
  const strength = strengthText(stack);
  return [
    `${stack.count} pieces`, ...new Set(stack.tints.map(nameOf)), ...(strength && strength !== "0" ? [`strength ${strength}`] : []),
    ...(stack.commander ? [`under ${pieceName(stack.commander)}`] : []),
  ].join(", ");
}
