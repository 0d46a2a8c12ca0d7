// The moves of others, shown one after the other: a computer plays faster than one can look.

import type { LogLine, Table, View } from "../api/types";
import type { Pace } from "./local";
import { moves, preferences } from "./preferences.svelte";

/** So many moves at once are not shown one by one. */
const MOST = 80;
/** Milliseconds that a move on the board is looked at, and one that is only told. */
const LOOK: Record<Exclude<Pace, "off">, [seen: number, told: number]> = { brisk: [560, 320], slow: [1500, 1000] };

/** How long to look at an entry that says this, while so many more wait. */
export function lookAt(lines: readonly LogLine[], pace: Pace, waiting: number): number {
  if (pace === "off" || lines.length === 0) return 0;
  const [seen, told] = LOOK[pace];
  const time = lines.some((line) => line.spaces.length > 0) ? seen : told;
  return pace === "brisk" && waiting > 10 ? time * Math.max(0.4, 10 / waiting) : time;
}

export class Parade {
  /** The moment that is shown; null is now. */
  shown: { at: number; table: Table } | null = $state.raw(null);
  private turn = 0;
  private walking = false;
  /** When the move shown last has been looked at. */
  private until = 0;

  constructor(
    private readonly view: () => View | null,
    private readonly tableAt: (at: number) => Promise<Table>,
  ) {}

  /** Whether what came after `old` should be shown step by step. */
  private wanted(old: View, fresh: View): boolean {
    const more = fresh.number - old.number;
    return (
      more > 0 && more <= MOST && old.seat === fresh.seat && preferences.pace !== "off" && moves() &&
      document.visibilityState === "visible"
    );
  }

  /** Takes note that the view has gone on from `old`; one's own move, if it comes first, is not waited for. */
  follow(old: View, fresh: View, own: boolean): void {
    if (!this.wanted(old, fresh)) {
      this.stop();
      return;
    }
    if (own) this.stop();
    if (own && fresh.number === old.number + 1) {
      this.rest(fresh.number);
      return;
    }
    // Whoever walks already sees by himself that the way has become longer.
    if (this.walking) return;
    if (!own && fresh.number === old.number + 1 && performance.now() >= this.until) {
      this.rest(fresh.number);
      return;
    }
    this.shown = { at: old.number, table: old.table };
    void this.walk(old.number);
  }

  /** Goes to now; says whether anything was being shown. */
  stop(): boolean {
    const was = this.shown !== null;
    this.turn += 1;
    this.walking = false;
    this.until = 0;
    this.shown = null;
    return was;
  }

  private rest(at: number): void {
    const view = this.view();
    const lines = view?.log.filter((line) => line.entry === at) ?? [];
    this.until = performance.now() + lookAt(lines, preferences.pace, (view?.number ?? at) - at);
  }

  private async walk(at: number): Promise<void> {
    const turn = ++this.turn;
    this.walking = true;
    try {
      const isPast = () => at < (this.view()?.number ?? 0);
      while (isPast()) {
        at += 1;
        // Fetched while one still looks at the move before.
        if (isPast()) this.tableAt(at).catch(() => {});
        await new Promise((done) => setTimeout(done, Math.max(0, this.until - performance.now())));
        if (turn !== this.turn) return;
        // Meanwhile more may have come.
        if (isPast()) {
          const table = await this.tableAt(at);
          if (turn !== this.turn) return;
          this.shown = { at, table };
        }
        this.rest(at);
      }
    } catch {
      // What cannot be had is not shown; now is.
    }
    if (turn === this.turn) {
      this.walking = false;
      this.shown = null;
    }
  }
}
