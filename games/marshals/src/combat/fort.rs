//! Forts: garrisons, sieges and assaults. Rulebook "Forts and Combat", "Sieges".

use engine::{Denied, rule};

use crate::forces::Factors;
use crate::wording::words;

/// How many factors fit inside a fort of this level (M-fort-4).
pub const fn capacity(level: u8) -> u16 {
    match level {
        0 => 0,
        1 => 4,
        _ => 6,
    }
}

/// Whether these factors may be inside a fort of this level together.
///
/// # Errors
/// If there is horse among them (M-siege-1), or too many (M-fort-4).
pub fn check_garrison(level: u8, factors: Factors) -> Result<(), Denied> {
    if factors.mounted() > 0 {
        return Err(Denied::new(rule!("M-siege-1"), "Cavalry and Cossacks stay outside a fort."));
    }
    let (room, inside) = (capacity(level), factors.total());
    if inside > room {
        let why = words!("A fort of level {level} holds {room} factors; these are {inside}.");
        return Err(Denied::new(rule!("M-fort-4"), why));
    }
    Ok(())
}

/// How hard a fort is pressed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pressure {
    /// Too few enemies to besiege it.
    Occupied,
    /// Enough, but without artillery: it is besieged from the besieger's next turn on (M-siege-5).
    Threatened,
    /// Besieged at once.
    Besieged,
}

/// What enemies in its hex do to a fort with so many factors inside: three are needed for every two, leaders not counted
/// (M-siege-4).
pub fn pressure(besiegers: Factors, inside: u16) -> Pressure {
    let outside = besiegers.total();
    if outside == 0 || 2 * outside < 3 * inside {
        Pressure::Occupied
    } else if besiegers.artillery == 0 {
        Pressure::Threatened
    } else {
        Pressure::Besieged
    }
}

/// Whether a besieged garrison loses a factor in its owner's `phase`-th replacement phase under siege, counted from 1: in each
/// one without supply (M-siege-10), in every second one with a supply unit, a depot or supply by sea (M-siege-11, M-siege-17).
pub fn starves(phase: u16, supplied: bool) -> bool {
    !supplied || phase.is_multiple_of(2)
}

/// Whether a fort may be assaulted (M-siege-24).
///
/// # Errors
/// If it was assaulted in this operational turn, or if neither a gun began the turn in its hex nor a ship lies off it.
pub fn may_assault(assaulted: bool, gun_since_start: bool, ship: bool) -> Result<(), Denied> {
    if assaulted {
        return Err(Denied::new(rule!("M-siege-24"), "A fort may be assaulted once in an operational turn."));
    }
    if !gun_since_start && !ship {
        let why =
            "An assault needs artillery that began the turn in the hex, or a ship in the adjacent sea box.";
        return Err(Denied::new(rule!("M-siege-24"), why));
    }
    Ok(())
}

/// Where the hits of an assault on a fort of level 2 go (M-siege-27).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rotation {
    /// Absorbed by the fort.
    pub fort: u16,
    /// Absorbed by leaders.
    pub leaders: u16,
    /// Factors that fall.
    pub factors: u16,
}

/// Hits in rotation: the fort, the leaders as long as they can absorb any, a factor (M-siege-27).
pub fn rotation(hits: u16, factors: u16, absorbs: u16) -> Rotation {
    let mut rotation = Rotation::default();
    let mut left = hits;
    let mut take = |part: &mut u16| {
        if left > 0 {
            left -= 1;
            *part += 1;
        }
    };
    for _ in 0..factors {
        take(&mut rotation.fort);
        if rotation.leaders < absorbs {
            take(&mut rotation.leaders);
        }
        take(&mut rotation.factors);
    }
    rotation
}
