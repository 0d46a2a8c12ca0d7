// What has changed for a seat between two tables: what it lost and won, and how its figures went.

import type { Board, Gauge, GaugeValue, Overlay, Piece, Seat, Sheet, SpaceRef, Table, Tint } from "../api/types";
import { spaceKey } from "./choices";
import { partsOf } from "./sheets";
import { spacesIn } from "./spaces";

/** So many pieces of one kind. */
export interface Tally {
  name: string;
  tint: Tint;
  count: number;
}

/** A piece that is weaker or stronger than it was. */
export interface Worn {
  name: string;
  tint: Tint;
  from: number;
  to: number;
}

/** A figure that is another than it was. */
export interface Shift {
  /** Of which of the powers that the seat plays; nothing if of the seat itself. */
  of: string;
  name: string;
  from: GaugeValue;
  to: GaugeValue;
  /** By how much, if it is a number. */
  by: number | null;
}

export interface Changes {
  lost: Tally[];
  gained: Tally[];
  worn: Worn[];
  /** Powers that the seat plays no longer, and those it plays now. */
  powersLost: string[];
  powersWon: string[];
  spacesLost: SpaceRef[];
  spacesWon: SpaceRef[];
  figures: Shift[];
}

/** Who holds which spaces, where that is laid over the map. */
export type Holdings = readonly Overlay[];

const standsOnMap = ({ at }: Piece, boards: readonly Board[]) => at.kind === "space" && boards[at.board]?.layout.kind !== "mat";

/** The colours of a seat that no other has as well. */
function ownTints({ seats }: Table, seat: Seat): Set<Tint> {
  const others = new Set(seats.filter((sheet) => sheet.seat !== seat).flatMap(({ tints }) => tints));
  return new Set((seats[seat]?.tints ?? []).filter((tint) => !others.has(tint)));
}

/** How many of each name stand on the maps. */
function muster(table: Table, tints: ReadonlySet<Tint>, boards: readonly Board[]): Map<string, Tally> {
  const found = new Map<string, Tally>();
  for (const piece of table.pieces) {
    const { print: { name, tint, form }, count = 1 } = piece;
    if (form === "card" || !tints.has(tint) || !standsOnMap(piece, boards)) continue;
    const key = `${tint} ${name}`;
    found.set(key, { name, tint, count: count + (found.get(key)?.count ?? 0) });
  }
  return found;
}

/** What there is more of than there was. */
function surplus(before: ReadonlyMap<string, Tally>, after: ReadonlyMap<string, Tally>): Tally[] {
  return [...after].flatMap(([key, tally]) => {
    const count = tally.count - (before.get(key)?.count ?? 0);
    return count > 0 ? [{ ...tally, count }] : [];
  });
}

function wornPieces(before: Table, after: Table, tints: ReadonlySet<Tint>, boards: readonly Board[]): Worn[] {
  const was = new Map(before.pieces.map((piece) => [piece.key, piece]));
  return after.pieces.flatMap((piece) => {
    const old = was.get(piece.key);
    if (!old?.steps || !piece.steps || old.steps.now === piece.steps.now || !tints.has(piece.print.tint)) return [];
    if (!standsOnMap(old, boards) || !standsOnMap(piece, boards)) return [];
    return [{ name: piece.print.name, tint: piece.print.tint, from: old.steps.now, to: piece.steps.now }];
  });
}

function shifts(of: string, before: readonly Gauge[], after: readonly Gauge[]): Shift[] {
  const was = new Map(before.map(({ name, value }) => [name, value]));
  return after.flatMap(({ name, value }) => {
    const old = was.get(name);
    if (old === undefined || old === value) return [];
    const by = typeof old === "number" && typeof value === "number" ? value - old : null;
    return [{ of, name, from: old, to: value, by }];
  });
}

/** The figures of the seat, and of its powers those that are not added up for the seat. */
function figuresOf(before: Sheet, after: Sheet): Shift[] {
  const was = new Map(partsOf(before).map((part) => [part.title, part]));
  const summed = new Set((after.gauges ?? []).map(({ name }) => name));
  return partsOf(after).flatMap(({ title, gauges }) => {
    const own = title ? gauges.filter(({ name }) => !summed.has(name)) : gauges;
    return shifts(title, was.get(title)?.gauges ?? [], own);
  });
}

const powers = ({ parts = [] }: Sheet) => parts.map(({ name }) => name);
const missing = (from: readonly string[], among: readonly string[]) => from.filter((one) => !among.includes(one));

function held(holdings: Holdings, tints: ReadonlySet<Tint>): Map<string, SpaceRef> {
  const mine = holdings.filter(({ kind, tint }) => kind === "held" && tint && tints.has(tint));
  return new Map(mine.flatMap(({ spaces }) => spacesIn(spaces)).map((space) => [spaceKey(space), space]));
}

/** Whether anything of a seat stands on the maps yet: before, there is nothing to compare. */
export const standsAnywhere = (table: Table, seat: Seat, boards: readonly Board[]): boolean => muster(table, ownTints(table, seat), boards).size > 0;

/** What has changed for `seat`. Who holds what is compared where both are known. */
export function changesFor(
  seat: Seat, before: Table, after: Table, boards: readonly Board[],
  heldBefore: Holdings = before.overlays, heldAfter: Holdings = after.overlays,
): Changes {
  const tints = new Set([...ownTints(before, seat), ...ownTints(after, seat)]);
  const [was, is] = [muster(before, tints, boards), muster(after, tints, boards)];
  const [old, fresh] = [before.seats[seat], after.seats[seat]];
  const [hadSpaces, hasSpaces] = [held(heldBefore, tints), held(heldAfter, tints)];
  const without = (from: Map<string, SpaceRef>, among: Map<string, SpaceRef>) =>
    [...from].flatMap(([key, space]) => (among.has(key) ? [] : [space]));
  return {
    lost: surplus(is, was),
    gained: surplus(was, is),
    worn: wornPieces(before, after, tints, boards),
    powersLost: old && fresh ? missing(powers(old), powers(fresh)) : [],
    powersWon: old && fresh ? missing(powers(fresh), powers(old)) : [],
    spacesLost: without(hadSpaces, hasSpaces),
    spacesWon: without(hasSpaces, hadSpaces),
    figures: old && fresh ? figuresOf(old, fresh) : [],
  };
}

/** Whether anything has changed. */
export const isAny = (changes: Changes): boolean => Object.values(changes).some((some: readonly unknown[]) => some.length > 0);
