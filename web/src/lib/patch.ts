// The new table, made of the old one and of what has changed: the same as the server does.

import type { Battle, FightPatch, LogLine, Patch, Piece, PiecePatch, Table } from "../api/types";

/** A part of a new list: items of the old one, by the first and how many, or another item. */
type Run<T> = [number, number] | T;

const isKept = <T>(run: Run<T>): run is [number, number] => Array.isArray(run);

/** The new list, made of the old one. */
function follow<T extends object>(list: readonly T[], runs: readonly Run<T>[]): T[] {
  return runs.flatMap((run) => (isKept(run) ? list.slice(run[0], run[0] + run[1]) : [run]));
}

/** A copy with the fields that are given; null takes one away, and so does an empty list where that is not written. */
function change<T extends object>(old: T, given: object, unwritten: readonly string[] = []): T {
  const fresh = { ...old } as Record<string, unknown>;
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (value === null || (unwritten.includes(key) && Array.isArray(value) && value.length === 0)) delete fresh[key];
    else fresh[key] = value;
  }
  return fresh as T;
}

function applyFight(battle: Battle, fight: FightPatch): Battle {
  const { stage, notes, sides, fighters, outlook } = fight;
  const fresh = change(battle, { stage, notes });
  if (sides) fresh.sides = follow(battle.sides, sides);
  if (fighters) fresh.fighters = follow(battle.fighters, fighters);
  if (!outlook) return fresh;
  return change(fresh, { outlook: follow(battle.outlook ?? [], outlook) }, ["outlook"]);
}

/** The pieces by key, in key order. */
function applyPieces(pieces: readonly Piece[], gone: readonly number[], patches: readonly PiecePatch[]): Piece[] {
  const changes = new Map(patches.map((patch) => [patch.key, patch]));
  const left = new Set(gone);
  const fresh: Piece[] = [];
  for (const piece of pieces) {
    if (left.has(piece.key)) continue;
    const patch = changes.get(piece.key);
    changes.delete(piece.key);
    fresh.push(patch ? change(piece, patch, ["badges", "figures"]) : piece);
  }
  if (!changes.size) return fresh;
  for (const patch of changes.values()) {
    // Of a piece that is not there nothing can change.
    const { key, print } = patch;
    if (!print) continue;
    fresh.push(change<Piece>({ key, at: { kind: "hand", hand: 0 }, print, facing: "open" }, patch, ["badges", "figures"]));
  }
  return fresh.sort((a, b) => a.key - b.key);
}

export function applyPatch(table: Table, patch: Patch): Table {
  const { prompt, to_act, gone = [], pieces = [], battle, fight, seats, hands, tracks, registers, overlays, choices, outcome } = patch;
  const fresh = change(table, { prompt, to_act, battle });
  // Whoever has not won yet is written as none, not left out.
  if (outcome !== undefined) fresh.outcome = outcome;
  if (gone.length || pieces.length) fresh.pieces = applyPieces(table.pieces, gone, pieces);
  if (fight && fresh.battle) fresh.battle = applyFight(fresh.battle, fight);
  if (seats) fresh.seats = follow(table.seats, seats);
  if (hands) fresh.hands = follow(table.hands, hands);
  if (tracks) fresh.tracks = follow(table.tracks, tracks);
  if (overlays) fresh.overlays = follow(table.overlays, overlays);
  if (choices) fresh.choices = follow(table.choices, choices);
  if (!registers) return fresh;
  return change(fresh, { registers: follow(table.registers ?? [], registers) }, ["registers"]);
}

/** The log with the new lines; `undone` says which entries do not stand, if that has changed. */
export function applyLog(old: readonly LogLine[], fresh: readonly LogLine[], undone?: readonly [number, number][]): LogLine[] {
  const log = [...old, ...fresh];
  if (!undone) return log;
  const fell = (entry: number) => undone.some(([first, last]) => entry >= first && entry <= last);
  return log.map((line) => (line.undone === fell(line.entry) ? line : { ...line, undone: !line.undone }));
}
