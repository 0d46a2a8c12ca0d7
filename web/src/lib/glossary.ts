// Words that the game explains, found where they are used.

import { getContext, setContext } from "svelte";
import type { Term } from "../api/types";

/** A part of a text, and the term of the glossary that it is, if it is one. */
export interface Run {
  text: string;
  term?: Term;
}

/** A short term with capitals is an abbreviation: it is only meant where it is written the same. */
const isAbbreviation = (term: string): boolean => term.length <= 4 && term !== term.toLowerCase();

interface Index {
  terms: ReadonlyMap<string, Term>;
  pattern: RegExp | null;
}

const made = new WeakMap<readonly Term[], Index>();

function indexOf(glossary: readonly Term[]): Index {
  let index = made.get(glossary);
  if (!index) {
    const written = glossary.map(({ term }) => term).filter((term) => term.length > 1 && !term.includes(","));
    const escaped = written.sort((a, b) => b.length - a.length).map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = escaped.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})s?(?![\\p{L}\\p{N}])`, "giu") : null;
    index = { terms: new Map(glossary.map((term) => [term.term.toLowerCase(), term])), pattern };
    made.set(glossary, index);
  }
  return index;
}

/** A text cut where a term of the glossary stands as a whole word; each term is found once. */
export function runs(text: string, glossary: readonly Term[]): Run[] {
  const { terms, pattern } = indexOf(glossary);
  if (!pattern) return [{ text }];
  const found: Run[] = [];
  const seen = new Set<Term>();
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const word = match[1]!;
    const term = terms.get(word.toLowerCase());
    if (!term || seen.has(term) || (isAbbreviation(term.term) && word !== term.term)) continue;
    seen.add(term);
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    found.push({ text: match[0], term });
  }
  if (end < text.length || !found.length) found.push({ text: text.slice(end) });
  return found;
}

const KEY = Symbol("glossary");
const NONE: readonly Term[] = [];

/** Has all below explain the words of this glossary. */
export const setGlossary = (glossary: () => readonly Term[]): void => void setContext(KEY, glossary);

export const useGlossary = (): (() => readonly Term[]) => getContext<(() => readonly Term[]) | undefined>(KEY) ?? (() => NONE);
