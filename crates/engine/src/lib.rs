//! The engine: one contract between a game and the world.
//!
//! A game implements [`Game`]. Everything else in the house is written against that trait: sessions with journal and
//! undo, the type-erased form a server holds, bots, simulation, and the kit of checks each game's tests run.

pub mod by_name;
#[cfg(feature = "describe")]
pub mod describe;
mod dice;
mod erased;
mod game;
mod journal;
#[cfg(any(test, feature = "kit"))]
pub mod kit;
pub mod plain;
mod raw;
mod rules;
mod seat;
mod session;
mod setup;
mod table;
#[cfg(any(test, feature = "kit"))]
pub mod toy;

#[cfg(feature = "describe")]
#[doc(hidden)]
pub use schemars;

pub use dice::{Chance, Dice, Seed, Stream};
pub use erased::{AnyGame, AnySession, Erased, LegalChoice};
pub use game::{Chronicle, Game, Outcome, Recorder, Shortcut, Silent, Viewer};
pub use journal::{Entry, LoadError, Loaded, Resumed, SavedGame, Snapshot, StateHash, Stretch, Told, What};
pub use raw::Raw;
pub use rules::{Denied, Ledger, Rule, RuleId};
pub use seat::{Seat, Seats};
pub use session::{LogLine, Refusal, Seal, Session};
pub use setup::{
    Alternative, Info, OptionKind, OptionSpec, Preset, Scenario, SeatRange, Settings, Setup, SetupError,
    Value, Values,
};
pub use table::{
    Battle, Board, Choice, Die, Effect, Facing, Factor, Fighter, Figure, Forecast, Form, Gauge, Hand, Layout,
    Level, Line, Look, Mark, Marker, Overlay, Picture, Piece, PieceRef, Pointing, Prompt, Register, Role,
    Sheet, Side, Sign, Space, SpaceRef, Spot, Steps, Tab, Table, Target, Text, Track, Turn, Way,
};
