// The scripts of a build may weigh 150 KB gzipped, no more.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 150 * 1024;
const folder = new URL("../dist/assets/", import.meta.url);
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
const weight = scripts
  .map((name) => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length)
  .reduce((sum, size) => sum + size, 0);
console.log(`JavaScript: ${(weight / 1024).toFixed(1)} KB gzipped of ${LIMIT / 1024} KB`);
if (weight > LIMIT) process.exit(1);
