// The moments of a game: what was taken back, and the taking back itself, are none.

import type { LogLine } from "../api/types";

/** What is known of the journal. */
export interface Journal {
  /** The earliest moment that can be shown. */
  origin: number;
  /** How many entries there are. */
  number: number;
  log: readonly LogLine[];
  /** Entries that are known not to stand, besides those that the log marks; those that took something back are among them. */
  fallen: ReadonlySet<number>;
}

/** The entries that stand, in order, after the moment the record begins with. The last of them is now. */
export function momentsOf({ origin, number, log, fallen }: Journal): number[] {
  const fell = new Set(fallen);
  for (const { entry, undone, back_to = entry - 1, kind } of log) {
    if (undone) fell.add(entry);
    // What took something back is no move either, and all since that moment are none, be they told or not.
    else if (kind === "undo") for (let gone = back_to + 1; gone <= entry; gone++) fell.add(gone);
  }
  const moments = [origin];
  for (let entry = origin + 1; entry <= number; entry++) if (!fell.has(entry)) moments.push(entry);
  return moments;
}

/** How many of the moments have come by entry `at`, less one: the place on a slider. */
export function placeOf(moments: readonly number[], at: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
