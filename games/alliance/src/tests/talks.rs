//! Negotiations and surrender. Rulebook 6.2, 6.21.

use super::field::{Field, at};
use super::pacts::talks;
use engine::Seat;

use crate::action::{Action, Item};
use crate::state::{Alliance, EndReason, Phase, Standing};
use crate::states::State::{self, Austria, Britain, France, Prussia};

#[test]
fn a_game_with_all_its_talks_fits_into_two_kilobytes() {
    assert!(size_of::<Alliance>() <= 2048, "{}", size_of::<Alliance>());
}

fn three() -> Field {
    Field::of(&[France, Britain, Austria])
}

fn region(name: &str) -> Item {
    Item::Region(at(name))
}

fn propose(field: &mut Field, to: State, terms: &[Action]) {
    field.act(Action::Propose(field.seat(to))).unwrap();
    for term in terms {
        field.act(*term).unwrap();
    }
    field.act(Action::Send).unwrap();
}

// proves A-6.2-talks
#[test]
fn gold_changes_hands_in_winter_as_far_as_there_is_any() {
    let mut field = talks(three().gold(France, 6).gold(Austria, 2));
    field.act(Action::Propose(field.seat(Austria))).unwrap();
    field.act(Action::Grant(Item::Gold(5))).unwrap();
    assert_eq!(field.refused(Action::Grant(Item::Gold(5))), "A-6.2-talks", "there is only one more");
    assert_eq!(field.refused(Action::Grant(Item::Gold(2))), "A-6.2-talks", "ones and fives");
    assert_eq!(field.refused(Action::Claim(Item::Gold(1))), "A-6.2-talks", "gold goes one way");
    field.act(Action::Send).unwrap();
    field.act(Action::Accept).unwrap();
    assert_eq!((field.game.treasuries[Seat(0)], field.game.treasuries[Seat(2)]), (1, 7));
    let mut dear = talks(three().gold(Austria, 4));
    propose(&mut dear, Austria, &[Action::Claim(Item::Gold(5))]);
    assert_eq!(dear.refused(Action::Accept), "A-6.2-talks", "Austria has only 4");
    let mut turn = three().gold(France, 6).turn_of(France, 3);
    turn.act(Action::Propose(turn.seat(Austria))).unwrap();
    assert_eq!(turn.refused(Action::Grant(Item::Gold(1))), "A-6.2-talks", "not in a turn");
    assert_eq!(turn.refused(Action::Claim(region("Vienna"))), "A-6.2-talks");
}

// proves A-6.2-talks
#[test]
fn a_region_is_handed_over_by_leaving_it() {
    let field = three()
        .put(France, ["Inf #1", "Cav #1"], "Vienna")
        .put(France, ["Inf #2"], "Italy")
        .put(France, ["Inf #3"], "Berlin")
        .put(France, ["Inf #4"], "Paris")
        .put(Austria, ["Inf #1"], "Moravia");
    let mut field = talks(field);
    field.act(Action::Propose(field.seat(Austria))).unwrap();
    let mut refused = |action| field.refused(action);
    assert_eq!(refused(Action::Grant(region("Berlin"))), "A-6.2-talks", "it would be Prussian again");
    assert_eq!(refused(Action::Grant(region("Paris"))), "A-6.2-talks", "no Austrian is there");
    assert_eq!(refused(Action::Claim(region("Moravia"))), "A-6.2-talks", "no Frenchman is there");
    assert_eq!(refused(Action::Grant(region("North Sea"))), "A-6.2-talks", "a sea is no region");
    field.act(Action::Grant(region("Vienna"))).unwrap();
    assert_eq!(field.refused(Action::Grant(region("Vienna"))), "A-6.2-talks", "once");
    field.act(Action::Grant(region("Italy"))).unwrap();
    field.act(Action::Send).unwrap();
    field.act(Action::Accept).unwrap();
    assert!(field.game.blocks_at(at("Vienna")).is_empty() && field.game.blocks_at(at("Italy")).is_empty());
    let lay = field.game.lay(field.seat(Austria));
    assert!(lay.friendly.contains(at("Vienna")), "it is Austrian again");
    assert!(lay.neutral.contains(at("Italy")), "it is nobody's");
    for name in ["France Inf #1", "France Cav #1", "France Inf #2"] {
        let place = field.game.place(super::field::block(name)).expect("it has marched off");
        let lay = field.game.lay(field.seat(France));
        assert!(lay.friendly.contains(place), "{name} is in {place}");
    }
    assert_eq!(
        field.whereabouts("France Inf #2"),
        Some("Provence"),
        "the first of the nearest that are French"
    );
}

// proves A-6.2-talks, A-3.4-player-ally
#[test]
fn ones_own_city_is_left_to_who_stands_in_it() {
    let mut field = talks(three().put(France, ["Inf #1"], "Vienna").gold(Austria, 0));
    field.done();
    field.done();
    let france = field.seat(France);
    propose(&mut field, France, &[Action::Ally, Action::Grant(region("Vienna"))]);
    field.act(Action::Accept).unwrap();
    assert!(field.game.are_allied(france, field.seat(Austria)));
    assert_eq!(field.game.profits_from(at("Vienna")), Some(france), "although they are allied");
    let mut fort = talks(three().put(Austria, ["Inf #1"], "Italy").put(France, ["Fort (Brest)"], "Brittany"));
    fort = fort.put(Austria, ["Inf #2"], "Brittany").friends(France, Austria);
    fort.act(Action::Propose(fort.seat(Austria))).unwrap();
    assert_eq!(fort.refused(Action::Grant(region("Brittany"))), "A-2.13-fortress");
    fort.done();
    fort.done();
    fort.done();
    propose(&mut fort, France, &[Action::Claim(region("Brittany"))]);
    assert_eq!(fort.refused(Action::Accept), "A-2.13-fortress", "who asks cannot know");
}

// proves A-6.21-offer
#[test]
fn terms_are_accepted_refused_or_countered() {
    let field =
        three().gold(Austria, 9).gold(France, 1).put(France, ["Inf #1"], "Vienna").turn_of(Austria, 3);
    let (france, austria) = (field.seat(France), field.seat(Austria));
    let mut field = field;
    propose(&mut field, France, &[Action::Surrender, Action::Grant(Item::Gold(1))]);
    assert_eq!(field.refused(Action::Group(at("Vienna"))), "A-6.21-offer", "an answer is waited for");
    let mut denied = field.clone();
    denied.done();
    assert!(!denied.game.are_allied(france, austria));
    field.act(Action::Counter).unwrap();
    assert_eq!(field.game.deciders().iter().next(), Some(france));
    assert_eq!(field.refused(Action::Surrender), "A-6.21-offer", "the victor does not surrender");
    field.act(Action::Claim(Item::Gold(5))).unwrap();
    field.act(Action::Claim(region("Vienna"))).unwrap();
    field.act(Action::Send).unwrap();
    assert_eq!(field.game.deciders().iter().next(), Some(austria));
    let mut long = field.clone();
    for _ in 0..2 {
        long.act(Action::Counter).unwrap();
        long.act(Action::Send).unwrap();
    }
    assert_eq!(long.refused(Action::Counter), "A-6.21-offer", "talks come to an end");
    field.act(Action::Accept).unwrap();
    assert!(field.game.are_allied(france, austria));
    assert_eq!(
        field.game.treasuries.as_array()[..3],
        [1 + 5 + 2, three().game.treasuries[Seat(1)], 2],
        "5 agreed, then half of 4"
    );
    assert_eq!(field.game.profits_from(at("Vienna")), Some(france));
    assert_eq!(field.game.turn.seat, austria, "his turn goes on");
    assert_eq!(field.refused(Action::Break(france)), "A-9.21-alliance", "it is a defeat");
}

// proves A-6.21-effect, A-6.21-npe
#[test]
fn who_surrenders_is_defeated_but_keeps_his_strength_and_his_allies() {
    let mut field = three()
        .allied(Prussia, Austria)
        .put(Austria, ["Inf #1"], "Vienna")
        .put(Prussia, ["Inf #1"], "Berlin")
        .put(France, ["Inf #1"], "Tyrol")
        .turn_of(France, 3);
    field.march("Tyrol", ["France Inf #1"], "Vienna");
    field.done();
    let mut field = field.turn_of(Austria, 3);
    let (france, austria) = (field.seat(France), field.seat(Austria));
    propose(&mut field, France, &[Action::Surrender]);
    field.act(Action::Accept).unwrap();
    assert_eq!(field.strength("Austria Inf #1"), 4, "not reduced");
    assert!(!field.game.is_embattled(at("Vienna")), "they are at peace");
    assert!(field.game.is_bound(austria, france));
    assert_eq!(field.game.standings[Prussia], Standing::Ally(austria), "only players surrender");
    assert!(field.game.ended.is_none());
    for _ in 0..3 {
        if field.game.phase == Phase::Actions {
            field.done();
        }
    }
    assert!(field.game.ended.is_none(), "Austria is no great power");
}

// proves A-6.21-effect
#[test]
fn the_surrender_of_a_great_power_ends_the_game() {
    let mut field = three().turn_of(Britain, 3);
    propose(&mut field, Austria, &[Action::Surrender]);
    field.act(Action::Accept).unwrap();
    assert!(field.game.ended.is_none(), "not before the game turn is over");
    while field.game.ended.is_none() {
        field.done();
    }
    let end = field.game.ended.unwrap();
    assert_eq!(end.reason, EndReason::Defeat);
    assert!(!end.winners.contains(field.seat(Britain)), "the defeated is left out");
    let mut winter = talks(three());
    propose(&mut winter, Austria, &[Action::Surrender]);
    winter.act(Action::Accept).unwrap();
    assert_eq!(winter.game.ended.unwrap().reason, EndReason::Defeat, "in Winter at once");
    assert!(!winter.game.ended.unwrap().winners.contains(winter.seat(France)));
}
