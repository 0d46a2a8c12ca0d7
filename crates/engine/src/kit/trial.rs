//! What a game's own tests are made of: actions that are held against the list of what is legal, dice that show what is wanted,
//! and games at random with a look at every decision.

use crate::{Chance, Denied, Dice, Game, Recorder, Seat, Seed, Setup, Stream, Viewer};

/// Has a seat do something. What is listed must be accepted, nothing else may be, and a refusal changes nothing.
///
/// # Errors
/// The rule that stands against it.
///
/// # Panics
/// If list and action do not agree.
pub fn attempt<G: Game>(
    game: &mut G,
    seat: Seat,
    action: &G::Action,
    log: &mut Recorder<G::Event>,
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

/// A scenario as it is set up, with these options and any dice.
///
/// # Panics
/// If there is no such scenario, or the set-up is not sound.
pub fn set_up<G: Game>(scenario: &'static str, seats: u8, options: &[(&'static str, bool)]) -> G {
    let setup = Setup::new(scenario, seats, Seed::from_number(1));
    let setup = options.iter().fold(setup, |setup, (option, on)| setup.with(option, *on));
    G::new(&setup, &mut Recorder::silent()).unwrap_or_else(|error| panic!("{setup:?}: {error}"))
}

/// Plays on at random until somebody is asked the question of this key ([`Prompt::key`](crate::Prompt::key)); tells who.
///
/// # Panics
/// If nobody is asked that within so many games that anybody would have been.
pub fn play_to<G: Game>(start: &G, question: &str) -> (G, Seat) {
    for seed in 0..200 {
        let mut chance = Stream::from_number(seed);
        let mut game = start.clone();
        let mut actions = Vec::new();
        while let Some(seat) = game.to_act().iter().next() {
            if game.view(Viewer::Seat(seat)).prompt.key == question {
                return (game, seat);
            }
            actions.clear();
            game.actions(seat, &mut actions);
            let action =
                chance.pick(&actions).unwrap_or_else(|| panic!("{seat} has nothing to do: {game:?}"));
            game.apply(seat, action, &mut Recorder::silent())
                .unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
        }
    }
    panic!("nobody is ever asked {question:?}");
}

/// What `viewer` is told of all this, line by line.
pub fn told<G: Game>(log: &Recorder<G::Event>, viewer: Viewer) -> Vec<String> {
    log.events.iter().filter_map(|event| G::tell(event, viewer)).map(|line| line.text.to_string()).collect()
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
    let mut game = G::new(setup, &mut Recorder::silent()).expect("the set-up is sound");
    let mut chance = Stream::from_number(seed);
    let mut actions = Vec::new();
    while game.outcome().is_none() {
        let seat = game.to_act().iter().next().expect("somebody decides");
        actions.clear();
        game.actions(seat, &mut actions);
        look(&game, seat, &actions);
        let action = chance.pick(&actions).unwrap_or_else(|| panic!("{seat} has nothing to do: {game:?}"));
        game.apply(seat, action, &mut Recorder::silent())
            .unwrap_or_else(|denied| panic!("{action:?}: {denied}"));
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
    fn a_named_question_is_found_and_told_to_whom_it_may_be() {
        let start: Skirmish = set_up(Skirmish::info().scenarios[0].id, 2, &[]);
        let key = start.view(Viewer::Seat(Seat(0))).prompt.key;
        let (mut game, seat) = play_to(&start, key);
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        let mut log = Recorder::default();
        attempt(&mut game, seat, &actions[0], &mut log).unwrap();
        let (own, others) =
            (told::<Skirmish>(&log, Viewer::Seat(seat)), told::<Skirmish>(&log, Viewer::Spectator));
        assert!(!own.is_empty() && own != others, "{own:?}, {others:?}");
    }

    #[test]
    fn a_refusal_is_compared_by_its_rule_and_printed_with_its_sentence() {
        let denied = Denied::new(crate::RuleId::new("X-1"), "there are 3");
        assert!(denied == "X-1" && denied != "X-2");
        assert!(format!("{denied:?}").contains("there are 3"));
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
        let mut game = Skirmish::new(&setup(), &mut Recorder::silent()).unwrap();
        let seat = game.to_act().iter().next().unwrap();
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        let before = game.clone();
        assert!(attempt(&mut game, Seat(7), &actions[0], &mut Recorder::silent()).is_err() && game == before);
        assert!(attempt(&mut game, seat, &actions[0], &mut Recorder::silent()).is_ok() && game != before);
    }
}
