//! Bots without the type of their game, for whoever holds many games.

use std::any::Any;
use std::marker::PhantomData;

use engine::{Game, Raw, Recorder, Seat};

use crate::{Bot, Observation, StopFlag, hint};

/// A bot without the type of its game.
pub trait AnyBot: Send {
    /// One of the legal actions of `seat`, after `ply` entries of the journal, as JSON. `state` is what
    /// [`AnySession::state_any`](engine::AnySession::state_any) gives; nothing if it is of another game than the
    /// bot's, or the seat has nothing to decide. Once `stop` is set, the bot decides with what it knows by then.
    fn choose(&mut self, state: &dyn Any, seat: Seat, ply: usize, stop: &StopFlag) -> Option<Raw>;

    /// What it would do in the place of `seat`, and why; nothing in the cases of [`AnyBot::choose`], or if it has nothing to
    /// say.
    fn hint(&mut self, _state: &dyn Any, _seat: Seat, _ply: usize, _stop: &StopFlag) -> Option<AnyHint> {
        None
    }

    /// What it is called.
    fn name(&self) -> String;
}

/// What a bot would do, and why, without the type of its game.
#[derive(Clone, PartialEq, Debug)]
pub struct AnyHint {
    /// The actions as JSON, in their order.
    pub actions: Vec<Raw>,
    /// What each of them does, as the table would show it.
    pub labels: Vec<String>,
    /// Why, as half a sentence; nothing if there is nothing to say.
    pub why: Option<String>,
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

    fn hint(&mut self, state: &dyn Any, seat: Seat, ply: usize, stop: &StopFlag) -> Option<AnyHint> {
        let state = state.downcast_ref::<G>()?;
        if !state.to_act().contains(seat) {
            return None;
        }
        let observation = Observation::new(state, seat, ply).stopped_by(stop);
        let hint = hint(&mut *self.bot, &observation, ply as u64);
        let mut now = state.clone();
        let mut labels = Vec::new();
        for action in &hint.actions {
            labels.push(now.choice(seat, action).label.into_owned());
            if now.apply(seat, action, &mut Recorder::silent()).is_err() || !now.to_act().contains(seat) {
                break;
            }
        }
        let actions = hint.actions.iter().take(labels.len()).map(Raw::of).collect();
        Some(AnyHint { actions, labels, why: hint.why() })
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
        let mut bot = erase(Level::GREEDY.build::<Skirmish>(1));
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
