import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { file, types } from "../scripts/types.mjs";

test("the types are those of the API", async () => {
  const fresh = (await readFile(file, "utf8")) === (await types());
  expect(fresh, "src/api/types.ts does not fit docs/openapi.json: run `cargo xtask types`").toBe(true);
});
