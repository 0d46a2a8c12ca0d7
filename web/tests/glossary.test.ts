import { describe, expect, it } from "vitest";
import { runs } from "../src/lib/glossary";

const glossary = [
  { term: "MP", meaning: "Movement points." },
  { term: "CAN", meaning: "Cannon." },
  { term: "Art", meaning: "Artillery." },
  { term: "gold", meaning: "Money." },
  { term: "Alliance", meaning: "Nations that fight together." },
  { term: "Forced Alliance", meaning: "Bound to Napoleon." },
  { term: "A, B, C, D", meaning: "Battle letters." },
];
const terms = (text: string) => runs(text, glossary).flatMap(({ text, term }) => (term ? [[text, term.term]] : []));

describe("words of the glossary", () => {
  it("are found as whole words", () => {
    expect(terms("up to 10 MP")).toEqual([["MP", "MP"]]);
    expect(terms("COMP, MPs and 3MP")).toEqual([["MPs", "MP"]]);
    expect(runs("up to 10 MP each", glossary).map(({ text }) => text).join("")).toBe("up to 10 MP each");
  });

  it("are found in other cases, but not where they are abbreviations", () => {
    expect(terms("alliances can be made; a CAN fires")).toEqual([["alliances", "Alliance"], ["CAN", "CAN"]]);
    expect(terms("Gold")).toEqual([["Gold", "gold"]]);
    expect(terms("the art of war, and Art")).toEqual([["Art", "Art"]]);
  });

  it("are taken at their longest, and marked once", () => {
    expect(terms("A Forced Alliance, then a Forced Alliance")).toEqual([["Forced Alliance", "Forced Alliance"]]);
  });

  it("leave a text alone that has none, and one without a glossary", () => {
    expect(runs("A plain text", glossary)).toEqual([{ text: "A plain text" }]);
    expect(runs("10 MP", [])).toEqual([{ text: "10 MP" }]);
    expect(runs("", glossary)).toEqual([{ text: "" }]);
  });
});
