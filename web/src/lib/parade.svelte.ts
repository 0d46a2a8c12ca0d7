// The moves of others, shown one after the other: a computer plays faster than one can look.

import type { LogLine, Table } from "../api/types";
import type { Pace } from "./local";
import { moves, preferences } from "./preferences.svelte";

/** Milliseconds that a move on the board is looked at, and one that is only told. */
const LOOK: Record<Exclude<Pace, "off">, [seen: number, told: number]> = { brisk: [560, 320], slow: [1500, 1000] };

/** Who has made no move for so many milliseconds pauses. */
const PAUSE = 2500;

/** How long to look at an entry that says this, while so many more wait. */
export function lookAt(lines: readonly LogLine[], pace: Pace, waiting: number): number {
  if (pace === "off" || lines.length === 0) return 0;
  const [seen, told] = LOOK[pace];
  // What nobody should miss is looked at twice as long.
  const weight = lines.some(({ kind }) => kind === "great") ? 2 : 1;
  const time = weight * (lines.some((line) => line.spaces.length > 0) ? seen : told);
  return pace === "brisk" && waiting > 10 ? time * Math.max(0.4, 10 / waiting) : time;
}

/** The table after some entry, and what was told of how it came to that. */
export interface Step {
  at: number;
  table: Table;
  lines: readonly LogLine[];
}

export class Parade {
  /** The moment that is shown; null is now. */
  shown: { at: number; table: Table } | null = $state.raw(null);
  /** What is still to be shown; the last of them is now. */
  private queue: Step[] = [];
  private turn = 0;
  private walking = false;
  /** When the move shown last has been looked at. */
  private until = 0;
  /** Until when moves are not shown one by one, because whoever watched did not want to see the rest. */
  private skipping = 0;

  /** Takes note that the table has gone on from `before`; one's own move is not waited for. */
  follow(before: { at: number; table: Table }, step: Step, own: boolean): void {
    if (preferences.pace === "off" || !moves() || document.visibilityState !== "visible") {
      this.stop();
      return;
    }
    if (own) {
      this.stop();
      this.skipping = 0;
    }
    if (performance.now() < this.skipping) {
      this.skipping = performance.now() + PAUSE;
      return;
    }
    if (this.walking) {
      this.queue.push(step);
      return;
    }
    if (performance.now() >= this.until) {
      this.rest(step);
      return;
    }
    // The move before is still being looked at.
    this.shown = before;
    this.queue = [step];
    void this.walk();
  }

  /** Goes to now, and stays there until the others pause; says whether anything was being shown. */
  skip(): boolean {
    const was = this.stop();
    if (was) this.skipping = performance.now() + PAUSE;
    return was;
  }

  /** Goes to now; says whether anything was being shown. */
  stop(): boolean {
    const was = this.shown !== null;
    this.turn += 1;
    this.walking = false;
    this.queue = [];
    this.until = 0;
    this.shown = null;
    return was;
  }

  private rest({ lines }: Step): void {
    this.until = performance.now() + lookAt(lines, preferences.pace, this.queue.length);
  }

  private async walk(): Promise<void> {
    const turn = ++this.turn;
    this.walking = true;
    while (this.queue.length) {
      await new Promise((done) => setTimeout(done, Math.max(0, this.until - performance.now())));
      if (turn !== this.turn) return;
      const step = this.queue.shift()!;
      this.shown = this.queue.length ? { at: step.at, table: step.table } : null;
      this.rest(step);
    }
    this.walking = false;
  }
}
