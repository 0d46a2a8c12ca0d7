// Letters between the people at a table.

import type { Seat, View } from "../api/types";

/** The longest letter the server takes. */
export const LONGEST = 4000;

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
