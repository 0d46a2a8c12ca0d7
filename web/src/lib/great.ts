// What nobody should miss: a power won or lost, a leader fallen, a capital taken, with the dice that brought it.

import type { Die, LogLine, Seat, SpaceRef, Throw } from "../api/types";

export interface GreatEvent {
  entry: number;
  seat: Seat | null;
  text: string;
  spaces: SpaceRef[];
  /** What was thrown for it, what was needed, and what was said of that. */
  throws: { dice: Die[]; throw?: Throw | undefined; text: string }[];
}

/** The great events after entry `after`, up to entry `to`. The dice of an entry belong to the first that it brings. */
export function greatEvents(log: readonly LogLine[], after: number, to: number): GreatEvent[] {
  const told = log.filter(({ entry, undone }) => entry > after && entry <= to && !undone);
  const given = new Set<number>();
  return told.flatMap(({ kind, entry, seat, text, spaces, dice: own = [], throw: thrown }) => {
    if (kind !== "great") return [];
    const others = given.has(entry) ? [] : told.filter((line) => line.entry === entry && line.kind !== "great");
    given.add(entry);
    const throws = others.flatMap(({ dice = [], throw: thrown, text: said }) => (dice.length ? [{ dice, throw: thrown, text: said }] : []));
    return [{ entry, seat, text, spaces, throws: own.length ? [...throws, { dice: own, throw: thrown, text: "" }] : throws }];
  });
}
