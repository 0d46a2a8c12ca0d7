// What is drawn on the faces of pieces, and what it says.

import type { Badge, Piece } from "../api/types";
import { BADGES, SYMBOLS } from "../api/vocabulary";
import { type Face, face } from "./faces";

/** A sign that pieces bear, with a face that shows it. */
export interface Mark {
  key: string;
  title: string;
  look: Face;
}

/** Every symbol and every mark of the moment that these pieces bear, once each. */
export function marksOf(pieces: readonly Piece[]): Mark[] {
  const symbols = new Map<string, Mark>();
  const badges = new Map<Badge, Mark>();
  for (const piece of pieces) {
    if (piece.print.form === "card") continue;
    const look = face(piece);
    const { symbol } = look;
    if (symbol && look.facing !== "hidden" && !symbols.has(symbol)) {
      symbols.set(symbol, { key: symbol, title: SYMBOLS[symbol].title, look: { ...look, badges: [], facing: "open" } });
    }
    for (const badge of look.badges) {
      if (!badges.has(badge)) badges.set(badge, { key: `badge ${badge}`, title: BADGES[badge].title, look: { ...look, badges: [badge] } });
    }
  }
  const byTitle = (a: Mark, b: Mark) => a.title.localeCompare(b.title);
  return [...[...symbols.values()].sort(byTitle), ...[...badges.values()].sort(byTitle)];
}

/** A part of a face: what is seen, and what it says. */
export interface Sign {
  seen: string;
  says: string;
}

/** How the face of a piece is read, from the top. */
export function reading(look: Face): Sign[] {
  const { form, facing, letter, steps, figures, label, count, symbol } = look;
  if (form === "card") return [];
  const signs: Sign[] = letter.trim() ? [{ seen: letter, says: "whose it is, as the colour and the pattern say" }] : [];
  if (facing === "hidden") return signs;
  if (count > 1) signs.push({ seen: String(count), says: "how many it stands for" });
  if (form === "block" && steps) {
    signs.push({ seen: String(steps.now), says: "strength now, on the upper edge" });
    if (steps.now > steps.least) signs.push({ seen: String(steps.now - 1), says: "on the right: what a loss leaves" });
    if (steps.now < steps.most) signs.push({ seen: String(steps.now + 1), says: "on the left: what a step more makes" });
    const [first] = figures;
    if (first) signs.push({ seen: String(first.value), says: `${first.name}, in the lower corner` });
  }
  if (label && form === "block") signs.push({ seen: label, says: "its name" });
  if (symbol) signs.push({ seen: SYMBOLS[symbol].title, says: "what it is, drawn in the middle" });
  return signs;
}
