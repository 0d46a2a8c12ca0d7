import { describe, expect, it } from "vitest";
import type { LogLine, Throw } from "../src/api/types";
import { greatEvents } from "../src/lib/great";

const line = (entry: number, text: string, more: Partial<LogLine> = {}): LogLine => ({ entry, undone: false, text, seat: 1, spaces: [], ...more });
const dice = [{ face: 5, good: true }];
const thrown: Throw = { bonus: 0, needed: { kind: "total", least: 4 }, success: true };

describe("great events", () => {
  it("come with the dice of their entry, once", () => {
    const log = [
      line(3, "Rolls 5", { dice, throw: thrown }), line(3, "Russia joins France", { kind: "great" }), line(3, "Russia is out", { kind: "great" }),
      line(4, "Rolls 2", { dice }),
    ];
    const found = greatEvents(log, 2, 4);
    expect(found.map(({ text, throws }) => [text, throws.length])).toEqual([["Russia joins France", 1], ["Russia is out", 0]]);
    expect(found[0]?.throws).toEqual([{ dice, throw: thrown, text: "Rolls 5" }]);
  });

  it("leave out what was seen before, is still to be shown, or was taken back", () => {
    const great = (entry: number, undone = false) => line(entry, `event ${entry}`, { kind: "great", undone });
    expect(greatEvents([great(1), great(2), great(3, true), great(4)], 1, 3).map(({ entry }) => entry)).toEqual([2]);
  });
});
