// Which of two views is the newer, and what of the older stays.

import type { LogLine, Seat, Table, View } from "../api/types";

/** How many entries back the log is asked for again: what was taken back shows as such. */
const OVERLAP = 60;

export function logFrom(view: View | null): number {
  return view ? Math.max(0, view.number - OVERLAP) : 0;
}

/** Puts the lines from entry `from` on in the place of those that were there. */
export function mergeLog(old: readonly LogLine[], fresh: readonly LogLine[], from: number): LogLine[] {
  return from === 0 ? [...fresh] : [...old.filter((line) => line.entry < from), ...fresh];
}

/** Whether `fresh` should take the place of `old`: an answer may arrive after a newer one. */
export function isNewer(old: View | null, fresh: View): boolean {
  if (!old || old.id !== fresh.id || old.seat !== fresh.seat) return true;
  return fresh.number >= old.number;
}

/** What happened lately: all since one's own last action, or the one entry looked back at. */
export function recent(view: View, mark: number, past: number | null): LogLine[] {
  const [after, to] = past === null ? [Math.min(mark, view.number - 1), view.number] : [past - 1, past];
  return view.log.filter((line) => line.entry > after && line.entry <= to && !line.undone);
}

/** The boards on which a piece has come to stand where it did not. */
export function arrivals(old: Table, fresh: Table): Set<number> {
  const stood = new Map(old.pieces.map(({ key, at }) => [key, at]));
  const boards = new Set<number>();
  for (const { key, at } of fresh.pieces) {
    if (at.kind !== "space") continue;
    const was = stood.get(key);
    if (was?.kind !== "space" || was.board !== at.board || was.space !== at.space) boards.add(at.board);
  }
  return boards;
}

/** Whether the action that `seat` sent when there were `sentAt` entries is the one that came next: the answer was lost. */
export function arrivedBefore(now: View, sentAt: number, seat: Seat): boolean {
  return now.log.some((line) => line.entry === sentAt + 1 && line.seat === seat && !line.undone);
}

/** What to tell somebody whose click came too late. */
export function staleNotice(label: string, sentAt: number, now: View): string {
  const last = now.log.filter((line) => line.entry > sentAt && !line.undone).at(-1);
  const since = last ? ` Meanwhile: ${last.text.replace(/\.?$/, ".")}` : "";
  return `“${label}” was not played: the table had moved on.${since} Look again.`;
}
