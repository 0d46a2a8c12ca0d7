// Legal choices, sorted by what one clicks for them.

import type { Cost, Currency, Going, LegalChoice, LegalRoute, Piece, PieceKey, SpaceRef, Target } from "../api/types";

/** A space as a key for maps. */
export type SpaceKey = `${number}:${number}`;

export const spaceKey = ({ board, space }: SpaceRef): SpaceKey => `${board}:${space}`;

/** Something one can decide: one of the listed choices, or a route for pieces in hand. */
export type Choice = LegalChoice & { route?: Going };

/** A route as a choice. */
export function routeChoice({ way, actions: _, ...rest }: LegalRoute, pieces: readonly PieceKey[]): Choice {
  return { ...rest, action: null, route: { pieces: [...pieces], way } };
}

/** What people part with unwillingly: a click that costs one of these is to be confirmed. */
const DEAR: ReadonlySet<Currency> = new Set<Currency>(["gold", "step", "unit"]);

const isDear = (cost: Cost | undefined): boolean => !!cost && cost.halves > 0 && DEAR.has(cost.currency);

/** Whether a button acts only when it is confirmed: what comes of it is grave, or it costs dear. */
export const isWeighty = ({ effect, cost, verb }: Choice): boolean =>
  effect?.kind === "grave" || verb === "bid" || isDear(cost);

/** Whether it is done only when it is confirmed, even with a piece in hand: it costs dear, or somebody is attacked and it cannot be taken back. */
export const isFateful = ({ effect, cost, seals }: Choice): boolean =>
  effect?.kind === "grave" || isDear(cost) || (!!seals && (effect?.kind === "attack" || effect?.kind === "neutral"));

/** Whether the server may have something to foretell of it. */
export const isChancy = ({ effect, verb }: Choice): boolean => effect?.kind === "attack" || verb === "attack" || verb === "fight";

/** Where the route of a choice leads, or its move. */
export function destination({ route, target }: Choice): SpaceRef | undefined {
  return route?.way.at(-1) ?? (target.kind === "move" ? target.to : undefined);
}

/** Pieces in hand, all from one place. */
export interface Held {
  pieces: readonly PieceKey[];
  /** The place they stand on, if any. */
  at: SpaceKey | null;
  /** Where they can go. */
  ways: ReadonlyMap<SpaceKey, Choice[]>;
}

export const EMPTY: Held = { pieces: [], at: null, ways: new Map() };

export interface ChoiceIndex {
  buttons: LegalChoice[];
  spaces: Map<SpaceKey, LegalChoice[]>;
  pieces: Map<PieceKey, LegalChoice[]>;
  /** By piece, then by where it goes. */
  moves: Map<PieceKey, Map<SpaceKey, LegalChoice[]>>;
  /** By where a piece goes, over all pieces. */
  arrivals: Map<SpaceKey, LegalChoice[]>;
}

function add<K>(map: Map<K, LegalChoice[]>, key: K, choice: LegalChoice): void {
  const list = map.get(key);
  if (list) list.push(choice);
  else map.set(key, [choice]);
}

export function indexChoices(choices: readonly LegalChoice[]): ChoiceIndex {
  const index: ChoiceIndex = {
    buttons: [], spaces: new Map(), pieces: new Map(), moves: new Map(), arrivals: new Map(),
  };
  for (const choice of choices) {
    const { target } = choice;
    switch (target.kind) {
      case "button":
        index.buttons.push(choice);
        break;
      case "space":
        add(index.spaces, spaceKey(target), choice);
        break;
      case "piece":
        add(index.pieces, target.piece, choice);
        break;
      case "move": {
        const to = spaceKey(target.to);
        let ways = index.moves.get(target.piece);
        if (!ways) index.moves.set(target.piece, (ways = new Map()));
        add(ways, to, choice);
        add(index.arrivals, to, choice);
      }
    }
  }
  return index;
}

/** What a click comes to. */
export type Outcome =
  | { do: "act"; choice: Choice }
  | { do: "ask"; choices: Choice[] }
  | { do: "select"; pieces: PieceKey[]; also: LegalChoice[] }
  /** Take it in hand if it can go anywhere; else do the other. */
  | { do: "try"; piece: PieceKey; otherwise: Outcome }
  | { do: "explain"; target: Target };

const actOrAsk = (choices: Choice[]): Outcome =>
  choices.length === 1 ? { do: "act", choice: choices[0]! } : { do: "ask", choices };

/** What can be done with a piece besides moving it. */
export function besides(index: ChoiceIndex, piece: PieceKey, under: SpaceRef | null): LegalChoice[] {
  // What is offered for the place it stands on is offered along with what is offered for itself, unless that is several
  // things in one: for these one clicks the place.
  const there = ((under && index.spaces.get(spaceKey(under))) || []).filter(({ then }) => !then?.length);
  return [...(index.pieces.get(piece) ?? []), ...there];
}

/** What a click on a piece comes to. `under` is the space it stands on, if any. */
export function clickPiece(index: ChoiceIndex, held: Held, piece: PieceKey, under: SpaceRef | null): Outcome {
  const direct = besides(index, piece, under);
  if (held.pieces.includes(piece)) {
    return { do: "select", pieces: held.pieces.filter((other) => other !== piece), also: [] };
  }
  const under_ = under && spaceKey(under);
  const together = held.pieces.length > 0 && under_ !== null && under_ === held.at;
  const arrival = under_ && !together ? held.ways.get(under_) : undefined;
  if (arrival) return actOrAsk(arrival);
  if (together && (index.moves.has(piece) || direct.length)) return { do: "select", pieces: [...held.pieces, piece], also: [] };
  if (index.moves.has(piece)) return { do: "select", pieces: [piece], also: direct };
  if (direct.length) return under ? { do: "try", piece, otherwise: actOrAsk(direct) } : actOrAsk(direct);
  const [first] = held.pieces;
  const others = (under_ && index.arrivals.get(under_)) || [];
  if (first === undefined && others.length) return { do: "ask", choices: others };
  if (first !== undefined && under && !together) return { do: "explain", target: { kind: "move", piece: first, to: under } };
  return { do: "explain", target: { kind: "piece", piece } };
}

/** What a click on a space comes to. */
export function clickSpace(index: ChoiceIndex, held: Held, space: SpaceRef): Outcome {
  const key = spaceKey(space);
  const arrival = held.ways.get(key);
  if (arrival) return actOrAsk(arrival);
  const direct = index.spaces.get(key) ?? [];
  if (direct.length) return actOrAsk(direct);
  const [first] = held.pieces;
  if (first !== undefined) return { do: "explain", target: { kind: "move", piece: first, to: space } };
  const others = index.arrivals.get(key) ?? [];
  // Which piece goes there is not said yet: ask, even if there is only one.
  if (others.length) return { do: "ask", choices: others };
  return { do: "explain", target: { kind: "space", ...space } };
}

/** The spaces that a choice is about, to be shown on the board. */
export function spacesOf(target: Target, pieces: ReadonlyMap<PieceKey, Piece>): SpaceRef[] {
  const standsOn = (id: PieceKey): SpaceRef[] => {
    const at = pieces.get(id)?.at;
    return at?.kind === "space" ? [{ board: at.board, space: at.space }] : [];
  };
  switch (target.kind) {
    case "space":
      return [{ board: target.board, space: target.space }];
    case "piece":
      return standsOn(target.piece);
    case "move":
      return [...standsOn(target.piece), target.to];
    case "button":
      return [];
  }
}

export interface ChoiceGroup {
  key: string;
  title: string;
  choices: LegalChoice[];
}

/** Choices as a list to read: buttons first, then by piece, then spaces. */
export function groupChoices(
  choices: readonly LegalChoice[], pieceName: (piece: PieceKey) => string, isCard: (piece: PieceKey) => boolean = () => false,
): ChoiceGroup[] {
  const groups = new Map<string, ChoiceGroup>();
  for (const choice of choices) {
    const { target } = choice;
    const [key, title] =
      target.kind === "button" ? ["0", "Decide"]
      : target.kind === "space" ? ["2", "On the board"]
      : target.kind === "piece" ? (isCard(target.piece) ? ["1 card", "With a card"] : ["1", "With a piece"])
      : [`1-${target.piece}`, pieceName(target.piece)];
    const group = groups.get(key);
    if (group) group.choices.push(choice);
    else groups.set(key, { key, title, choices: [choice] });
  }
  const rank = (group: ChoiceGroup) => group.key[0]!;
  return [...groups.values()].sort((a, b) => rank(a).localeCompare(rank(b)));
}
