//! Turn Sequence, set-up, reinforcements and the end.

use engine::{Game, Seat, kit};

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::field::Stance;
use crate::position;
use crate::scenarios::{SCENARIOS, Spot, Stands};
use crate::staff::Post;
use crate::state::Marshals;

// proves M-turn-1
#[test]
fn france_moves_first_unless_the_scenario_reverses_it() {
    for scenario in SCENARIOS.iter() {
        let game: Marshals = kit::set_up(&scenario.id, 2, &[]);
        let first = game.to_act().iter().next().unwrap();
        assert_eq!(Some(first), game.seat(scenario.moves_first), "{}", scenario.id);
    }
    let seats = |scenario| Vec::from_iter(kit::set_up::<Marshals>(scenario, 2, &[]).order());
    assert_eq!((seats("ulm-1805"), seats("wagram-1809")), (vec![Seat(0), Seat(1)], vec![Seat(1), Seat(0)]));
}

// proves M-turn-2
#[test]
fn france_and_britain_move_before_whoever_has_been_at_war_longest() {
    let order = |scenario, players| {
        let game: Marshals = kit::set_up(scenario, players, &[]);
        let first = |seat| game.player(seat).powers_of().next().map_or("nobody", |power| power.name());
        game.order().into_iter().map(first).collect::<Vec<_>>()
    };
    // Austria, which is played with Prussia, comes late to the war.
    assert_eq!(order("leipzig-1813", 4), ["France", "Britain", "Russia", "Prussia"]);
    assert_eq!(order("leipzig-1813", 3), ["France", "Russia", "Prussia"]);
    assert_eq!(order("france-1814", 4), ["France", "Britain", "Russia", "Prussia"]);
    // All are at war from the beginning.
    assert_eq!(order("ulm-1805", 3), ["France", "Britain", "Austria"]);
    let powers = |id: &str| {
        let scenario = SCENARIOS.iter().find(|scenario| scenario.id == id).unwrap();
        scenario.order().iter().map(|nation| nation.name()).collect::<Vec<_>>()
    };
    assert_eq!(powers("leipzig-1813"), ["France", "Britain", "Russia", "Prussia", "Austria"]);
    assert_eq!(powers("france-1814"), ["France", "Britain", "Russia", "Prussia", "Austria"]);
    assert_eq!(powers("wagram-1809"), ["Britain", "Austria", "Russia", "Prussia", "France"]);
}

// proves M-turn-6, M-turn-15
#[test]
fn turns_follow_each_other_to_the_last_of_the_scenario() {
    let mut field = Field::of("ulm-1805");
    let mut turns = vec![field.game.date.to_string()];
    while !field.game.is_over {
        field.act(Action::Done);
        let now = field.game.date.to_string();
        if turns.last() != Some(&now) {
            turns.push(now);
        }
    }
    assert_eq!(turns.len(), 10);
    assert_eq!((turns[3].as_str(), turns[4].as_str()), ("1805 Sep-Oct 6", "1805 Nov-Dec 1"));
    assert_eq!(turns.last().map(String::as_str), Some("1805 Nov-Dec 6"));
    assert_eq!(field.game.outcome().unwrap().reason, "coalition-marginal");
}

#[test]
fn every_scenario_stands_as_it_is_written() {
    for scenario in SCENARIOS.iter() {
        for players in scenario.players() {
            let game: Marshals = kit::set_up(&scenario.id, players as u8, &[]);
            assert_eq!(position::check(&game), Ok(()), "{}", scenario.id);
            for force in scenario.setup.iter() {
                let Spot::Land(place, stands) = force.spot else { continue };
                let stance = if stands == Stands::Fort { Stance::Inside } else { Stance::Open };
                let here = game
                    .forces
                    .at(place.hex())
                    .iter()
                    .filter(|other| other.muster.nation == force.nation && other.muster.stance == stance);
                let factors: u16 = here.map(|force| force.factors.total()).sum();
                assert!(factors >= force.troops.factors().into(), "{} at {}", scenario.id, place.name());
            }
        }
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Marshals>() <= 16 * 1024, "{} bytes", size_of::<Marshals>());
}

// proves M-reinf-1
#[test]
fn reinforcements_come_at_their_date_and_not_to_the_enemy() {
    let scenario = &SCENARIOS[0];
    let force = scenario.reinforcements.iter().find(|force| force.date > Some(scenario.first_turn)).unwrap();
    let Spot::Land(place, _) = force.spot else { panic!("it comes by land") };
    let (date, first) = (force.date.unwrap().to_string(), force.leaders[0]);
    let field = Field::of("ulm-1805");
    assert_eq!(field.game.staff.post(first), Post::Away);
    let field = field.on(&date);
    assert_eq!(field.game.staff.post(first), Post::Open(place.hex()));
    let mut field = Field::of("ulm-1805");
    field.game.control.set(place.hex(), nation("France"));
    assert_eq!(field.on(&date).game.staff.post(first), Post::Away);
}

// proves M-reinf-2
#[test]
fn leaders_are_withdrawn_at_their_date() {
    let field = Field::of("ulm-1805");
    let mack = leader("Mack");
    assert!(field.game.staff.hex(mack).is_some());
    let date = SCENARIOS[0].withdrawals.iter().find(|line| line.leader == mack).unwrap().date;
    assert_eq!(field.on(&date.to_string()).game.staff.post(mack), Post::Away);
}

// proves M-lead-55
#[test]
fn a_man_has_one_counter_in_play() {
    for scenario in SCENARIOS.iter() {
        let field = Field::of(scenario.id.as_str()).on(&scenario.last_turn.to_string());
        assert_eq!(position::check(&field.game), Ok(()), "{}", scenario.id);
        for (leader, _) in field.game.staff.in_play() {
            let twins = leader.versions().filter(|other| field.game.staff.post(*other) != Post::Away);
            assert_eq!(twins.count(), 1, "{}", leader.name());
        }
    }
}

#[test]
fn forts_take_in_what_they_hold_and_no_horse() {
    use crate::forces::{Arm, Factors};
    let mut field = Field::bare("ulm-1805").put("Austria", Factors::new(5, 1, 0), "Josephstadt");
    field = field.turn_of("Austria");
    let (fort, austria) = (hex("Josephstadt"), nation("Austria"));
    let enter = |arm| Action::Enter { hex: fort, nation: austria, arm };
    assert_eq!(field.refused(enter(Arm::Cavalry)), "M-siege-1");
    (0..4).for_each(|_| {
        field.act(enter(Arm::Infantry));
    });
    assert_eq!(field.refused(enter(Arm::Infantry)), "M-fort-4");
    field.act(Action::Sally { hex: fort, nation: austria, arm: Arm::Infantry });
    assert_eq!(field.open("Austria", "Josephstadt"), Factors::new(2, 1, 0));
}
