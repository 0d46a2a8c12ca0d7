//! What becomes of depots and supply units. Rulebook "Creating an LOC", "Capturing Depots and Supply Units", "Destroying Depots".

use engine::{Denied, rule};

use crate::forces::Factors;
use crate::wording::words;

/// What a new supply unit costs (M-cost-11).
pub const SUPPLY_UNIT: u16 = 2;

/// What turning a supply unit into a depot costs (M-cost-12).
pub const CONVERSION: u16 = 2;

/// What the captor gets who destroys a depot or supply unit (M-loc-20).
pub const SPOILS: u16 = 2;

/// What is left of a balance when a supply unit is turned into a depot (M-loc-6).
///
/// # Errors
/// If it is not the owner's turn, or if he cannot pay.
pub fn convert(balance: u16, own_turn: bool) -> Result<u16, Denied> {
    if !own_turn {
        return Err(Denied::new(rule!("M-loc-6"), "Depots are made in one's own turn."));
    }
    balance.checked_sub(CONVERSION).ok_or_else(|| {
        let why = words!("A depot costs {CONVERSION} production points; there is {balance}.");
        Denied::new(rule!("M-loc-6"), why)
    })
}

/// Whether those who enter a hex capture its depots and supply units: a combat factor or a guerrilla does, a leader alone or a supply
/// unit does not (M-loc-17, M-guer-12). If combat factors of the owner stand there, they are to be beaten first.
pub fn captures(entering: Factors, guerrillas: u8, guards: Factors) -> bool {
    (!entering.is_empty() || guerrillas > 0) && guards.is_empty()
}

/// Whether ships that enter a sea box capture its depots and supply units: if no ship of the owner is there (M-loc-17).
pub fn captures_at_sea(entering: u8, guards: u8) -> bool {
    entering > 0 && guards == 0
}

/// What a captor does with what he has captured, at once (M-loc-20).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spoil {
    /// He makes it his own.
    Convert,
    /// He destroys it.
    Destroy,
}

impl Spoil {
    /// The captor's balance thereafter.
    pub fn balance(self, balance: u16) -> u16 {
        match self {
            Spoil::Convert => balance,
            Spoil::Destroy => balance + SPOILS,
        }
    }
}

/// How an owner destroys his own depot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demolition {
    /// By order.
    ByOrder,
    /// By a leader with infantry on the spot, for one movement factor.
    OnTheSpot,
}

/// Whether an owner may destroy his own depot (M-loc-21). Under the option `restricted` one goes by order in a turn, after
/// `ordered` others, and any where a leader with infantry spends a movement factor (M-loc-22).
///
/// # Errors
/// If it is not his turn, or the order of the turn is given.
pub fn may_destroy(own_turn: bool, restricted: bool, how: Demolition, ordered: u8) -> Result<(), Denied> {
    if !own_turn {
        return Err(Denied::new(rule!("M-loc-21"), "Depots are destroyed in one's own turn."));
    }
    if restricted && how == Demolition::ByOrder && ordered > 0 {
        let why = words!("One depot a turn is destroyed by order; {ordered} is already.");
        return Err(Denied::new(rule!("M-loc-22"), why));
    }
    Ok(())
}
