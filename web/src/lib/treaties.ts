// What players can agree on: choices that belong beside the board, together.

import type { LegalChoice } from "../api/types";

const TITLES = { treaty: "Between the players", give: "You give", ask: "You ask for", terms: "Terms" } as const;

type Kind = keyof typeof TITLES;

const kindOf = ({ effect }: LegalChoice): Kind | null =>
  effect && effect.kind in TITLES ? (effect.kind as Kind) : null;

/** Whether a choice is about what players agree on. */
export const isTreaty = (choice: LegalChoice): boolean => kindOf(choice) !== null;

/** Whether a proposal is being put together. */
export const isDrafting = (choices: readonly LegalChoice[]): boolean =>
  choices.some((choice) => ["give", "ask", "terms"].includes(kindOf(choice) ?? ""));

export interface Group {
  title: string;
  choices: LegalChoice[];
}

/** Such choices, by what they do. */
export function treaties(choices: readonly LegalChoice[]): Group[] {
  return Object.entries(TITLES)
    .map(([kind, title]) => ({ title, choices: choices.filter((choice) => kindOf(choice) === kind) }))
    .filter(({ choices }) => choices.length > 0);
}
