// What the server speaks: the JSON of the engine's types (crates/engine/src/table.rs, setup.rs, game.rs, rules.rs).

export type Seat = number;
/** A set of seats, lowest first. */
export type Seats = Seat[];
export type PieceRef = number;

export interface SpaceRef {
  board: number;
  space: number;
}

export type Point = [number, number];

export interface Board {
  title: string;
  width: number;
  height: number;
  layout: Layout;
  spaces: Space[];
}

export type Layout = { kind: "squares"; columns: number; rows: number } | { kind: "areas" } | { kind: "hexes" };

export interface Space {
  name: string;
  centre: Point;
  outline?: Point[];
  ground: string;
  letter: string;
  land?: string;
  mark?: Mark;
}

export interface Mark {
  symbol: string;
  letter: string;
  label?: string;
}

export interface Table {
  prompt: Prompt;
  to_act: Seats;
  seats: Sheet[];
  pieces: Piece[];
  hands: Hand[];
  tracks: Track[];
  overlays: Overlay[];
  outcome: Outcome | null;
}

export interface Prompt {
  text: string;
  left: Gauge[];
}

export interface Gauge {
  name: string;
  value: string;
}

export interface Sheet {
  seat: Seat;
  name: string;
  tints: string[];
  alive: boolean;
  gauges: Gauge[];
  notes: string[];
}

export interface Piece {
  id: PieceRef;
  at: Spot;
  name: string;
  look: Look;
}

export type Spot = ({ kind: "space" } & SpaceRef) | { kind: "hand"; hand: number };

export interface Look {
  form: Form;
  tint: string;
  letter: string;
  symbol?: string;
  figures?: Gauge[];
  label?: string;
  facing: Facing;
  badges?: string[];
}

export type Form = "block" | "counter" | "card" | "token";

export type Facing = { kind: "open" } | { kind: "hidden" } | { kind: "turned"; quarters: number };

export interface Hand {
  title: string;
  seat: Seat | null;
}

export interface Track {
  title: string;
  at: number;
  end: number | null;
}

export interface Overlay {
  kind: string;
  /** Colour key, where it says whose. */
  tint?: string;
  spaces: SpaceRef[];
}

export type Target =
  | ({ kind: "space" } & SpaceRef)
  | { kind: "piece"; piece: PieceRef }
  | { kind: "move"; piece: PieceRef; to: SpaceRef }
  | { kind: "button" };

export interface Choice {
  /** To be sent back as it came; the client does not look inside. */
  action: unknown;
  label: string;
  target: Target;
}

export interface Line {
  text: string;
  seat: Seat | null;
  spaces: SpaceRef[];
}

export interface LogLine extends Line {
  entry: number;
  undone: boolean;
}

export interface Outcome {
  winners: Seats;
  reason: string;
  scores: number[];
}

// What can be set up.

export interface SeatRange {
  min: number;
  max: number;
}

export interface Info {
  id: string;
  title: string;
  blurb: string;
  revision: number;
  seats: SeatRange;
  scenarios: Scenario[];
  options: OptionSpec[];
  presets: Preset[];
  /** What a seat may order ahead. */
  orders?: OptionSpec[];
}

export interface Scenario {
  id: string;
  title: string;
  blurb: string;
  seats: SeatRange;
  defaults: [string, Value][];
}

export type Value = boolean | number | string;
export type Values = Record<string, Value>;

interface OptionBase {
  id: string;
  title: string;
  help: string;
  group: string;
  rule: string | null;
  default: Value;
  needs: string[];
  excludes: string[];
}

export type OptionSpec = OptionBase &
  (
    | { kind: "flag" }
    | { kind: "number"; min: number; max: number }
    | { kind: "choice"; choices: Alternative[] }
  );

export interface Alternative {
  id: string;
  title: string;
}

export interface Preset {
  id: string;
  title: string;
  help: string;
  scenario: string;
  seats: SeatRange;
  options: [string, Value][];
}

export interface BotLevel {
  level: string;
  title: string;
  help: string;
}

export interface Catalog {
  games: Info[];
  bots: BotLevel[];
}

export interface Rule {
  id: string;
  section: string;
  topic: string;
  text: string;
  example?: string;
  option?: string;
  interpretation?: string;
}

// Games that are played.

export type Holder = { kind: "human"; name?: string | null } | { kind: "bot"; level: string };

export interface NewGame {
  game: string;
  scenario: string;
  options: Values;
  seats: Holder[];
  seed?: string;
  auto?: boolean;
}

export interface Link {
  seat: Seat;
  token: string;
  path: string;
}

export interface Created {
  id: string;
  host: string;
  links: Link[];
}

export interface LobbyEntry {
  id: string;
  game: string;
  title: string;
  scenario: string;
  created: string | number;
  number: number;
  to_act: Seat[];
  seats: Holder[];
  outcome?: Outcome | null;
}

export interface View {
  id: string;
  game: string;
  scenario: string;
  options: Values;
  /** The hash of the seed, known from the start; the seed itself once the game is over. */
  commitment: string;
  seed?: string | null;
  /** How many entries the journal has. */
  number: number;
  /** The earliest number that can be looked back at. */
  origin?: number;
  you: Seat[];
  seat: Seat | null;
  seats: Holder[];
  thinking: boolean;
  table: Table;
  choices: Choice[];
  undo: boolean;
  /** Somebody asks to go back, and not all have answered. */
  request?: UndoRequest | null;
  /** The standing orders of the seat that looks; none for a spectator. */
  orders?: Values | null;
  /** Whether moves without a choice are played for the seat that looks. */
  auto?: boolean;
  log: LogLine[];
  outcome?: Outcome | null;
}

export interface UndoRequest {
  seat: Seat;
  /** The entry after which the game would go on. */
  to: number;
  agreed: Seats;
  missing: Seats;
}

export interface Replay {
  number: number;
  table: Table;
}

export interface Reason {
  rule: string;
  why: string;
  text?: string | null;
}

export interface Failure {
  error: string;
  code: string;
  rule?: string;
  view?: View;
}
