//! Leaders' events in battle. Rulebook 3.3.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::state::Stage;
use crate::states::State::{Britain, France, Russia, Spain, Turkey};

const NAPOLEON: u8 = 42;
const WELLINGTON: u8 = 41;
const ALEXANDER: u8 = 39;
const TALLEYRAND: u8 = 37;
const CUESTA: u8 = 36;
const SELIM: u8 = 35;

/// A French army of every kind attacks a British one beside a fortress in La Mancha, with reserves.
fn parade(french: u8, british: u8) -> Field {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .put(Spain, ["Fort (Badajoz)"], "La Mancha")
        .put(Britain, ["Art #1", "Cav #1", "Inf #4"], "La Mancha")
        .put(France, ["Art #1", "Cav #1", "Garde"], "Madrid")
        .put(France, ["Art #2", "Inf #1"], "Valencia")
        .cards([(France, french), (Britain, british)]);
    if field.moving() == Britain {
        field.done();
    }
    field.march("Madrid", ["France Art #1", "France Cav #1", "France Garde"], "La Mancha");
    field.march("Valencia", ["France Art #2", "France Inf #1"], "La Mancha");
    field.battle("La Mancha")
}

fn firepower(field: &Field, name: &str) -> u8 {
    field.game.melee(field.game.fight()).firepower(block(name))
}

/// A French event for a block of one's own: what it may help, and what comes of it in rounds 1 and 2.
fn favour(card: u8, name: &str, not: &[&str], rule: &str, numbers: [u8; 2]) {
    let mut field = parade(card, 2);
    assert_eq!((field.stage(), field.deciding()), (Stage::Events(field.seat(France).into()), France));
    for other in not {
        assert_eq!(field.refused(Action::Favour(block(other))), rule, "{other}");
    }
    assert_eq!(field.refused(Action::Hinder), rule);
    field.act(Action::Favour(block(name))).unwrap();
    assert_eq!(firepower(&field, name), numbers[0]);
    assert_eq!(field.stage(), Stage::Fire, "the event is used once");
    field.hold_round();
    assert_eq!(firepower(&field, name), numbers[1]);
}

// proves A-3.3-napoleon, A-3.3-cap
#[test]
fn grand_battery_helps_artillery() {
    favour(NAPOLEON, "France Art #1", &["France Garde", "Britain Art #1"], "A-3.3-napoleon", [4, 3]);
}

// proves A-3.3-alexander, A-3.3-cap
#[test]
fn bayonet_charge_helps_infantry() {
    favour(ALEXANDER, "France Garde", &["France Cav #1", "Britain Inf #4"], "A-3.3-alexander", [5, 4]);
}

// proves A-3.3-cuesta
#[test]
fn cavalry_charge_helps_cavalry() {
    favour(CUESTA, "France Cav #1", &["France Garde", "France Art #1"], "A-3.3-cuesta", [4, 3]);
}

// proves A-3.3-cuesta
#[test]
fn cossacks_charge_and_hqs_do_not() {
    let mut field = Field::of(&[France, Russia])
        .put(France, ["Inf #1"], "Saxony")
        .put(Russia, ["HQ (Czar)", "Cossack #1"], "Hanover")
        .cards([(Russia, CUESTA), (France, 2)]);
    field.march("Hanover", ["Russia HQ (Czar)", "Russia Cossack #1"], "Saxony");
    let mut field = field.battle("Saxony");
    assert_eq!(field.refused(Action::Favour(block("Russia HQ (Czar)"))), "A-3.3-cuesta");
    field.act(Action::Favour(block("Russia Cossack #1"))).unwrap();
    assert_eq!(firepower(&field, "Russia Cossack #1"), 2);
}

// proves A-3.3-no-reserve
#[test]
fn events_of_round_one_do_not_help_reserves() {
    let mut field = parade(NAPOLEON, 2);
    assert_eq!(field.refused(Action::Favour(block("France Art #2"))), "A-3.3-no-reserve");
    let mut field = parade(ALEXANDER, 2);
    assert_eq!(field.refused(Action::Favour(block("France Inf #1"))), "A-3.3-no-reserve");
}

// proves A-3.3-wellington, A-3.3-cap
#[test]
fn reverse_slope_weakens_an_artillery_block_that_its_owner_chooses() {
    let mut field = parade(2, WELLINGTON);
    assert_eq!(field.deciding(), Britain);
    assert_eq!(field.refused(Action::Favour(block("Britain Art #1"))), "A-3.3-wellington");
    field.act(Action::Hinder).unwrap();
    assert_eq!(field.deciding(), France);
    for other in ["France Garde", "France Art #2", "Britain Art #1"] {
        assert_eq!(field.refused(Action::Suffer(block(other))), "A-3.3-wellington", "{other}");
    }
    field.act(Action::Suffer(block("France Art #1"))).unwrap();
    assert_eq!(firepower(&field, "France Art #1"), 2);
    field.hold("Britain Art #1");
    field.fire("France Art #1", &[3, 3, 6]);
    assert_eq!(field.stage(), Stage::Fire, "nothing to take");
    field.hold_round();
    assert_eq!(firepower(&field, "France Art #1"), 3);
    let told = field.told(France);
    assert!(told.contains(&"Reverse Slope is used against an enemy block".to_owned()), "{told:?}");
    assert!(told.contains(&"Reverse Slope strikes French Art #1".to_owned()), "{told:?}");
}

// proves A-3.3-selim, A-2.13-type
#[test]
fn panic_silences_an_infantry_block_and_no_fortress() {
    let mut field = parade(SELIM, 2);
    field.act(Action::Hinder).unwrap();
    assert_eq!(field.deciding(), Britain);
    assert_eq!(field.refused(Action::Suffer(block("Spain Fort (Badajoz)"))), "A-3.3-selim");
    field.act(Action::Suffer(block("Britain Inf #4"))).unwrap();
    while !field.game.melee(field.game.fight()).acting().contains(block("Britain Inf #4")) {
        let next = field.game.melee(field.game.fight()).acting().first().unwrap();
        field.act(Action::Hold(next)).unwrap();
    }
    assert_eq!(field.no_fire("Britain Inf #4"), "A-3.3-selim");
    field.hold("Britain Inf #4");
    field.fire("Spain Fort (Badajoz)", &[6, 6, 6]);
    field.reach_round(2);
    field.hold_round();
    assert_eq!(field.round(), 3);
    let mut later = field.clone();
    for name in ["Britain Art #1", "France Art #1", "France Art #2", "Britain Cav #1", "France Cav #1"] {
        later.hold(name);
    }
    later.fire("Britain Inf #4", &[6, 6, 6]);
}

// proves A-2.13-type
#[test]
fn a_fortress_makes_no_bayonet_charge() {
    let mut field = parade(2, ALEXANDER);
    assert_eq!(field.refused(Action::Favour(block("Spain Fort (Badajoz)"))), "A-3.3-alexander");
    field.act(Action::Favour(block("Britain Inf #4"))).unwrap();
    assert_eq!(firepower(&field, "Britain Inf #4"), 3, "a C2 fires as C3");
}

// proves A-3.3-event-once
#[test]
fn an_event_is_used_in_one_battle_or_kept_for_the_next() {
    let two = || {
        let mut field = Field::duel()
            .allied(Spain, Britain)
            .put(Britain, ["Inf #1"], "La Mancha")
            .put(Britain, ["Inf #2"], "Murcia")
            .put(France, ["Inf #1"], "Madrid")
            .put(France, ["Inf #2"], "Valencia")
            .cards([(France, ALEXANDER), (Britain, 2)]);
        field.march("Madrid", ["France Inf #1"], "La Mancha");
        field.march("Valencia", ["France Inf #2"], "Murcia");
        field.battle("La Mancha")
    };
    let mut used = two();
    assert_eq!(used.refused(Action::Hold(block("France Inf #1"))), "A-3.3-event-once");
    used.act(Action::Favour(block("France Inf #1"))).unwrap();
    used.fight_out();
    used.act(Action::Fight(at("Murcia"))).unwrap();
    assert_eq!(used.stage(), Stage::Fire, "the event is spent");

    let mut kept = two();
    kept.done();
    kept.fight_out();
    kept.act(Action::Fight(at("Murcia"))).unwrap();
    kept.act(Action::Favour(block("France Inf #2"))).unwrap();
    kept.fight_out();
    assert!(kept.game.hands.iter().all(|hand| !hand.used), "the next game turn begins with new cards");
}

// proves A-3.3-event-once
#[test]
fn other_leaders_have_no_event_in_battle() {
    assert_eq!(parade(TALLEYRAND, 2).stage(), Stage::Fire);
}

// proves A-3.3-benefits
#[test]
fn several_players_use_their_events_in_one_battle() {
    let mut field = Field::of(&[France, Britain, Turkey])
        .friends(Britain, Turkey)
        .put(Britain, ["Art #1", "Inf #1"], "Saxony")
        .put(Turkey, ["Inf #1"], "Saxony")
        .put(France, ["Art #1", "Inf #2"], "Hanover")
        .cards([(France, NAPOLEON), (Britain, WELLINGTON), (Turkey, ALEXANDER)]);
    field.march("Hanover", ["France Art #1", "France Inf #2"], "Saxony");
    let mut field = field.battle("Saxony");
    field.act(Action::Favour(block("France Art #1"))).unwrap();
    assert_eq!(field.deciding(), Britain);
    field.act(Action::Hinder).unwrap();
    field.act(Action::Suffer(block("France Art #1"))).unwrap();
    assert_eq!(field.deciding(), Turkey);
    field.act(Action::Favour(block("Turkey Inf #1"))).unwrap();
    assert_eq!(field.stage(), Stage::Fire);
    assert_eq!((firepower(&field, "France Art #1"), firepower(&field, "Turkey Inf #1")), (3, 3));
}

// proves A-3.3-event-once
#[test]
fn who_has_kept_his_event_is_not_asked_again_for_this_battle() {
    let mut field = parade(NAPOLEON, WELLINGTON);
    assert_eq!(field.deciding(), France);
    field.done();
    field.act(Action::Hinder).unwrap();
    field.act(Action::Suffer(block("France Art #1"))).unwrap();
    assert_eq!(field.stage(), Stage::Fire);
    assert!(!field.game.hands[field.seat(France)].used);
}
