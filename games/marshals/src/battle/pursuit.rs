//! Horse after the victory. Rulebook "Pursuit after Combat".

use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, Prompt, Recorder, Seat, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::combat::{Factor, Mark, Role, factors};
use crate::event::Event;
use crate::questions::Question;
use crate::state::Marshals;
use crate::view::waiting;

/// The victor's horse catches a factor of those who retreat (M-arms-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pursuing;

impl Pursuing {
    /// Whether there was nothing to choose: then it is done.
    pub(super) fn settled(self, game: &mut Marshals, log: &mut Recorder<Event>) -> bool {
        let mut prey = factors(&game.clash().now[Role::Defender]);
        let (first, second) = (prey.next(), prey.next());
        drop(prey);
        if let (Some(only), None) = (first, second) {
            self.catch(game, only, log);
        }
        second.is_none()
    }

    fn catch(self, game: &mut Marshals, factor: Factor, log: &mut Recorder<Event>) {
        let (nation, arm) = game.fell(Role::Defender, Mark::Factor(factor));
        log.record(|| Event::Caught { nation, arm });
    }
}

impl OneOf for Pursuing {
    type Game = Marshals;
    type Item = Factor;

    fn decider(&self, game: &Marshals) -> Seat {
        game.engagement().captain(Role::Attacker)
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = Factor> {
        factors(&game.clash().now[Role::Defender])
    }

    fn action(&self, factor: Factor) -> Action {
        Action::Catch(factor)
    }

    fn chosen(self, game: &mut Marshals, factor: Factor, log: &mut Recorder<Event>) -> Flow<Question> {
        self.catch(game, factor, log);
        Flow::End
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        Prompt::new("pursuit", "Your horse catches a factor of those who retreat: choose one.")
    }

    fn show(&self, game: &Marshals, factor: Factor) -> Choice {
        let (piece, words) = game.engagement().factor_shown(Role::Defender, factor);
        Choice::new(Verb::Pursue, format!("Catch {words}"), Target::Piece { piece })
    }

    fn insist(&self, _game: &Marshals) -> Denied {
        Denied::new(rule!("M-arms-5"), "The horse pursues first.")
    }
}
