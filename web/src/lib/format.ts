// Words for people.

import type { Gauge, LogLine, Outcome, Piece, Player, Seat, Sheet, Space, SpaceRef, Table, Track } from "../api/types";
import { isColour } from "./palette";

export function list(words: readonly string[], last = "and"): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** A label without the name of what it is about, where that stands before it anyway. */
export function brief(label: string, name: string): string {
  const bare = name.replace(/^\d+ /, "");
  const start = [bare, `The ${bare}`].find((words) => label.startsWith(`${words} `));
  return capitalised(start ? label.slice(start.length).trim() : label);
}

/** The words with which three or more texts all begin, unless one of them would have none left. */
export function commonStart(texts: readonly string[]): string {
  const [first = [], ...rest] = texts.map((text) => text.split(" "));
  if (rest.length < 2) return "";
  let shared = 0;
  while (shared < first.length - 1 && rest.every((other) => other[shared] === first[shared] && other.length > shared + 1)) shared++;
  return first.slice(0, shared).join(" ");
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A key such as `time-limit` as words. */
export const words = (key: string): string => key.replaceAll("-", " ");

const KINDS: Record<string, string> = { start: "starting place", enlist: "enlisting place" };

/** What is printed on a space, for people: `town-red-cavalry` is a red town with the sign of cavalry. */
export function markName(symbol: string): string {
  const [kind = "", ...more] = symbol.split("-");
  const colours = more.filter(isColour);
  const signs = more.filter((part) => !isColour(part));
  const noun = [...colours, KINDS[kind] ?? kind].join(" ");
  if (!signs.length) return noun;
  return kind in KINDS ? `${noun} of ${signs.join(" ")}` : `${noun} with the sign of ${signs.join(" ")}`;
}

/** Who holds a space, where the table says so. */
export function heldBy(table: Table, { board, space }: SpaceRef): string[] {
  return table.overlays
    .filter(({ tint, spaces }) => tint && spaces.some((at) => at.board === board && at.space === space))
    .map(({ kind, tint }) => {
      const names = table.seats.filter(({ tints }) => tints.includes(tint!)).map(({ name }) => name);
      return `${words(kind)} by ${list(names) || tint}`;
    });
}

export function gauge({ name, value }: Gauge): string {
  return `${name} ${value}`;
}

/** The name of what is left, in the singular if it is one. */
export function counted({ name, value }: Gauge): string {
  return value === "1" && /[^s]s$/.test(name) ? name.slice(0, -1) : name;
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
  if (!holder) return `Seat ${seat + 1}`;
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
  if (space.mark && !space.notes?.length) parts.push(markName(space.mark.symbol));
  const ground = words(space.ground);
  if (!space.land || !ground.toLowerCase().includes(space.land.toLowerCase())) parts.push(ground);
  if (space.land) parts.push(space.land);
  parts.push(...(space.notes ?? []));
  for (const piece of pieces) parts.push(describePiece(piece));
  return parts.join(", ");
}

export function describePiece({ name, look }: Piece): string {
  return [name, ...(look.badges ?? []).map(words)].join(", ");
}

/** The figures on a piece, in a line. */
export function figuresOf({ look: { steps, figures } }: Piece): string {
  const strength = steps ? [`strength ${steps.now} of ${steps.most}`] : [];
  return [...strength, ...(figures ?? []).map(gauge)].join(" · ");
}

/** How a game ended that nobody has won. */
function withoutWinner({ reason: key }: Outcome): string {
  return key === "abandoned" || key === "resigned" ? key : "a draw";
}

/** Who won. */
export function outcome(end: Outcome, sheets: readonly Sheet[]): string {
  const names = end.winners.map((seat) => sheets[seat]?.name ?? `Seat ${seat + 1}`);
  return names.length === 0 ? `${capitalised(withoutWinner(end))}.` : `Victory for ${list(names)}.`;
}

/** How a game ended, in a few words, for somebody who may have played. */
export function ending(end: Outcome, seats: readonly string[], you: readonly Seat[] = []): string {
  const { winners } = end;
  if (!winners.length) return `Over: ${withoutWinner(end)}`;
  const names = winners.map((seat) => (you.includes(seat) ? "you" : (seats[seat] ?? `seat ${seat + 1}`)));
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
