//! Battles in a few words.

use engine::kit::loaded;
use engine::{Seat, Viewer};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::battle::Side;
use crate::event::Event;
use crate::state::{Phase, Stage};
use crate::states::State;

impl Field {
    /// Everybody ends his turn, and this battle is fought first.
    pub(super) fn battle(mut self, place: &str) -> Field {
        self.end_turns();
        self.act(Action::Fight(at(place))).unwrap();
        self
    }

    /// Everybody ends his turn.
    pub(super) fn end_turns(&mut self) {
        while self.game.phase == Phase::Actions {
            self.done();
        }
    }

    /// Has a block fire and its dice show this.
    pub(super) fn fire(&mut self, name: &str, rolls: &[u8]) {
        self.game.dice = loaded(rolls);
        self.act(Action::Fire(block(name))).unwrap();
        let told = self.log.events.iter().rev().find_map(|event| match event {
            Event::Fired { rolls, .. } => Some(rolls.to_vec()),
            _ => None,
        });
        assert_eq!(told.as_deref(), Some(rolls), "{name} rolls a die for each step");
    }

    /// The rule by which a block is not allowed to fire.
    pub(super) fn no_fire(&mut self, name: &str) -> &'static str {
        self.refused(Action::Fire(block(name)))
    }

    pub(super) fn hold(&mut self, name: &str) {
        self.act(Action::Hold(block(name))).unwrap();
    }

    pub(super) fn retreat(&mut self, name: &str, to: &str) {
        self.act(Action::Retreat { block: block(name), to: at(to) }).unwrap();
    }

    /// The rule by which a retreat is refused.
    pub(super) fn no_retreat(&mut self, name: &str, to: &str) -> &'static str {
        self.refused(Action::Retreat { block: block(name), to: at(to) })
    }

    pub(super) fn regroup(&mut self, name: &str, to: &str) {
        self.act(Action::Regroup { block: block(name), to: at(to) }).unwrap();
    }

    /// The rule by which a regroup is refused.
    pub(super) fn no_regroup(&mut self, name: &str, to: &str) -> &'static str {
        self.refused(Action::Regroup { block: block(name), to: at(to) })
    }

    pub(super) fn pursue(&mut self, name: &str, to: &str) {
        self.act(Action::Pursue { block: block(name), to: at(to) }).unwrap();
    }

    /// The rule by which a pursuit is refused.
    pub(super) fn no_pursuit(&mut self, name: &str, to: &str) -> &'static str {
        self.refused(Action::Pursue { block: block(name), to: at(to) })
    }

    /// A side takes hits, as if it had been fired at.
    pub(super) fn hits(&mut self, side: Side, hits: u8) {
        self.game.set_stage(Stage::Hits { side, hits });
        self.game.go_on_fighting(&mut self.log);
    }

    pub(super) fn take(&mut self, name: &str) {
        self.act(Action::Hit(block(name))).unwrap();
    }

    /// Everybody holds his fire until the round is over, and no HQ extends it; the order in which blocks act.
    pub(super) fn hold_round(&mut self) -> Vec<String> {
        let round = self.game.fight().round;
        let mut order = Vec::new();
        while self.game.fight.as_ref().is_some_and(|fight| fight.round == round) {
            match self.game.fight().stage {
                Stage::Fire => {
                    let block = self.game.melee(self.game.fight()).acting().first().expect("somebody acts");
                    order.push(block.to_string());
                    self.act(Action::Hold(block)).unwrap();
                }
                _ => self.done(),
            }
        }
        order
    }

    /// Holds until this round.
    pub(super) fn reach_round(&mut self, round: u8) {
        while self.round() < round {
            self.hold_round();
        }
    }

    pub(super) fn round(&self) -> u8 {
        self.game.fight().round
    }

    pub(super) fn stage(&self) -> Stage {
        self.game.fight().stage
    }

    /// Whether a battle is won and the victors regroup.
    pub(super) fn is_won(&self) -> bool {
        matches!(self.stage(), Stage::Aftermath(_))
    }

    /// Nobody does more than he must until the battle is over.
    pub(super) fn fight_out(&mut self) {
        let place = self.game.fight().place;
        while self.game.fight.as_ref().is_some_and(|fight| fight.place == place) {
            let seat = self.decider();
            let mut actions = Vec::new();
            self.game.list(seat, &mut actions);
            let idle = |action: &&Action| matches!(action, Action::Hold(_) | Action::Done);
            let action = *actions.iter().find(idle).unwrap_or(&actions[0]);
            self.act(action).unwrap();
        }
    }

    /// Who has to decide.
    pub(super) fn decider(&self) -> Seat {
        self.game.deciders().iter().next().expect("somebody decides")
    }

    /// Whose player has to decide.
    pub(super) fn deciding(&self) -> State {
        self.game.empire(self.decider())
    }

    /// What a player reads in the log.
    pub(super) fn told(&self, empire: State) -> Vec<String> {
        let viewer = Viewer::Seat(self.seat(empire));
        self.log
            .events
            .iter()
            .filter_map(|event| event.tell(viewer))
            .map(|line| line.text.to_string())
            .collect()
    }

    /// Whether a player sees what a block is.
    pub(super) fn sees(&self, empire: State, name: &str) -> bool {
        self.game.sees(Viewer::Seat(self.seat(empire)), block(name))
    }
}

// proves A-7.3-fire
#[test]
fn whoever_may_fire_is_told_the_chance_of_a_hit() {
    let field = Field::duel()
        .put(State::France, ["Inf #1"], "Rhineland")
        .put(State::Britain, ["Inf #1"], "Flanders")
        .with_strength("Britain Inf #1", 2)
        .turn_of(State::France, 3);
    let mut field = field;
    field.march("Rhineland", ["France Inf #1"], "Flanders");
    let field = field.battle("Flanders");
    let fire = block("Britain Inf #1");
    let number = u64::from(field.game.melee(field.game.fight.as_ref().unwrap()).firepower(fire));
    let odds = field
        .game
        .choices(field.seat(State::Britain))
        .choice(Action::Fire(fire))
        .odds
        .expect("dice are thrown");
    assert_eq!((odds.hits, odds.of), (36 - (6 - number) * (6 - number), 36));
    assert_eq!(odds.goal, "to hit at least once");
}
