import { describe, expect, it } from "vitest";
import type { Info, Rule, Topic } from "../src/api/types";
import { chapters, findRules, findTerms, inPlay, stem } from "../src/lib/rules";

const rule = (id: string, topic: Topic, text: string, more: Partial<Rule> = {}): Rule => ({ id, section: id.split("-")[1]!, topic, text, ...more });

const RULES = [
  rule("X-1-sides", "setup", "Two players take part; the winner of a throw of dice begins."),
  rule("X-2-march", "movement", "A piece moves 1 square."),
  rule("X-3-battle", "battle", "Battles are fought after all moves."),
  rule("X-4-points", "victory", "The highest total decides."),
  rule("X-4-capital", "victory", "Whoever takes the last Capital wins outright."),
];
const ids = (rules: readonly Rule[]) => rules.map(({ id }) => id);

describe("the search", () => {
  it("finds how to win by what people say", () => {
    for (const asked of ["how to win", "winning", "victory", "who is the winner?", "How do I win the game"]) {
      expect(ids(findRules(RULES, asked)).slice(0, 2).sort(), asked).toEqual(["X-4-capital", "X-4-points"]);
    }
  });

  it("puts what is about it before what only mentions it", () => {
    expect(ids(findRules(RULES, "win"))).toEqual(["X-4-capital", "X-4-points", "X-1-sides"]);
  });

  it("finds other words for the same, and words that are not typed to the end", () => {
    expect(ids(findRules(RULES, "combat"))).toEqual(["X-3-battle"]);
    expect(ids(findRules(RULES, "moving"))[0]).toBe("X-2-march");
    expect(ids(findRules(RULES, "outri"))).toEqual(["X-4-capital"]);
  });

  it("wants all words, unless there is nothing that has them all", () => {
    expect(ids(findRules(RULES, "move battle"))).toEqual(["X-3-battle"]);
    expect(ids(findRules(RULES, "capital elephant"))).toEqual(["X-4-capital"]);
    expect(findRules(RULES, "elephant")).toEqual([]);
  });

  it("finds rules by id and section", () => {
    expect(ids(findRules(RULES, "x-2"))).toEqual(["X-2-march"]);
    expect(ids(findRules(RULES, "4"))).toEqual(["X-4-points", "X-4-capital"]);
  });

  it("lists everything if nothing is looked for", () => {
    expect(findRules(RULES, " ")).toHaveLength(RULES.length);
  });

  it("finds abbreviations first, even those that are common words", () => {
    const glossary = [
      { term: "SP", meaning: "Strength points; a CAN has two." },
      { term: "CAN", meaning: "Cannon." },
      { term: "A, B, C, D", meaning: "The battle letter of a block." },
    ];
    expect(findTerms(glossary, "can").map(({ term }) => term)).toEqual(["CAN", "SP"]);
    expect(findTerms(glossary, "b")[0]!.term).toBe("A, B, C, D");
    expect(findTerms(glossary, "artillery").map(({ term }) => term)).toEqual(["CAN"]);
  });

  it("knows a word in all its forms", () => {
    expect(["wins", "winning", "moved", "moving", "armies", "passed", "fg", "loss"].map(stem)).toEqual(["win", "win", "move", "move", "army", "pass", "fg", "loss"]);
  });
});

describe("what is in play", () => {
  const option = { default: false, excludes: [], group: "", help: "", needs: [], title: "", kind: "flag" as const };
  const info = {
    scenarios: [{ id: "short", title: "The short game" }, { id: "long", title: "The long game" }],
    options: [{ ...option, id: "terrain", rule: null }, { ...option, id: "hidden-treasuries", rule: "X-6-hidden" }],
  } as unknown as Info;
  const all = [
    ...RULES,
    rule("X-5-hills", "movement", "Hills cost double.", { option: "terrain" }),
    rule("X-6-hidden", "gold", "Gold is secret.", { option: "hidden-treasuries" }),
    rule("X-7-short", "victory", "Three turns.", { scenarios: ["short", "other"] }),
    rule("X-7-long", "victory", "Six turns.", { scenarios: ["long"] }),
  ];

  it("is without the rules of options that are off", () => {
    const off = inPlay(all, { info, scenario: "short", options: { terrain: false, "hidden-treasuries": false } });
    expect(ids(off.rules)).toEqual([...ids(RULES), "X-7-short"]);
    const on = inPlay(all, { info, scenario: "short", options: { terrain: true, "hidden-treasuries": true } });
    expect(ids(on.rules)).toEqual([...ids(RULES), "X-5-hills", "X-6-hidden", "X-7-short"]);
  });

  it("keeps the rules of other scenarios apart", () => {
    const { elsewhere } = inPlay(all, { info, scenario: "short", options: {} });
    expect(elsewhere.map(({ title, rules }) => [title, ids(rules)])).toEqual([["The long game", ["X-7-long"]]]);
  });

  it("stands under titles, beginning with how to win", () => {
    const strange = rule("X-8", "other", "Time is short.");
    expect(chapters([...RULES, strange]).map(({ title, rules }) => [title, rules.length])).toEqual([
      ["How to win", 2], ["Setting up", 1], ["Movement", 1], ["Battle", 1], ["Other rules", 1],
    ]);
  });
});
