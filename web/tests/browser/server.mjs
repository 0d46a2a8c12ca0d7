// A server of one's own, to be killed and started again.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = process.env.GROGNARD_PROGRAM ?? fileURLToPath(new URL("../../../target/debug/grognard", import.meta.url));

/** A port that nobody listens on. */
export const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

export class Server {
  static async start() {
    assert.ok(existsSync(PROGRAM), `${PROGRAM} is missing: build it, or name it in GROGNARD_PROGRAM`);
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), "grognard-story-"));
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}`;
    await server.run();
    return server;
  }

  /** Starts the program on the same file and port as before, and waits until it answers. */
  async run() {
    const args = ["serve", "--fixed-seed", "1805", "--port", String(this.port), "--database", join(this.folder, "games.db")];
    this.process = spawn(PROGRAM, args, { stdio: "ignore" });
    for (let tries = 0; tries < 200; tries++) {
      if (await fetch(`${this.url}/healthz`).then((answer) => answer.ok, () => false)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.fail("the server does not answer");
  }

  /** As if the power had failed. */
  async kill() {
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await gone;
  }

  async end() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
