//! Bots at the table, and when they think.
//!
//! Thinking costs everybody's time, so bots think for somebody:
//! - Where people play, bots play on until a person must decide, whether anybody is there or not: whoever comes back the
//!   next morning finds that it is his turn. Only after [`MOST_ALONE`] decisions without anybody coming (people who are
//!   out of the game, say) they wait like those of the other kind.
//! - Where no person plays, bots think while somebody watches, and for `Config::attention` after anybody has last asked for
//!   anything of the game; making it counts as asking.
//!
//! Bots that wait go on as soon as somebody comes. How many think at the same time is bounded
//! ([`BotLoads`](crate::load::BotLoads)); in what order, the [queue](crate::queue) decides.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bots::Means;
use engine::{Raw, Seat};

use super::{News, Room, RoomState};
use crate::bot_pool::{BotDecision, Lane};
use crate::games::GameRegistry;
use crate::metrics::Actor;
use crate::player::{is_quick, turn_time};
use crate::token::random;

/// So many decisions bots take in a row in a game of people when nobody comes.
const MOST_ALONE: u32 = 2000;

/// A turn is about so many decisions that take time.
const DECISIONS: u32 = 4;

/// Who was here, and how long ago.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Attendance {
    /// When somebody last asked for anything; nothing if nobody has since the room was opened.
    visited: Option<Instant>,
    /// Decisions of bots since.
    alone: u32,
}

impl Attendance {
    /// Whether bots shall think.
    fn is_enough(self, people: bool, attention: Duration, now: Instant) -> bool {
        let recent = self.visited.is_some_and(|visited| now.duration_since(visited) < attention);
        recent || people && self.alone < MOST_ALONE
    }
}

impl Room {
    fn attendance(&self) -> MutexGuard<'_, Attendance> {
        self.attendance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody is here: bots that waited for that go on.
    pub fn visit(self: &Arc<Room>, games: &Arc<GameRegistry>) {
        *self.attendance() = Attendance { visited: Some(Instant::now()), alone: 0 };
        if self.parked.swap(false, Ordering::SeqCst) {
            let (room, games) = (self.clone(), games.clone());
            games.tasks.clone().spawn(async move {
                if let Some(state) = room.state.lock().await.as_mut() {
                    room.wake(&games, state);
                }
            });
        }
    }

    /// Whether bots shall think now. If not, they are parked until somebody comes.
    fn is_attended(&self, attention: Duration) -> bool {
        // First, so that whoever comes meanwhile sees it, or else is seen.
        self.parked.store(true, Ordering::SeqCst);
        let mut attendance = self.attendance();
        if self.news.receiver_count() > 0 {
            *attendance = Attendance { visited: Some(Instant::now()), alone: 0 };
            self.parked.store(false, Ordering::SeqCst);
            return true;
        }
        let attended = attendance.is_enough(!self.humans.is_empty(), attention, Instant::now());
        if attended {
            self.parked.store(false, Ordering::SeqCst);
        }
        attended
    }

    /// Sees to it that somebody plays for the bots, if one must decide.
    pub(super) fn wake(self: &Arc<Room>, games: &Arc<GameRegistry>, state: &mut RoomState) {
        if state.driven {
            return;
        }
        if !state.session.to_act().iter().any(|seat| self.bots.contains(seat)) {
            state.load = None;
            return;
        }
        state.driven = true;
        state.load.get_or_insert_with(|| games.loads.take(self.account, self.bots_time()));
        let (room, games) = (self.clone(), games.clone());
        games.tasks.clone().spawn(async move { room.safely(&games, room.drive(&games)).await });
    }

    /// How long the bots of the table may take together, each for a turn.
    fn bots_time(&self) -> Duration {
        self.players.iter().filter_map(|player| player.level()).map(turn_time).sum()
    }

    /// Plays for the bots until people must decide, nobody is here to play for, or the game is over.
    async fn drive(self: &Arc<Room>, games: &Arc<GameRegistry>) {
        let mut bots = HashMap::new();
        loop {
            let (seat, ply, seed, state, undisturbed) = {
                let mut guard = self.state.lock().await;
                let Some(state) = guard.as_mut() else { return };
                let session = &state.session;
                let seat = session.to_act().iter().find(|&seat| self.bots.contains(seat));
                let Some(seat) = seat.filter(|_| self.is_attended(games.config.attention)) else {
                    (state.driven, state.load) = (false, None);
                    return;
                };
                let undisturbed = games.closing.child_token();
                state.thinking = Some(undisturbed.clone().drop_guard());
                (seat, session.entries(), session.setup().seed, session.state_any(), undisturbed)
            };
            self.touch();
            let bot = bots.remove(&seat).or_else(|| {
                let means =
                    Means { threads: games.bot_pool.free_threads(), ..Means::within(games.config.bot_turn) };
                self.bot(seat, games.seeds.bot(&seed, seat, ply).ok()?, means)
            });
            let mut decided = None;
            if let Some(bot) = bot {
                let level = self.players[seat.index()].level();
                let question = BotDecision {
                    bot,
                    state,
                    seat,
                    ply,
                    account: self.account,
                    game: self.name.clone(),
                    lane: if level.is_none_or(is_quick) { Lane::Quick } else { Lane::Search },
                    cost: level.map_or(Duration::ZERO, turn_time) / DECISIONS,
                };
                match undisturbed.run_until_cancelled(games.bot_pool.ask(question)).await {
                    Some(Some((bot, action))) => {
                        bots.insert(seat, bot);
                        decided = action;
                    }
                    Some(None) => {}
                    // A server that stops waits for no bot: it thinks again when the server is back.
                    None if games.closing.is_cancelled() => return,
                    // Somebody has interjected, or the game is gone: nobody wants this answer any more.
                    None => continue,
                }
            }
            let mut guard = self.state.lock().await;
            let Some(state) = guard.as_mut() else { return };
            // Somebody has interjected: the bot thinks again.
            if state.session.entries() != ply {
                continue;
            }
            let from = (News::of(state), state.session.to_act());
            if !self.play_bot(state, seat, decided) {
                tracing::error!(game = self.id, %seat, ply, "a bot finds nothing to do: it is left alone");
                (state.driven, state.load) = (false, None);
                return;
            }
            self.attendance().alone += 1;
            games.metrics.entered(Actor::Bot);
            state.chosen = 0;
            state.request = None;
            self.play_foregone(games, state);
            if self.keep(games, &mut guard, from).await.is_err() {
                return;
            }
        }
    }

    fn bot(&self, seat: Seat, seed: u64, means: Means) -> Option<Box<dyn bots::AnyBot>> {
        let level = self.players[seat.index()].level()?;
        registry::bot(self.game, level, seed, means).ok()
    }

    /// Does what a bot decided, or anything at all if it has not.
    fn play_bot(&self, state: &mut RoomState, seat: Seat, decided: Option<Raw>) -> bool {
        if let Some(action) = decided {
            match state.session.act(seat, &action) {
                Ok(_) => return true,
                Err(why) => tracing::error!(game = self.id, %seat, %why, "a bot chose what is not legal"),
            }
        } else {
            tracing::warn!(game = self.id, %seat, "a bot has not decided in time");
        }
        let choices = state.session.choices(seat);
        let draw = random().map_or(0, usize::from_le_bytes);
        let any = choices.get(draw % choices.len().max(1));
        any.is_some_and(|choice| state.session.act(seat, &choice.action).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_think_for_people_or_while_somebody_looks() {
        let attention = Duration::from_secs(600);
        let then = Instant::now();
        let enough = |visited: bool, alone, people, seconds| {
            let attendance = Attendance { visited: visited.then_some(then), alone };
            attendance.is_enough(people, attention, then + Duration::from_secs(seconds))
        };
        // Nobody plays: for as long as somebody has looked lately, and no longer.
        assert!(enough(true, 1_000_000, false, 599));
        assert!(!enough(true, 0, false, 600) && !enough(false, 0, false, 0));
        // People play: up to their turn, however long ago they were here, but not for ever.
        assert!(enough(true, MOST_ALONE - 1, true, 1_000_000) && enough(false, 0, true, 0));
        assert!(!enough(true, MOST_ALONE, true, 1_000_000) && enough(true, MOST_ALONE, true, 599));
    }
}
