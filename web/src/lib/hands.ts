// Cards in the hand.

import type { Piece } from "../api/types";

/** Cards that lie together: those of one hand, or of none in particular. */
export interface Laid {
  hand: number | null;
  cards: Piece[];
}

/**
 * Cards as they are laid out: a hand may be longer than the board is wide. What can be played comes first, then what lies
 * alone while others lie together: it is something of its own, not to be lost from sight. Whoever has several hands sees
 * them one after the other.
 */
export function layCards(cards: readonly Piece[], can: (piece: Piece) => boolean): Laid[] {
  const hands = new Map<number, Piece[]>();
  for (const card of cards) {
    const hand = card.at.kind === "hand" ? card.at.hand : -1;
    hands.set(hand, [...(hands.get(hand) ?? []), card]);
  }
  const playable = (some: readonly Piece[]) => some.filter(can);
  const others = (some: readonly Piece[]) => some.filter((card) => !can(card));
  const together = [...hands].filter(([, some]) => some.length > 1 || some.some(can));
  const alone = [...hands.values()].filter((some) => some.length === 1 && !some.some(can)).flat();
  if (together.length < 2) {
    const [only] = together;
    return [{ hand: null, cards: only ? [...playable(only[1]), ...alone, ...others(only[1])] : alone }];
  }
  const sorted = together.map(([hand, some]): Laid => ({ hand, cards: [...playable(some), ...others(some)] }));
  const asked = ({ cards: [first] }: Laid) => first !== undefined && can(first);
  return [
    ...sorted.filter(asked),
    ...(alone.length ? [{ hand: null, cards: alone }] : []),
    ...sorted.filter((laid) => !asked(laid)),
  ];
}
