// Whether the machine has time for a promise about time.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { quantile } from "./stopwatch.mjs";

/** From one beat of the pulse to the next, in milliseconds. */
const BEAT = 50;

/** A beat later than this is late: the stories themselves, on two processors, make it 20 to 30. */
const LATE = 32;

/**
 * Takes the machine's pulse while something is measured: twenty times a second it wakes up and has a few bytes written to
 * disk, as the server does for every click. Where one beat in ten is late, others keep processor or disk busy.
 */
export class Pulse {
  #late = [];
  #file = join(tmpdir(), `grognard-pulse-${process.pid}-${Math.random().toString(36).slice(2)}`);
  #disk = openSync(this.#file, "w");
  #due = performance.now() + BEAT;
  #timer = setInterval(() => this.#beat(), BEAT);

  #beat() {
    writeSync(this.#disk, "beat\n", 0);
    fsyncSync(this.#disk);
    const now = performance.now();
    this.#late.push(now - this.#due);
    this.#due = Math.max(this.#due + BEAT, now + BEAT / 2);
  }

  /** Keeps a promise about time if there was time; else only says so. */
  judge(promise) {
    clearInterval(this.#timer);
    if (this.#disk !== null) {
      closeSync(this.#disk);
      rmSync(this.#file);
      this.#disk = null;
    }
    const late = quantile(this.#late, 0.9) ?? 0;
    if (late < LATE) promise();
    else console.log(`      not held against anybody: the machine was busy with other things (${late.toFixed(0)} ms late)`);
  }
}

/**
 * Measures up to three times until a promise about time is kept: who is slow is slow each time, while somebody else who needs the
 * machine for a moment is not there again. `measure` gives the promise.
 */
export async function untroubled(measure) {
  for (let left = 2; ; left--) {
    const pulse = new Pulse();
    const promise = await measure();
    try {
      return pulse.judge(promise);
    } catch (late) {
      if (left === 0) throw late;
      console.log(`      once more: ${late.message}`);
    }
  }
}
