// Lists of games: what is known of each, in which order, and how one is found.

import type { Catalog, Listed, Player } from "../api/types";
import { ago, count, ending, holder, list } from "./format";
import type { KnownGame } from "./local";

export interface Row {
  id: string;
  title: string;
  scenario: string;
  /** What one plays oneself, as far as that is known. */
  side: string;
  /** Everybody else. */
  others: string;
  /** Where the game stands. */
  stage: string;
  /** Who must decide, or how it ended. */
  state: string;
  yours: boolean;
  over: boolean;
  /** When somebody last moved, or the game was made; nothing if the server knows it no more. */
  when: number | null;
  /** Whether `when` is when it was made. */
  made: boolean;
  moves: number;
  /** Whether the server has it. */
  there: boolean;
  known: KnownGame | undefined;
}

/** What is known of a game, by the server's list, by this browser, or by both. */
export function rowOf(entry: Listed | undefined, known: KnownGame | undefined, catalog: Catalog | null): Row {
  const info = catalog?.games.find(({ id }) => id === (entry?.game ?? known?.game));
  const scenario = info?.scenarios.find(({ id }) => id === (entry?.scenario ?? known?.scenario))?.title ?? "";
  const you = known?.you ?? [];
  const parts = entry?.parts ?? known?.parts ?? [];
  const seats = entry?.seats ?? [];
  const others = (kind: Player["kind"]) =>
    seats.flatMap((player, seat) => (player.kind !== kind || you.includes(seat) ? [] : [[holder(player, seat, catalog?.bots), parts[seat]] as const]));
  const acting = entry?.to_act ?? [];
  const yours = !entry?.outcome && acting.some((seat) => you.includes(seat));
  const names = seats.map((seat, nth) => parts[nth] ?? holder(seat, nth, catalog?.bots));
  const waits = acting.length ? `Waiting for ${list(acting.map((seat) => names[seat] ?? ""))}` : "";
  return {
    id: (entry?.id ?? known?.id)!,
    title: info?.title ?? entry?.title ?? "A game",
    scenario,
    side: list(you.flatMap((seat) => parts[seat] ?? [])),
    others: gathered([...others("human"), ...others("bot")]),
    stage: entry?.stage ?? "",
    state: !entry ? "No longer on the server" : entry.outcome ? ending(entry.outcome, names, you) : yours ? "Your turn" : waits,
    yours,
    over: !!entry?.outcome,
    when: entry ? (entry.moved ?? entry.created) : null,
    made: entry?.moved === undefined,
    moves: entry?.number ?? 0,
    there: entry !== undefined,
    known,
  };
}

/** Who plays what, as far as that is known: "Anna as Britain; 2 × Sergeant (computer)". */
function gathered(players: readonly (readonly [who: string, part: string | undefined])[]): string {
  const all = new Map<string, (string | undefined)[]>();
  for (const [who, part] of players) all.set(who, [...(all.get(who) ?? []), part]);
  const told = [...all].map(([who, parts]) => {
    const named = parts.flatMap((part) => part ?? []);
    if (named.length) return `${who} as ${list(named)}`;
    return parts.length > 1 ? `${parts.length} × ${who}` : who;
  });
  return told.join("; ");
}

/** How long it has been somebody's turn, or how old the game is. */
export function since({ when, made }: Pick<Row, "when" | "made">, now: number): string {
  if (when === null) return "";
  return made ? `made ${ago(when, now)}` : ago(when, now);
}

export const moves = ({ moves }: Pick<Row, "moves">): string => count(moves, "move");

export const ORDERS = { turn: "Your turn first", when: "Latest first", title: "By game", others: "By opponent" } as const;
export type Order = keyof typeof ORDERS;

/** In an order, or the other way round; what is equal stays with the latest first. */
export function sorted(rows: readonly Row[], by: Order, backwards = false): Row[] {
  const latest = (a: Row, b: Row) => (b.when ?? 0) - (a.when ?? 0);
  /** One's own turn, then what is under way, then what is over, then what is gone. */
  const rank = ({ yours, over, there }: Row) => (yours ? 0 : !there ? 3 : over ? 2 : 1);
  const order: Record<Order, (a: Row, b: Row) => number> = {
    turn: (a, b) => rank(a) - rank(b),
    when: latest,
    title: (a, b) => a.title.localeCompare(b.title) || a.scenario.localeCompare(b.scenario),
    others: (a, b) => a.others.localeCompare(b.others),
  };
  return [...rows].sort((a, b) => (backwards ? -1 : 1) * order[by](a, b) || latest(a, b));
}

/** The games in which all of these words occur, wherever. */
export function found(rows: readonly Row[], wanted: string): Row[] {
  const parts = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ title, scenario, side, others, stage, state, id }) => {
    const text = [title, scenario, side, others, stage, state, id].join(" ").toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}
