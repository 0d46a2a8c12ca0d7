// Generated from docs/openapi.json, which is generated from the Rust types that are sent. Do not edit:
// change the Rust types and run `cargo xtask types`.

/** What was done. */
export type Acknowledged = {
    /** How many actions were carried out: the first, and those that could follow. */
    done: number;
    /** How many entries the journal has. */
    number: number;
    /** How it ended, if it has. */
    outcome?: Outcome;
    /** Whether that was before: a request with this retry key had been carried out, and nothing was done now. */
    repeated: boolean;
    /** Another whenever something has changed that whoever asks may see. */
    stamp: string;
    /** Who must decide. */
    to_act: Seats;
};

/** Something a seat wants to do: an action, or a route. */
export type Act = {
    /** What, exactly as it was listed among the choices. */
    action?: Action;
    /** How many entries the journal had when this was decided. More may have come since if others decide at the same time. */
    number: number;
    /** Pieces that go somewhere together, instead of an action. */
    route?: Going;
    /** The seat. */
    seat: Seat;
    /**
     * What follows, where one choice makes several actions: exactly as listed.
     * @default []
     */
    then?: Action[];
};

/** What was done, and the table after it. */
export type Acted = {
    /** Whether moves are played for the seat where it has no choice. */
    auto: boolean;
    /** What the seed will have to fit. */
    commitment: string;
    /** When it was made, in milliseconds since 1970. */
    created: number;
    /** How many actions were carried out: the first, and those that could follow. */
    done: number;
    /** Which game it is of. */
    game: string;
    /** Its id. */
    id: string;
    /** How many letters the seat has written or received. */
    letters: number;
    /** What happened lately, as that seat may read it. */
    log: LogLine[];
    /** The first entry of which the log tells; what came before is to be had page by page. */
    log_from: number;
    /** How many entries the journal has. */
    number: number;
    /** The value of every option. */
    options: Values;
    /** The standing orders of that seat, if it is held. */
    orders: Values | null;
    /** The earliest number that can be replayed. */
    origin: number;
    /** How it ended, if it has. */
    outcome?: Outcome;
    /** Whether that was before: a request with this retry key had been carried out, and nothing was done now. */
    repeated: boolean;
    /** What somebody asks of the others, if anybody does. */
    request: Request | null;
    /** The scenario's id. */
    scenario: string;
    /** The seat shown; none for a spectator. */
    seat: Seat | null;
    /** Who sits where. */
    seats: Player[];
    /** Where chance started; only when the game is over, or if the seed was chosen. */
    seed?: Seed;
    /** Whether whoever made the game has chosen its seed: then everybody may know the dice to come, as he does. */
    seed_chosen: boolean;
    /** Another whenever something has changed that whoever asks may see. */
    stamp: string;
    /** The table as that seat sees it. */
    table: Table;
    /** Whether a bot must decide. */
    thinking: boolean;
    /** The name of that game. */
    title: string;
    /** Who must decide. */
    to_act: Seat[];
    /** The seats whose own links nobody has used yet. */
    unclaimed: Seats;
    /** Whether the seat may take back its last action. */
    undo: boolean;
    /** Which watcher this is, for whoever follows the game: named when asking about pieces. */
    watcher?: number;
    /** The seats held. */
    you: Seat[];
};

/** One small decision in a game, exactly as the game lists it. */
export type Action = unknown;

/** One of the values of an option that is chosen from a list. */
export type Alternative = {
    /** Short id. */
    id: string;
    /** Its name. */
    title: string;
};

/** The answer to such a wish. */
export type AnswerBack = {
    /** Whether it agrees. Whoever asked takes the wish back by not agreeing any more. */
    agree: boolean;
    /** How many entries the journal had when this was decided. */
    number: number;
    /** The id of the request. */
    request: number;
    /** The seat that answers. */
    seat: Seat;
    /** To after how many entries the request goes. */
    to: number;
};

/** The wish to go back further than one may alone. */
export type AskBack = {
    /** How many entries the journal had when this was decided. */
    number: number;
    /** The seat that asks. */
    seat: Seat;
    /** To after how many entries. */
    to: number;
};

/** The question what to do. */
export type AskHint = {
    /** The seat that wants to know. */
    seat: Seat;
};

/** A mark that a piece bears for the moment. */
export type Badge = "guard" | "minor" | "in-corps" | "laden" | "lent" | "in-hand" | "ordered" | "moved" | "attacking" | "reserve" | "levied" | "waiting" | "target" | "beaten" | "laid" | "aside" | "used" | "kept" | "pledged";

/** A battle that is being fought, for all to watch. */
export type Battle = {
    /** Where it is fought. */
    at: SpaceRef;
    /** Everybody in it, in the order in which they act. */
    fighters: Fighter[];
    /** What is to be known now, in a few words each ("Attackers must retreat"). */
    notes: string[];
    /** What comes of the throw that decides it, where one does: by what is thrown ("2-3"). */
    outlook?: Gauge[];
    /** The sides; whoever attacks comes first. */
    sides: Side[];
    /** Where it stands ("Round 2 of 4"). */
    stage: string;
    /** Its name ("Battle of Bavaria"). */
    title: string;
};

/** What a battle has cost those who fought it. */
export type BattleResult = {
    /** Where it was fought. */
    at: SpaceRef;
    /** The sides, the attackers first. */
    sides: BattleSide[];
    /** What it is called. */
    title: string;
};

/** A side of a battle that is over. */
export type BattleSide = {
    /**
     * How many pieces it has lost.
     * @default 0
     */
    pieces: number;
    /** How many steps it has lost, those of the pieces included, where strength is counted in steps. */
    steps?: number;
    /** The colours of those on it. */
    tints: Tint[];
    /** Who it is ("France and Spain"). */
    title: string;
};

/** A board: spaces on a plane. Lengths are in units of the board's own. */
export type Board = {
    /** Height. */
    height: number;
    /** How the spaces are laid out; tells a text terminal whether it can draw them. */
    layout: Layout;
    /** What the signs on the picture mean. */
    legend?: Sign[];
    /** The drawn map that lies under everything, if there is one. */
    picture?: Picture;
    /** The spaces; a `SpaceRef` counts in this list. */
    spaces: Space[];
    /** Its name. */
    title: string;
    /** Width. */
    width: number;
};

/** Everything there is to choose from. */
export type Catalog = {
    /** The computer opponents. */
    bots: Offer[];
    /** The games. */
    games: Info[];
    /** The maps, of games whose rules are to come as well. */
    maps: Map[];
};

/** What a seat may do. */
export type Choices = {
    /** What it may do; nothing if others must decide. */
    choices: LegalChoice[];
    /** How many entries the journal has. */
    number: number;
    /** How it ended, if it has. */
    outcome?: Outcome;
    /** The seat. */
    seat: Seat;
    /** Another whenever something has changed that whoever asks may see. */
    stamp: string;
    /** Who must decide. */
    to_act: Seats;
};

/** A price. */
export type Cost = {
    /** Of what. */
    currency: Currency;
    /** How much, counted in halves. */
    halves: number;
};

/** How a factor counts. */
export type Counts = "adds" | "sums" | "percent";

/** A game that was made. */
export type Created = {
    /** The token that holds the seats of all people. */
    host: string;
    /** Its id. */
    id: string;
    /** One for each seat of a person. */
    links: Link[];
};

/** What something is paid in. */
export type Currency = "action-point" | "command-point" | "gold" | "fg" | "mp" | "pip" | "step" | "unit" | "card" | "diplomacy-point" | "redeployment";

/** A game that is no more. */
export type Deleted = {
    /** The id it had. */
    id: string;
};

/** A die that was thrown. */
export type Die = {
    /** What it shows. */
    face: number;
    /** Whether that was good for whoever threw it. */
    good: boolean;
};

/** What comes of a choice. */
export type Effect = {
    /** What kind of thing, which says how it is shown. */
    kind: EffectKind;
    /** How much of the way has been used by others, where that is limited. */
    way?: Way;
    /** In a few words ("attacks over the river"). */
    words: string;
};

/** What comes of a choice. */
export type EffectKind = "plain" | "attack" | "reserve" | "neutral" | "hungry" | "grave";

/** One entry of the journal. Entries are counted from 1: entry 1 leads from the start to "after 1 entry". */
export type Entry = {
    /** The state after it. */
    hash: StateHash;
    /** Whose doing it was. */
    seat: Seat;
} & ({
    act: unknown;
} | {
    undo: {
        /** Who agreed to it; nobody needs to where the way back is free. */
        consent: Seats;
        /** How many entries stand. */
        to: number;
    };
});

/** What is wrong, for programs. More may be added. */
export type ErrorCode = "malformed" | "not-json" | "too-large" | "no-such-address" | "wrong-method" | "no-such-game" | "unknown-game" | "no-such-entry" | "no-such-layer" | "no-picture" | "no-such-version" | "no-such-tile" | "bad-token" | "not-your-seat" | "not-your-decision" | "not-over" | "stale" | "answered-before" | "key-reused" | "bad-setup" | "bad-orders" | "bad-letter" | "game-over" | "illegal" | "not-an-action" | "not-offered" | "nothing-to-undo" | "too-late-to-undo" | "no-consent" | "nothing-asked" | "not-host" | "others-play" | "too-often" | "too-many-games" | "too-many-bots" | "too-many-links" | "too-many-letters" | "too-much-at-once" | "too-many-streams" | "too-many-connections" | "internal" | "too-slow" | "busy" | "unavailable" | "cannot-be-opened";

/** The question why something cannot be done. */
export type Explain = {
    /** The seat that wants to know. */
    seat: Seat;
    /** With what. */
    target: Target;
    /** From which watcher's table the key of a piece is, for whoever follows the game: the `watcher` of the view. */
    watcher?: number;
};

/** All that stands against it. */
export type Explained = {
    /** Why not; nothing if nothing does. */
    reasons: Reason[];
};

/** How a piece stands. */
export type Facing = "open" | "hidden" | "upright";

/** Something that makes a side of a battle stronger or weaker. */
export type Factor = {
    /** How it counts. */
    counts?: Counts;
    /** By how much. */
    points: number;
    /** The rule that says so. */
    rule: RuleId;
    /** What it is ("own capital"). */
    what: string;
};

/** What has changed in a battle. */
export type FightPatch = {
    /** Everybody in it. */
    fighters?: FighterRun[];
    /** What is to be known now. */
    notes?: string[];
    /** What comes of the throw that decides it. */
    outlook?: GaugeRun[];
    /** The sides. */
    sides?: SideRun[];
    /** Where it stands. */
    stage?: string;
};

/** A piece in a battle. */
export type Fighter = {
    /** What it does when it acts ("dice 3", "hits on 1-2"). */
    figures: Gauge[];
    /** What has befallen it, in a few words each ("half a hit"). */
    notes: string[];
    /** Which. */
    piece: PieceKey;
    /** Its side, by number. */
    side: number;
    /** Whether it has acted this round. */
    turn: Turn;
};

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type FighterRun = [number, number] | Fighter;

/** A figure of a forecast. */
export type Figure = {
    /** What it is, as a short key ("attackers-win"): a chance from 0 to 1, or a number to be expected. */
    key: string;
    /** How much. */
    value: number;
};

/** What would probably come of something, as one seat knows it. */
export type Forecast = {
    /** In figures. */
    figures: Figure[];
    /** In sentences. */
    lines: string[];
    /** From how many samples; nothing if it is exact. */
    samples: number | null;
};

/** What is to be expected of something. */
export type Foretold = {
    /** The forecast; nothing if there is nothing to foretell. */
    forecast: Forecast | null;
};

/** The form of a piece. */
export type Form = "block" | "counter" | "card" | "token";

/** Where pieces can go. */
export type Found = {
    /** After how many entries. */
    number: number;
    /** Every place that all of them can reach, with the way and what it costs. */
    routes: LegalRoute[];
};

/** A named number. */
export type Gauge = {
    /** What it counts, in the singular or plural that its value takes. */
    name: string;
    /** How much. */
    value: GaugeValue;
};

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type GaugeRun = [number, number] | Gauge;

/** A number, or a few words in its place ("2 of 5", "1st"). */
export type GaugeValue = number | string;

/** Pieces that go somewhere together. */
export type Going = {
    /** Which. */
    pieces: PieceKey[];
    /** Over these spaces, exactly as the route was listed. */
    way: SpaceRef[];
};

/** What covers a space. */
export type Ground = "sea" | "clear" | "forest" | "marsh" | "hill" | "mountain" | "pass" | "desert" | "box";

/** Cards or pieces beside the boards. */
export type Hand = {
    /** What lies there. */
    role: Role;
    /** Whose it is. */
    seat: Seat | null;
    /** Its name ("At sea", "Town cards of France"). */
    title: string;
};

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type HandRun = [number, number] | Hand;

/** What a bot would do. */
export type Hint = {
    /** The actions, in their order: the next one, and those that belong to it. */
    actions: unknown[];
    /** What each of them does, in words. */
    labels: string[];
    /** Why, as half a sentence ("for the hold on Vienna, at the cost of gold in hand"); nothing if there is nothing to say. */
    why: string | null;
};

/** A hint, if there is anything to decide. */
export type Hinted = {
    /** The hint; nothing if the seat has nothing to decide now. */
    hint: Hint | null;
};

/** The question where pieces can go. */
export type InHand = {
    /** The pieces that go together. */
    pieces: PieceKey[];
    /** The seat. */
    seat: Seat;
    /**
     * Spaces that they go over, in this order.
     * @default []
     */
    via?: SpaceRef[];
};

/** All that is known of a game before it is played. */
export type Info = {
    /** One or two sentences. */
    blurb: string;
    /** Words and abbreviations that players meet at the table, and what they mean. */
    glossary: Term[];
    /** Short id, as in `grognard play campaign`. */
    id: string;
    /** What can be laid over the map on demand. */
    layers: Layer[];
    /** Everything a table may choose. */
    options: OptionSpec[];
    /** Standing orders: decisions a seat may take ahead, each off by default. */
    orders: OptionSpec[];
    /** Sensible sets of choices. */
    presets: Preset[];
    /** Raised whenever a recorded journal could play differently. */
    revision: number;
    /** The scenarios; the first is the one to begin with. */
    scenarios: Scenario[];
    /** Fewest and most seats. */
    seats: SeatRange;
    /** Name on the box. */
    title: string;
};

/** What a table would choose. */
export type Intended = {
    /**
     * Options that differ from the scenario's defaults.
     * @default {}
     */
    options?: {
        [key: string]: Value;
    };
    /** Which scenario of the game. */
    scenario: string;
    /** How many seats. */
    seats: number;
};

/** Something that can be laid over the map by whoever asks for it. */
export type Layer = "control" | "supply" | "reach" | "threat" | "zones" | "guns";

/** Something laid over the map. */
export type LayerAnswer = {
    /** After how many entries. */
    number: number;
    /** What is laid over the map. */
    overlays: Overlay[];
};

/** How a board's spaces are laid out. */
export type Layout = {
    /** Columns. */
    columns: number;
    kind: "squares";
    /** Rows. */
    rows: number;
} | {
    kind: "areas";
} | {
    kind: "mat";
} | {
    kind: "hexes";
    /** From the middle of a hex to that of its neighbour. */
    pitch: number;
    /** Which way they stand. */
    pointing: Pointing;
};

/** A legal action and how it shows at the table. */
export type LegalChoice = {
    /** The action, to be sent back as it is. */
    action: Action;
    /** What it costs. */
    cost?: Cost;
    /** What comes of it, where that is more than its label says. */
    effect?: Effect;
    /** What it says, as an order ("Move French Inf #1 to Saxony"). */
    label: string;
    /** How likely it is to succeed, where dice decide and whoever chooses can know the odds. */
    odds?: Odds;
    /** Whether dice are thrown or something hidden is shown, so that it cannot be taken back freely. */
    seals?: boolean;
    /** Which of the tabs of the piece that one clicks it is about, from 0. */
    tab?: number;
    /** What one clicks for it. */
    target: Target;
    /** The actions that follow it, if one click makes several. */
    then?: Action[];
    /** What whoever makes it does. */
    verb: Verb;
};

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type LegalChoiceRun = [number, number] | LegalChoice;

/** Somewhere that pieces can go together. */
export type LegalRoute = {
    /** How many actions it takes. */
    actions: number;
    /** What it costs. */
    cost?: Cost;
    /** What comes of it, where that is more than its label says. */
    effect?: Effect;
    /** What it says, as an order ("Move French Inf #1 to Saxony"). */
    label: string;
    /** How likely it is to succeed, where dice decide and whoever chooses can know the odds. */
    odds?: Odds;
    /** Whether dice are thrown or something hidden is shown, so that it cannot be taken back freely. */
    seals?: boolean;
    /** Which of the tabs of the piece that one clicks it is about, from 0. */
    tab?: number;
    /** What one clicks for it. */
    target: Target;
    /** What whoever makes it does. */
    verb: Verb;
    /** The spaces it leads over, the last of which is where the pieces stay. */
    way: SpaceRef[];
};

/** Letters of a seat that stand together, in the order in which they were written. */
export type LetterPage = {
    /** Whether there are others before them. */
    earlier: boolean;
    /** The letters. */
    letters: NumberedLetter[];
};

/**
 * How well a bot plays: random, novice, casual, greedy, search, search:500ms (time for a turn), search:2000 (iterations for a turn), each with a style if you like: +cautious, +bold, +faithful, +treacherous (greedy+bold).
 * @example greedy
 * @example search:500ms+bold
 */
export type Level = string;

/** How large a picture is drawn, and for how large a view. */
export type Level2 = {
    /** How high it is, in pixels. */
    height: number;
    /** How wide the whole picture is meant to be seen, in points of the screen: so large are its letters. */
    points: number;
    /** How wide the whole picture is, in pixels. */
    width: number;
};

/** What a line of the log is to whoever reads it. */
export type LineKind = "plain" | "heading" | "result" | "great" | "undo";

/** What a person needs to take a seat. */
export type Link = {
    /** The address of the table, the token included. */
    path: string;
    /** The seat. */
    seat: Seat;
    /** The token that holds it. */
    token: string;
};

/** A game in the lobby. */
export type Listed = {
    /** When it was made, in milliseconds since 1970. */
    created: number;
    /** Which game it is of. */
    game: string;
    /** Its id. */
    id: string;
    /** When somebody last did something, in milliseconds since 1970; left out where that was not kept. */
    moved?: number;
    /** How many entries the journal has. */
    number: number;
    /** How it ended, if it has. */
    outcome?: Outcome;
    /** What the seats play; left out where that was not kept. */
    parts?: string[];
    /** The scenario's id. */
    scenario: string;
    /** Who sits where. */
    seats: Player[];
    /** Where it stands, in a few words; left out where that was not kept. */
    stage?: string;
    /** The name of that game. */
    title: string;
    /** Who must decide. */
    to_act: Seat[];
};

/** What has changed for one viewer. */
export type LiveUpdate = {
    /** Whether moves are played for the seat where it has no choice. */
    auto: boolean;
    /** How many it had before. */
    from: number;
    /** How many letters the seat has written or received. */
    letters: number;
    /** What happened, as that seat may read it. */
    log?: LogLine[];
    /** How many entries the journal has. */
    number: number;
    /** What has changed at the table. */
    patch?: Patch;
    /** What somebody asks of the others, if anybody does. */
    request: Request | null;
    /** Whether a bot must decide. */
    thinking?: boolean;
    /** The seats whose own links nobody has used yet. */
    unclaimed: Seats;
    /** Whether the seat may take back its last action. */
    undo: boolean;
    /** If something was taken back: all entries that do not stand, as runs of the first and the last. */
    undone?: [number, number][];
};

/** A line of the whole log. */
export type LogLine = {
    /** If something was taken back: to after which entry. All that were made since do not stand. */
    back_to?: number;
    /** What a battle has cost both sides, if it is the line with which that ends. */
    battle?: BattleResult;
    /** The dice that were thrown, if any. */
    dice?: Die[];
    /** The entry it belongs to, counted from 1; 0 is the opening. */
    entry: number;
    /** What kind of line it is. */
    kind?: LineKind;
    /** The way it tells of, if it is about a step of a march: steps that follow each other read as one line. */
    march?: March;
    /** Whose doing it was. */
    seat: Seat | null;
    /** The spaces it speaks of. */
    spaces: SpaceRef[];
    /** What happened, in a sentence. */
    text: string;
    /** What they were thrown for. */
    throw?: Throw;
    /** Whether it was taken back. */
    undone: boolean;
};

/** The map of a game. */
export type Map = {
    /** The game's id. */
    id: string;
    /** The picture. */
    picture?: Picture;
    /** Whether it can be played. */
    playable: boolean;
    /** How many spaces there are. */
    spaces: number;
    /** What the game is called. */
    title: string;
};

/** A step of a march. */
export type March = {
    /** From where. */
    from: SpaceRef;
    /** To where. */
    to: SpaceRef;
    /** Who marches, as the line calls him: "An Austrian block". */
    who: string;
};

/** Something printed on a space. */
export type Mark = {
    /** Its lettering, if any. */
    label?: string;
    /** One letter where there is no drawing. */
    letter: string;
    /** What it is. */
    site: Site;
};

/** One of several markers on a track. */
export type Marker = {
    /** Whose it is ("Prussia"); its first letter doubles the colour. */
    name: string;
    /** Its colour. */
    tint: Tint;
};

/** What dice must show. */
export type Needed = {
    kind: "total";
    /** How much. */
    least: number;
} | {
    kind: "each";
    /** How much. */
    most: number;
};

/** A game to be made. */
export type NewGame = {
    /**
     * Whether forced moves are played for people.
     * @default true
     */
    auto?: boolean;
    /** Which game of the catalog. */
    game: string;
    /**
     * Options that differ from the scenario's defaults.
     * @default {}
     */
    options?: {
        [key: string]: Value;
    };
    /** Which of its scenarios. */
    scenario: string;
    /** Who sits where. */
    seats: Player[];
    /** Where chance starts. If none is given, nobody can know it; if one is, all who look at the game are shown it. */
    seed?: Seed;
};

/** A letter to be sent. */
export type NewLetter = {
    /** Who writes. */
    seat: Seat;
    /** What it says, in at most 8192 bytes of UTF-8, without invisible characters. */
    text: string;
    /** To whom: other people at the table. */
    to: Seats;
};

/** A link that is wanted. */
export type NewLink = {
    /**
     * Whether it is for somebody else.
     * @default false
     */
    guest?: boolean;
    /**
     * Whether older links of the seat hold nothing any more.
     * @default false
     */
    revoke?: boolean;
    /** For which seat. */
    seat: Seat;
};

/** What a person orders ahead for a seat, in place of all that was ordered before. */
export type NewOrders = {
    /** Whether moves are played for it where it has no choice. */
    auto: boolean;
    /** The game's standing orders; those that are not given are off. */
    orders: {
        [key: string]: Value;
    };
    /** The seat. */
    seat: Seat;
};

/** A letter, and which it is. */
export type NumberedLetter = {
    /** Who wrote it. */
    from: Seat;
    /** Its number among those that the seat has written or received, counted from 1. */
    number: number;
    /** What it says. */
    text: string;
    /** To whom. */
    to: Seats;
    /** When, in milliseconds since 1970. */
    written: number;
};

/** The chance that something succeeds, exactly: so many of so many throws that are equally likely. */
export type Odds = {
    /** What it is the chance of, in a few words that follow the figure ("to win Spain over, if nobody matches the bid"). */
    goal: string;
    /** How many throws bring it about. */
    hits: number;
    /** How many throws there are. */
    of: number;
};

/** A bot, as a person chooses it. */
export type Offer = {
    /** One sentence. */
    help: string;
    /** How it is written. */
    level: string;
    /** Its name. */
    title: string;
};

/** Something a table may choose. */
export type OptionSpec = {
    /** Its value where neither the scenario nor the table says otherwise. */
    default: Value;
    /** Options that must be off for this one to be on. */
    excludes: string[];
    /** Heading it is listed under. */
    group: string;
    /** What it does, in a sentence or two. */
    help: string;
    /** Short id. */
    id: string;
    /** Options that must be on for this one to be on. */
    needs: string[];
    /** The rule it switches. */
    rule: RuleId | null;
    /** Its name. */
    title: string;
} & ({
    kind: "flag";
} | {
    kind: "number";
    /** Most. */
    max: number;
    /** Least. */
    min: number;
} | {
    /** What can be chosen; the first counts as "off". */
    choices: Alternative[];
    kind: "choice";
});

/** How a game ended. */
export type Outcome = {
    /** How, as a short key ("towns", "time-limit"). */
    reason: string;
    /** The score of each seat, as the game counts it. */
    scores: number[];
    /** Who won; several share it; nobody in a draw. */
    winners: Seats;
};

/** A mark laid over spaces for the moment. */
export type Overlay = {
    /** What it says. */
    kind: OverlayKind;
    /** The pieces it is about, if it is shown only while one of them is pointed at. */
    pieces?: PieceKey[];
    /** Where. */
    spaces: SpaceSet;
    /** Whose colour it has, where it says whose. */
    tint?: Tint;
};

/** What a mark laid over spaces says. */
export type OverlayKind = "held" | "neutral" | "battle" | "group" | "target" | "supplied" | "cut-off" | "reach" | "threat" | "zone" | "line" | "guns";

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type OverlayRun = [number, number] | Overlay;

/** A part of the log. */
export type Page = {
    /** What happened, as that seat may read it. */
    log: LogLine[];
    /** The first entry of which it tells; 0 if there is nothing before it. */
    log_from: number;
};

/** What a seat plays. */
export type Part = {
    /** Its name ("France and Spain"). */
    name: string;
    /** Colours of what it plays. */
    tints: Tint[];
};

/** What has changed between two tables of one viewer. */
export type Patch = {
    /** A battle that has begun, or is over. */
    battle?: Battle;
    /** What the viewer may do. */
    choices?: LegalChoiceRun[];
    /** What has changed in the battle that goes on. */
    fight?: FightPatch;
    /** Pieces that are no longer there. */
    gone?: PieceKey[];
    /** The hands. */
    hands?: HandRun[];
    /** How it ended, if it has. */
    outcome?: Outcome;
    /** The overlays. */
    overlays?: OverlayRun[];
    /** Pieces that have changed, or are new. */
    pieces?: PiecePatch[];
    /** What to do now. */
    prompt?: Prompt;
    /** The registers. */
    registers?: RegisterRun[];
    /** The sheets. */
    seats?: SheetRun[];
    /** Who must decide. */
    to_act?: Seats;
    /** The tracks. */
    tracks?: TrackRun[];
};

/** A drawn map, to be had in tiles. */
export type Picture = {
    /** How high it is, in units of the board. */
    height: number;
    /** Its left edge on the board. */
    left: number;
    /** What it can be had in, from the coarsest to the finest; tiles name one by its number. */
    levels: Level2[];
    /** The side of a tile, in pixels. Tiles are counted from the left and from the top; the last ones are smaller. */
    tile: number;
    /** Its upper edge on the board. */
    top: number;
    /** What tells it from every other picture; another one as soon as anything in it changes. */
    version: string;
    /** How wide it is, in units of the board. */
    width: number;
};

/** A piece on the table. */
export type Piece = {
    /** Where it is. */
    at: Spot;
    /** Marks that it bears for the moment. */
    badges?: Badge[];
    /** How many of its kind it stands for, if that is not one. */
    count?: number;
    /** How it stands. */
    facing: Facing;
    /** Figures that change. */
    figures?: Gauge[];
    /** What it is known by. */
    key: PieceKey;
    /** What is printed on it, as far as the viewer sees it. */
    print: Print;
    /** Its strength, if it is counted in steps. */
    steps?: Steps;
    /** What is to be said of it for the moment, in a sentence or two. */
    text?: string;
};

/** What a piece is known by at the table of one viewer. It stays with the piece for as long as the viewer can follow it. */
export type PieceKey = number;

/** What has changed of a piece. One that is new has a print. */
export type PiecePatch = {
    /** Where it is. */
    at?: Spot;
    /** Its marks. */
    badges?: Badge[];
    /** How many it stands for. */
    count?: number;
    /** How it stands. */
    facing?: Facing;
    /** Its figures. */
    figures?: Gauge[];
    /** Which. */
    key: PieceKey;
    /** What is printed on it. */
    print?: Print;
    /** Its steps. */
    steps?: Steps;
    /** What is to be said of it. */
    text?: string;
};

/** Who plays a seat. */
export type Player = {
    kind: "human";
    /** What the person wants to be called. */
    name?: string;
} | {
    kind: "bot";
    /** How well it plays. */
    level: Level;
};

/** Which way hexes stand. */
export type Pointing = "up" | "sideways";

/** A sensible set of choices with a name. */
export type Preset = {
    /** One sentence. */
    help: string;
    /** Short id. */
    id: string;
    /** What it sets. */
    options: [string, Value][];
    /** The scenario it is for. */
    scenario: string;
    /** How many may play it. */
    seats: SeatRange;
    /** Its name. */
    title: string;
};

/** What is printed on a piece, or on the back of it. The client draws it; a game only says what is to be seen. */
export type Print = {
    /** Figures on it. */
    figures?: Gauge[];
    /** Its form. */
    form: Form;
    /** Lettering on it. */
    label?: string;
    /** A letter that doubles the colour. */
    letter: string;
    /** What it is called ("French infantry"). */
    name: string;
    /** Whether it commands what stands with it, and before whom: the highest does. */
    rank?: number;
    /** How strong it is, if that does not change. */
    strength?: number;
    /** What is drawn on it; nothing on a hidden face. */
    symbol?: Symbol;
    /** What is written on it in parts: the tabs of a card. */
    tabs?: Tab[];
    /** What is written on it, in a sentence or two. */
    text?: string;
    /** Whose it is. */
    tint: Tint;
};

/** What went wrong. */
export type Problem = {
    /** What is wrong, for programs. */
    code: ErrorCode;
    /** A sentence for people. */
    error: string;
    /** The rule that stands against it, where one does. */
    rule?: RuleId;
    /** How the game stands now, if it was asked for something that is out of date. */
    view?: View;
};

/** What to do now. */
export type Prompt = {
    /** What is left to spend (pips, action points). */
    gauges?: Gauge[];
    /** Which question it is: two prompts with the same key ask the same, whatever their words. */
    key: string;
    /** One sentence. */
    text: string;
};

/** Why not, and the rule in full. */
export type Reason = {
    /** The rule that forbids it. */
    rule: RuleId;
    /** The rule. */
    text: string;
    /** A plain sentence. */
    why: string;
};

/** Something on record for all to see. */
export type Register = {
    /** What is on record: whom it concerns, and what is to be said. */
    entries: Gauge[];
    /** What it is about ("Alliances"). */
    title: string;
};

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type RegisterRun = [number, number] | Register;

/** The table as it was. */
export type Replayed = {
    /** After how many entries. Earlier than was asked if the rules have changed since: then only some moments are known. */
    number: number;
    /** What changed with each of the entries after it, as far as that was asked for. */
    patches: Patch[];
    /** The table. */
    table: Table;
};

/** Somebody asks the others to go back. */
export type Request = {
    /** Who has agreed. */
    agreed: Seats;
    /**
     * Which request it is: whoever answers names it, so that nobody agrees to another than he has read.
     * @default 0
     */
    id: number;
    /** Who has not answered. */
    missing: Seats;
    /** Who asks. */
    seat: Seat;
    /** To after how many entries. */
    to: number;
};

/** A seat that is given up. */
export type Resign = {
    /**
     * What plays on for it, where the others play on.
     * @default greedy
     */
    level?: Level;
    /** The seat. */
    seat: Seat;
};

/** What lies beside the boards. */
export type Role = "held" | "played" | "pool";

/** One small, testable statement of a rulebook, in our own words. */
export type Rule = {
    /** A case that must hold. */
    example?: string;
    /** Stable id. */
    id: string;
    /** Our ruling where the book is silent or contradicts itself. */
    interpretation?: string;
    /** The option it belongs to: where that is off, the rule is not in play. */
    option?: string;
    /** The scenarios it holds in; in all of them if none is named. */
    scenarios?: string[];
    /** Section of the rulebook. */
    section: string;
    /** The rule. */
    text: string;
    /**
     * What it is about.
     * @default other
     */
    topic: Topic;
};

/** The id of a rule in a game's ledger, such as `C-9.3-one`. */
export type RuleId = string;

/** A game as saved: one JSON document. */
export type SavedGame = {
    /** Version of the engine it was saved by; for people. */
    engine: string;
    /** What was decided since. */
    entries: Entry[];
    /** The game's id. */
    game: string;
    /** The state after the last entry. */
    hash: StateHash;
    /** Earlier parts, recorded under rules that play them differently from today's. For the record only. */
    history?: Stretch[];
    /** Who plays, seat by seat, as whoever saved it writes that ("human", "greedy"). Means nothing to a replay. */
    players?: string[];
    /** Where the entries start from, if not where the set-up puts it. */
    position?: unknown;
    /** Revision of the rules it was recorded under. */
    revision: number;
    /** What it started from. */
    setup: Setup;
    /** The state at the last change of hands. */
    snapshot: Snapshot;
    /** What players have read of these entries, should later rules no longer tell it. May be left out. */
    told?: Told[];
};

/** A scenario. */
export type Scenario = {
    /** One sentence. */
    blurb: string;
    /** Where it differs from the options' own defaults. */
    defaults: [string, Value][];
    /** Short id. */
    id: string;
    /** How many may play it. */
    seats: SeatRange;
    /** Its name. */
    title: string;
};

/** A place at the table, counted from 0. */
export type Seat = number;

/** Fewest and most seats, both included. */
export type SeatRange = {
    /** Most. */
    max: number;
    /** Fewest. */
    min: number;
};

/** A set of seats, lowest first. */
export type Seats = Seat[];

/**
 * Where a game's chance starts from: 32 bytes, written as 64 hexadecimal digits.
 * @example 02bf93ec82d1393e6d2e0fb57c392af090ef745abf1cecf859deb736bfd3b478
 */
export type Seed = string;

/** All that a game starts from: with the journal, all that a game is. */
export type Setup = {
    /**
     * Options that differ from the scenario's defaults.
     * @default {}
     */
    options: {
        [key: string]: Value;
    };
    /** The scenario's id. */
    scenario: string;
    /** How many seats. */
    seats: number;
    /** Where chance starts. */
    seed: Seed;
};

/** What lies before a seat for all (or for the viewer alone) to see. */
export type Sheet = {
    /** Whether it is still in the game. */
    alive: boolean;
    /** Its figures. */
    gauges?: Gauge[];
    /** What it plays ("France and Spain"). */
    name: string;
    /** Short remarks ("allied with Austria", "misses a turn"). */
    notes?: string[];
    /** The same for each of the powers that it plays, where these have figures of their own. */
    parts?: SheetPart[];
    /** The seat. */
    seat: Seat;
    /** Colours of what it plays. */
    tints: Tint[];
};

/** What lies before a seat for one of the powers that it plays. */
export type SheetPart = {
    /** Its figures. */
    gauges: Gauge[];
    /** The power. */
    name: string;
    /** Short remarks. */
    notes?: string[];
    /** Its colour. */
    tint: Tint;
};

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type SheetRun = [number, number] | Sheet;

/** A side of a battle. */
export type Side = {
    /** What makes it as strong as it is, where that is added up. */
    factors?: Factor[];
    /** Colours of those who are on it. */
    tints: Tint[];
    /** What it is called ("Attackers: France"). */
    title: string;
};

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type SideRun = [number, number] | Side;

/** A sign on a picture. */
export type Sign = {
    /** How it looks, as SVG. */
    drawing: string;
    /** What it means. */
    words: string;
};

/** What is printed on a space. */
export type Site = "capital" | "city" | "town" | "infantry-town" | "cavalry-town" | "fortress" | "naval-base" | "port" | "star" | "start" | "infantry-start" | "cavalry-start" | "general-enlists" | "infantry-enlists" | "cavalry-enlists";

/** The state after so many entries. */
export type Snapshot = {
    /** After how many entries, those of the history included. */
    at: number;
    /** The state. */
    state: unknown;
};

/** A space on a board. */
export type Space = {
    /** Its middle. */
    centre: [number, number];
    /** What covers it. */
    ground: Ground;
    /** The land it belongs to, if any. */
    land?: string;
    /** One letter for the ground where there is no colour. */
    letter: string;
    /** What is printed on it. */
    mark?: Mark;
    /** What people call it; unique on the board. */
    name: string;
    /** What else is to be known of it, in a few words each. */
    notes?: string[];
    /** Its outlines, islands and holes among them; none on squares and hexes, where they follow from the layout. */
    rings?: [number, number][][];
    /** What is drawn for that land elsewhere, on cards and pieces. */
    symbol?: Symbol;
    /** The colour of whoever's land it is, where the board shows that. */
    tint?: Tint;
    /** The spaces it touches, or reaches over a strait, on a board of areas; elsewhere that follows from the layout. */
    touches?: number[];
};

/** A space: the board's number and the space's number on it. */
export type SpaceRef = {
    /** Which board. */
    board: number;
    /** Which of its spaces. */
    space: number;
};

/** The spaces of a set that are on one board. */
export type SpaceRuns = {
    /** Which board. */
    board: number;
    /** The first and the last space of each run. */
    runs: [number, number][];
};

/** A set of spaces, board by board, as runs of neighbouring numbers. */
export type SpaceSet = SpaceRuns[];

/** Where a piece is. */
export type Spot = {
    /** Which board. */
    board: number;
    kind: "space";
    /** Which of its spaces. */
    space: number;
} | {
    /** Which. */
    hand: number;
    kind: "hand";
} | {
    kind: "inside";
    /** Which. */
    piece: PieceKey;
};

/** A short fingerprint of a state: 16 hexadecimal digits. */
export type StateHash = string;

/** The strength of a piece: a block has its steps on its edges, and that which counts is up. */
export type Steps = {
    /** The least with which it is in play. */
    least: number;
    /** What it has at full strength. */
    most: number;
    /** What it has. */
    now: number;
};

/** A part of a game that was recorded under older rules and ends in a snapshot. */
export type Stretch = {
    /** What was decided after the snapshot and does not stand under the newer rules. */
    dropped?: Entry[];
    /** What was decided. */
    entries: Entry[];
    /** How many entries that followed them were never found, if the record is damaged. */
    missing?: number;
    /** Where the entries start from, if not where the set-up, or the stretch before, puts it. */
    position?: unknown;
    /** Revision of the rules. */
    revision: number;
    /** What players have read of it. */
    told?: Told[];
};

/** What is drawn on a piece. */
export type Symbol = "infantry" | "cavalry" | "artillery" | "guerrilla" | "corps" | "fortress" | "fleet" | "general" | "napoleon" | "wellington" | "headquarters" | "wagon" | "depot" | "advisor" | "marker" | "alliance" | "finance" | "morale" | "society" | "diplomacy" | "military" | "initiative" | "town" | "infantry-town" | "cavalry-town" | "objective" | "deck";

/** A part of what is written on a piece. */
export type Tab = {
    /** What is drawn on it, and doubles the colour. */
    symbol: Symbol;
    /** What it says. */
    text: string;
    /** Its colour. */
    tint: Tint;
    /** What it is about ("Finance"). */
    title: string;
};

/** What one viewer sees at one moment. */
export type Table = {
    /** The battle that is being fought, if one is. */
    battle?: Battle;
    /** What the viewer may do. */
    choices: LegalChoice[];
    /** Cards and pieces beside the boards. */
    hands: Hand[];
    /** How it ended, if it has. */
    outcome: Outcome | null;
    /** Marks laid over spaces for the moment (a named target, a battle). What is only shown to those who ask is a `Layer`. */
    overlays: Overlay[];
    /** Every piece the viewer knows of, by their keys. */
    pieces: Piece[];
    /** What to do now, for this viewer. */
    prompt: Prompt;
    /** What is on record beside the boards: who is allied with whom. */
    registers?: Register[];
    /** The seats, in order. */
    seats: Sheet[];
    /** Who must decide. */
    to_act: Seats;
    /** Tracks: round, score. */
    tracks: Track[];
};

/** Something one can click, or ask about. */
export type Target = {
    /** Which board. */
    board: number;
    kind: "space";
    /** Which of its spaces. */
    space: number;
} | {
    kind: "piece";
    /** Which. */
    piece: PieceKey;
} | {
    kind: "move";
    /** Which piece. */
    piece: PieceKey;
    /** Where to. */
    to: SpaceRef;
} | {
    kind: "button";
};

/** A word or abbreviation that players meet at the table. */
export type Term = {
    /** What it means, in a sentence. */
    meaning: string;
    /** As it is written. */
    term: string;
};

/** What dice were thrown for. */
export type Throw = {
    /**
     * What is added to the sum of the dice.
     * @default 0
     */
    bonus: number;
    /** What they had to show; nothing if any throw would have done, or none. */
    needed?: Needed;
    /** Whether whoever threw them got what he threw for. */
    success: boolean;
};

/** A colour, which says whose something is. It is always doubled by a pattern, and by a letter or a symbol. */
export type Tint = "blue" | "red" | "green" | "white" | "black" | "yellow" | "orange" | "brown" | "purple" | "pink" | "grey" | "card";

/** A line of the log as it was told, with whoever read it. */
export type Told = {
    /** If something was taken back: to after which entry. All that were made since do not stand. */
    back_to?: number;
    /** What a battle has cost both sides, if it is the line with which that ends. */
    battle?: BattleResult;
    /** The dice that were thrown, if any. */
    dice?: Die[];
    /** The entry it belongs to; 0 is the opening. */
    entry: number;
    /** What kind of line it is. */
    kind?: LineKind;
    /** The way it tells of, if it is about a step of a march: steps that follow each other read as one line. */
    march?: March;
    /** Whose doing it was. */
    seat: Seat | null;
    /** The seats that read it. */
    seats: Seats;
    /** The spaces it speaks of. */
    spaces: SpaceRef[];
    /** Whether spectators read it as well. */
    spectators: boolean;
    /** What happened, in a sentence. */
    text: string;
    /** What they were thrown for. */
    throw?: Throw;
};

/** What a rule is about, in the order in which a newcomer reads a rulebook. */
export type Topic = "victory" | "setup" | "option" | "scenario" | "sequence" | "map" | "components" | "information" | "cards" | "advisors" | "gold" | "revenue" | "finance" | "morale" | "society" | "military" | "movement" | "naval" | "supply" | "control" | "battle" | "combat" | "retreat" | "pursuit" | "levy" | "capitals" | "diplomacy" | "alliances" | "defeat" | "winter" | "age" | "solitaire" | "other";

/** A track with a marker. */
export type Track = {
    /** Where the marker is. */
    at: number;
    /** The last place, if there is one. */
    end: number | null;
    /** Whose marker it is, where a track has several: those share its title. */
    marker?: Marker;
    /** Its name. */
    title: string;
};

/** A part of a new list: items of the old one, by the first and how many, or another item. */
export type TrackRun = [number, number] | Track;

/** Whether a piece has acted in a round of battle. */
export type Turn = "acts" | "waits" | "done" | "coming";

/** A step back. */
export type Undo = {
    /** How many entries the journal had when this was decided. */
    number: number;
    /** The seat that takes its last action back. */
    seat: Seat;
};

/** How a game stands, in few bytes: enough to know whether it is one's turn. */
export type Update = {
    /** How many entries the journal has. */
    number: number;
    /** How it ended, if it has. */
    outcome?: Outcome;
    /** Another whenever something has changed that whoever asks may see. */
    stamp: string;
    /** Who must decide. */
    to_act: Seats;
};

/** The value of an option. */
export type Value = boolean | number | string;

/** The values of all options, or of all standing orders. */
export type Values = {
    [key: string]: Value;
};

/** What whoever makes a choice does. */
export type Verb = "move" | "attack" | "sail" | "embark" | "land" | "redeploy" | "select" | "deselect" | "place" | "build" | "levy" | "recruit" | "remove" | "disband" | "lose" | "play" | "discard" | "keep" | "buy" | "bid" | "roll" | "fire" | "hold" | "retreat" | "pursue" | "regroup" | "advance" | "fight" | "support" | "extend" | "event" | "lead" | "propose" | "give" | "ask" | "terms" | "send" | "accept" | "refuse" | "admit" | "bar" | "break" | "lend" | "recall" | "choose" | "pass" | "done" | "end-turn" | "show";

/** A game as one viewer sees it. */
export type View = {
    /** Whether moves are played for the seat where it has no choice. */
    auto: boolean;
    /** What the seed will have to fit. */
    commitment: string;
    /** When it was made, in milliseconds since 1970. */
    created: number;
    /** Which game it is of. */
    game: string;
    /** Its id. */
    id: string;
    /** How many letters the seat has written or received. */
    letters: number;
    /** What happened lately, as that seat may read it. */
    log: LogLine[];
    /** The first entry of which the log tells; what came before is to be had page by page. */
    log_from: number;
    /** How many entries the journal has. */
    number: number;
    /** The value of every option. */
    options: Values;
    /** The standing orders of that seat, if it is held. */
    orders: Values | null;
    /** The earliest number that can be replayed. */
    origin: number;
    /** How it ended, if it has. */
    outcome?: Outcome;
    /** What somebody asks of the others, if anybody does. */
    request: Request | null;
    /** The scenario's id. */
    scenario: string;
    /** The seat shown; none for a spectator. */
    seat: Seat | null;
    /** Who sits where. */
    seats: Player[];
    /** Where chance started; only when the game is over, or if the seed was chosen. */
    seed?: Seed;
    /** Whether whoever made the game has chosen its seed: then everybody may know the dice to come, as he does. */
    seed_chosen: boolean;
    /** Another whenever something has changed that whoever asks may see. */
    stamp: string;
    /** The table as that seat sees it. */
    table: Table;
    /** Whether a bot must decide. */
    thinking: boolean;
    /** The name of that game. */
    title: string;
    /** Who must decide. */
    to_act: Seat[];
    /** The seats whose own links nobody has used yet. */
    unclaimed: Seats;
    /** Whether the seat may take back its last action. */
    undo: boolean;
    /** Which watcher this is, for whoever follows the game: named when asking about pieces. */
    watcher?: number;
    /** The seats held. */
    you: Seat[];
};

/** How many may go over a border, and how many have. */
export type Way = {
    /** Where it begins. */
    from: SpaceRef;
    /** How many may. */
    most: number;
    /** How many have gone over it. */
    used: number;
};
