// What lies before a seat: what is said of the seat itself, then of each of the powers that it plays.

import type { Gauge, Sheet, Tint } from "../api/types";

export interface Part {
  /** The power; without a title, the seat itself. */
  title: string;
  tint?: Tint | undefined;
  gauges: Gauge[];
  notes: string[];
}

export function partsOf({ gauges = [], notes = [], parts = [] }: Sheet): Part[] {
  const each = parts.map(({ name, tint, gauges, notes = [] }): Part => ({ title: name, tint, gauges, notes }));
  return gauges.length || notes.length || !each.length ? [{ title: "", gauges, notes }, ...each] : each;
}
