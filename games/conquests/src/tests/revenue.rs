//! Revenue and the sequence of play. 5, 6.

use super::field::{Field, at, units};
use crate::event::Event;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::{Conquests, Phase};
use crate::troops::Troops;
use engine::Game;

fn revenue(field: &Field, nation: Nation) -> u16 {
    field.game.revenue(nation)
}

// proves N-6-per-area, N-6-control, N-6-minimum
#[test]
fn every_land_and_sea_controlled_pays_one() {
    let mut field = Field::new().put(Austria, units(1, 0, 0), "tyrol");
    assert_eq!((revenue(&field, Austria), revenue(&field, Russia)), (3, 3));
    for land in ["bohemia", "moravia", "styria"] {
        field = field.put(Austria, units(2, 1, 0), land);
    }
    // Homes without a unit pay nothing.
    assert_eq!(revenue(&field, Austria), 4);
    field = field.ship(Austria, "adriatic_sea", Troops::NONE).ship(Austria, "adriatic_sea", units(1, 0, 0));
    assert_eq!(revenue(&field, Austria), 5);
    assert_eq!(revenue(&field.ship(France, "adriatic_sea", Troops::NONE), Austria), 4);
}

/// A nation with four lands of its own beside what the test is about.
fn settled(nation: Nation, lands: [&str; 4]) -> Field {
    lands.into_iter().fold(Field::new(), |field, land| field.put(nation, units(1, 0, 0), land))
}

const AUSTRIAN: [&str; 4] = ["tyrol", "bohemia", "moravia", "styria"];
const FRENCH: [&str; 4] = ["artois", "normandy", "brittany", "alsace"];

// proves N-6-shared-nothing, N-6-neutral-capital, N-6-own-capital
#[test]
fn shared_lands_pay_nobody_and_neutral_capitals_two() {
    let field = settled(Austria, AUSTRIAN).put(Austria, units(1, 0, 0), "vienna");
    assert_eq!(revenue(&field, Austria), 5);
    let shared = field.put(Russia, units(1, 0, 0), "vienna").allied(Austria, &[Russia]);
    assert_eq!((revenue(&shared, Austria), revenue(&shared, Russia)), (4, 3));
    for capital in ["rome", "stockholm", "madrid", "european_turkey"] {
        assert_eq!(revenue(&settled(Austria, AUSTRIAN).put(Austria, units(1, 0, 0), capital), Austria), 6);
    }
    assert_eq!(revenue(&settled(Austria, AUSTRIAN), Austria), 4, "an empty Vienna pays nothing");
}

// proves N-6-coalition-capital, N-6-paris, N-6-coalition-on-coalition
#[test]
fn foreign_capitals_pay_five() {
    for capital in ["london", "berlin", "vienna", "moscow"] {
        assert_eq!(revenue(&settled(France, FRENCH).put(France, units(1, 0, 0), capital), France), 9);
    }
    let paris = settled(Austria, AUSTRIAN).put(Austria, units(1, 0, 0), "paris");
    assert_eq!(revenue(&paris, Austria), 9);
    let both = paris.put(Prussia, units(1, 0, 0), "paris").allied(Austria, &[Prussia]);
    assert_eq!((revenue(&both, Austria), revenue(&both, Prussia)), (4, 3));
    assert_eq!(revenue(&settled(Austria, AUSTRIAN).put(Austria, units(1, 0, 0), "berlin"), Austria), 9);
}

// proves N-6-coalition-on-coalition, N-6-paris, N-6-coalition-capital
#[test]
fn a_guest_in_the_capital_of_an_ally_has_not_conquered_it() {
    let vienna =
        settled(Prussia, ["berlin", "pomerania", "silesia", "poland"]).put(Prussia, units(1, 0, 0), "vienna");
    assert_eq!(revenue(&vienna, Prussia), 9);
    let mut guest = vienna.allied(Austria, &[Prussia]);
    assert_eq!(revenue(&guest, Prussia), 5, "a land like any other");
    // Whoever has taken it before they became Allies goes on as its captor.
    guest.game.control.captors[Austria] = Some(Prussia);
    assert_eq!(revenue(&guest, Prussia), 9);
    let paris = settled(Austria, AUSTRIAN).put(Austria, units(1, 0, 0), "paris");
    assert_eq!(revenue(&paris.allied(France, &[Austria]), Austria), 5);
    // Napoleon need only control a capital of the Coalition.
    let forced = settled(France, FRENCH).put(France, units(1, 0, 0), "vienna").allied(France, &[Austria]);
    assert_eq!(revenue(&forced, France), 9);
}

// proves N-6-not-turn-1, N-3.2-bank, N-3.2-bank-unlimited
#[test]
fn revenue_begins_with_the_second_turn() {
    let mut field = Field::new().turn(1).money(England, 500);
    field.game.begin_turn(&mut field.log);
    assert_eq!(field.game.treasury.money, [10, 500, 10, 10, 10].into());
    field.game.turn = 2;
    field.game.begin_turn(&mut field.log);
    assert_eq!(field.game.treasury.money, [13, 503, 13, 13, 13].into());
    assert_eq!((field.game.phase, field.game.decider()), (Phase::Advisors(0), Some(France)));
}

// proves N-17.3-disputed
#[test]
fn a_land_where_a_combat_is_pending_pays_nobody() {
    let mut field = settled(Austria, AUSTRIAN);
    field.game.control.attackers[at("tyrol")] = Some(France);
    assert_eq!((revenue(&field, Austria), field.game.controller(at("tyrol"))), (3, None));
}

/// The phases in the order of the book.
fn rank(game: &Conquests) -> u8 {
    match game.phase {
        Phase::Deploy(_) => 0,
        Phase::Advisors(_) => 2,
        Phase::Resolve(..) | Phase::Powers(_) => 3,
        Phase::Exchange { .. } | Phase::Separate => 4,
        Phase::Move(_) | Phase::Challenge(_) => 5,
        Phase::Combat(_) | Phase::Idle(_) => 6,
        Phase::Keep(_) => 9,
    }
}

// proves N-5-phases, N-5-all-move-first
#[test]
fn phases_follow_each_other() {
    use engine::{Chance, Recorder, Seed, Setup, Stream};
    let mut log = Recorder::default();
    let mut game = crate::setup::new(&Setup::new("short", 5, Seed::from_number(7)), &mut log).unwrap();
    let mut chance = Stream::from_number(7);
    let mut last = (game.turn, 0);
    while game.ended.is_none() {
        let seat = game.seat(game.decider().expect("somebody decides"));
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        let action = *chance.pick(&actions).expect("something can be done");
        game.apply(seat, &action, &mut log).unwrap();
        let now = (game.turn, rank(&game));
        assert!(now >= last, "{last:?} is followed by {now:?}");
        last = now;
    }
    // Revenue comes after the turn has begun and before advisors are sent; cards are drawn after the last movement.
    let step = |event: &Event| match event {
        Event::TurnBegins { .. } => Some(0),
        Event::Collected { .. } => Some(1),
        Event::Advised { .. } => Some(2),
        Event::Resolves { .. } => Some(3),
        Event::Moves { .. } => Some(5),
        Event::Ordered { .. } => Some(8),
        _ => None,
    };
    let mut steps: Vec<u8> = log.events.iter().filter_map(step).collect();
    steps.dedup();
    let turn = [1, 2, 3, 5, 8];
    let first: Vec<u8> =
        [8, 0, 2, 3, 5, 8].into_iter().chain([0]).chain(turn).chain([0]).chain(turn).collect();
    assert!(first.starts_with(&steps) && steps.len() > 6, "{steps:?}");
}
