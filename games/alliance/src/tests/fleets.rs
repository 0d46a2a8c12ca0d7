//! Sea moves and invasions. Rulebook 8.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::states::State::{Britain, France, Spain};

fn crossing() -> Field {
    Field::duel()
        .allied(Spain, Britain)
        .put(Britain, ["Inf #1", "Inf #2", "Cav #1"], "Wessex")
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(Britain, ["Fleet #2"], "Bay of Biscay")
}

// proves A-8.4-move, A-8.4-cost, A-8.4-pin
#[test]
fn armies_go_by_sea_where_fleets_stay_behind_to_carry_them() {
    let mut field = crossing().turn_of(Britain, 3);
    field.act(Action::Ship { block: block("Britain Inf #1"), to: at("Galicia") }).unwrap();
    assert_eq!((field.whereabouts("Britain Inf #1"), field.game.turn.points), (Some("Galicia"), 2));
    assert_eq!(field.refused(Action::Group(at("Bay of Biscay"))), "A-8.4-pin");
    assert_eq!(field.refused(Action::Group(at("English Channel"))), "A-8.4-pin");
    field.act(Action::Ship { block: block("Britain Cav #1"), to: at("Galicia") }).unwrap();
}

// proves A-3.5-nosea
#[test]
fn nobody_goes_by_sea_in_winter() {
    let mut field = crossing().winter().turn_of(Britain, 3);
    let ship = Action::Ship { block: block("Britain Inf #1"), to: at("Galicia") };
    assert_eq!(field.refused(ship), "A-3.5-nosea");
}

// proves A-8.5-types, A-8.5-one, A-8.5-define
#[test]
fn two_infantry_land_and_no_cavalry() {
    let mut field =
        crossing().put(Britain, ["Inf #3"], "Wessex").put(France, ["Inf #9"], "Gascony").turn_of(Britain, 4);
    let land = |name: &str| Action::Invade { block: block(name), to: at("Brittany") };
    assert_eq!(field.refused(land("Britain Cav #1")), "A-8.5-types");
    field.act(land("Britain Inf #1")).unwrap();
    let elsewhere = Action::Invade { block: block("Britain Inf #2"), to: at("Gascony") };
    assert_eq!(field.refused(elsewhere), "A-8.5-one");
    field.act(land("Britain Inf #2")).unwrap();
    assert_eq!(field.refused(land("Britain Inf #3")), "A-8.5-one");
}
