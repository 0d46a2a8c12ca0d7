// What players can agree on: choices that belong beside the board, together.

import type { LegalChoice, Verb } from "../api/types";
import { VERBS } from "../api/vocabulary";

const GROUPS: { title: string; verbs: Verb[] }[] = [
  { title: "Between the players", verbs: ["propose", "admit", "bar"] },
  { title: "You give", verbs: ["give"] },
  { title: "You ask for", verbs: ["ask"] },
  { title: "Terms", verbs: ["terms"] },
];

/** Whether a choice is about what players agree on. What ends an agreement is rarely done, and kept apart. */
export const isTreaty = ({ verb, target }: LegalChoice): boolean =>
  VERBS[verb].diplomatic && target.kind === "button" && GROUPS.some(({ verbs }) => verbs.includes(verb));

/** Whether a proposal is being put together. */
export const isDrafting = (choices: readonly LegalChoice[]): boolean =>
  choices.some((choice) => isTreaty(choice) && ["give", "ask", "terms"].includes(choice.verb));

export interface Group {
  title: string;
  choices: LegalChoice[];
}

/** Such choices, by what they do. */
export function treaties(choices: readonly LegalChoice[]): Group[] {
  return GROUPS.map(({ title, verbs }) => ({
    title, choices: choices.filter((choice) => isTreaty(choice) && verbs.includes(choice.verb)),
  })).filter(({ choices }) => choices.length > 0);
}
