//! Hits of the combat table, placed by whoever inflicts them. Rulebook "Applying Damage".

use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, Gauge, PieceKey, Prompt, Recorder, Seat, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::combat::{Role, Run, Target};
use crate::event::Event;
use crate::questions::Question;
use crate::state::Marshals;
use crate::view::{Units, waiting};
use crate::wording::words;

/// A side places its hits on the other, run by run (M-combat-23).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hitting {
    /// Who inflicts them.
    pub(super) role: Role,
}

impl Hitting {
    /// What a run falls on, in words.
    fn words(self, game: &Marshals, run: Run) -> String {
        let stacks = &game.clash().before[self.role.other()];
        match run.target {
            Target::Leaderless(factor) => {
                let nation =
                    stacks[usize::from(factor.stack)].contingents[usize::from(factor.contingent)].nation;
                let how = if factor.idle { "idle" } else { "leaderless" };
                format!("{how} {} of {}", factor.arm, nation.name())
            }
            Target::Group { stack, group } => {
                let leader = game.clash().melee[self.role.other()].leader(stack, group);
                let leader =
                    leader.map(|place| stacks[usize::from(stack)].leaders[usize::from(place)].leader);
                leader
                    .map_or_else(|| "a group".to_owned(), |leader| format!("the troops of {}", leader.name()))
            }
        }
    }

    /// The piece that a run is shown on.
    fn piece(self, game: &Marshals, run: Run) -> Option<PieceKey> {
        let stacks = &game.clash().before[self.role.other()];
        let hex = |stack: u8| match self.role.other() {
            Role::Attacker => game.clash().hexes[usize::from(stack)],
            Role::Defender => game.fray().target,
        };
        match run.target {
            Target::Leaderless(factor) => {
                let nation =
                    stacks[usize::from(factor.stack)].contingents[usize::from(factor.contingent)].nation;
                let hex = hex(factor.stack);
                let stance = game.engagement().stance_of(self.role.other(), hex);
                Some(PieceKey::of(&Units { hex, nation, arm: factor.arm, stance }))
            }
            Target::Group { stack, group } => {
                let place = game.clash().melee[self.role.other()].leader(stack, group)?;
                Some(PieceKey::of(&stacks[usize::from(stack)].leaders[usize::from(place)].leader))
            }
        }
    }
}

impl OneOf for Hitting {
    type Game = Marshals;
    type Item = Option<Run>;

    fn decider(&self, game: &Marshals) -> Seat {
        game.engagement().captain(self.role)
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = Option<Run>> {
        let runs = game.clash().melee[self.role.other()].runs();
        std::iter::once(None).chain(runs.into_iter().map(Some))
    }

    fn action(&self, run: Option<Run>) -> Action {
        run.map_or(Action::Usual, Action::Hit)
    }

    fn chosen(self, game: &mut Marshals, run: Option<Run>, _log: &mut Recorder<Event>) -> Flow<Question> {
        let melee = &mut game.clash_mut().melee[self.role.other()];
        match run {
            Some(run) => {
                let spent = melee.spend(run);
                debug_assert!(spent.is_ok(), "the run was listed");
            }
            None => melee.spend_all(),
        }
        if melee.is_forced() {
            melee.spend_all();
        }
        if melee.left() == 0 { Flow::End } else { Flow::stay(self) }
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        let left = game.clash().melee[self.role.other()].left();
        Prompt {
            gauges: vec![Gauge::new("hits left", left)],
            ..Prompt::new("hits", "Choose where your hits fall.")
        }
    }

    fn show(&self, game: &Marshals, run: Option<Run>) -> Choice {
        let Some(run) = run else {
            return Choice::button(Verb::Fire, "Place the hits as usual, on leaderless factors first");
        };
        let hits = if run.hits == 1 { "1 hit".to_owned() } else { format!("{} hits", run.hits) };
        let label = format!("{hits} on {}", self.words(game, run));
        match self.piece(game, run) {
            Some(piece) => Choice::new(Verb::Fire, label, engine::Target::Piece { piece }),
            None => Choice::button(Verb::Fire, label),
        }
    }

    fn insist(&self, game: &Marshals) -> Denied {
        let left = game.clash().melee[self.role.other()].left();
        Denied::new(rule!("M-combat-3"), words!("{left} hits are to be placed first."))
    }
}
