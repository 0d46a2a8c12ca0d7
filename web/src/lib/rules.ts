// The reference: which rules are in play, under which titles, and how they are found.

import type { Info, Rule, Term, Topic, Values } from "../api/types";
import { TOPICS } from "../api/vocabulary";
import { isOn } from "./forms";

export const topicTitle = (topic: Topic): string => TOPICS[topic].title;

const ORDER = Object.keys(TOPICS) as Topic[];

export interface Chapter {
  topic: Topic;
  title: string;
  rules: Rule[];
}

/** Rules under what they are about; within a chapter in the order of the rulebook. */
export function chapters(rules: readonly Rule[]): Chapter[] {
  const found = new Map<Topic, Chapter>();
  for (const rule of rules) {
    const chapter = found.get(rule.topic);
    if (chapter) chapter.rules.push(rule);
    else found.set(rule.topic, { topic: rule.topic, title: topicTitle(rule.topic), rules: [rule] });
  }
  return ORDER.flatMap((topic) => found.get(topic) ?? []);
}

/** A game as far as it decides which rules are in play. */
export interface Version {
  info: Info;
  scenario: string;
  options: Values;
}

export interface InPlay {
  rules: Rule[];
  /** Those that hold in other scenarios only. */
  elsewhere: { title: string; rules: Rule[] }[];
}

/** Leaves out what belongs to options that are off, and puts aside what holds in other scenarios only. */
export function inPlay(rules: readonly Rule[], { info, scenario, options }: Version): InPlay {
  const here: Rule[] = [];
  const elsewhere = new Map<string, Rule[]>();
  for (const rule of rules) {
    const option = info.options.find(({ id }) => id === rule.option);
    if (option && !isOn(option, options[option.id] ?? option.default)) continue;
    const first = rule.scenarios?.includes(scenario) ? undefined : rule.scenarios?.[0];
    if (first) elsewhere.set(first, [...(elsewhere.get(first) ?? []), rule]);
    else here.push(rule);
  }
  const title = (id: string) => info.scenarios.find((other) => other.id === id)?.title ?? "";
  return { rules: here, elsewhere: [...elsewhere].map(([id, list]) => ({ title: title(id), rules: list })) };
}

// The search.

/** Words that say nothing of what is looked for. */
const FILLERS = new Set(
  "a an and are be by can do does for from game get has have how i if in is it me my of on or the there to what when where which who why with you your".split(" "),
);

/** Words that mean the same to somebody who looks for a rule, as stems. */
const SAME = [
  "win winner won victory victor victoriou vp",
  "lose lost loss defeat eliminate elimination beaten",
  "fight fought battle combat",
  "attack assault",
  "move movement march",
  "retreat withdraw flee",
  "pursue pursuit",
  "money gold fg income revenue treasury",
  "ally allied alliance treaty",
  "ship fleet frigate naval navy sea sail frg",
  "recruit levy raise enlist build reinforce reinforcement",
  "die dice roll throw",
  "begin start setup",
  "cannon gun artillery art",
  "infantry inf",
  "cavalry cav",
  "headquarter hq",
  "corp ac",
].map((group) => group.split(" "));

const MEANINGS = new Map(SAME.flatMap((group) => group.map((word) => [word, group[0]!] as const)));

/** A word without what is added for number and tense. */
export function stem(word: string): string {
  const plain = word.toLowerCase();
  if (plain.length <= 3) return plain;
  if (plain.endsWith("ies")) return `${plain.slice(0, -3)}y`;
  for (const end of ["ing", "ed"]) {
    const rest = plain.slice(0, -end.length);
    // "winning" is of "win", "moving" of "move".
    if (plain.endsWith(end) && rest.length >= 3) return /(.)\1$/.test(rest) && !rest.endsWith("ss") ? rest.slice(0, -1) : unvoiced(rest);
  }
  return plain.endsWith("s") && !plain.endsWith("ss") ? plain.slice(0, -1) : plain;
}

const unvoiced = (rest: string) => (MEANINGS.has(`${rest}e`) ? `${rest}e` : rest);

const split = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:[.'-][\p{L}\p{N}]+)*/gu) ?? [];

const meaning = (word: string): string => MEANINGS.get(stem(word)) ?? stem(word);

/** How well a word fits a text: the word itself, another that means the same, or one that begins with it. */
function fit(wanted: string, text: readonly string[]): number {
  const sought = wanted.toLowerCase();
  let best = 0;
  for (const word of text) {
    const low = word.toLowerCase();
    if (low === sought || stem(low) === stem(sought)) return 1;
    if (meaning(low) === meaning(sought)) best = Math.max(best, 0.5);
    else if (sought.length >= 3 && low.startsWith(sought)) best = Math.max(best, 0.4);
  }
  return best;
}

/** A text, and how much it says of what something is about. */
type Field = readonly [weight: number, text: string | undefined];

/** Those in which all words are found, or if there are none any of them; those that fit best come first. */
export function rank<T>(all: readonly T[], wanted: string, fields: (one: T) => readonly Field[]): T[] {
  const given = split(wanted);
  const telling = given.filter((word) => !FILLERS.has(word.toLowerCase()));
  const sought = telling.length ? telling : given;
  if (!sought.length) return [...all];
  const scored = all.map((one) => {
    const texts = fields(one).map(([weight, text]) => [weight, split(text ?? "")] as const);
    const scores = sought.map((word) => texts.reduce((sum, [weight, text]) => sum + weight * fit(word, text), 0));
    return { one, whole: scores.every((score) => score > 0), score: scores.reduce((sum, score) => sum + score, 0) };
  });
  const whole = scored.filter((found) => found.whole);
  const found = whole.length ? whole : scored.filter(({ score }) => score > 0);
  return found.sort((a, b) => b.score - a.score).map(({ one }) => one);
}

/** The rules that are meant, by their id, their section or words. */
export function findRules(rules: readonly Rule[], wanted: string): Rule[] {
  const id = wanted.trim().toLowerCase();
  const named = id && /\d/.test(id) ? rules.filter((rule) => rule.id.toLowerCase().includes(id) || rule.section.startsWith(id)) : [];
  if (named.length) return named;
  return rank(rules, wanted, ({ topic, text, example, interpretation }) => [
    [6, `${topic} ${topicTitle(topic)}`], [2, text], [0.5, example], [0.5, interpretation],
  ]);
}

/** The words that are meant. */
export function findTerms(terms: readonly Term[], wanted: string): Term[] {
  const exact = wanted.trim().toLowerCase();
  const named = terms.filter(({ term }) => exact && term.toLowerCase().split(", ").includes(exact));
  const others = rank(terms, wanted, ({ term, meaning }) => [[6, term], [1, meaning]]);
  return [...new Set([...named, ...others])];
}
