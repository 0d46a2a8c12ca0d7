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
  const fell = new Set(log.flatMap(({ entry, undone }) => (undone ? [entry] : [])));
  const moments = [origin];
  for (let entry = origin + 1; entry <= number; entry++) {
    // An entry that follows what was taken back is the one that took it back.
    if (!fell.has(entry) && !fell.has(entry - 1) && !fallen.has(entry)) moments.push(entry);
  }
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
