import { beforeEach, expect, test, vi } from "vitest";
import { forget, hostToken, keepToken, knownGame, remember, replaceToken, tokenFor } from "../src/lib/local";

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
}

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
});

test("only the browser in which a game was made can delete it", () => {
  const link = { seat: 0, token: "seat", path: "/play/a#seat" };
  expect(hostToken("a")).toBeNull();
  remember("a", { tokens: ["host"], host: "host", links: [] });
  keepToken("a", "seat");
  expect(hostToken("a")).toBe("host");
  // Taken down before the host's token was kept apart.
  remember("b", { tokens: ["old host"], links: [link] });
  expect(hostToken("b")).toBe("old host");
  // Come by a link.
  keepToken("c", "seat");
  expect(hostToken("c")).toBeNull();
  forget("a");
  expect(hostToken("a")).toBeNull();
});

test("a link that was made invalid is replaced, for this tab and for later", () => {
  keepToken("a", "old");
  remember("a", { tokens: ["other"] });
  replaceToken("a", "old", "new");
  expect(tokenFor("a")).toBe("new");
  expect(knownGame("a")?.tokens).toEqual(["new", "other"]);
});
