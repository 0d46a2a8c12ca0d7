import { expect, test } from "vitest";
import type { LegalChoice } from "../src/api/types";
import { isDrafting, isTreaty, treaties } from "../src/lib/treaties";

const choice = (label: string, kind?: string): LegalChoice =>
  ({ action: label, label, target: { kind: "button" }, ...(kind ? { effect: { kind, words: "" } } : {}) }) as LegalChoice;

test("what players agree on is gathered by what it does, and nothing else is", () => {
  const all = [choice("Done"), choice("Give 5 gold", "give"), choice("Move", "attack"), choice("Ask for Malta", "ask"), choice("Give Malta", "give")];
  expect(treaties(all).map(({ title, choices }) => [title, choices.map(({ label }) => label)])).toEqual([
    ["You give", ["Give 5 gold", "Give Malta"]],
    ["You ask for", ["Ask for Malta"]],
  ]);
  expect(all.filter(isTreaty)).toHaveLength(3);
});

test("a proposal is being drafted once there is something to put into it", () => {
  expect(isDrafting([choice("Propose", "treaty"), choice("Done")])).toBe(false);
  expect(isDrafting([choice("An alliance", "terms")])).toBe(true);
});
