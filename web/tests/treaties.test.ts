import { expect, test } from "vitest";
import type { LegalChoice, Verb } from "../src/api/types";
import { isDrafting, isTreaty, treaties } from "../src/lib/treaties";

const choice = (label: string, verb: Verb): LegalChoice => ({ action: label, label, verb, target: { kind: "button" } });

test("what players agree on is gathered by what it does, and nothing else is", () => {
  const all = [choice("Done", "done"), choice("Give 5 gold", "give"), choice("Move", "move"), choice("Ask for Malta", "ask"), choice("Give Malta", "give")];
  expect(treaties(all).map(({ title, choices }) => [title, choices.map(({ label }) => label)])).toEqual([
    ["You give", ["Give 5 gold", "Give Malta"]],
    ["You ask for", ["Ask for Malta"]],
  ]);
  expect(all.filter(isTreaty)).toHaveLength(3);
});

test("a proposal is being drafted once there is something to put into it", () => {
  expect(isDrafting([choice("Propose", "propose"), choice("Done", "done")])).toBe(false);
  expect(isDrafting([choice("An alliance", "terms")])).toBe(true);
});
