// What is remembered of a battle: how it began, how it ended, and what was to be expected of it.

import { count } from "./format";
import type { Battle, BattleResult, Board, Forecast, Gauge, Piece, PieceKey, SpaceRef, Table, Tint } from "../api/types";

/** Somebody in a battle, from the first table that shows him to the last. */
interface Veteran {
  side: number;
  tint: Tint;
  /** Steps, as far as they were seen. */
  first: number | null;
  last: number | null;
}

export interface BattleRecord {
  title: string;
  at: SpaceRef;
  /** The entries it began and ended with; nothing while it goes on. */
  began: number;
  ended: number | null;
  sides: { title: string; tints: Tint[] }[];
  /** What was known last, in a few words each. */
  notes: string[];
  /** What each throw of the die would have come to, where one decides. */
  outlook: Gauge[];
  /** What was to be expected when it began. */
  forecast: Forecast | null;
  /** Whether blocks fight, and no counters. */
  inBlocks: boolean;
  veterans: ReadonlyMap<PieceKey, Veteran>;
  /** How many of each colour stood on the maps when it began. */
  mustered: ReadonlyMap<Tint, number>;
  /** What it has cost, once the log has told it. */
  result: BattleResult | null;
}

/** What a side has lost. */
export interface Toll {
  pieces: number;
  /** Nothing where strength is not counted in steps, or was not seen. */
  steps: number | null;
}

export interface BattleReport extends BattleRecord {
  ended: number;
  tolls: Toll[];
}

const onMap = ({ at }: Piece, boards: readonly Board[]) => at.kind === "space" && boards[at.board]?.layout.kind !== "mat";

/** How many pieces of each colour stand on the maps. */
function muster(table: Table, boards: readonly Board[]): Map<Tint, number> {
  const found = new Map<Tint, number>();
  for (const piece of table.pieces) {
    const { print: { tint, form }, count = 1 } = piece;
    if (form !== "card" && onMap(piece, boards)) found.set(tint, count + (found.get(tint) ?? 0));
  }
  return found;
}

/** A battle goes on for as long as one is fought in the same place. */
export const isSame = ({ at }: { at: SpaceRef }, other: { at: SpaceRef }) => at.board === other.at.board && at.space === other.at.space;

/** `before`: the table before the battle, since the entry that begins it may cost lives already. */
function begin(battle: Battle, before: Table, table: Table, entry: number, boards: readonly Board[]): BattleRecord {
  const { title, at } = battle;
  const blank: BattleRecord = {
    title, at, began: entry, ended: null, sides: [], notes: [], outlook: battle.outlook ?? [], forecast: null, inBlocks: false, veterans: new Map(), mustered: muster(before, boards), result: null,
  };
  const there = before.pieces.map(({ key }) => key);
  const known = battle.fighters.filter(({ piece }) => there.includes(piece));
  return goOn(goOn(blank, { ...battle, fighters: known }, before), battle, table);
}

function goOn(record: BattleRecord, battle: Battle, table: Table): BattleRecord {
  const pieces = new Map(table.pieces.map((piece) => [piece.key, piece]));
  const veterans = new Map(record.veterans);
  let { inBlocks } = record;
  for (const { piece: key, side } of battle.fighters) {
    const piece = pieces.get(key);
    if (!piece) continue;
    const steps = piece.steps?.now ?? null;
    const known = veterans.get(key);
    inBlocks ||= piece.print.form === "block";
    veterans.set(key, { side, tint: piece.print.tint, first: known?.first ?? steps, last: steps ?? known?.last ?? null });
  }
  // A side that nobody is left on is no longer named in full.
  const sides = battle.sides.map(({ title, tints }, side) => {
    const named = record.sides[side];
    return named && named.tints.length > tints.length ? named : { title, tints };
  });
  return { ...record, sides, notes: battle.notes, outlook: record.outlook.length ? record.outlook : (battle.outlook ?? []), inBlocks, veterans };
}

function end(record: BattleRecord, table: Table, entry: number, boards: readonly Board[]): BattleReport {
  const left = muster(table, boards);
  const pieces = new Map(table.pieces.map((piece) => [piece.key, piece]));
  const fewer = (tint: Tint) => Math.max(0, (record.mustered.get(tint) ?? 0) - (left.get(tint) ?? 0));
  const isGone = (key: PieceKey, { tint }: Veteran) => {
    const piece = pieces.get(key);
    // Whoever cannot be told from others any more has another key, and is not dead for that.
    return piece ? !onMap(piece, boards) : fewer(tint) > 0;
  };
  const tolls = record.sides.map((_, side): Toll => {
    const own = [...record.veterans].filter(([, veteran]) => veteran.side === side);
    const tints = new Set(own.map(([, { tint }]) => tint));
    const both = new Set([...record.veterans.values()].filter((other) => other.side !== side).map(({ tint }) => tint));
    const pieces = [...tints].reduce((sum, tint) => {
      const gone = own.filter(([key, veteran]) => veteran.tint === tint && isGone(key, veteran)).length;
      return sum + (both.has(tint) ? gone : fewer(tint));
    }, 0);
    const seen = own.filter(([, { first }]) => first !== null);
    const steps = seen.reduce((sum, [key, veteran]) => {
      const { first, last } = veteran;
      const now = pieces > 0 && isGone(key, veteran) ? 0 : (last ?? first!);
      return sum + Math.max(0, first! - now);
    }, 0);
    return { pieces, steps: seen.length ? steps : null };
  });
  return { ...record, ended: entry, tolls: record.result ? tollsOf(record.result) : tolls };
}

const tollsOf = ({ sides }: BattleResult): Toll[] => sides.map(({ pieces, steps = null }) => ({ pieces, steps }));

/** What a battle has cost, in a line. */
export function tolls({ sides }: BattleResult): string {
  const lost = ({ pieces, steps }: BattleResult["sides"][number]) =>
    steps === undefined || steps === null ? count(pieces, "piece") : `${count(steps, "step")}${pieces ? ` (${count(pieces, "block")})` : ""}`;
  return `Lost: ${sides.map((side) => `${side.title} ${lost(side)}`).join(", ")}`;
}

/** The report of a battle that no table has shown, since it began and ended between two of them. */
export function reportOf(result: BattleResult, entry: number, forecast: Forecast | null): BattleReport {
  const { title, at, sides } = result;
  return {
    title, at, began: entry, ended: entry, sides: sides.map(({ title, tints }) => ({ title, tints })), notes: [], outlook: [], forecast,
    inBlocks: sides.some(({ steps }) => steps !== undefined && steps !== null), veterans: new Map(), mustered: new Map(), result, tolls: tollsOf(result),
  };
}

/** Takes note that a table has followed another with entry `entry`: the battle that goes on, and the one that has ended. */
export function followBattle(
  record: BattleRecord | null, before: Table, table: Table, entry: number, boards: readonly Board[],
): { going: BattleRecord | null; over: BattleReport | null } {
  const { battle } = table;
  if (record && battle && isSame(record, battle)) return { going: goOn(record, battle, table), over: null };
  return {
    going: battle ? begin(battle, before, table, entry, boards) : null,
    over: record ? end(record, table, entry, boards) : null,
  };
}

/** What a forecast expects each side to lose, in steps, the attackers first; nothing if it does not say. */
export function expectedTolls({ figures }: Forecast): (number | null)[] {
  const named = (key: string) => figures.find((figure) => figure.key === key)?.value ?? null;
  return [named("attackers-lose"), named("defenders-lose")];
}

/** How likely it was that the attackers would win. */
export function expectedVictory({ figures }: Forecast): number | null {
  return figures.find(({ key }) => key === "attackers-win")?.value ?? null;
}

export const percent = (chance: number): string => `${Math.round(100 * chance)} %`;
