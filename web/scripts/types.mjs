// The client's types, made from the description of the API. `cargo xtask types` writes both.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const description = new URL("../../docs/openapi.json", import.meta.url);
export const file = new URL("../src/api/types.ts", import.meta.url);

const HEADER = `// Generated from docs/openapi.json, which is generated from the Rust types that are sent. Do not edit:
// change the Rust types and run \`cargo xtask types\`.
`;

/** How wide a number is, is nothing to TypeScript. */
const withoutFormat = (key, value) => (key === "format" && typeof value === "string" ? undefined : value);

/** The client knows no game: what only one of them sends is passed on as it is. */
function withoutGames({ components: { schemas, ...rest }, ...api }) {
  const shared = Object.entries(schemas).filter(([, schema]) => !schema["x-game"]);
  const { anyOf: _, ...Action } = schemas.Action;
  return { ...api, components: { ...rest, schemas: { ...Object.fromEntries(shared), Action } } };
}

/** The schemas as types of their own, instead of as fields of one type that holds them all. */
function unpack(text) {
  const [, schemas] = /\n {4}schemas: \{\n(.*?)\n {4}\};\n/s.exec(text);
  return schemas
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, "$1")
    .replaceAll(/^ *\/\*\* @constant \*\/\n/gm, "")
    .replaceAll("@description ", "")
    .replaceAll(/^ {8}/gm, "")
    .replaceAll(/^(\w+): /gm, "export type $1 = ")
    .replaceAll(/\[\s+(\w+),\s+(\w+)\s+\]/g, "[$1, $2]")
    .replaceAll(/\n(?=\/\*\*)/g, "\n\n");
}

/** The text of the file. */
export async function types() {
  const api = JSON.parse(await readFile(description, "utf8"), withoutFormat);
  const tree = await openapiTS({ ...withoutGames(api), paths: {} }, { defaultNonNullable: false, silent: true });
  return `${HEADER}\n${unpack(astToString(tree))}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(file, await types());
}
