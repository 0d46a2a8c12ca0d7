//! What a game's own tests are made of: deeds that are held against the list of what is legal, dice that show what is wanted,
//! and games at random with a look at every decision.

use crate::{Chance, Denied, Dice, Game, Recorder, Seat, Seed, Setup, Silent, Stream};

/// Has a seat do something. What is listed must be accepted, nothing else may be, and a refusal changes nothing.
///
/// # Errors
/// The rule that stands against it.
///
/// # Panics
/// If list and deed do not agree.
pub fn attempt<G: Game>(
    game: &mut G,
    seat: Seat,
    action: &G::Action,
    log: &mut impl Recorder<G::Event>,
) -> Result<(), Denied> {
    let mut listed = Vec::new();
    game.actions(seat, &mut listed);
    let before = game.clone();
    let done = game.apply(seat, action, log);
    assert_eq!(
        done.is_ok(),
        listed.contains(action),
        "{action:?} is listed exactly if it is legal: {done:?}"
    );
    if done.is_err() {
        assert_eq!(*game, before, "a refusal of {action:?} changes nothing");
    }
    done
}

/// Dice of which the next six-sided ones will show these faces.
///
/// # Panics
/// If no die has such a face.
pub fn loaded(faces: &[u8]) -> Dice {
    assert!(faces.iter().all(|face| (1..=6).contains(face)), "no die shows {faces:?}");
    let shows = |dice: &Dice| {
        let mut dice = dice.clone();
        faces.iter().all(|face| dice.die(6) == *face)
    };
    (0..).map(|number| Dice::new(Seed::from_number(number))).find(shows).expect("some seed shows them")
}

/// Plays a game at random to its end, with a look at what each decider may do.
///
/// # Panics
/// If the set-up is not sound, if nobody can do anything before the game is over, or if something listed is refused.
pub fn wander<G: Game>(setup: &Setup, seed: u64, mut look: impl FnMut(&G, Seat, &[G::Action])) {
    let mut game = G::new(setup, &mut Silent).expect("the set-up is sound");
    let mut chance = Stream::from_number(seed);
    let mut actions = Vec::new();
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().expect("somebody decides");
        actions.clear();
        game.actions(seat, &mut actions);
        look(&game, seat, &actions);
        let action = chance.pick(&actions).unwrap_or_else(|| panic!("{seat} has nothing to do: {game:?}"));
        game.apply(seat, action, &mut Silent).unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Skirmish;

    fn setup() -> Setup {
        Setup::new(Skirmish::info().scenarios[0].id, 2, Seed::from_number(3))
    }

    #[test]
    fn loaded_dice_show_what_is_wanted() {
        let mut dice = loaded(&[6, 6, 1]);
        assert_eq!([dice.die(6), dice.die(6), dice.die(6)], [6, 6, 1]);
    }

    #[test]
    fn a_game_at_random_is_looked_at_until_it_is_over() {
        let mut decisions = 0;
        wander(&setup(), 3, |game: &Skirmish, seat, actions| {
            assert!(game.to_act().contains(seat) && game.outcome().is_none() && !actions.is_empty());
            decisions += 1;
        });
        assert!(decisions > 0);
    }

    #[test]
    fn a_deed_is_done_if_it_is_listed_and_refused_if_not() {
        let mut game = Skirmish::new(&setup(), &mut Silent).unwrap();
        let seat = game.to_act().iter().next().unwrap();
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        let before = game.clone();
        assert!(attempt(&mut game, Seat(7), &actions[0], &mut Silent).is_err() && game == before);
        assert!(attempt(&mut game, seat, &actions[0], &mut Silent).is_ok() && game != before);
    }
}
