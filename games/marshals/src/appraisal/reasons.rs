//! Why a position is worth what it is, in a player's words.

use engine::{Motive, Seat, Stream};

use super::picture::Picture;
use super::prospects::Prospects;
use super::{Balance, CITIES, Worth};
use crate::nations::Side;
use crate::state::Marshals;

/// Worlds in which a player's motives are looked for.
const WORLDS: u8 = 4;

/// Everything is told in hundredths.
const WHOLE: f32 = 100.0;

/// What the position is worth to a seat, by what it is made of: the victory in sight, each city, armies, morale.
pub(crate) fn motives(game: &Marshals, seat: Seat) -> Vec<Motive> {
    let Some(side) = game.camp(seat).filter(|_| !game.is_over) else { return Vec::new() };
    let mut chance = Stream::from_number(0);
    let mut motives: Vec<Motive> = Vec::new();
    let own = |french: f32, all: f32| if side == Side::French { french } else { all - french };
    let mut add = |about: String, worth: f32| {
        let worth = WHOLE * worth / f32::from(WORLDS);
        match motives.iter_mut().find(|motive| motive.about == about) {
            Some(motive) => motive.worth += worth,
            None => motives.push(Motive { about: about.into(), worth }),
        }
    };
    for _ in 0..WORLDS {
        let world = crate::hidden::determinize(game, seat, &mut chance);
        let picture = Picture::of(&world);
        let balance = Balance::of(&world, &picture);
        let prospects = Prospects::of(&world, &picture, &balance);
        let worth = Worth::of(&world, &picture, &balance, &prospects);
        add("the victory in sight".into(), own(worth.victory, super::VICTORY));
        add("the strength of the armies".into(), own(worth.armies, super::ARMIES));
        add("national morale".into(), own(worth.morale, super::MORALE));
        for (place, _, stars, held) in prospects.prizes().filter(|(_, _, stars, _)| *stars > 0.0) {
            let all = CITIES * stars / prospects.roads.stars;
            add(format!("the hold on {}", place.name()), own(all * held, all));
        }
        if worth.zeal != 0.0 {
            add("marches still to come".into(), own(worth.zeal, 0.0));
        }
    }
    motives.retain(|motive| motive.worth != 0.0);
    motives.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()));
    motives
}
