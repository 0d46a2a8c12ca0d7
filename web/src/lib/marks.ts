// What is drawn on the faces of pieces, and what it says.

import type { Badge, Piece } from "../api/types";
import { BADGES, SYMBOLS, TINTS } from "../api/vocabulary";
import { type Face, face } from "./faces";
import { type Stack, strengthText, topOf } from "./stacks";

/** A sign that pieces bear, with a face that shows it. */
export interface Mark {
  key: string;
  title: string;
  /** What it means, if the title does not say it all. */
  help?: string;
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
      if (!badges.has(badge)) badges.set(badge, { key: `badge ${badge}`, title: BADGES[badge].title, help: BADGES[badge].help, look: { ...look, badges: [badge] } });
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
  const { form, facing, letter, steps, figures, label, count, symbol, strength } = look;
  if (form === "card") return [];
  const signs: Sign[] = letter.trim() ? [{ seen: letter, says: "whose it is, as the colour, the pattern and the flag say" }] : [];
  if (facing === "hidden") return signs;
  if (count > 1) signs.push({ seen: String(count), says: "how many it stands for, at the top" });
  if (form === "block" && steps) {
    signs.push({ seen: String(steps.now), says: "strength now, on the upper edge" });
    signs.push({ seen: `${"●".repeat(steps.now)}${"○".repeat(Math.max(0, steps.most - steps.now))}`, says: `steps on the left: ${steps.now} of ${steps.most} are left` });
    const [first] = figures;
    if (first) signs.push({ seen: String(first.value), says: `${first.name}, in the lower corner` });
  } else if (form === "counter" && strength !== undefined && strength * count > 1) {
    signs.push({ seen: String(strength * count), says: "strength, in the dark corner" });
  }
  if (label && form === "block") signs.push({ seen: label, says: "its name" });
  if (symbol) signs.push({ seen: SYMBOLS[symbol].title, says: "what it is, drawn in the middle" });
  return signs;
}

/** How a closed stack is read. */
export function stackReading(stack: Stack): Sign[] {
  const top = face(topOf(stack));
  const strength = strengthText(stack);
  const others = stack.tints.filter((tint) => tint !== top.tint);
  const shown = top.facing === "hidden" || !top.symbol ? top.letter : SYMBOLS[top.symbol].title;
  const signs: Sign[] = [
    { seen: shown, says: stack.commander ? "who commands" : "the strongest of them" },
    { seen: String(stack.count), says: "how many stand there, on white" },
  ];
  if (strength && strength !== "0") {
    signs.push({ seen: strength, says: `their strength, on black${stack.isKnown ? "" : "; + where some of it is not known to you"}` });
  }
  if (others.length) signs.push({ seen: others.map((tint) => TINTS[tint].title).join(", "), says: "along the left edge: others who stand there too" });
  return signs;
}
