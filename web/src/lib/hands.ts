// Cards in the hand.

import type { Piece } from "../api/types";

/**
 * Cards as they are laid out: a hand may be longer than the board is wide. What lies alone while others lie together is
 * something of its own, not to be lost from sight; then comes what can be played.
 */
export function layCards(cards: readonly Piece[], can: (piece: Piece) => boolean): Piece[] {
  const hands = new Map<number, number>();
  const handOf = ({ at }: Piece) => (at.kind === "hand" ? at.hand : -1);
  for (const card of cards) hands.set(handOf(card), (hands.get(handOf(card)) ?? 0) + 1);
  const together = [...hands.values()].some((count) => count > 1);
  const rank = (card: Piece) => (together && hands.get(handOf(card)) === 1 ? 0 : can(card) ? 1 : 2);
  return [...cards].sort((a, b) => rank(a) - rank(b));
}
