// What this browser remembers: the games one holds a seat in, and how one likes the table.

import type { Link, Seat } from "../api/types";

export interface KnownGame {
  id: string;
  /** The first is the one to use. */
  tokens: string[];
  game: string;
  scenario: string;
  /** Links for the other players, kept by whoever made the game. */
  links: Link[];
  /** The token of whoever made the game, if that was in this browser. */
  host?: string;
  you: Seat[];
  opened: number;
  /** What the seats play, as it was when the table was last opened. */
  parts?: string[];
  /** Whether one plays all seats of people oneself, and has nobody to invite. */
  alone?: boolean;
  /** How many letters of each seat have been seen. */
  letters?: Partial<Record<Seat, number>>;
  /** Up to which entry each seat has closed what was reported of the others' moves. */
  reported?: Partial<Record<Seat, number>>;
}

const GAMES = "grognard.games";

function read<T>(storage: () => Storage, key: string, fallback: T): T {
  try {
    const text = storage().getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

function write(storage: () => Storage, key: string, value: unknown): boolean {
  try {
    storage().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const local = () => localStorage;
const session = () => sessionStorage;

export function knownGames(): KnownGame[] {
  const games = read<KnownGame[]>(local, GAMES, []);
  return Array.isArray(games) ? games.sort((a, b) => b.opened - a.opened) : [];
}

export function knownGame(id: string): KnownGame | undefined {
  return knownGames().find((game) => game.id === id);
}

/** Takes a game down, or more of what is known of it; says whether the browser keeps it. */
export function remember(id: string, more: Partial<KnownGame>): boolean {
  const old = knownGame(id);
  const tokens = [...new Set([...(old?.tokens ?? []), ...(more.tokens ?? [])])];
  const game: KnownGame = {
    game: "", scenario: "", links: [], you: [], opened: Date.now(), ...old, ...more, id, tokens,
  };
  return write(local, GAMES, [game, ...knownGames().filter((other) => other.id !== id)]);
}

/** The token that the game can be deleted with, if it was made in this browser. */
export function hostToken(id: string): string | null {
  const game = knownGame(id);
  // Whoever made a game before this was kept has its links, and his own token first.
  return game?.host ?? (game?.links.length ? (game.tokens[0] ?? null) : null);
}

export function forget(id: string): void {
  write(local, GAMES, knownGames().filter((game) => game.id !== id));
}

/** The token this tab plays a game with: that of the link it was opened by, else the one known. */
export function tokenFor(id: string): string | null {
  return read<string | null>(session, `grognard.token.${id}`, null) ?? knownGame(id)?.tokens[0] ?? null;
}

/** Gives up a token that the server does not know, for this tab and for good. */
export function dropToken(id: string, token: string): void {
  write(session, `grognard.token.${id}`, null);
  const game = knownGame(id);
  if (!game) return;
  const tokens = game.tokens.filter((other) => other !== token);
  const others = knownGames().filter((other) => other.id !== id);
  write(local, GAMES, tokens.length ? [{ ...game, tokens }, ...others] : others);
}

/** Takes up a token in place of one that is not good any more. */
export function replaceToken(id: string, old: string, fresh: string): void {
  write(session, `grognard.token.${id}`, fresh);
  const game = knownGame(id);
  if (!game) return;
  const tokens = [fresh, ...game.tokens.filter((other) => other !== old)];
  write(local, GAMES, [{ ...game, tokens }, ...knownGames().filter((other) => other.id !== id)]);
}

/** Keeps the token of a link, for this tab and for later; says whether the browser keeps it. */
export function keepToken(id: string, token: string): boolean {
  return write(session, `grognard.token.${id}`, token) && remember(id, { tokens: [token] });
}

/** How many letters of a seat have been seen in this browser. */
export const lettersSeen = (id: string, seat: Seat): number => knownGame(id)?.letters?.[seat] ?? 0;

export function seeLetters(id: string, seat: Seat, count: number): void {
  remember(id, { letters: { ...knownGame(id)?.letters, [seat]: count } });
}

/** Up to which entry a seat has closed what was reported. */
export const reportsSeen = (id: string, seat: Seat): number => knownGame(id)?.reported?.[seat] ?? 0;

export function seeReports(id: string, seat: Seat, entry: number): void {
  if (knownGame(id)) remember(id, { reported: { ...knownGame(id)?.reported, [seat]: entry } });
}

export type Theme = "auto" | "light" | "dark";

export interface Preferences {
  theme: Theme;
  /** Size of the pieces against the map. */
  pieceSize: number;
  motion: boolean;
  /** How fast the moves of others are shown one after the other. */
  pace: Pace;
  /** A knock when it becomes one's turn. */
  sound: boolean;
}

export type Pace = "off" | "brisk" | "slow";

const PREFERENCES: Preferences = { theme: "auto", pieceSize: 1, motion: true, pace: "brisk", sound: false };

export const readPreferences = (): Preferences => ({
  ...PREFERENCES,
  ...read<Partial<Preferences>>(local, "grognard.preferences", {}),
});

export const writePreferences = (preferences: Preferences): boolean =>
  write(local, "grognard.preferences", preferences);
