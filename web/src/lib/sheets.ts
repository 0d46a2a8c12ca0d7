// What lies before a seat, sorted by what it plays where that is several.

import type { Gauge, Sheet } from "../api/types";

/** What is to be said of one of those whom a seat plays; without a title, of the seat itself. */
export interface Part {
  title: string;
  gauges: Gauge[];
  notes: string[];
  /** Colour key, if it has one of its own. */
  tint?: string | undefined;
}

/** The figures of a seat by what stands before ": " in their names ("Austria: FG"), each part with what is noted of it. */
export function partsOf({ gauges, notes, tints }: Sheet): Part[] {
  const parts = new Map<string, Part>();
  for (const { name, value } of gauges) {
    const cut = name.indexOf(": ");
    const title = cut < 0 ? "" : name.slice(0, cut);
    let part = parts.get(title);
    if (!part) parts.set(title, (part = { title, gauges: [], notes: [] }));
    part.gauges.push({ name: cut < 0 ? name : name.slice(cut + 2), value });
  }
  const titles = [...parts.keys()].filter(Boolean);
  if (titles.length < 2) return [{ title: "", gauges, notes }];
  const own: Part = parts.get("") ?? { title: "", gauges: [], notes: [] };
  for (const note of notes) {
    // Whom it begins with, else whom alone it names.
    const named = titles.filter((title) => note.includes(title));
    const about = titles.find((title) => note.startsWith(`${title}: `)) ?? (named.length === 1 ? named[0] : undefined);
    (parts.get(about ?? "") ?? own).notes.push(note);
  }
  if (titles.length === tints.length) titles.forEach((title, nth) => (parts.get(title)!.tint = tints[nth]));
  const each = titles.map((title) => parts.get(title)!);
  return own.gauges.length || own.notes.length ? [own, ...each] : each;
}
