//! What becomes of the enemy's depots and supply units. Rulebook "Capturing Depots and Supply Units".

use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use super::depots::{SPOILS, captures};
use crate::action::Action;
use crate::counters::shown_by;
use crate::event::{Event, hex_name};
use crate::field::{Force, Muster, Stance};
use crate::ids::NationId;
use crate::questions::Question;
use crate::state::Marshals;
use crate::view::waiting;
use crate::wording::words;

/// A nation's troops have come upon stores of the enemy: they are its own from now on, or burned (M-loc-20).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Capture {
    /// Where.
    hex: HexId,
    /// Whose troops.
    nation: NationId,
}

impl Capture {
    fn seat(self, game: &Marshals) -> Seat {
        game.seat(self.nation).expect("who captures is played")
    }

    /// The next stores in the hex: a supply unit before a depot.
    fn booty(self, game: &Marshals) -> Option<(Muster, bool)> {
        let enemies = |force: &&Force| is_booty(game, self.nation, force);
        let found = game.forces.at(self.hex).iter().find(enemies)?;
        Some((found.muster, found.supply == 0))
    }

    /// Who gets the counter: the nation itself, or whoever controls it.
    fn keeper(self, game: &Marshals) -> Result<NationId, Denied> {
        let free = |nation: &NationId| game.treasury(shown_by(*nation)).unbuilt_supply > 0;
        [self.nation, game.commands(self.nation)].into_iter().find(free).ok_or_else(|| {
            let why = words!("{} has no supply counter left to show it.", self.nation.name());
            Denied::new(rule!("M-limits-8"), why)
        })
    }
}

impl Marshals {
    /// What a nation's troops in a hex capture there, if there is anything.
    pub(crate) fn booty(&self, nation: NationId, hex: HexId) -> Option<Capture> {
        let any = self.forces.at(hex).iter().any(|force| is_booty(self, nation, force));
        any.then_some(Capture { hex, nation })
    }

    /// Stores that somebody has come upon and not dealt with, as by an advance after combat (M-loc-18).
    pub(crate) fn left_booty(&self) -> Option<Capture> {
        let stores = self.forces.iter().filter(|force| force.supply > 0 || force.depots > 0);
        stores.map(|force| force.muster.hex).find_map(|hex| {
            let here = self.forces.at(hex).iter().filter(|force| force.is_in_the_open());
            let played = here.map(|force| force.muster.nation).filter(|nation| self.seat(*nation).is_some());
            let mut played = played;
            played.find_map(|nation| self.booty(nation, hex))
        })
    }
}

/// Whether a force's stores fall to a nation that stands in their hex: the owner has no combat factors to guard them
/// (M-loc-17).
fn is_booty(game: &Marshals, nation: NationId, force: &Force) -> bool {
    let Muster { hex, nation: owner, stance, .. } = force.muster;
    if force.supply == 0 && force.depots == 0 || !game.are_enemies(nation, owner) {
        return false;
    }
    let of_owner = |other: NationId| game.are_friends(other, owner);
    let guards = match stance {
        Stance::Open => game.forces.open(hex, of_owner),
        Stance::Inside => game.forces.inside(hex, of_owner),
    };
    captures(game.forces.open(hex, |other| other == nation), 0, guards)
}

impl Step<Marshals> for Capture {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        if self.keeper(game).is_ok() {
            out.push(Action::Seize);
        }
        out.push(Action::Raze);
    }

    fn act(
        self,
        game: &mut Marshals,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        let Some((muster, is_depot)) = self.booty(game) else { return Err(self.not_now(game)) };
        let hex = self.hex;
        match action {
            Action::Seize => {
                let keeper = self.keeper(game)?;
                game.scrap_stores(muster, (!is_depot).into(), is_depot.into());
                game.treasury_mut(shown_by(keeper)).unbuilt_supply -= 1;
                game.forces.store(Muster::fresh(hex, keeper), (!is_depot).into(), is_depot.into());
            }
            Action::Raze => {
                game.scrap_stores(muster, (!is_depot).into(), is_depot.into());
                let power = game.commands(self.nation);
                game.realm_mut(power).balance += SPOILS;
            }
            _ => return Err(self.not_now(game)),
        }
        let is_kept = *action == Action::Seize;
        log.record(|| Event::Plundered { seat, hex, is_depot, is_kept });
        Ok(Flow::stay(self))
    }

    fn settle(self, game: &mut Marshals, _log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        self.booty(game).is_none().then_some(Flow::End)
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat(game)) {
            return waiting();
        }
        let what =
            if self.booty(game).is_some_and(|(_, is_depot)| is_depot) { "depot" } else { "supply unit" };
        Prompt::new("capture", format!("A {what} of the enemy is taken at {}.", hex_name(self.hex)))
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        match action {
            Action::Seize => Choice::button(Verb::Keep, "Keep it"),
            _ => Choice::button(Verb::Discard, format!("Destroy it for {SPOILS} production points")),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match target {
            Target::Button => vec![Action::Seize],
            _ => Vec::new(),
        }
    }
}
