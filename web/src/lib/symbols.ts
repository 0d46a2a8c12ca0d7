// Which keys have a drawing of their own.

/** Drawn as a star; those with a name in gold. */
const LEADERS = ["general", "napoleon", "wellington"];
const TROOPS = ["infantry", "cavalry", "artillery", "fleet", "general"];
const OTHERS = ["alliance"];

export const isLeader = (symbol: string | undefined): boolean => symbol !== undefined && LEADERS.includes(symbol);

/** The id of the drawing for a key, or for one of the words in it. */
export function glyph(key: string | undefined): string | null {
  if (!key) return null;
  if (isLeader(key)) return "g-general";
  const word = key.split("-").find((part) => TROOPS.includes(part) || OTHERS.includes(part));
  return word ? `g-${word}` : null;
}
