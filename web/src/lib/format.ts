// Words for people.

import type { Cost, Gauge, LogLine, Odds, Outcome, Overlay, Piece, Player, Seat, Sheet, Space, SpaceRef, Table, Throw, Track } from "../api/types";
import { BADGES, CURRENCIES, GROUNDS, OVERLAYS, SITES } from "../api/vocabulary";
import { face, pieceName } from "./faces";
import { isIn } from "./spaces";

export function list(words: readonly string[], last = "and"): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A key such as `time-limit` as words. */
export const words = (key: string): string => key.replaceAll("-", " ");

/** Who holds a space, where the table or a layer says so. */
export function heldBy(table: Table, overlays: readonly Overlay[], at: SpaceRef): string[] {
  return overlays
    .filter(({ tint, spaces }) => tint && isIn(spaces, at))
    .map(({ kind, tint }) => {
      const names = table.seats.filter(({ tints }) => tints.includes(tint!)).map(({ name }) => name);
      return names.length ? `${OVERLAYS[kind].title} by ${list(names)}` : OVERLAYS[kind].title;
    });
}

/** The number of a price alone. */
export function amount({ halves }: Cost): string {
  const whole = Math.floor(halves / 2);
  return `${whole || halves % 2 === 0 ? whole : ""}${halves % 2 ? "½" : ""}`;
}

/** What something costs: "1½ MP". */
export function cost(price: Cost): string {
  const { title, plural } = CURRENCIES[price.currency];
  return `${amount(price)} ${price.halves === 2 ? title : plural}`;
}

/** A chance in whole percent; never none or all of them where something else may happen. */
export function chance({ hits, of }: Odds): string {
  const share = Math.round((100 * hits) / of);
  return `${hits === 0 || hits === of ? share : Math.min(99, Math.max(1, share))} %`;
}

/** What dice had to show: "7 or more needed". */
export function needed({ needed }: Throw): string {
  if (!needed) return "";
  return needed.kind === "total" ? `${needed.least} or more needed` : `${needed.most} or less needed`;
}

export function gauge({ name, value }: Gauge): string {
  return `${name} ${value}`;
}

export function track({ title, at, end }: Track): string {
  return end === null ? `${title} ${at}` : `${title} ${at} of ${end}`;
}

export function seatRange({ min, max }: { min: number; max: number }): string {
  if (min === max) return count(min, "player");
  return `${min} to ${max} players`;
}

/** Who sits there. */
export function holder(holder: Player | undefined, seat: Seat, bots: readonly { level: string; title: string }[] = []): string {
  if (!holder) return "Nobody";
  if (holder.kind === "bot") {
    return `${bots.find((bot) => bot.level === holder.level)?.title ?? capitalised(holder.level)} (computer)`;
  }
  return holder.name || `Player ${seat + 1}`;
}

/** What people call a space: what is printed on it, else its name. */
export function spaceName(space: Space): string {
  return space.mark?.label ?? space.name;
}

/** A space for somebody who cannot see it. */
export function describeSpace(space: Space, pieces: readonly Piece[]): string {
  const parts = [spaceName(space)];
  if (space.mark?.label && space.name !== space.mark.label) parts.push(space.name);
  // Where there are notes, one of them tells of it.
  if (space.mark && !space.notes?.length) parts.push(SITES[space.mark.site].title);
  parts.push(GROUNDS[space.ground].title);
  if (space.land) parts.push(space.land);
  parts.push(...(space.notes ?? []));
  for (const piece of pieces) parts.push(describePiece(piece));
  return parts.join(", ");
}

export function describePiece(piece: Piece): string {
  return [pieceName(piece), ...face(piece).badges.map((badge) => BADGES[badge].title)].join(", ");
}

/** The figures on a piece, in a line. */
export function figuresOf(piece: Piece): string {
  const { steps, figures } = face(piece);
  const strength = steps ? [`strength ${steps.now} of ${steps.most}`] : [];
  return [...strength, ...figures.map(gauge)].join(" · ");
}

/** How a game ended that nobody has won. */
function withoutWinner({ reason: key }: Outcome): string {
  return key === "abandoned" || key === "resigned" ? key : "a draw";
}

/** Who won. */
export function outcome(end: Outcome, sheets: readonly Sheet[]): string {
  const names = end.winners.map((seat) => sheets[seat]?.name ?? "Somebody");
  return names.length === 0 ? `${capitalised(withoutWinner(end))}.` : `Victory for ${list(names)}.`;
}

/** How a game ended, in a few words, for somebody who may have played. */
export function ending(end: Outcome, seats: readonly string[], you: readonly Seat[] = []): string {
  const { winners } = end;
  if (!winners.length) return `Over: ${withoutWinner(end)}`;
  const names = winners.map((seat) => (you.includes(seat) ? "you" : (seats[seat] ?? "somebody")));
  // Several computers may bear the same name.
  return `Over: ${list([...new Set(names)])} won`;
}

/** How it ended, as the log tells it, else what the key of the reason says. */
export function reason({ reason: key }: Outcome, log: readonly LogLine[]): string {
  const last = log.filter(({ undone }) => !undone).at(-1);
  return (last?.text ?? `The game is over: ${words(key)}`).replace(/([^.!?])$/, "$1.");
}

/** How long ago, in the largest unit that fits. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  const units: [number, string][] = [[86_400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [size, unit] of units) if (seconds >= size) return `${count(Math.floor(seconds / size), unit)} ago`;
  return "just now";
}

/** A moment as the server writes it: ISO text, or seconds or milliseconds since 1970. */
export function moment(when: string | number): number {
  if (typeof when === "string") return Date.parse(when);
  return when < 1e11 ? when * 1000 : when;
}
