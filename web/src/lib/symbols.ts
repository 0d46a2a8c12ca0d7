// Which keys have a drawing of their own.

/** Drawn as a star; those with a name in gold. */
const LEADERS = ["general", "napoleon", "wellington"];
const TROOPS = ["infantry", "cavalry", "artillery", "fleet", "general"];
const OTHERS = ["alliance", "finance", "morale", "society", "diplomacy", "military"];
/** What is printed on blocks: arms and buildings as they look. */
const PRINTED = ["infantry", "cavalry", "artillery", "fortress", "fleet", "guerrilla"];

export const isLeader = (symbol: string | undefined): boolean => symbol !== undefined && LEADERS.includes(symbol);

/** The id of the drawing for a key, or for one of the words in it. */
export function glyph(key: string | undefined): string | null {
  if (!key) return null;
  if (isLeader(key)) return "g-general";
  const word = key.split("-").find((part) => TROOPS.includes(part) || OTHERS.includes(part));
  return word ? `g-${word}` : null;
}

/** The id of the drawing on a block. */
export function drawing(key: string | undefined): string | null {
  if (key && PRINTED.includes(key)) return `b-${key}`;
  return glyph(key);
}
