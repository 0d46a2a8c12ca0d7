// What there is to report: battles that are over, and what the others' moves have changed for whoever looks on.

import type { Board, Forecast, LayerAnswer, LogLine, Overlay, Seat, SpaceRef, Table } from "../api/types";
import { type BattleRecord, type BattleReport, followBattle, isSame, reportOf } from "./battles";
import { type SpaceKey, spaceKey } from "./choices";
import { spacesIn } from "./spaces";
import { type Changes, changesFor, isAny, standsAnywhere } from "./summary";

export interface Summary {
  /** Since which entry, and up to which. */
  since: number;
  at: number;
  changes: Changes;
}

/** The table after some entry. */
export interface Moment {
  at: number;
  table: Table;
}

/** What the reports need to ask the server. */
export interface Sources {
  foretell: (space: SpaceRef) => Promise<Forecast | null>;
  /** Who holds what now; nothing if the game does not say. */
  holdings: () => Promise<LayerAnswer | null>;
}

/** So many battles to come are foretold at most. */
const FORETOLD = 6;

const decides = (table: Table, seat: Seat) => table.to_act.includes(seat);

export class Reports {
  /** Battles that are over and were not closed yet, the oldest first. */
  battles: BattleReport[] = $state.raw([]);
  summary: Summary | null = $state.raw(null);

  private going: BattleRecord | null = null;
  /** The table when the others began to move. */
  private left: Moment | null = null;
  private now: Moment | null = null;
  /** Who held what when one's own turn ended; else, if others were faster than the answer, when it began. */
  private held: Overlay[] | null = null;
  /** What is to be expected of battles to come, with the pieces that this counts on. */
  private readonly foretold = new Map<SpaceKey, { pieces: string; forecast: Forecast | null }>();

  constructor(private readonly sources: Sources) {}

  /** Forgets everything: another looks on, or another game. */
  clear(): void {
    this.battles = [];
    this.summary = null;
    this.restart();
  }

  private restart(): void {
    this.going = null;
    this.left = null;
    this.now = null;
    this.held = null;
    this.foretold.clear();
  }

  closeBattle(report: BattleReport): void {
    this.battles = this.battles.filter((other) => other !== report);
  }

  /** Something was taken back: what is reported of it never was. */
  takeBack(isFallen: (entry: number) => boolean, now: Moment, seat: Seat | null, boards: readonly Board[]): void {
    this.battles = this.battles.filter(({ ended }) => !isFallen(ended));
    this.summary = null;
    this.restart();
    this.follow(now, seat, boards);
  }

  /** Takes note that the table has gone on, and of what was told of that. */
  follow(now: Moment, seat: Seat | null, boards: readonly Board[], lines: readonly LogLine[] = []): void {
    if (now.at === this.now?.at) return;
    const before = this.now ?? now;
    this.now = now;
    // Whoever only watches fights no battle, and has nothing to lose.
    if (seat === null) return;
    this.followBattle(before, now, seat, boards, lines);
    // What one decides in a battle is no end of the others' moves; its result is reported by itself.
    if (now.table.battle) return;
    if (!decides(now.table, seat)) {
      if (this.left) return;
      this.left = now;
      this.summary = null;
      void this.keepHoldings(now);
    } else if (this.left) {
      if (standsAnywhere(this.left.table, seat, boards)) void this.sumUp(this.left, now, seat, boards);
      this.left = null;
    }
  }

  /** Says what has changed between two moments for whoever comes back to the table. */
  async sumUp(before: Moment, now: Moment, seat: Seat, boards: readonly Board[]): Promise<void> {
    const was = this.held;
    const is = (await this.sources.holdings().catch(() => null))?.overlays ?? null;
    // Another turn may have begun while that was asked.
    if (this.now?.at !== now.at && this.left) return;
    this.held = is;
    const changes = changesFor(seat, before.table, now.table, boards, ...(was && is ? ([was, is] as const) : []));
    this.summary = isAny(changes) ? { since: before.at, at: now.at, changes } : null;
  }

  private async keepHoldings({ at }: Moment): Promise<void> {
    const laid = await this.sources.holdings().catch(() => null);
    if (laid?.number === at) this.held = laid.overlays;
  }

  private followBattle(before: Moment, now: Moment, seat: Seat, boards: readonly Board[], lines: readonly LogLine[]): void {
    const results = lines.flatMap(({ battle, entry, undone }) => (battle && !undone ? [{ battle, entry }] : []));
    const told = (at: { at: SpaceRef }) => results.find(({ battle }) => isSame(at, battle))?.battle;
    const was = this.going && { ...this.going, result: told(this.going) ?? this.going.result };
    const { going: next, over } = followBattle(was, before.table, now.table, now.at, boards);
    const going = next && { ...next, result: told(next) ?? next.result };
    this.going = going;
    // Those that no table has shown.
    const unseen = results.filter(({ battle }) => !(was && isSame(was, battle)) && !(going && isSame(going, battle)));
    const fought = unseen.map(({ battle, entry }) => reportOf(battle, entry, this.foretold.get(spaceKey(battle.at))?.forecast ?? null));
    const own = now.table.seats[seat]?.tints ?? [];
    // Of what others fight out among themselves the log tells enough.
    const ours = [...(over ? [over] : []), ...fought].filter(({ sides }) => sides.some(({ tints }) => tints.some((tint) => own.includes(tint))));
    if (ours.length) this.battles = [...this.battles, ...ours];
    if (going && going.began !== was?.began) this.expect(going, now);
    else if (!going) this.foretell(now.table);
  }

  /** Notes what is to be expected of a battle that begins: as foretold before, else as the server says while it stands. */
  private expect(record: BattleRecord, now: Moment): void {
    const forecast = this.foretold.get(spaceKey(record.at))?.forecast;
    this.foretold.delete(spaceKey(record.at));
    if (forecast) {
      this.going = { ...record, forecast };
      return;
    }
    void this.sources.foretell(record.at).then((found) => {
      if (this.now === now && this.going?.began === record.began) this.going = { ...this.going, forecast: found };
    }, () => {});
  }

  /** Asks what is to be expected of battles that are still to be fought, as often as something changes there. */
  private foretell({ overlays, pieces }: Table): void {
    const spaces = overlays.filter(({ kind }) => kind === "battle").flatMap(({ spaces }) => spacesIn(spaces));
    for (const space of spaces.slice(0, FORETOLD)) {
      const there = pieces.filter(({ at }) => at.kind === "space" && at.board === space.board && at.space === space.space);
      const signature = there.map(({ key, count = 1, steps }) => [key, count, steps?.now ?? ""].join(":")).join(" ");
      const key = spaceKey(space);
      if (this.foretold.get(key)?.pieces === signature) continue;
      const asked = { pieces: signature, forecast: null };
      this.foretold.set(key, asked);
      void this.sources.foretell(space).then((forecast) => {
        if (this.foretold.get(key) === asked) this.foretold.set(key, { pieces: signature, forecast });
      }, () => {});
    }
  }
}
