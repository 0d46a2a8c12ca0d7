//! How likely a sensible player is to do something, at first sight. Cheap: asked of every action in long lists.

use engine::{Seat, Temper};

use crate::action::Action;
use crate::field::Stance;
use crate::ids::LeaderId;
use crate::map::MAP;
use crate::nations::Side;
use crate::production::Item;
use crate::questions::Question;
use crate::state::Marshals;

/// What nobody does who has anything else to do.
const NEVER: f32 = 0.003;

/// How likely a sensible player is to do this, against 1 for an ordinary action.
pub(crate) fn prior(game: &Marshals, seat: Seat, action: &Action) -> f32 {
    match *action {
        Action::Sue(_) | Action::Demolish { .. } | Action::Demobilize { .. } | Action::Revoke => NEVER,
        Action::Reduce(_) | Action::Disband { .. } | Action::GiveUpOn(_) => NEVER,
        // Who marches takes along what he can, and a garrison stays where it is.
        Action::Take { .. } | Action::Leave { .. } | Action::LeaveLeader(_) => NEVER,
        Action::Enter { .. } | Action::Sally { .. } => NEVER,
        Action::EnterLeader(_) | Action::SallyLeader(_) | Action::Stow { .. } | Action::Unstow { .. } => {
            NEVER
        }
        Action::CallArmistice | Action::CallCorps(_) | Action::Depart(_) => NEVER,
        Action::Dismiss(_) => 0.02,
        Action::TakeLeader(_) => 0.6,
        Action::UseLine(_) => NEVER,
        Action::Haul { .. } => 0.5,
        Action::Convert { .. } => 0.1,
        Action::Ride(leader) => urge_to_ride(game, leader),
        Action::Detach { .. } => 0.03,
        Action::Activate(leader) => urge_to_activate(game, leader),
        Action::Summon(leader) => 2.0 * urge_to_activate(game, leader),
        Action::March(_) => 3.0,
        Action::Step(to) => urge_to_step(game, seat, to),
        Action::Attack(_) | Action::Fight | Action::Call(_) => 3.0,
        Action::Usual | Action::Follow => 4.0,
        Action::Hit(_) | Action::Disrupt { .. } => 0.2,
        Action::Part { .. } | Action::Escape { .. } | Action::Advance { .. } => 0.1,
        Action::Rally { .. } | Action::Replace { .. } | Action::Raise { .. } | Action::Stock { .. } => 4.0,
        Action::Seize => 3.0,
        Action::Buy { item: Item::Command | Item::Replacement, .. } => 2.0,
        Action::Hearten(_) => 4.0,
        Action::Halt => 0.5,
        Action::Done => match game.steps.top() {
            Some(Question::Campaign(_)) => 0.4,
            _ => 1.0,
        },
        _ => 1.0,
    }
}

/// What doing this says about a player: whether he seeks battle.
pub(crate) fn temper(game: &Marshals, action: &Action) -> Temper {
    let boldness = match action {
        Action::Attack(_) | Action::Fight | Action::Sortie(_) => 1.0,
        Action::Call(_) | Action::Follow => 0.7,
        Action::Stand => 0.5,
        Action::Done if game.battle.is_some() => -0.7,
        Action::Enter { .. } => -0.5,
        Action::Sue(_) => -1.0,
        _ => 0.0,
    };
    Temper { boldness, loyalty: 0.0 }
}

/// Only those ride who have nobody to lead.
fn urge_to_ride(game: &Marshals, leader: LeaderId) -> f32 {
    let Some(hex) = game.staff.hex(leader) else { return NEVER };
    let here = game.forces.open(hex, |nation| game.leads(leader, nation));
    if here.is_empty() { 0.3 } else { NEVER }
}

/// Leaders of large stacks near enemies sooner than others.
fn urge_to_activate(game: &Marshals, leader: LeaderId) -> f32 {
    let Some(hex) = game.staff.hex(leader) else { return 0.1 };
    let here = game.forces.open(hex, |nation| game.leads(leader, nation)).total();
    let has_subordinates = if game.general(leader).has_subordinates() { 1.5 } else { 0.0 };
    0.1 + 0.1 * f32::from(here.min(15)) + has_subordinates
}

/// Into what the enemy holds, and to places; not back.
fn urge_to_step(game: &Marshals, seat: Seat, to: atlas::topology::HexId) -> f32 {
    let foreign = game.controls(to).map(Side::enemy).is_some_and(|side| game.side_of(seat) == Some(side));
    let stars = MAP.place(to).map_or(0, |place| place.stars);
    let covered = game.staff.at(to, Stance::Open).next().is_some();
    let base = if foreign { 1.5 } else { 0.8 };
    base + f32::from(stars) * if foreign { 1.0 } else { 0.1 } + if covered { 0.3 } else { 0.0 }
}
