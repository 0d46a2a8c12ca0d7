//! Who may use whose supply units and depots. Rulebook "Nationality Limitations", "Using Allies' Supplies and Depots".

use engine::{Denied, rule};

use crate::ids::NationId;
use crate::map::Class;
use crate::wording::words;

/// What the owner of a supply unit or depot is to the nation that wants to use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// The nation itself.
    Own,
    /// Its client state.
    Client,
    /// Its controller.
    Controller,
    /// Its ally.
    Ally,
    /// Whoever lets it by a rule of the scenario, or commands it as an expeditionary corps (M-exped-2).
    Granted,
    /// Anybody else, such as a co-belligerent.
    Stranger,
}

/// Whether a nation may use supply units and depots of another.
///
/// # Errors
/// By the table of allowable supply sources (M-loc-24) and the paragraphs round it.
pub fn may_use(user: NationId, owner: NationId, tie: Tie) -> Result<(), Denied> {
    let serves_allies = |nation| nation != NationId::SPAIN && nation != NationId::OTTOMANS;
    match (tie, user.class(), owner.class()) {
        (Tie::Own | Tie::Client | Tie::Controller | Tie::Granted, ..) => Ok(()),
        (Tie::Ally, Class::Major, Class::Minor) if serves_allies(owner) => Ok(()),
        (Tie::Ally, Class::Minor, Class::Major) if serves_allies(user) => Ok(()),
        (Tie::Ally, Class::Major, Class::Major | Class::Client | Class::Open) => {
            let why = words!("{} feeds neither its allies nor their clients.", owner.name());
            Err(Denied::new(rule!("M-loc-23"), why))
        }
        (Tie::Ally, ..) => {
            let why = words!("{} does not live on the supplies of {}.", user.name(), owner.name());
            Err(Denied::new(rule!("M-loc-24"), why))
        }
        (Tie::Stranger, ..) => {
            let why = words!("{} feeds itself, its clients and its minor allies only.", owner.name());
            Err(Denied::new(rule!("M-loc-11"), why))
        }
    }
}

/// Whether a nation may use cities and forts of another as a source: never but by grant (M-loc-12).
///
/// # Errors
/// If they are not its own.
pub fn may_use_cities(user: NationId, tie: Tie) -> Result<(), Denied> {
    if matches!(tie, Tie::Own | Tie::Granted) {
        return Ok(());
    }
    let why = words!("{} lives on its own cities and forts, not on those of others.", user.name());
    Err(Denied::new(rule!("M-loc-12"), why))
}
