// The reference: rules found by words or id.

import type { Rule } from "../api/types";
import { capitalised, words } from "./format";

/** The rules in which every word occurs. */
export function findRules(rules: readonly Rule[], wanted: string): Rule[] {
  const parts = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (!parts.length) return [...rules];
  return rules.filter((rule) => {
    const text = [rule.id, rule.section, rule.topic, rule.text, rule.example, rule.interpretation, rule.option]
      .join(" ")
      .toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}

/** What each section is about: the topic that at least half of its rules have, if one is. */
export function topics(rules: readonly Rule[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { section, rules: all } of bySection(rules)) {
    const counts = new Map<string, number>();
    for (const { topic } of all) counts.set(topic, (counts.get(topic) ?? 0) + 1);
    const [topic = "", most = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    if (topic && 2 * most >= all.length) found.set(section, capitalised(words(topic)));
  }
  return found;
}

/** Rules under the sections of the rulebook, in its order. */
export function bySection(rules: readonly Rule[]): { section: string; rules: Rule[] }[] {
  const sections = new Map<string, Rule[]>();
  for (const rule of rules) {
    const found = sections.get(rule.section);
    if (found) found.push(rule);
    else sections.set(rule.section, [rule]);
  }
  return [...sections].map(([section, list]) => ({ section, rules: list }));
}
