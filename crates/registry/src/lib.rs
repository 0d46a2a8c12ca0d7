//! The list of games.
//!
//! This is the only place outside `games/` that names a game. To add one, implement [`Game`] in a crate under `games/`
//! and give it a line in [`games!`](self); one that is not finished stands among the previews, which a program has to ask
//! for ([`preview`]). A program can [`admit`] games of its own beside them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

use atlas::draw::MapSheet;
use bots::{AnyBot, Level, Means};
use engine::{AnyGame, Board, Erased, Game, Info};
use thiserror::Error;

/// Something to do with a game whose type is not known before the program runs.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it with the game `G`.
    fn visit<G: Game>(self) -> Self::Out;
}

/// No game has this id.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game \"{id}\"{}; the games are: {}", self.hint(), ids().join(", "))]
pub struct UnknownGame {
    /// What was asked for.
    pub id: String,
}

impl UnknownGame {
    /// The game that was probably meant, if one was.
    pub fn nearest(&self) -> Option<&'static str> {
        let asked = self.id.to_lowercase();
        let (distance, id) =
            ids().into_iter().map(|id| (strsim::damerau_levenshtein(id, &asked), id)).min()?;
        (distance <= id.len() / 2).then_some(id)
    }

    fn hint(&self) -> String {
        if previews().iter().any(|game| game.info().id == self.id) {
            return " (it is not finished; `--preview` lets you try it)".to_owned();
        }
        self.nearest().map(|id| format!(" (did you mean \"{id}\"?)")).unwrap_or_default()
    }
}

/// A game that is not on the list.
#[derive(Clone, Copy)]
struct Guest {
    game: &'static dyn AnyGame,
    bot: fn(Level, u64, Means) -> Box<dyn AnyBot>,
    chart: Option<&'static str>,
}

static GUESTS: RwLock<Vec<Guest>> = RwLock::new(Vec::new());

fn guests() -> Vec<Guest> {
    GUESTS.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Adds a game that is not on the list: one for tests, or one that somebody is working on. It has its bots and its
/// boards, and it is found by its id as the others are, though not by [`visit`]; it may lie on the map of a game on the list,
/// named by its id. The description of an API does not tell of its actions.
///
/// # Panics
/// If there is a game of that id already.
pub fn admit<G: Game>(chart: Option<&'static str>) {
    let game: &'static dyn AnyGame = &Erased::<G>::GAME;
    assert!(!is_playable(game.info().id), "there is a game \"{}\" already", game.info().id);
    let bot = |level: Level, seed, means| bots::erase(level.build_with::<G>(seed, means));
    GUESTS.write().unwrap_or_else(PoisonError::into_inner).push(Guest { game, bot, chart });
}

static PREVIEW: AtomicBool = AtomicBool::new(false);

/// Puts the games on the list that can be tried although they are not finished. The description of an API does not tell of
/// their actions.
pub fn preview() {
    PREVIEW.store(true, Ordering::Relaxed);
}

fn has_previews() -> bool {
    PREVIEW.load(Ordering::Relaxed)
}

/// What there is to play, in the order in which it is shown.
pub fn infos() -> Vec<&'static Info> {
    games().into_iter().map(|game| game.info()).collect()
}

/// The ids of the games.
pub fn ids() -> Vec<&'static str> {
    infos().into_iter().map(|info| info.id).collect()
}

/// The game of this id, without its type.
///
/// # Errors
/// If there is no such game.
pub fn game(id: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
    let found = games().into_iter().find(|game| game.info().id == id);
    found.ok_or_else(|| UnknownGame { id: id.to_owned() })
}

/// What is known of the game of this id.
///
/// # Errors
/// If there is no such game.
pub fn info(id: &str) -> Result<&'static Info, UnknownGame> {
    game(id).map(|game| game.info())
}

/// A bot for the game of this id, without its type. It draws from the stream of `seed`, and uses no more of the machine than
/// `means`.
///
/// # Errors
/// If there is no such game.
pub fn bot(id: &str, level: Level, seed: u64, means: Means) -> Result<Box<dyn AnyBot>, UnknownGame> {
    struct Build(Level, u64, Means);
    impl Visitor for Build {
        type Out = Box<dyn AnyBot>;
        fn visit<G: Game>(self) -> Box<dyn AnyBot> {
            bots::erase(self.0.build_with::<G>(self.1, self.2))
        }
    }
    if let Some(guest) = guests().into_iter().find(|guest| guest.game.info().id == id) {
        return Ok((guest.bot)(level, seed, means));
    }
    visit(id, Build(level, seed, means))
}

macro_rules! games {
    (finished: $($game:ty),+; previews: $($preview:ty),+;) => {
        /// The games without their types, in the order in which they are shown.
        pub fn games() -> Vec<&'static dyn AnyGame> {
            let mut all: Vec<&'static dyn AnyGame> = vec![$(&Erased::<$game>::GAME),+];
            if has_previews() {
                all.extend(previews());
            }
            all.extend(guests().into_iter().map(|guest| guest.game));
            all
        }

        /// Those that are not finished.
        fn previews() -> Vec<&'static dyn AnyGame> {
            vec![$(&Erased::<$preview>::GAME),+]
        }

        /// Does something with the game of this id.
        ///
        /// # Errors
        /// If there is no such game.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(
                if id == <$game as Game>::info().id {
                    return Ok(visitor.visit::<$game>());
                }
            )+
            $(
                if has_previews() && id == <$preview as Game>::info().id {
                    return Ok(visitor.visit::<$preview>());
                }
            )+
            Err(UnknownGame { id: id.to_owned() })
        }

        /// The finished games, each with the JSON schema of its actions, in the order in which they are shown. What the schema refers
        /// to is left with the generator that the function makes.
        #[cfg(feature = "describe")]
        pub fn actions(
            generator: impl Fn() -> schemars::SchemaGenerator,
        ) -> Vec<(&'static Info, schemars::Schema, schemars::SchemaGenerator)> {
            vec![$({
                let mut generator = generator();
                let schema = generator.subschema_for::<<$game as Game>::Action>();
                (<$game as Game>::info(), schema, generator)
            }),+]
        }
    };
}

games! {
    finished: campaign::Campaign, alliance::Alliance, conquests::Conquests;
    previews: marshals::Marshals;
}

/// The map of a game, drawn.
#[derive(Clone, Copy, Debug)]
pub struct Chart {
    /// The game's id.
    pub id: &'static str,
    /// What the game is called.
    pub title: &'static str,
    /// Draws up the sheet.
    pub sheet: fn() -> MapSheet,
}

/// The maps, in the order in which they are shown.
pub static CHARTS: [Chart; 5] = [
    Chart { id: "campaign", title: "Campaign", sheet: campaign::sheet },
    Chart { id: "alliance", title: "Alliance", sheet: alliance::sheet },
    Chart { id: "conquests", title: "Napoleon's Conquests", sheet: conquests::sheet },
    Chart { id: "marshals", title: "Napoleon and his Marshals", sheet: marshals::sheet },
    Chart { id: "nations", title: "Nations in Arms", sheet: nations::sheet },
];

/// The map of the game of this id, if it has been drawn.
pub fn chart(id: &str) -> Option<&'static Chart> {
    let guest = guests().into_iter().find(|guest| guest.game.info().id == id);
    let id = guest.map_or(Some(id), |guest| guest.chart)?;
    CHARTS.iter().find(|chart| chart.id == id)
}

/// Whether there are rules for the game of this id.
pub fn is_playable(id: &str) -> bool {
    ids().contains(&id)
}

/// The boards of the game of this id, with its map below the first. Where the rules are to come, the map is all there is.
///
/// # Errors
/// If there is no such game, with or without rules.
pub fn boards(id: &str) -> Result<&'static [Board], UnknownGame> {
    static BOARDS: [OnceLock<Vec<Board>>; CHARTS.len()] = [const { OnceLock::new() }; CHARTS.len()];
    let chart = CHARTS.iter().zip(&BOARDS).find(|(chart, _)| chart.id == id);
    let Some((chart, boards)) = chart else { return game(id).map(|game| game.boards()) };
    Ok(boards.get_or_init(|| {
        let sheet = (chart.sheet)();
        let own = game(id).map(|game| game.boards()).unwrap_or_default();
        let Some((first, others)) = own.split_first() else { return vec![atlas::board::board(&sheet)] };
        let first = atlas::board::with_picture(first, &sheet);
        std::iter::once(first).chain(others.iter().cloned()).collect()
    }))
}

/// A test that proves a rule, as found in the source tree when the program was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The rule's id.
    pub rule: &'static str,
    /// The test's name.
    pub test: &'static str,
    /// The file it stands in, from the root of the source tree.
    pub file: &'static str,
    /// The line, counted from 1.
    pub line: u32,
}

static PROOFS: &[Proof] = include!(concat!(env!("OUT_DIR"), "/proofs.rs"));

/// The tests that prove a rule.
pub fn proofs(rule: &str) -> impl Iterator<Item = &'static Proof> {
    PROOFS.iter().filter(move |proof| proof.rule == rule)
}
