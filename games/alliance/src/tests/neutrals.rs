//! Neutrals that are attacked. Rulebook 4.32.

use engine::{Seat, Seats};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::control::Control;
use crate::event::Event;
use crate::state::Standing;
use crate::states::State::{
    Austria, Bavaria, Britain, Denmark, France, Naples, Poland, Prussia, Russia, Saxony, Spain,
};

/// What was rolled, in order.
fn rolls(field: &Field) -> Vec<(Seat, u8)> {
    let roll = |event: &Event| match *event {
        Event::Rolled { who, dice: [a, b], total, .. } => {
            assert_eq!(a + b, total, "no bonus");
            Some((who.seat, total))
        }
        _ => None,
    };
    field.log.events.iter().filter_map(roll).collect()
}

fn invasion_of_bavaria(seed: u64) -> Field {
    let field = Field::of(&[France, Britain, Russia, Austria, Spain]).friends(France, Spain).seeded(seed);
    let field = field.put(Bavaria, ["Infantry (Munich)"], "Bavaria");
    let mut field = field.put(France, ["Inf #1"], "Rhineland").turn_of(France, 3);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    field
}

// proves A-4.32-roll, A-4.32-trigger
#[test]
fn everybody_not_allied_to_the_invader_rolls_and_the_highest_gains_the_state() {
    let mut gained = Seats::NONE;
    let mut tied = 0;
    for seed in 0..60 {
        let field = invasion_of_bavaria(seed);
        let eligible: Seats =
            [Britain, Russia, Austria].map(|empire| field.seat(empire)).into_iter().collect();
        let mut rolling = eligible;
        let mut rolled = rolls(&field);
        while rolling.len() > 1 {
            let round: Vec<(Seat, u8)> = rolled.drain(..usize::from(rolling.len())).collect();
            assert_eq!(round.iter().map(|(seat, _)| *seat).collect::<Seats>(), rolling, "all of them roll");
            assert!(round.iter().all(|(_, roll)| (2..=12).contains(roll)));
            let most = round.iter().map(|(_, roll)| *roll).max().unwrap();
            rolling = round.iter().filter(|(_, roll)| *roll == most).map(|(seat, _)| *seat).collect();
            tied += usize::from(rolling.len() > 1);
        }
        assert!(rolled.is_empty(), "nobody rolls in vain");
        let winner = rolling.iter().next().unwrap();
        assert_eq!(field.game.standing(Bavaria), Standing::Ally(winner));
        gained.insert(winner);
    }
    assert_eq!(gained.len(), 3, "everybody wins now and then");
    assert!(tied > 0, "ties are rolled again");
}

// proves A-4.32-trigger
#[test]
fn with_one_other_player_nobody_rolls() {
    let mut field = Field::duel().put(France, ["Inf #1"], "Rhineland").gold(Britain, 5).turn_of(France, 3);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    assert_eq!(field.game.standing(Bavaria), Standing::Ally(field.seat(Britain)));
    assert!(rolls(&field).is_empty());
    assert_eq!(field.game.treasuries[field.seat(Britain)], 5);
}

// proves A-4.32-trigger, A-4.0-pass
#[test]
fn whoever_enters_vacant_neutral_land_may_go_on_and_whoever_meets_neutral_blocks_stops() {
    let mut field = Field::duel().neutral(Austria).put(France, ["Inf #1"], "Rhineland").turn_of(France, 3);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    assert!(field.game.engagements.is_empty());
    field.step("France Inf #1", "Vienna").unwrap();
    for state in [Bavaria, Austria] {
        assert_eq!(field.game.standing(state), Standing::Ally(field.seat(Britain)), "{state}");
    }
    let mut field = invasion_of_bavaria(1);
    assert_eq!(field.no_step("France Inf #1", "Vienna"), "A-3.2-stop");
    assert_eq!(field.control(France, "Bavaria"), Control::Embattled);
}

// proves A-4.32-trigger
#[test]
fn a_minor_draws_in_the_empire_it_goes_with_and_the_reverse() {
    for (from, to) in [("Silesia", "Poland"), ("Poland", "Silesia")] {
        let field = Field::duel().put(Prussia, ["Inf #1"], "Berlin").put(Poland, ["Infantry (Warsaw)"], to);
        let mut field = field.put(France, ["Inf #1"], from).turn_of(France, 3);
        assert_eq!(field.game.standing(Poland), Standing::Neutral);
        field.march(from, ["France Inf #1"], to);
        for state in [Prussia, Poland] {
            assert_eq!(field.game.standing(state), Standing::Ally(field.seat(Britain)), "{state} after {to}");
        }
    }
}

// proves A-4.32-trigger
#[test]
fn a_neutral_fleet_at_sea_is_roused_like_its_land() {
    let field = Field::duel().put(Denmark, ["Fleet (Denmark)"], "North Sea");
    let mut field = field.put(Britain, ["Fleet #1"], "English Channel").turn_of(Britain, 3);
    field.march("English Channel", ["Britain Fleet #1"], "North Sea");
    assert_eq!(field.game.standing(Denmark), Standing::Ally(field.seat(France)));
    assert!(field.game.is_embattled(at("North Sea")));
}

// proves A-4.32-trigger
#[test]
fn all_neutrals_that_are_engaged_are_roused_and_fight_one_battle() {
    let field = Field::duel().put(Austria, ["Inf #1"], "Hanover").put(Prussia, ["Inf #1"], "Hanover");
    let mut field = field.put(France, ["Inf #1"], "Westfalen").turn_of(France, 3);
    field.march("Westfalen", ["France Inf #1"], "Hanover");
    for state in [Austria, Prussia] {
        assert_eq!(field.game.standing(state), Standing::Ally(field.seat(Britain)), "{state}");
    }
    assert_eq!(field.game.engagements.len(), 1);
    assert_eq!(field.game.attackers, Field::set(["France Inf #1"]));
}

// proves A-4.32-trigger
#[test]
fn land_that_others_hold_is_not_the_neutrals() {
    let field = Field::of(&[France, Britain, Russia]).neutral(Austria).put(France, ["Inf #1"], "Bohemia");
    let mut field = field.put(Russia, ["Inf #1"], "Silesia").turn_of(Russia, 3);
    field.march("Silesia", ["Russia Inf #1"], "Bohemia");
    assert_eq!(field.game.standing(Austria), Standing::Neutral);
    assert!(field.game.is_embattled(at("Bohemia")));
}

// proves A-4.32-before
#[test]
fn the_new_ally_moves_in_the_same_game_turn() {
    let field = Field::duel().put(Naples, ["Infantry (Naples)"], "Calabria").put(France, ["Inf #1"], "Rome");
    let mut field = field.cards([(France, 28), (Britain, 12)]);
    field.march("Rome", ["France Inf #1"], "Apulia");
    assert_eq!(field.game.standing(Naples), Standing::Ally(field.seat(Britain)));
    field.done();
    field.march("Calabria", ["Naples Infantry (Naples)"], "Apulia");
    assert!(field.game.is_embattled(at("Apulia")));
}

fn forsaken() -> Field {
    Field::of(&[France, Britain, Russia]).friends(France, Britain).friends(France, Russia)
}

// proves A-4.32-none
#[test]
fn where_everybody_is_the_invaders_friend_the_state_stands_alone() {
    let field = forsaken().put(Bavaria, ["Infantry (Munich)"], "Bavaria");
    let field = field.put(France, ["Inf #1"], "Rhineland").put(Britain, ["Inf #1"], "Westfalen");
    let mut field = field.cards([(France, 28), (Russia, 24), (Britain, 5)]);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    assert_eq!(field.game.standing(Bavaria), Standing::Alone);
    assert_eq!(field.game.led_by(Bavaria), None);
    assert!(rolls(&field).is_empty());
    field.done();
    // Nobody moves or levies its blocks meanwhile.
    assert_eq!(field.moving(), Russia);
    let munich = block("Bavaria Infantry (Munich)");
    assert_eq!(field.refused(Action::Group(at("Bavaria"))), "A-4.0-own");
    assert_eq!(field.refused(Action::Levy(munich)), "A-4.0-own");
    field.done();
    field.done();
    field.act(Action::Fight(at("Bavaria"))).unwrap();
    // Whoever plays after the invader decides for its blocks.
    let fight = field.game.fight();
    assert_eq!(fight.steward, field.seat(Russia));
    assert_eq!(field.game.melee(fight).fighter(), field.seat(Russia), "the defender fires first");
}

// proves A-4.32-none
#[test]
fn who_plays_last_is_followed_by_who_plays_first() {
    let field =
        forsaken().put(Bavaria, ["Infantry (Munich)"], "Bavaria").put(France, ["Inf #1"], "Rhineland");
    let mut field = field.cards([(Britain, 31), (Russia, 24), (France, 2)]);
    field.done();
    field.done();
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    field.done();
    field.act(Action::Fight(at("Bavaria"))).unwrap();
    assert_eq!(field.game.fight().steward, field.seat(Britain));
}

// proves A-4.32-none
#[test]
fn a_state_that_stood_alone_is_neutral_again_as_soon_as_its_land_is_free() {
    let mut field = forsaken().put(France, ["Inf #1"], "Rhineland").turn_of(France, 3);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    assert_eq!(field.game.standing(Bavaria), Standing::Alone);
    field.step("France Inf #1", "Westfalen").unwrap();
    assert_eq!(field.game.standing(Bavaria), Standing::Neutral);

    // The land of a minor that goes with an empire counts as well.
    let mut field = forsaken().put(France, ["Inf #1"], "Silesia").put(Prussia, ["Inf #1"], "Berlin");
    field = field.turn_of(France, 3);
    field.march("Silesia", ["France Inf #1"], "Poland");
    field.done();
    assert_eq!(field.game.standing(Prussia), Standing::Alone);
}

// proves A-4.32-trigger
#[test]
fn a_retreat_into_vacant_neutral_land_rouses_its_state() {
    let field = Field::duel().put(Britain, ["Inf #1"], "Hanover").put(France, ["Inf #1"], "Westfalen");
    let mut field = field.cards([(France, 28), (Britain, 12)]);
    field.march("Westfalen", ["France Inf #1"], "Hanover");
    field.done();
    field.done();
    field.act(Action::Fight(at("Hanover"))).unwrap();
    let name = block("Britain Inf #1");
    field.act(Action::Hold(name)).unwrap();
    field.act(Action::Hold(block("France Inf #1"))).unwrap();
    assert_eq!(field.game.fight().round, 2);
    assert_eq!(field.game.standing(Saxony), Standing::Neutral);
    field.act(Action::Retreat { block: name, to: at("Saxony") }).unwrap();
    assert_eq!(field.game.standing(Saxony), Standing::Ally(field.seat(France)));
    assert_eq!(field.whereabouts("Britain Inf #1"), Some("Saxony"));
}
