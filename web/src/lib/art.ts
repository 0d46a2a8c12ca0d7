// How pieces look: shapes in a square from -1 to 1, the same for the page and for the canvas of the board. Seen from afar a
// piece shows less, but larger: nothing on it ever covers what one reads.

import type { Badge, Tint } from "../api/types";
import { BADGES, type Colours, type Glyph, type Paint, type Painted, PAINTS, SYMBOLS, TINTS } from "../api/vocabulary";
import { type Face, face } from "./faces";
import { type Stack, strengthText, topOf } from "./stacks";

/** A line or an area. */
export interface Outline {
  d: string;
  /** A colour, or the pattern of a tint. */
  fill?: string | { hatch: Tint } | undefined;
  stroke?: string | undefined;
  width?: number | undefined;
  opacity?: number;
  /** Where it is drawn and how large: across, down, scale. */
  at?: readonly [number, number, number];
}

/** Something written, by the middle, the left or the right end of its base line. */
export interface Lettering {
  text: string;
  x: number;
  y: number;
  size: number;
  anchor: "start" | "middle" | "end";
  fill: string;
  /** What it is kept off the ground with. */
  casing?: string | undefined;
}

/** How wide the line around letters is. */
export const CASING = 0.18;

export type Shape = Outline | Lettering;

/** How much of a piece can be told. */
export type Detail = "far" | "middle" | "near";

/** What can be told of a piece whose half side measures so many pixels. */
export const detailAt = (pixels: number): Detail => (pixels < 9 ? "far" : pixels < 19 ? "middle" : "near");

const DARK = "#2b2118";
const PAPER = "#f6eedb";
const GOLD = "#e7c15a";
const RED = "#d8402e";

const box = (x: number, y: number, width: number, height: number, r: number): string =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`;
const disc = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** So much wider than high is a letter, about: serif and bold. */
const WIDE = 0.6;
/** How wide a text is, about, at most. */
export const widthOf = (text: string, size: number): number => text.length * WIDE * size;
/** The size at which a text fits into a width. */
const fitting = (text: string, most: number, width: number): number => Math.min(most, width / (WIDE * Math.max(1, text.length)));

const painted = (key: Paint | undefined, colours: Painted): string | undefined =>
  key === undefined ? undefined : key in PAINTS ? PAINTS[key as keyof typeof PAINTS] : colours[key as keyof Painted];

export const drawing = (glyph: Pick<Glyph, "parts">, colours: Painted, at: readonly [number, number, number]): Outline[] =>
  glyph.parts.map(({ d, fill, stroke, width }) => ({ d, fill: painted(fill, colours), stroke: painted(stroke, colours), width, at }));

export const flag = (key: Tint, at: readonly [number, number, number]): Outline[] => [
  { d: "M-1.5-1H1.5V1H-1.5z", stroke: DARK, width: 0.3, at }, ...drawing({ parts: TINTS[key].flag }, TINTS[key], at),
];

/** Colours as on paper, where outlines are dark. */
const onPaper = (colours: Colours): Colours => ({ ...colours, ink: DARK });

/** Badges that are part of the drawing; others are signs in a row. */
const DRAWN: readonly Badge[] = ["guard", "in-hand", "target", "in-corps", "minor", "lent", "beaten", "moved", "waiting"];
const FRAMES: Partial<Record<Badge, string>> = { guard: GOLD, "in-hand": "#fffaf0", target: RED };

/** A piece. */
export function pieceArt(look: Face, detail: Detail): Shape[] {
  if (look.facing === "hidden" && look.form !== "token") return backArt(look, detail);
  if (look.form === "token") return tokenArt(look);
  return look.form === "block" ? blockArt(look, detail) : counterArt(look, detail);
}

/** The wood of a block that stands, and the face that it turns to us. */
function body(look: Face, detail: Detail): Shape[] {
  const { face: ground } = TINTS[look.tint];
  const found: Shape[] = [];
  const stands = look.form === "block" && look.facing !== "open";
  if (detail !== "far" && stands) {
    const side = "M-1 .96-.8 1.2H1.2V-.8L.96-1 1 1z";
    found.push({ d: side, fill: ground, stroke: DARK, width: 0.08 }, { d: side, fill: "#1c140c", opacity: 0.42 });
  } else if (detail !== "far") found.push({ d: box(-0.92, -0.9, 2, 2, 0.2), fill: DARK, opacity: 0.35 });
  const r = look.form === "block" ? 0.12 : 0.2;
  found.push({ d: box(-1, -1, 2, 2, r), fill: ground, stroke: DARK, width: detail === "far" ? 0.14 : 0.08 });
  found.push({ d: box(-0.94, -0.94, 1.88, 1.88, r), fill: { hatch: look.tint }, opacity: 0.4 });
  return found;
}

/** The back: only whose it is. */
function backArt(look: Face, detail: Detail): Shape[] {
  const colours = TINTS[look.tint];
  const sign: Shape[] = detail === "near" ? flag(look.tint, [0, 0.52, 0.3]) : [];
  return [
    ...body(look, detail), ...sign,
    {
      text: look.letter, x: 0, y: detail === "near" ? 0.12 : 0.44, size: detail === "near" ? 0.95 : 1.25, anchor: "middle",
      fill: colours.ink, casing: colours.face,
    },
  ];
}

function blockArt(look: Face, detail: Detail): Shape[] {
  const colours = TINTS[look.tint];
  const { steps } = look;
  const fire = String(look.figures[0]?.value ?? "");
  const found = body(look, detail);
  if (detail === "far") {
    const text = steps ? String(steps.now) : look.letter;
    return [...found, { text, x: 0, y: 0.5, size: 1.4, anchor: "middle", fill: colours.ink, casing: colours.face }, ...spent(look)];
  }
  const near = detail === "near";
  // The print: who it is, from near on paper; its strength in a tab of the upper edge.
  if (near) found.push({ d: box(-0.8, -0.44, 1.6, 0.94, 0.08), fill: PAPER });
  else found.push({ d: box(-0.8, -0.4, 1.6, 1.28, 0.1), fill: colours.face });
  if (look.symbol) found.push(...drawing(SYMBOLS[look.symbol], near ? onPaper(colours) : colours, near ? [0.06, 0.04, 0.46] : [0.02, 0.26, 0.66]));
  if (steps) {
    found.push({ d: box(-0.42, -1, 0.84, near ? 0.6 : 0.74, 0.12), fill: colours.ink, stroke: DARK, width: 0.05 });
    found.push({ text: String(steps.now), x: 0, y: near ? -0.5 : -0.38, size: near ? 0.62 : 0.78, anchor: "middle", fill: colours.face });
  }
  if (near) {
    found.push({ text: look.letter, x: -0.88, y: -0.54, size: 0.42, anchor: "start", fill: colours.ink, casing: colours.face });
    if (steps) found.push(...pips(steps.now, steps.most));
    const left = widthOf(fire, 0.42);
    found.push({ text: fire, x: -0.88, y: 0.9, size: 0.42, anchor: "start", fill: colours.ink, casing: colours.face });
    const name = look.label ?? "";
    found.push({
      text: name, x: 0.9, y: 0.87, size: fitting(name, 0.34, 1.7 - left), anchor: "end", fill: colours.ink, casing: colours.face,
    });
  }
  return [...found, ...spent(look), ...signs(look, near)];
}

/** How strong a block is of how strong it can be, along its left side. */
function pips(now: number, most: number): Outline[] {
  return Array.from({ length: most }, (_, nth): Outline => ({
    d: disc(-0.68, 0.36 - nth * 0.22, 0.075), fill: nth < now ? DARK : PAPER, stroke: DARK, width: 0.04,
  }));
}

/** What has acted is dull. */
const spent = ({ badges, form }: Face): Outline[] =>
  badges.includes("moved") || (form === "block" && badges.includes("waiting"))
    ? [{ d: box(-1, -1, 2, 2, 0.14), fill: "#8a8172", opacity: 0.5 }]
    : [];

/** Signs of the moment, from the upper right corner downwards: the strength stays free. */
function signs({ badges, form, tint }: Face, near: boolean): Shape[] {
  const shown = form === "block" ? badges : badges.filter((badge) => !DRAWN.includes(badge));
  const [r, step] = near ? [0.24, 0.5] : [0.3, 0.62];
  return shown.slice(0, 3).flatMap((badge, nth): Shape[] => [
    { d: disc(0.76, -0.72 + nth * step, r), fill: "#fbf5e3", stroke: DARK, width: 0.06 },
    ...drawing(BADGES[badge], TINTS[tint], [0.76, -0.72 + nth * step, r * 0.84]),
  ]);
}

function counterArt(look: Face, detail: Detail): Shape[] {
  const colours = TINTS[look.tint];
  const { badges, symbol, count } = look;
  const found = body(look, detail);
  const near = detail === "near";
  const many = count > 1 ? String(count) : "";
  // One piece of strength one needs no number.
  const strong = (look.strength ?? 1) * count > 1 && look.strength !== undefined ? String(look.strength * count) : "";
  if (detail === "far") {
    if (many) return [...found, { text: many, x: 0, y: 0.5, size: fitting(many, 1.4, 1.8), anchor: "middle", fill: colours.ink, casing: colours.face }, ...spent(look)];
    if (!symbol) return [...found, { text: look.letter, x: 0, y: 0.48, size: 1.3, anchor: "middle", fill: colours.ink, casing: colours.face }, ...spent(look)];
    return [...found, { d: disc(0, 0, 0.8), fill: colours.face }, ...drawing(SYMBOLS[symbol], colours, [0, 0, 0.78]), ...spent(look)];
  }
  const frame = badges.map((badge) => FRAMES[badge]).find(Boolean);
  const top = near ? -0.5 : -0.42;
  found.push({ d: box(-0.84, top, 1.68, 0.84 - top, 0.1), fill: near ? PAPER : colours.face, ...(frame ? { stroke: frame, width: 0.15 } : {}) });
  if (symbol) {
    // The name of somebody who commands stands below.
    const name = near && look.rank && !strong ? (look.label ?? "") : "";
    const size = name ? 0.46 : near ? 0.54 : 0.6;
    const left = !strong ? 0 : near ? -0.14 : -0.16;
    const up = name ? 0.17 : left && !near ? 0.06 : 0;
    found.push(...drawing(SYMBOLS[symbol], near ? onPaper(colours) : colours, [left, top + (0.84 - top) / 2 - up, size]));
    if (name) found.push({ text: name, x: 0, y: 0.76, size: fitting(name, 0.38, 1.6), anchor: "middle", fill: DARK });
  } else if (look.label) {
    const word = look.label.slice(0, 8);
    found.push({ text: word, x: 0, y: 0.4, size: fitting(word, 0.6, 1.6), anchor: "middle", fill: near ? DARK : colours.ink });
  }
  if (badges.includes("in-corps")) found.push({ d: "M-.98 .93H.98", stroke: DARK, width: 0.22 }, { d: "M-.94 .93H.94", stroke: GOLD, width: 0.14 });
  // A dark tab holds the strength, as it does on a stack.
  if (strong) {
    const [side, high] = near ? [0.5, 0.46] : [0.76, 0.72];
    found.push(
      { d: box(0.97 - side, 0.97 - high, side, high, 0.1), fill: DARK, stroke: PAPER, width: 0.05 },
      { text: strong, x: 0.97 - side / 2, y: 0.97 - high * 0.2, size: fitting(strong, near ? 0.46 : 0.7, side - 0.06), anchor: "middle", fill: "#fbf5e3" },
    );
  }
  // In the upper band: whose it is, and how many.
  if (near) found.push(...flag(look.tint, [-0.62, -0.75, 0.17]));
  found.push({
    text: look.letter, x: near ? -0.26 : -0.86, y: near ? -0.58 : -0.46, size: near ? 0.48 : 0.62, anchor: "start", fill: colours.ink, casing: colours.face,
  });
  if (many) {
    const size = near ? 0.56 : 0.7;
    found.push({ text: many, x: 0.88, y: near ? -0.55 : -0.44, size: fitting(many, size, near ? 0.8 : 1.1), anchor: "end", fill: colours.ink, casing: colours.face });
  }
  if (badges.includes("minor")) found.push({ d: "M-.98 .4V.98H-.4z", fill: colours.ink, opacity: 0.85 });
  if (badges.includes("lent")) found.push({ d: "M-.74 .66H-.32M-.52 .48-.3 .66-.52 .84", stroke: DARK, width: 0.12 });
  if (badges.includes("beaten")) found.push({ d: "M-.8-.8.8.8M.8-.8-.8.8", stroke: RED, width: 0.2 });
  return [...found, ...spent(look), ...signs(look, near)];
}

function tokenArt(look: Face): Shape[] {
  const colours = TINTS[look.tint];
  const drawn = look.symbol && look.facing !== "hidden" ? SYMBOLS[look.symbol] : null;
  const found: Shape[] = [
    { d: disc(0.08, 0.1, 1), fill: DARK, opacity: 0.35 },
    { d: disc(0, 0, 1), fill: colours.face, stroke: DARK, width: 0.09 },
    { d: disc(0, 0, 0.95), fill: { hatch: look.tint }, opacity: 0.35 },
  ];
  if (drawn) found.push({ d: disc(0, 0, 0.76), fill: PAPER }, ...drawing(drawn, onPaper(colours), [0, 0, 0.66]));
  else found.push({ text: look.letter, x: 0, y: 0.42, size: 1.2, anchor: "middle", fill: colours.ink, casing: colours.face });
  if (drawn) {
    found.push(
      { d: disc(-0.68, -0.68, 0.36), fill: colours.face, stroke: DARK, width: 0.07 },
      { text: look.letter, x: -0.68, y: -0.52, size: 0.5, anchor: "middle", fill: colours.ink },
    );
  }
  if (look.count > 1) {
    found.push(
      { d: disc(0.68, -0.68, 0.36), fill: "#fbf5e3", stroke: DARK, width: 0.07 },
      { text: String(look.count), x: 0.68, y: -0.52, size: 0.5, anchor: "middle", fill: DARK },
    );
  }
  if (look.badges.includes("moved")) found.push({ d: disc(0, 0, 1), fill: "#8a8172", opacity: 0.5 });
  if (look.badges.includes("beaten")) found.push({ d: "M-.7-.7.7.7M.7-.7-.7.7", stroke: RED, width: 0.2 });
  return found;
}

/** A closed stack: its top piece, the edges of others below it, how many there are, whose, and how strong. */
export function stackArt(stack: Stack, detail: Detail): Shape[] {
  const top = face(topOf(stack));
  const colours = TINTS[top.tint];
  const far = detail === "far";
  const others = stack.tints.filter((key) => key !== top.tint);
  const under: Shape[] = [2, 1].slice(stack.pieces.length > 2 && !far ? 0 : 1).map((nth) => ({
    d: box(-1 + 0.14 * nth, -1 - 0.14 * nth, 2, 2, 0.16), fill: TINTS[others[nth - 1] ?? top.tint].face, stroke: DARK, width: 0.09,
  }));
  const number = String(stack.count);
  const strength = strengthText(stack);
  if (far) {
    return [
      ...under, ...body({ ...top, facing: "open" }, "far"), ...stripe(others),
      { text: number, x: 0, y: 0.5, size: fitting(number, 1.4, 1.8), anchor: "middle", fill: colours.ink, casing: colours.face },
    ];
  }
  const found: Shape[] = [...under, ...body({ ...top, facing: "open" }, detail)];
  const near = detail === "near";
  // Below who commands: how many, and how strong as far as is known.
  const line = near ? 0.34 : 0.12;
  const who = { at: (line - 1) / 2 + 0.02, size: near ? 0.54 : 0.46 };
  const hidden = top.facing === "hidden" || !top.symbol;
  if (near) found.push({ d: box(-0.8, -0.86, 1.6, 1.12, 0.1), fill: PAPER });
  else found.push({ d: box(-0.8, -0.92, 1.6, 1.02, 0.1), fill: colours.face });
  const name = near && !hidden ? (top.label ?? "") : "";
  if (name) {
    // Who commands is told by his name.
    who.at -= 0.13;
    who.size = 0.4;
    found.push({ text: name, x: 0, y: 0.2, size: fitting(name, 0.34, 1.56), anchor: "middle", fill: DARK });
  }
  if (hidden) found.push({ text: top.letter, x: 0, y: who.at + 0.3, size: 0.9, anchor: "middle", fill: near ? DARK : colours.ink });
  else found.push(...drawing(SYMBOLS[top.symbol!], near ? onPaper(colours) : colours, [0, who.at, who.size]));
  const size = near ? 0.58 : 0.86;
  const known = strength && strength !== "0";
  const base = near ? 0.86 : 0.84;
  found.push(
    { d: box(-0.97, line, known ? 0.96 : 1.94, 0.97 - line, 0.12), fill: "#fbf5e3", stroke: DARK, width: 0.06 },
    { text: known ? number : `×${number}`, x: known ? -0.49 : 0, y: base, size: fitting(number, size, 0.84), anchor: "middle", fill: DARK },
  );
  if (known) {
    found.push(
      { d: box(0.01, line, 0.96, 0.97 - line, 0.12), fill: DARK, stroke: DARK, width: 0.06 },
      { text: strength, x: 0.49, y: base, size: fitting(strength, size, 0.88), anchor: "middle", fill: "#fbf5e3" },
    );
  }
  return [...found, ...stripe(others)];
}

/** The colours of others who stand there too, along the left edge. */
function stripe(tints: readonly Tint[]): Outline[] {
  const shown = tints.slice(0, 3);
  return shown.map((key, nth) => ({
    d: box(-1, -0.9 + (nth * 1.2) / shown.length, 0.3, 1.2 / shown.length, 0.05), fill: TINTS[key].face, stroke: DARK, width: 0.06,
  }));
}
