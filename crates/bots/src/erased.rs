//! Bots without the type of their game, for whoever holds many games.

use std::any::Any;
use std::marker::PhantomData;

use engine::{Game, Raw, Seat};

use crate::{Bot, Observation, StopFlag};

/// A bot without the type of its game.
pub trait AnyBot: Send {
    /// One of the legal actions of `seat`, after `ply` entries of the journal, as JSON. `state` is what
    /// [`AnySession::state_any`](engine::AnySession::state_any) gives; nothing if it is of another game than the
    /// bot's, or the seat has nothing to decide. Once `stop` is set, the bot decides with what it knows by then.
    fn choose(&mut self, state: &dyn Any, seat: Seat, ply: usize, stop: &StopFlag) -> Option<Raw>;

    /// What it is called.
    fn name(&self) -> String;
}

/// Hides the type of the bot's game.
pub fn erase<G: Game>(bot: Box<dyn Bot<G>>) -> Box<dyn AnyBot> {
    Box::new(Hidden { bot, game: PhantomData })
}

struct Hidden<G> {
    bot: Box<dyn Bot<G>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> AnyBot for Hidden<G> {
    fn choose(&mut self, state: &dyn Any, seat: Seat, ply: usize, stop: &StopFlag) -> Option<Raw> {
        let state = state.downcast_ref::<G>()?;
        if !state.to_act().contains(seat) {
            return None;
        }
        Some(Raw::of(&self.bot.choose(&Observation::new(state, seat, ply).stopped_by(stop))))
    }

    fn name(&self) -> String {
        self.bot.name()
    }
}

#[cfg(test)]
mod tests {
    use engine::toy::Skirmish;
    use engine::{AnyGame, Erased, Seed, Setup};

    use super::*;
    use crate::Level;

    #[test]
    fn a_bot_plays_a_game_whose_type_nobody_knows() {
        let game: &dyn AnyGame = &Erased::<Skirmish>::GAME;
        let mut session = game.start(Setup::new("field", 2, Seed::from_number(5))).unwrap();
        let mut bot = erase(Level::Greedy.build::<Skirmish>(1));
        assert_eq!(bot.name(), "greedy");
        let stop = StopFlag::default();
        assert_eq!(bot.choose(&"no state at all", Seat(0), 0, &stop), None);
        while let Some(seat) = session.to_act().iter().next() {
            let action = bot.choose(&*session.state_any(), seat, session.entries(), &stop).unwrap();
            session.act(seat, &action).unwrap();
        }
        assert_eq!(bot.choose(&*session.state_any(), Seat(0), session.entries(), &stop), None);
    }
}
