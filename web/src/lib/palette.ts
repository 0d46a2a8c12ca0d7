// Colours for the keys by which games name them, each doubled by a pattern.
//
// The patterns are those by which engravers have shown colours since the seventeenth century (Petra Sancta): level lines
// for blue, upright ones for red, dots for gold.

export interface Tint {
  face: string;
  ink: string;
  /** Which of the two inks of the patterns shows on the face. */
  shade: "pale" | "dark";
}

const pale = (face: string): Tint => ({ face, ink: "#f4ecd8", shade: "pale" });
const dark = (face: string): Tint => ({ face, ink: "#33302e", shade: "dark" });

const TINTS: Record<string, Tint> = {
  blue: pale("#34558b"),
  black: pale("#33302e"),
  green: pale("#3d6b3f"),
  white: dark("#f7f2e4"),
  red: pale("#a5302b"),
  yellow: dark("#d8a62c"),
  orange: dark("#e38f45"),
  brown: pale("#7a5334"),
  purple: pale("#6f4e8c"),
  pink: dark("#de86a4"),
  card: dark("#f3e9d0"),
  grey: { face: "#8d8677", ink: "#fdf8ea", shade: "pale" },
};

const ALIASES: Record<string, string> = {
  france: "blue", prussia: "black", russia: "green", austria: "white", spain: "red", britain: "red", italy: "yellow",
};

/** A number for a word, always the same. */
function hash(word: string, below: number): number {
  let sum = 0;
  for (const letter of word) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return sum % below;
}

/** Whether a word is one of the colours. */
export const isColour = (word: string): boolean => word in TINTS && word !== "card";

export function tint(key: string): Tint {
  const known = TINTS[ALIASES[key] ?? key];
  return known ?? pale(`hsl(${hash(key, 360)} 36% 36%)`);
}

/** A pattern: lines in a square tile of side 1, how thick they are, and how large the tile is on a piece. */
export interface Hatch {
  lines: string;
  width: number;
  tile: number;
}

export const HATCHES = {
  azure: { lines: "M0 .5H1", width: 0.34, tile: 0.36 },
  gules: { lines: "M.5 0V1", width: 0.34, tile: 0.36 },
  vert: { lines: "M0 0 1 1M-.5 .5 .5 1.5M.5-.5 1.5 .5", width: 0.26, tile: 0.46 },
  purpure: { lines: "M0 1 1 0M-.5 .5 .5-.5M.5 1.5 1.5 .5", width: 0.26, tile: 0.46 },
  sable: { lines: "M0 .5H1M.5 0V1", width: 0.22, tile: 0.44 },
  sanguine: { lines: "M0 0 1 1M0 1 1 0", width: 0.18, tile: 0.52 },
  or: { lines: "M.25 .25h.01M.75 .75h.01", width: 0.26, tile: 0.5 },
  ermine: { lines: "M.25 .08V.42M.1 .25H.4M.75 .58V.92M.6 .75H.9", width: 0.1, tile: 0.66 },
  vair: { lines: "M0 .5q.25-.5.5 0t.5 0", width: 0.24, tile: 0.5 },
  chevrons: { lines: "M0 .75 .5 .25 1 .75", width: 0.22, tile: 0.5 },
  bricks: { lines: "M0 0H1M0 .5H1M0 1H1M.25 0V.5M.75 .5V1", width: 0.14, tile: 0.66 },
  rings: { lines: "M.3 .5a.2 .2 0 1 0 .4 0a.2 .2 0 1 0-.4 0", width: 0.16, tile: 0.5 },
} satisfies Record<string, Hatch>;

export type HatchName = keyof typeof HATCHES;

const OWN: Record<string, HatchName> = {
  blue: "azure", red: "gules", green: "vert", black: "sable", yellow: "or", white: "ermine", grey: "purpure",
  orange: "vair", brown: "chevrons", purple: "sanguine", pink: "bricks",
  card: "rings", britain: "sanguine",
};

/** For keys that have no pattern of their own by name. */
const OTHERS: HatchName[] = ["bricks", "rings", "sanguine"];

export const hatch = (key: string): HatchName =>
  OWN[key] ?? OWN[ALIASES[key] ?? ""] ?? OTHERS[hash(key, OTHERS.length)]!;

/** The pattern of a key as a fill, to be laid over its face. */
export const hatched = (key: string): string => `url(#hatch-${hatch(key)}-${tint(key).shade})`;
