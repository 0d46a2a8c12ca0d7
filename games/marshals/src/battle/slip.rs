//! Retreat before combat. Rulebook "Retreat Before Combat Option".

use atlas::topology::HexId;
use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, Prompt, Recorder, Seat, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use super::Sort;
use crate::action::Action;
use crate::combat::cavalry::may_retreat_before_combat;
use crate::event::{Event, hex_at, hex_name, space};
use crate::field::Stance;
use crate::ids::LeaderId;
use crate::questions::Question;
use crate::state::Marshals;
use crate::view::waiting;
use crate::wording::words;

/// A cavalry leader who is attacked may slip away (M-combat-8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Slipping {
    leader: LeaderId,
}

/// Whether a defending leader may slip away with all that stands with him.
fn may_slip(game: &Marshals, leader: LeaderId) -> Result<(), Denied> {
    let battle = game.fray();
    let factors = game.forces.open(battle.target, |nation| game.are_enemies(nation, battle.nation));
    let hunters = game.staff.engaged.iter().filter(|other| {
        let hex = game.staff.hex(*other);
        let led = hex.map(|hex| game.forces.open(hex, |nation| game.leads(*other, nation)));
        other.get().is_cavalry && led.is_some_and(|led| !led.is_empty())
    });
    let hunter = hunters.map(|other| other.get().initiative).max();
    let pinned = game.engagement().havens(battle.target, leader.get().nation).is_empty();
    may_retreat_before_combat(factors, leader.get().initiative, hunter, pinned)
}

impl Slipping {
    /// The leader who may slip away, if one may.
    pub(super) fn of(game: &Marshals) -> Option<Slipping> {
        let battle = game.fray();
        if battle.sort != Sort::Field {
            return None;
        }
        let attacked = game.staff.at(battle.target, Stance::Open);
        let leaders = attacked
            .filter(|leader| leader.get().is_cavalry && game.are_enemies(leader.get().nation, battle.nation));
        leaders.filter(|leader| may_slip(game, *leader).is_ok()).map(|leader| Slipping { leader }).next()
    }
}

impl OneOf for Slipping {
    type Game = Marshals;
    type Item = Option<HexId>;

    fn decider(&self, game: &Marshals) -> Seat {
        game.keeper(self.leader.get().nation)
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = Option<HexId>> {
        let havens = game.engagement().havens(game.fray().target, self.leader.get().nation);
        havens.into_iter().map(Some).chain(std::iter::once(None))
    }

    fn action(&self, hex: Option<HexId>) -> Action {
        hex.map_or(Action::Stand, Action::Retreat)
    }

    fn chosen(self, game: &mut Marshals, hex: Option<HexId>, log: &mut Recorder<Event>) -> Flow<Question> {
        if let Some(hex) = hex {
            let seats: Vec<Seat> = Seat::first(game.players).collect();
            for seat in seats {
                game.withdraw_all(seat, hex, log);
            }
        }
        Flow::End
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        Prompt::new("slip", format!("{} may slip away before the battle.", self.leader.name()))
    }

    fn show(&self, game: &Marshals, hex: Option<HexId>) -> Choice {
        match hex {
            Some(hex) if self.candidates(game).count() > 1 => {
                let label = format!("Slip away to {}", hex_name(hex));
                Choice::new(Verb::Retreat, label, Target::Space(space(hex))).sealing()
            }
            _ => Choice::button(Verb::Fight, "Stand and fight").sealing(),
        }
    }

    fn clicked(&self, _game: &Marshals, target: &Target) -> Option<Option<HexId>> {
        match *target {
            Target::Space(to) | Target::Move { to, .. } => hex_at(to).map(Some),
            _ => None,
        }
    }

    fn insist(&self, _game: &Marshals) -> Denied {
        Denied::new(rule!("M-combat-8"), words!("{} slips away, or stands.", self.leader.name()))
    }
}
