// Colours for the keys by which games name them; the same as on the drawn maps.

export interface Tint {
  face: string;
  ink: string;
}

const TINTS: Record<string, Tint> = {
  blue: { face: "#34558b", ink: "#f4ecd8" },
  black: { face: "#33302e", ink: "#f4ecd8" },
  green: { face: "#3d6b3f", ink: "#f4ecd8" },
  white: { face: "#f7f2e4", ink: "#33302e" },
  red: { face: "#a5302b", ink: "#f4ecd8" },
  yellow: { face: "#d8a62c", ink: "#33302e" },
  card: { face: "#f3e9d0", ink: "#33302e" },
  grey: { face: "#8d8677", ink: "#fdf8ea" },
};

const ALIASES: Record<string, string> = {
  france: "blue", prussia: "black", russia: "green", austria: "white", spain: "red", britain: "red", italy: "yellow",
};

export const tint = (key: string): Tint => TINTS[ALIASES[key] ?? key] ?? TINTS["grey"]!;

export type Cover = "bare" | "water" | "trees" | "peaks";

export interface Ground {
  wash: string;
  cover: Cover;
}

const LANDS: Record<string, string> = {
  france: "#cdd6ea", prussia: "#d9d7cd", russia: "#d5e0bf", austria: "#f5edd2", italy: "#f0d9b4", spain: "#efcfc4",
};

/** A pale colour of its own for every other land. */
function washOf(land: string): string {
  let hash = 0;
  for (const letter of land) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return land ? `hsl(${hash} 35% 85%)` : "#ece2c6";
}

/** A colour of the map under the light of the theme. */
export const themed = (wash: string): string =>
  `oklch(from ${wash} calc(l * var(--map-light)) calc(c * var(--map-colour)) h)`;

/** A key is a kind of ground, with more after a dash: `mountain-alps`, `land-france`. */
export function ground(key: string): Ground {
  const dash = key.indexOf("-");
  const [kind, rest] = dash < 0 ? [key, ""] : [key.slice(0, dash), key.slice(dash + 1)];
  switch (kind) {
    case "sea": case "water": case "lake": case "ocean":
      return { wash: "#c7d6d3", cover: "water" };
    case "forest": case "wood":
      return { wash: "#c3cd9f", cover: "trees" };
    case "mountain": case "mountains":
      return { wash: "#d5c3a5", cover: "peaks" };
    default:
      return { wash: LANDS[rest] ?? washOf(rest), cover: "bare" };
  }
}
