// Letters between the people at a table.

import type { NumberedLetter, Seat, View } from "../api/types";

/** The longest letter the server takes, in bytes. */
export const LONGEST = 8192;

/** How many bytes a letter has beyond the longest. */
export const surplus = (text: string): number => Math.max(0, new TextEncoder().encode(text).length - LONGEST);

/** A page of letters put together with those known; those are dropped if others lie between. */
export function joined(known: readonly NumberedLetter[], page: readonly NumberedLetter[]): NumberedLetter[] {
  const [first, last] = [page[0]?.number, page.at(-1)?.number];
  if (first === undefined || last === undefined) return [...known];
  const earlier = known.filter(({ number }) => number < first);
  const later = known.filter(({ number }) => number > last);
  const meets = known.some(({ number }) => number >= first - 1 && number <= last + 1);
  return meets ? [...earlier, ...page, ...later] : [...page];
}

/** Whom the seat shown can write to: the other people. */
export function correspondents(view: Pick<View, "seat" | "seats" | "you">): Seat[] {
  const { seat, seats, you } = view;
  if (seat === null || !you.includes(seat)) return [];
  return seats.flatMap((player, other) => (other !== seat && player.kind === "human" ? [other] : []));
}

/** When a letter was written, as briefly as one says it. */
export function moment(written: number, now = Date.now()): string {
  const date = new Date(written);
  const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const same = date.toDateString() === new Date(now).toDateString();
  return same ? time : `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}
