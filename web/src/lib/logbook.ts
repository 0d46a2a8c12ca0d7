// The log as one reads it: a march is one line, and what was taken back is folded away.

import type { LogLine, March, SpaceRef } from "../api/types";

export type LogItem =
  | { kind: "line"; line: LogLine }
  /** Steps that follow each other, as one line: the first and the last of them, and the way. */
  | { kind: "march"; line: LogLine; last: LogLine; who: string; way: SpaceRef[] }
  /** What was taken back together, and what took it back: so many moves. */
  | { kind: "undone"; key: number; moves: number; lines: LogLine[] };

const isSame = (one: SpaceRef, other: SpaceRef) => one.board === other.board && one.space === other.space;

/** Whether a step goes on where a march has come to. */
const goesOn = (who: string, way: readonly SpaceRef[], seat: LogLine["seat"], march: March, line: LogLine) =>
  march.who === who && line.seat === seat && isSame(way.at(-1)!, march.from);

function foldMarches(lines: readonly LogLine[]): LogItem[] {
  const items: LogItem[] = [];
  for (const line of lines) {
    const { march } = line;
    const before = items.at(-1);
    if (!march || line.dice?.length) items.push({ kind: "line", line });
    else if (before?.kind === "march" && goesOn(before.who, before.way, before.line.seat, march, line)) {
      items[items.length - 1] = { ...before, last: line, way: [...before.way, march.to] };
    } else items.push({ kind: "march", line, last: line, who: march.who, way: [march.from, march.to] });
  }
  // A single step is told in its own words.
  return items.map((item) => (item.kind === "march" && item.way.length === 2 ? { kind: "line", line: item.line } : item));
}

/** The lines as items, in order. */
export function foldLog(lines: readonly LogLine[]): LogItem[] {
  const items: LogItem[] = [];
  let standing: LogLine[] = [];
  let fallen: LogLine[] = [];
  const stand = () => {
    items.push(...foldMarches(standing));
    standing = [];
  };
  const fall = () => {
    if (fallen.length) {
      const told = new Set(fallen.flatMap(({ entry, undone }) => (undone ? [entry] : [])));
      // Of a move that was made in silence one hears only when it is taken back.
      items.push({ kind: "undone", key: fallen[0]!.entry, moves: Math.max(1, told.size), lines: fallen });
    }
    fallen = [];
  };
  for (const line of lines) {
    if (line.undone || line.kind === "undo") {
      stand();
      fallen.push(line);
    } else {
      fall();
      standing.push(line);
    }
  }
  stand();
  fall();
  return items;
}

/** The last entry that an item tells of. */
export const entryOf = (item: LogItem): number =>
  item.kind === "line" ? item.line.entry : item.kind === "march" ? item.last.entry : item.lines.at(-1)!.entry;
