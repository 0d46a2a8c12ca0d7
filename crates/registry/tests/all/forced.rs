//! What is done for a player in every game, and what is left to him.

use engine::{Chance, Game, Seat, Seed, Session, Setup, Stream};
use registry::Visitor;

/// Whether an action takes the way back from a seat that has one now.
fn closes_the_way_back<G: Game>(session: &Session<G>, seat: Seat, action: &G::Action) -> bool {
    let mut trial = session.clone();
    trial.act(seat, action).unwrap();
    session.can_undo(seat).is_ok() && trial.can_undo(seat).is_err()
}

/// How many decisions without a choice were made for their seats, left because of the way back, and left because nobody else
/// may know that there was no choice.
struct Count;

impl Visitor for Count {
    type Out = [usize; 3];

    fn visit<G: Game>(self) -> [usize; 3] {
        let [mut done, mut left, mut hidden] = [0; 3];
        let mut chance = Stream::from_number(1805);
        let setup = Setup::new(G::info().scenarios[0].id, 2, Seed::from_number(9));
        let mut session = Session::<G>::start(setup).unwrap();
        for _ in 0..600 {
            let Some(seat) = session.to_act().iter().next() else { break };
            let actions = session.legal(seat);
            let forced = session.forced(seat);
            if let [only] = &actions[..] {
                let closes = closes_the_way_back(&session, seat, only);
                let open = session.state().openly_forced(seat);
                assert_eq!(forced.as_ref(), Some(only).filter(|_| open && !closes), "{}", G::info().title);
                match (closes, open) {
                    (true, _) => left += 1,
                    (false, true) => done += 1,
                    (false, false) => hidden += 1,
                }
            } else {
                assert_eq!(forced, None);
            }
            let action = chance.pick(&actions).unwrap().clone();
            session.act(seat, &action).unwrap();
        }
        [done, left, hidden]
    }
}

#[test]
fn what_is_forced_is_done_unless_that_closes_the_way_back_or_tells_something() {
    let counts = registry::ids().into_iter().map(|id| registry::visit(id, Count).unwrap());
    let sum = counts.reduce(|all, of_one| [0, 1, 2].map(|kind: usize| all[kind] + of_one[kind])).unwrap();
    assert!(sum[0] > 10 && sum[1] > 10 && sum[2] > 0, "{sum:?}");
}
