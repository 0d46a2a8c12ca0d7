// A table as large as the largest games have: the manoeuvres, a game for tests only, on a server of their own.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./server.mjs";

const PROGRAM = process.env.GROGNARD_PROGRAM ?? new URL("../../../target/debug/grognard", import.meta.url).pathname;

let server = null;

/** The server that hosts the manoeuvres; started once, and stopped with the stories. */
async function open() {
  const folder = mkdtempSync(join(tmpdir(), "grognard-crowd-"));
  const port = await freePort();
  const program = spawn(PROGRAM, ["serve", "--fixed-seed", "1805", "--manoeuvres", "--port", String(port), "--database", join(folder, "games.db")], { stdio: "ignore" });
  process.on("exit", () => {
    program.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries++) {
    if (await fetch(`${url}/healthz`).then(({ ok }) => ok, () => false)) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server of the manoeuvres does not start");
}

/** A new game of five people: where the first of them sits, what he sees, and how to ask for the rest. */
export async function crowd() {
  server ??= open();
  const url = await server;
  const ask = async (path, token, body) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${url}/api${path}`, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const seats = Array(5).fill({ kind: "human" });
  const { id, links } = await ask("/games", null, { game: "manoeuvres", scenario: "field", seats, seed: "07".repeat(32), auto: false });
  const [{ spaces }] = await ask("/catalog/manoeuvres/boards");
  const view = await ask(`/games/${id}`, links[0].token);
  return { address: `${url}${links[0].path}`, id, links, view, spaces: spaces.length, ask };
}
