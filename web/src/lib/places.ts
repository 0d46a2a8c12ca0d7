// Finding a space by what people call it.

import type { Board, Space } from "../api/types";
import { GROUNDS, SITES } from "../api/vocabulary";
import { capitalised, spaceName } from "./format";

/** Letters without their accents, so that Neuchatel finds Neuchâtel. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();

/** The spaces whose names match, best first: by their beginning, by the beginning of a word, by anything. */
export function findPlaces(board: Board, text: string, most = 8): number[] {
  const wanted = plain(text.trim());
  if (!wanted) return [];
  const rank = (name: string): number => {
    const found = plain(name);
    if (found === wanted) return 0;
    if (found.startsWith(wanted)) return 1;
    if (found.includes(` ${wanted}`) || found.includes(`-${wanted}`)) return 2;
    return found.includes(wanted) ? 3 : Infinity;
  };
  return board.spaces
    .map((space, number) => ({ number, rank: Math.min(rank(spaceName(space)), rank(space.name), ...(space.notes ?? []).map((note) => 0.5 + rank(note))) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank || a.number - b.number)
    .slice(0, most)
    .map(({ number }) => number);
}

/** What is known of a space beyond its name, in a few words each. */
export function knownOf(space: Space): string[] {
  const called = spaceName(space);
  return [
    ...(space.name === called ? [] : [space.name]),
    ...(space.mark?.label ? [SITES[space.mark.site].title] : []),
    GROUNDS[space.ground].title,
    ...(space.land ? [space.land] : []),
    ...(space.notes ?? []).map(capitalised),
  ];
}
