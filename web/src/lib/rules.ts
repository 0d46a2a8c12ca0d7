// The reference: rules found by words or id.

import type { Rule } from "../api/types";

/** The rules in which every word occurs. */
export function findRules(rules: readonly Rule[], wanted: string): Rule[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [...rules];
  return rules.filter((rule) => {
    const text = [rule.id, rule.section, rule.topic, rule.text, rule.example, rule.interpretation, rule.option]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
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
