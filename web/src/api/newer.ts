// What newer servers say besides: going back by consent, and standing orders. Where a server does not, it is missing.

import type { Info as PlainInfo, OptionSpec, Seat, Value, View as PlainView } from "./types";

export interface UndoRequest {
  seat: Seat;
  /** The entry after which the game would go on. */
  to: number;
  agreed: Seat[];
  missing: Seat[];
}

export type View = PlainView & {
  /** Another whenever something has changed that all may see. */
  stamp?: string;
  /** Somebody asks to go back, and not all have answered. */
  request?: UndoRequest | null;
  /** The standing orders of the seat that looks; none for a spectator. */
  orders?: Record<string, Value> | null;
  /** Whether moves without a choice are played for the seat that looks. */
  auto?: boolean;
};

export type Info = PlainInfo & {
  /** What a seat may order ahead. */
  orders?: OptionSpec[];
};
