//! Bots at the table.

use std::collections::HashMap;
use std::sync::Arc;

use engine::{Raw, Seat};

use super::{News, Room, Sitting};
use crate::hall::Hall;
use crate::metrics::Actor;
use crate::thinkers::Question;
use crate::token::random;

impl Room {
    /// Sees to it that somebody plays for the bots, if one must decide.
    pub(super) fn wake(self: &Arc<Room>, hall: &Arc<Hall>, sitting: &mut Sitting) {
        let waiting = sitting.session.to_act().iter().any(|seat| self.bots.contains(seat));
        if waiting && !sitting.driven {
            sitting.driven = true;
            let (room, hall) = (self.clone(), hall.clone());
            hall.tasks.clone().spawn(async move { room.safely(&hall, room.drive(&hall)).await });
        }
    }

    /// Plays for the bots until people must decide or the game is over.
    async fn drive(self: &Arc<Room>, hall: &Arc<Hall>) {
        let mut bots = HashMap::new();
        loop {
            let (seat, ply, state) = {
                let mut guard = self.sitting.lock().await;
                let Some(sitting) = guard.as_mut() else { return };
                let session = &sitting.session;
                let Some(seat) = session.to_act().iter().find(|&seat| self.bots.contains(seat)) else {
                    sitting.driven = false;
                    return;
                };
                (seat, session.entries(), session.state_any())
            };
            self.touch();
            let bot = bots.remove(&seat).or_else(|| self.bot(seat));
            let mut decided = None;
            if let Some(bot) = bot {
                let asked = hall.thinkers.ask(Question { bot, state, seat, ply });
                // A server that stops waits for no bot: it thinks again when the server is back.
                let Some(answer) = hall.closing.run_until_cancelled(asked).await else { return };
                if let Some((bot, action)) = answer {
                    bots.insert(seat, bot);
                    decided = action;
                }
            }
            let mut guard = self.sitting.lock().await;
            let Some(sitting) = guard.as_mut() else { return };
            // Somebody has interjected: the bot thinks again.
            if sitting.session.entries() != ply {
                continue;
            }
            let from = (News::of(sitting), sitting.session.to_act());
            if !self.play_bot(sitting, seat, decided) {
                tracing::error!(game = self.id, %seat, ply, "a bot finds nothing to do: it is left alone");
                sitting.driven = false;
                return;
            }
            hall.metrics.entered(Actor::Bot);
            sitting.chosen = 0;
            sitting.request = None;
            self.play_foregone(hall, sitting);
            if self.keep(hall, &mut guard, from).await.is_err() {
                return;
            }
        }
    }

    fn bot(&self, seat: Seat) -> Option<Box<dyn bots::AnyBot>> {
        let level = self.players[seat.index()].level()?;
        let seed = u64::from_le_bytes(random().ok()?);
        registry::bot(self.game, level, seed).ok()
    }

    /// Does what a bot decided, or anything at all if it has not.
    fn play_bot(&self, sitting: &mut Sitting, seat: Seat, decided: Option<Raw>) -> bool {
        if let Some(action) = decided {
            match sitting.session.act(seat, &action) {
                Ok(_) => return true,
                Err(why) => tracing::error!(game = self.id, %seat, %why, "a bot chose what is not legal"),
            }
        } else {
            tracing::warn!(game = self.id, %seat, "a bot has not decided in time");
        }
        let choices = sitting.session.choices(seat);
        let draw = random().map_or(0, usize::from_le_bytes);
        let any = choices.get(draw % choices.len().max(1));
        any.is_some_and(|choice| sitting.session.act(seat, &choice.action).is_ok())
    }
}
