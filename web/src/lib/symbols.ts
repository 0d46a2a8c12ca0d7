// Which keys have a drawing of their own.

/** Drawn as a star; those with a name in gold. */
const LEADERS = ["general", "napoleon", "wellington"];
const TROOPS = ["infantry", "cavalry", "artillery", "fleet", "general"];
const OTHERS = ["alliance", "finance", "morale", "society", "diplomacy", "military"];
/** What is printed on blocks: arms and buildings as they look. */
const PRINTED = ["infantry", "cavalry", "artillery", "fortress", "fleet", "guerrilla"];

export const isLeader = (symbol: string | undefined): boolean => symbol !== undefined && LEADERS.includes(symbol);

const parts = (name: string): string[] => name.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/**
 * What a game calls a kind of piece: the one word that all of them have in their names and no others do. None if that is
 * the key itself, or short for it.
 */
export function kindWord(key: string, names: readonly string[], others: readonly string[]): string | null {
  const elsewhere = new Set(others.flatMap(parts));
  const shared = [...new Set(parts(names[0] ?? ""))].filter(
    (word) => !elsewhere.has(word) && names.every((name) => parts(name).includes(word)),
  );
  const [word] = shared;
  return shared.length === 1 && word && !key.startsWith(word) ? word : null;
}

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
