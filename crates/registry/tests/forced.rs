//! What is done for a player in every game, and what is left to him.

use engine::{AnySession, Chance, Raw, Seat, Seed, Setup, Stream};

/// Whether an action takes the way back from a seat that has one now.
fn closes_the_way_back(session: &dyn AnySession, seat: Seat, action: &Raw) -> bool {
    let mut trial = session.boxed_clone();
    trial.act(seat, action).unwrap();
    session.can_undo(seat).is_ok() && trial.can_undo(seat).is_err()
}

#[test]
fn what_is_forced_is_done_unless_that_would_close_the_way_back() {
    let (mut done, mut left) = (0, 0);
    for game in registry::games() {
        let mut chance = Stream::from_number(1805);
        let setup = Setup::new(game.info().scenarios[0].id, 2, Seed::from_number(9));
        let mut session = game.start(setup).unwrap();
        for _ in 0..600 {
            let Some(seat) = session.to_act().iter().next() else { break };
            let choices = session.choices(seat);
            let single: Vec<&Raw> =
                choices.iter().filter(|choice| choice.then.is_empty()).map(|choice| &choice.action).collect();
            let forced = session.forced(seat);
            if let [only] = single[..] {
                let closes = closes_the_way_back(&*session, seat, only);
                assert_eq!(forced.as_ref(), Some(only).filter(|_| !closes), "{}", game.info().title);
                *if closes { &mut left } else { &mut done } += 1;
            } else {
                assert_eq!(forced, None);
            }
            let action = (*chance.pick(&single).unwrap()).clone();
            session.act(seat, &action).unwrap();
        }
    }
    assert!(done > 10 && left > 10, "{done} done, {left} left");
}
