//! Turns, fire and hits. Rulebook 2.3.3, 7.21, 7.3.

use engine::{Seat, Seats};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::battle::Side;
use crate::state::{Alliance, Fight, Spot, Stage};
use crate::states::State::{Britain, France, Morocco, Spain};

/// The French attack La Mancha, which Spaniards and Britons hold.
fn la_mancha() -> Field {
    Field::duel().allied(Spain, Britain)
}

// proves A-7.X-example, A-2.3.3-letters, A-2.3.3-defender, A-7.23-round1
#[test]
fn the_battle_example() {
    let mut field = la_mancha()
        .put(Britain, ["Art #1", "HQ (Wellington)", "Inf #1"], "La Mancha")
        .put(Spain, ["Inf #2"], "La Mancha")
        .put(France, ["HQ (Napoléon)", "Inf #1", "Inf #7"], "Madrid")
        .put(France, ["Cav #2", "Garde"], "Valencia")
        .with_strength("Britain Art #1", 2)
        .with_strength("France Garde", 3)
        .turn_of(France, 3);
    field.march("Madrid", ["France HQ (Napoléon)", "France Inf #1", "France Inf #7"], "La Mancha");
    field.march("Valencia", ["France Cav #2", "France Garde"], "La Mancha");
    let mut field = field.battle("La Mancha");
    assert_eq!(field.no_fire("France HQ (Napoléon)"), "A-2.3.3-letters");
    assert_eq!(field.no_fire("France Garde"), "A-7.21-turn", "reserves wait unseen");
    assert_eq!(
        field.hold_round(),
        [
            "British Art #1",
            "British HQ (Wellington)",
            "French HQ (Napoléon)",
            "British Inf #1",
            "Spanish Inf #2",
            "French Inf #1",
            "French Inf #7",
        ]
    );
    assert_eq!(
        field.hold_round(),
        [
            "British Art #1",
            "British HQ (Wellington)",
            "French HQ (Napoléon)",
            "French Cav #2",
            "British Inf #1",
            "Spanish Inf #2",
            "French Garde",
            "French Inf #1",
            "French Inf #7",
        ]
    );
}

// proves A-7.21-turn, A-2.3.3-letters, A-2.3.3-defender
#[test]
fn each_block_acts_once_in_a_round_by_letters_and_defenders_first() {
    let mut field = la_mancha()
        .put(France, ["Art #2", "Inf #8"], "La Mancha")
        .put(Britain, ["Cav #1", "Inf #4"], "Madrid")
        .turn_of(Britain, 3);
    field.march("Madrid", ["Britain Cav #1", "Britain Inf #4"], "La Mancha");
    let mut field = field.battle("La Mancha");
    assert_eq!(field.no_fire("Britain Cav #1"), "A-2.3.3-letters");
    field.hold("France Art #2");
    assert_eq!(field.no_fire("France Art #2"), "A-7.21-turn");
    field.hold("Britain Cav #1");
    assert_eq!(field.no_fire("Britain Inf #4"), "A-2.3.3-defender");
    assert_eq!(field.refused(Action::Done), "A-7.21-turn");
    field.hold("France Inf #8");
    field.hold("Britain Inf #4");
    assert_eq!(field.round(), 2);
    assert_eq!(field.hold_round(), ["French Art #2", "British Cav #1", "French Inf #8", "British Inf #4"]);
}

// proves A-7.21-samegroup
#[test]
fn blocks_of_one_letter_act_in_the_order_their_owner_likes() {
    let mut field = la_mancha()
        .put(France, ["Inf #1", "Inf #2", "Inf #3"], "La Mancha")
        .put(Britain, ["Cav #1"], "Madrid")
        .turn_of(Britain, 3);
    field.march("Madrid", ["Britain Cav #1"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.hold("Britain Cav #1");
    field.hold("France Inf #3");
    field.hold("France Inf #1");
    field.hold("France Inf #2");
    assert_eq!(field.round(), 2);
}

/// French cavalry 3B3, infantry 4C3 and 1C3 attack British infantry 4C3 and 3C2, and Moroccan cavalry 2B1.
fn skirmish() -> Field {
    let mut field = la_mancha()
        .allied(Morocco, Britain)
        .put(Britain, ["Inf #1", "Inf #4"], "La Mancha")
        .put(Morocco, ["Cavalry (Morocco)"], "La Mancha")
        .put(France, ["Cav #2", "Inf #1", "Inf #2"], "Madrid")
        .with_strength("France Inf #2", 1)
        .turn_of(France, 3);
    field.march("Madrid", ["France Cav #2", "France Inf #1", "France Inf #2"], "La Mancha");
    field.battle("La Mancha")
}

// proves A-7.3-fire
#[test]
fn a_block_rolls_a_die_for_each_step_and_hits_with_its_number_or_less() {
    let mut field = skirmish();
    // B1 hits with 1 alone.
    field.fire("Morocco Cavalry (Morocco)", &[1, 2]);
    assert_eq!(field.strength("France Inf #1"), 3);
    // B3 hits with 1 to 3: of 2, 4 and 5 one hits.
    field.fire("France Cav #2", &[2, 4, 5]);
    assert_eq!((field.strength("Britain Inf #1"), field.strength("Britain Inf #4")), (3, 3));
    field.fire("Britain Inf #1", &[4, 5, 6]);
    field.fire("Britain Inf #4", &[6, 3, 4]);
    field.fire("France Inf #1", &[3, 2, 4]);
    assert_eq!(field.stage(), Stage::Hits { side: Side::Defending, hits: 2 });
    field.take("Britain Inf #1");
    assert_eq!(field.strength("Britain Inf #4"), 2, "the only one with three steps takes the second");
    // One step, one die.
    field.fire("France Inf #2", &[4]);
    assert_eq!(field.round(), 2);
    assert!(
        field.told(Britain).contains(&"French Cav #2 rolls 2, 4, 5: 1 hit with 3 or less".to_owned()),
        "{:?}",
        field.told(Britain)
    );
}

// proves A-7.31-immediate
#[test]
fn hits_count_before_the_next_block_fires() {
    let mut field = skirmish();
    field.hold("Morocco Cavalry (Morocco)");
    field.fire("France Cav #2", &[1, 1, 6]);
    assert_eq!(field.strength("Britain Inf #1"), 3);
    assert_eq!(field.no_fire("Britain Inf #1"), "A-7.31-immediate", "the second hit is to be taken first");
    field.take("Britain Inf #1");
    assert_eq!(field.strength("Britain Inf #1"), 2);
    field.fire("Britain Inf #1", &[4, 4]);
}

// proves A-7.31-strongest
#[test]
fn hits_go_to_the_strongest_and_equals_are_the_owners_choice() {
    let mut field = la_mancha()
        .put(France, ["Inf #1", "Inf #2", "Inf #7"], "La Mancha")
        .put(Britain, ["Inf #1"], "Madrid")
        .with_strength("France Inf #1", 2)
        .with_strength("France Inf #2", 2)
        .turn_of(Britain, 3);
    field.march("Madrid", ["Britain Inf #1"], "La Mancha");
    let mut field = field.battle("La Mancha");
    let strengths =
        |field: &Field| ["France Inf #1", "France Inf #2", "France Inf #7"].map(|name| field.strength(name));
    field.hits(Side::Defending, 2);
    assert_eq!(strengths(&field), [2, 2, 2], "the first hit goes to the block with three steps");
    assert_eq!(field.deciding(), France);
    for choice in 0..3 {
        let mut field = field.clone();
        field.take(["France Inf #1", "France Inf #2", "France Inf #7"][choice]);
        let mut expected = [2, 2, 2];
        expected[choice] = 1;
        assert_eq!(strengths(&field), expected);
    }
    field.take("France Inf #2");
    field.hits(Side::Defending, 1);
    assert_eq!(field.refused(Action::Hit(block("France Inf #2"))), "A-7.31-strongest");
}

// proves A-7.31-dead
#[test]
fn an_army_without_steps_is_eliminated() {
    let mut field = skirmish();
    field = field.with_strength("France Cav #2", 1).with_strength("France Inf #1", 1);
    field.hits(Side::Attacking, 1);
    field.take("France Inf #2");
    assert_eq!(field.game.blocks.spots[block("France Inf #2")], Spot::DOWN);
    assert_eq!(field.whereabouts("France Cav #2"), Some("La Mancha"), "a last step is a step");
}

#[test]
fn a_battle_that_cannot_be_is_not_read() {
    let read = |change: &dyn Fn(&mut Fight)| {
        let mut field = skirmish();
        change(field.game.fight.as_mut().unwrap());
        serde_json::from_str::<Alliance>(&serde_json::to_string(&field.game).unwrap()).is_ok()
    };
    assert!(read(&|_| ()));
    assert!(!read(&|fight| fight.place = at("Paris")));
    assert!(!read(&|fight| fight.round = 0));
    assert!(!read(&|fight| fight.steward = Seat(2)));
    assert!(!read(&|fight| fight.stage = Stage::Extend(0)), "there is no HQ");
    assert!(!read(&|fight| fight.stage = Stage::Events(Seats::NONE)));
    assert!(!read(&|fight| fight.cracked[0] = Some(block("France Inf #1"))));
}

/// Two French attack Badajoz with its fortress (3C2) and British infantry at two steps.
fn badajoz() -> Field {
    let mut field = la_mancha()
        .put(Spain, ["Fort (Badajoz)"], "La Mancha")
        .put(Britain, ["Inf #4"], "La Mancha")
        .put(France, ["Inf #1", "Inf #2"], "Madrid")
        .with_strength("Britain Inf #4", 2)
        .turn_of(France, 3);
    field.march("Madrid", ["France Inf #1", "France Inf #2"], "La Mancha");
    field.battle("La Mancha")
}

const FORT: &str = "Spain Fort (Badajoz)";

// proves A-7.32-double, A-7.32-half, A-7.32-strength, A-2.13-fortress
#[test]
fn a_fortress_loses_a_step_for_two_hits_and_takes_both() {
    let mut field = badajoz();
    field.hits(Side::Defending, 1);
    assert_eq!((field.strength(FORT), field.strength("Britain Inf #4")), (3, 2));
    assert_eq!(field.game.fight().cracked, [None, Some(block(FORT))]);
    field.fire(FORT, &[6, 6, 6]);
    field.hits(Side::Defending, 1);
    assert_eq!((field.strength(FORT), field.strength("Britain Inf #4")), (2, 2));
    // Both have two steps now: the owner chooses, and after half a hit has no choice.
    field.hits(Side::Defending, 2);
    field.take(FORT);
    assert_eq!((field.strength(FORT), field.strength("Britain Inf #4")), (1, 2));
    field.hits(Side::Defending, 3);
    assert_eq!(
        (field.strength(FORT), field.strength("Britain Inf #4")),
        (1, 1),
        "the third is half a hit or a step"
    );
}

// proves A-7.32-recover
#[test]
fn half_a_hit_lasts_to_the_end_of_the_battle_and_no_longer() {
    let mut field = badajoz();
    field.hits(Side::Defending, 1);
    field.reach_round(3);
    let mut finished = field.clone();
    field.hits(Side::Defending, 1);
    assert_eq!(field.strength(FORT), 2, "the round is over, the half hit is not");

    finished.reach_round(4);
    finished.hold(FORT);
    finished.hold("Britain Inf #4");
    finished.retreat("France Inf #1", "Madrid");
    finished.retreat("France Inf #2", "Madrid");
    finished.done();
    let mut again = finished.turn_of(France, 3);
    again.march("Madrid", ["France Inf #1", "France Inf #2"], "La Mancha");
    let mut again = again.battle("La Mancha");
    again.hits(Side::Defending, 1);
    assert_eq!(again.strength(FORT), 3);
    again.hits(Side::Defending, 1);
    assert_eq!(again.strength(FORT), 2);
}

// proves A-7.32-alone, A-2.13-fortress
#[test]
fn a_fortress_fights_on_until_the_attackers_leave() {
    let mut field = la_mancha()
        .put(Spain, ["Fort (Badajoz)", "Inf #1"], "La Mancha")
        .put(France, ["Inf #1"], "Madrid")
        .turn_of(France, 3);
    field.march("Madrid", ["France Inf #1"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.reach_round(2);
    assert_eq!(field.no_retreat(FORT, "Murcia"), "A-2.13-fortress");
    field.retreat("Spain Inf #1", "Murcia");
    field.reach_round(4);
    field.fire(FORT, &[6, 6, 6]);
    assert_eq!(field.no_fire("France Inf #1"), "A-7.2-round4");
    field.retreat("France Inf #1", "Madrid");
    assert!(field.is_won() && field.deciding() == Britain);
    assert_eq!(field.no_regroup(FORT, "Murcia"), "A-2.13-fortress");
    assert_eq!((field.whereabouts(FORT), field.strength(FORT)), (Some("La Mancha"), 3));
}

// proves A-7.32-alone, A-6.13-control
#[test]
fn a_fortress_that_changes_sides_must_win_or_fall() {
    let mut field = Field::duel()
        .allied(Spain, France)
        .put(Spain, ["Fort (Badajoz)"], "La Mancha")
        .put(France, ["Inf #1"], "La Mancha")
        .turn_of(France, 3);
    field.act(Action::Abandon(Spain)).unwrap();
    assert_eq!(field.game.ranks(at("La Mancha"), Side::Attacking), Field::set([FORT]));
    assert_eq!(field.hold_round(), ["French Inf #1", "Spanish Fort (Badajoz)"]);
    field.reach_round(4);
    field.hold("France Inf #1");
    assert_eq!(field.deciding(), Britain, "nobody decides for both sides");
    assert_eq!(field.no_fire(FORT), "A-7.2-round4");
    assert_eq!(field.no_retreat(FORT, "Murcia"), "A-2.13-fortress");
    field.hits(Side::Attacking, 1);
    assert_eq!(field.game.fight().cracked, [Some(block(FORT)), None]);
    field.act(Action::Lose(block(FORT))).unwrap();
    assert_eq!(field.game.blocks.spots[block(FORT)], Spot::DOWN);
}
