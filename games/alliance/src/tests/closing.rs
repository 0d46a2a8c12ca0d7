//! The end of a game turn, for tests: who is eliminated by whom, and what the close brings.

use engine::Outcome;

use super::field::{Field, block};
use crate::action::Action;
use crate::blocks::BlockId;
use crate::state::{Phase, Standing, Turn};
use crate::states::State;

impl Field {
    /// Has a player eliminate a block.
    pub(super) fn slain(mut self, name: &str, by: State) -> Field {
        let seat = self.seat(by);
        self.game.eliminate(block(name), Some(seat), &mut self.log);
        self
    }

    /// Has a block be lost by nobody's doing but its own side's.
    pub(super) fn lost(mut self, name: &str) -> Field {
        self.game.eliminate(block(name), None, &mut self.log);
        self
    }

    /// Puts four armies of an empire somewhere: just enough not to be defeated for want of blocks.
    pub(super) fn army(self, state: State, place: &str) -> Field {
        let armies = BlockId::of(state) - BlockId::fortresses() - BlockId::fleets();
        let names = armies.iter().map(|block| block.printed().name.as_str());
        names.take(4).fold(self, |field, name| field.put(state, [name], place))
    }

    /// Has everybody whom no player leads stand with nobody.
    pub(super) fn all_neutral(self) -> Field {
        let unled = State::all().filter(|state| !matches!(self.game.standing(*state), Standing::Player(_)));
        unled.collect::<Vec<_>>().into_iter().fold(self, Field::neutral)
    }

    /// All battles are fought: the game turn ends. The next is the first of its year, unless this was Winter.
    pub(super) fn close(mut self) -> Field {
        self.close_turn();
        self
    }

    pub(super) fn close_turn(&mut self) {
        self.game.turn = Turn::of(self.game.turn.seat);
        self.game.phase = Phase::Battles(0);
        self.game.go_on(&mut self.log);
        if self.game.phase == Phase::Cards {
            self.game.game_turn = 1;
        }
        self.game.auditor().audit().unwrap_or_else(|wrong| panic!("{wrong}"));
    }

    /// Has everybody do the first thing he can until no battle is fought any more.
    pub(super) fn fight_it_out(&mut self) {
        let mut actions = Vec::new();
        while self.game.ended.is_none() && (self.game.fight.is_some() || !self.game.urgent.is_empty()) {
            let seat = self.game.deciders().iter().next().expect("somebody decides");
            actions.clear();
            self.game.list(seat, &mut actions);
            let done = actions.iter().find(|action| **action == Action::Done);
            self.act(*done.unwrap_or(&actions[0])).unwrap();
        }
    }

    pub(super) fn standing(&self, state: State) -> Standing {
        self.game.standing(state)
    }

    /// Who leads a state.
    pub(super) fn leader(&self, state: State) -> Option<State> {
        self.game.led_by(state).map(|seat| self.game.empire(seat))
    }

    pub(super) fn treasury(&self, empire: State) -> u16 {
        self.game.treasuries[self.seat(empire)]
    }

    pub(super) fn points(&self, empire: State) -> i16 {
        self.game.player(self.seat(empire)).score()
    }

    pub(super) fn are_friends(&self, a: State, b: State) -> bool {
        self.game.are_allied(self.seat(a), self.seat(b))
    }

    /// How the game ended: the reason and who won.
    pub(super) fn result(&self) -> Option<(String, Vec<State>)> {
        let outcome: Outcome = engine::Game::outcome(&self.game)?;
        let winners = outcome.winners.iter().map(|seat| self.game.empire(seat)).collect();
        Some((outcome.reason.into_owned(), winners))
    }
}
