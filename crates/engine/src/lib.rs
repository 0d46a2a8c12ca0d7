//! The engine: one contract between a game and the world.
//!
//! A game implements [`Game`]. Everything else is written against that trait: sessions with journal and
//! undo, the type-erased form a server holds, bots, simulation, and the kit of checks each game's tests run.

pub mod by;
pub mod by_name;
pub mod data;
#[cfg(feature = "describe")]
pub mod describe;
mod dice;
mod erased;
mod game;
mod journal;
#[cfg(any(test, feature = "kit"))]
pub mod kit;
pub mod plain;
mod plans;
mod raw;
mod rules;
mod seat;
mod session;
mod setup;
pub mod steps;
mod table;
#[cfg(any(test, feature = "kit"))]
pub mod toy;

#[cfg(feature = "describe")]
#[doc(hidden)]
pub use schemars;

pub use by::{By, Key};
pub use dice::{Chance, Dice, Seed, Stream};
pub use erased::{AnyGame, AnyPast, AnyPosition, AnySession, Erased, Position};
pub use game::{Game, Motive, Outcome, Recorder, Route, Temper, Viewer};
pub use journal::{Entry, LoadError, Loaded, Resumed, SavedGame, Snapshot, StateHash, Stretch, Told, What};
pub use plans::Plans;
pub use raw::Raw;
pub use rules::{Denied, Ledger, Rule, RuleId};
pub use seat::{Seat, Seats};
pub use session::{LogLine, Refusal, Seal, Session};
pub use setup::{
    Alternative, Info, OptionKind, OptionSpec, Preset, Scenario, SeatRange, Settings, Setup, SetupError,
    Term, Value, Values,
};
pub use table::{
    Badge, Badges, Battle, BattleMark, BattleResult, BattleSide, Board, Choice, Colours, Cost, Counts,
    Currency, Die, Effect, EffectKind, Facing, Factor, FightPatch, Fighter, Figure, Follower, Forecast, Form,
    Gauge, Glyph, Ground, Hand, Hatch, Keyed, Layer, Layout, LegalChoice, LegalRoute, Level, Line, LineKind,
    March, Mark, Marker, Needed, Odds, Overlay, OverlayKind, Paint, Part, Patch, Picture, Piece, PieceKey,
    PiecePatch, Pointing, Print, Printed, Prompt, Register, Role, Run, Sheet, SheetPart, Side, Sign, Site,
    Space, SpaceRef, SpaceSet, Spot, Stack, Steps, Symbol, Tab, Table, Target, Text, Throw, Tint, Topic,
    Track, Turn, Value as GaugeValue, Verb, Way,
};
