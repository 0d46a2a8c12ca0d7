//! Artillery after the melee. Rulebook "Artillery Bonus".

use atlas::topology::HexId;
use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, PieceKey, Prompt, Recorder, Seat, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::combat::{Factor, Mark, Role, destroy, marks};
use crate::event::{Event, hex_name};
use crate::field::Stance;
use crate::forces::Arm;
use crate::ids::NationId;
use crate::questions::Question;
use crate::state::{Engagement, Marshals};
use crate::view::{Units, waiting};

/// The guns of a side destroy a factor of the other (M-arms-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Firing {
    /// Whose guns.
    pub(super) role: Role,
}

impl Marshals {
    /// A factor of a side is lost to guns or horse.
    pub(super) fn fell(&mut self, role: Role, mark: Mark) -> (NationId, Arm) {
        let clash = self.clash_mut();
        let done = destroy(&mut clash.now[role], mark);
        debug_assert!(done.is_ok(), "it was listed");
        let Mark::Factor(factor) = mark else { return (self.fray().nation, Arm::Artillery) };
        let nation =
            clash.now[role][usize::from(factor.stack)].contingents[usize::from(factor.contingent)].nation;
        self.thin_out();
        (nation, factor.arm)
    }
}

impl Engagement<'_> {
    /// How a side of the battle stands in a hex.
    pub(crate) fn stance_of(self, role: Role, hex: HexId) -> Stance {
        match role {
            Role::Attacker => self.attackers_stand(hex),
            Role::Defender => self.defender_stands(),
        }
    }

    /// The piece that a factor of a side lies in, and in words.
    pub(super) fn factor_shown(self, role: Role, factor: Factor) -> (PieceKey, String) {
        let clash = self.clash();
        let hex = match role {
            Role::Attacker => clash.hexes[usize::from(factor.stack)],
            Role::Defender => self.battle.target,
        };
        let stack = &clash.now[role][usize::from(factor.stack)];
        let nation = stack.contingents[usize::from(factor.contingent)].nation;
        let units = Units { hex, nation, arm: factor.arm, stance: self.stance_of(role, hex) };
        (PieceKey::of(&units), format!("{} of {} at {}", factor.arm, nation.name(), hex_name(hex)))
    }
}

impl Firing {
    /// Whether there was nothing to choose: then it is done.
    pub(super) fn settled(self, game: &mut Marshals, log: &mut Recorder<Event>) -> bool {
        let marks = marks(&game.clash().now[self.role.other()]);
        match marks[..] {
            [] => true,
            [mark] => {
                self.fire(game, mark, log);
                true
            }
            _ => false,
        }
    }

    fn fire(self, game: &mut Marshals, mark: Mark, log: &mut Recorder<Event>) {
        let (nation, arm) = game.fell(self.role.other(), mark);
        log.record(|| Event::Shot { nation, arm });
    }
}

impl OneOf for Firing {
    type Game = Marshals;
    type Item = Mark;

    fn decider(&self, game: &Marshals) -> Seat {
        game.engagement().captain(self.role)
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = Mark> {
        marks(&game.clash().now[self.role.other()]).into_iter()
    }

    fn action(&self, mark: Mark) -> Action {
        Action::Shoot(mark)
    }

    fn chosen(self, game: &mut Marshals, mark: Mark, log: &mut Recorder<Event>) -> Flow<Question> {
        self.fire(game, mark, log);
        Flow::End
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        Prompt::new("fire", "Your artillery destroys a factor: choose one.")
    }

    fn show(&self, game: &Marshals, mark: Mark) -> Choice {
        match mark {
            Mark::Factor(factor) => {
                let (piece, words) = game.engagement().factor_shown(self.role.other(), factor);
                Choice::new(Verb::Fire, format!("Destroy {words}"), Target::Piece { piece })
            }
            Mark::Ship { .. } => Choice::button(Verb::Fire, "Destroy the ship"),
        }
    }

    fn insist(&self, _game: &Marshals) -> Denied {
        Denied::new(rule!("M-arms-2"), "The artillery fires first.")
    }
}
