//! How much of the game is left, and what is worth how much because of it.

use engine::Seat;

use crate::state::{Alliance, Phase};

/// Game turns in four years, as long as a scenario lasts.
const SCENARIO: f32 = 16.0;

/// How much more blocks count for than they are worth by themselves, in the last turn and early in the game; and how much of a city
/// that is held early. By 250 games among equal bots, of what everybody held and had on the way, and how far ahead he was in the end: in the
/// first year armies tell nearly all of that, in the last cities do. Bots that go halfway by it beat those that do not.
const ARMY: (f32, f32) = (0.1, 1.6);
const HELD: f32 = 0.7;
/// For how many turns before the end the one and the other still change.
const EARLY: (f32, f32) = (8.0, 10.0);

/// How much of the game is left.
pub(super) struct Clock {
    /// From 1, four years or more, to 0.
    pub(super) season: f32,
    /// What blocks are worth now: without time they win nothing.
    pub(super) lasting: f32,
    /// How much of what is held now, or taken, is likely to be held in the end.
    pub(super) holding: f32,
    /// The same of an action point.
    pub(super) point: f32,
    /// How much it matters now that half points are lost in the end.
    pub(super) rounding: f32,
    /// How much of what a player has in mind he can still do.
    pub(super) time: [f32; 8],
}

impl Clock {
    pub(super) fn of(game: &Alliance) -> Clock {
        let years = f32::from(game.rules.last_year.saturating_sub(game.year));
        let after = 4.0 * years + f32::from(4 - game.game_turn.min(4));
        let begun = matches!(game.phase, Phase::Battles(_) | Phase::Close | Phase::Disband(_));
        let turns = after + if begun { 0.0 } else { 1.0 };
        let mut time = [time_for(turns); 8];
        if game.phase == Phase::Actions {
            // Whoever has had his turn has one less.
            let done = game.order().take_while(|seat| *seat != game.turn.seat);
            done.for_each(|seat: Seat| time[seat.index()] = time_for(after));
        }
        Clock {
            season: (turns / SCENARIO).min(1.0),
            lasting: ARMY.0 + (ARMY.1 - ARMY.0) * (turns / EARLY.0).min(1.0),
            holding: 1.0 - (1.0 - HELD) * (turns / EARLY.1).min(1.0),
            point: (turns / 4.0).min(1.0),
            rounding: (1.0 - turns / 4.0).max(0.0),
            time,
        }
    }
}

/// What can be done in so many turns, against what one has in mind.
fn time_for(turns: f32) -> f32 {
    match turns {
        turns if turns < 0.5 => 0.0,
        turns if turns < 1.5 => 0.7,
        turns if turns < 2.5 => 0.9,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use engine::{Game, Recorder, Seed, Setup};

    use super::*;

    #[test]
    fn armies_count_early_and_cities_late() {
        let setup = Setup::new("1804", 2, Seed::from_number(1));
        let mut game = Alliance::new(&setup, &mut Recorder::silent()).unwrap();
        let early = Clock::of(&game);
        (game.year, game.game_turn) = (game.rules.last_year, 4);
        let late = Clock::of(&game);
        assert!(early.lasting > 4.0 * late.lasting, "{} and {}", early.lasting, late.lasting);
        assert!(early.holding < 0.8 * late.holding, "{} and {}", early.holding, late.holding);
    }
}
