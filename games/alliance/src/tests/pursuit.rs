//! Pursuit. Rulebook 7.62.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::battle::Side;
use crate::states::State::{Britain, France, Portugal, Spain};

/// The French have won La Mancha with Napoléon, three infantry and a Spanish block. The British stand in Andalusia, beyond
/// mountains, in Murcia and in Leon.
fn victory(winter: bool) -> Field {
    let mut field = Field::duel()
        .allied(Spain, France)
        .neutral(Portugal)
        .put(Britain, ["Inf #4"], "La Mancha")
        .put(Britain, ["Inf #1"], "Andalusia")
        .put(Britain, ["Inf #2"], "Murcia")
        .put(Britain, ["Inf #3", "Art #1", "Cav #1"], "London")
        .put(Portugal, ["Infantry (Beresford)"], "Algarve")
        .put(France, ["HQ (Napoléon)", "Inf #1", "Inf #2"], "Madrid")
        .put(Spain, ["Inf #1"], "Valencia")
        .put(France, ["Inf #3"], "Valencia")
        .with_strength("Britain Inf #4", 1);
    if winter {
        field = field.winter();
    }
    let mut field = field.turn_of(France, 4);
    field.march("Valencia", ["France Inf #3", "Spain Inf #1"], "La Mancha");
    field.group("Madrid").unwrap();
    for name in ["France HQ (Napoléon)", "France Inf #1", "France Inf #2"] {
        field.step(name, "La Mancha").unwrap_or_else(|_| assert!(winter));
    }
    field
}

fn won(field: Field) -> Field {
    let mut field = field.battle("La Mancha");
    field.hold("Britain Inf #4");
    field.fire("France Inf #3", &[1, 6, 6, 6]);
    assert!(field.is_won());
    field
}

// proves A-7.62-attack, A-7.6-step, A-7.6-others, A-7.6-notself
#[test]
fn victors_pursue_with_blocks_of_the_hqs_empire_for_a_step() {
    let mut field = won(victory(false));
    assert_eq!(field.no_pursuit("Spain Inf #1", "Andalusia"), "A-7.6-others");
    assert_eq!(field.no_pursuit("France Inf #1", "Leon"), "A-7.62-attack", "nobody is there");
    assert_eq!(field.no_pursuit("France Inf #1", "Algarve"), "A-7.62-attack", "neutrals are not pursued");
    assert_eq!(field.no_pursuit("France Inf #1", "Paris"), "A-7.62-attack");
    field.pursue("France Inf #1", "Andalusia");
    assert_eq!(field.strength("France HQ (Napoléon)"), 2);
    field.pursue("France Inf #2", "Andalusia");
    assert_eq!(field.strength("France HQ (Napoléon)"), 2, "one step for all who go there");
    assert_eq!(field.no_pursuit("France Inf #3", "Andalusia"), "A-4.2-mountain");
    field.pursue("France Inf #3", "Murcia");
    assert_eq!(field.strength("France HQ (Napoléon)"), 1, "another region, another step");
    field.done();
    assert_eq!(field.deciding(), France, "two pursuits: the first player says which is fought first");
    field.act(Action::Fight(at("Andalusia"))).unwrap();
    let place = at("Andalusia");
    assert_eq!(field.game.ranks(place, Side::Attacking), Field::set(["France Inf #1", "France Inf #2"]));
    field.reach_round(4);
    field.hold("Britain Inf #1");
    field.retreat("France Inf #1", "La Mancha");
}

// proves A-7.6-notself
#[test]
fn an_hq_with_one_step_does_not_pursue() {
    let mut field = won(victory(false).with_strength("France HQ (Napoléon)", 1));
    assert_eq!(field.no_pursuit("France Inf #1", "Andalusia"), "A-7.6-notself");
}

// proves A-7.62-attack
#[test]
fn limits_of_winter_bind_pursuits() {
    let mut field = won(victory(true));
    field.pursue("France Inf #1", "Andalusia");
    assert_eq!(field.no_pursuit("France HQ (Napoléon)", "Andalusia"), "A-3.5-limits");
}

// proves A-7.62-attack, A-7.62-once
#[test]
fn a_pursuit_is_fought_before_other_battles_and_can_be_followed_by_another() {
    let mut field = victory(false)
        .put(France, ["Inf #5"], "Rhineland")
        .put(Britain, ["HQ (Wellington)"], "Hanover")
        .put(Britain, ["Inf #2"], "Gibraltar")
        .with_strength("Britain Inf #1", 1);
    field.game.turn.points = 4;
    field.march("Rhineland", ["France Inf #5"], "Westfalen");
    field.done();
    field.march("Hanover", ["Britain HQ (Wellington)"], "Westfalen");
    let mut field = won(field);
    field.pursue("France HQ (Napoléon)", "Andalusia");
    field.pursue("France Inf #1", "Andalusia");
    field.done();
    assert_eq!(field.game.fight().place, at("Andalusia"), "the battle in Westfalen waits");
    assert!(field.game.is_embattled(at("Westfalen")));
    field.fire("France HQ (Napoléon)", &[6, 1]);
    assert!(field.is_won());
    field.pursue("France HQ (Napoléon)", "Gibraltar");
    assert_eq!(field.strength("France HQ (Napoléon)"), 1);
    assert_eq!(field.no_pursuit("France Inf #1", "Gibraltar"), "A-11.4-border");
    field.done();
    assert_eq!(field.game.fight().place, at("Gibraltar"));
}

// proves A-7.62-reinforce
#[test]
fn a_pursuit_into_a_pending_battle_brings_reserves() {
    let mut field = victory(false).put(France, ["Inf #5"], "Valencia").put(France, ["Inf #6"], "Aragon");
    field.game.turn.points = 4;
    field.march("Valencia", ["France Inf #5"], "Murcia");
    let mut field = won(field);
    field.pursue("France Inf #1", "Murcia");
    assert_eq!(field.strength("France HQ (Napoléon)"), 2);
    assert!(field.game.reserves.contains(block("France Inf #1")));
    field.done();
    assert!(field.game.fight.is_none(), "that battle is fought in its turn");
    field.act(Action::Fight(at("Murcia"))).unwrap();
    assert_eq!(field.game.ranks(at("Murcia"), Side::Attacking), Field::set(["France Inf #5"]));
    field.hold_round();
    let both = Field::set(["France Inf #1", "France Inf #5"]);
    assert_eq!(field.game.ranks(at("Murcia"), Side::Attacking), both);
}

// proves A-7.6-others
#[test]
fn each_hq_pursues_with_its_own() {
    let mut field = Field::duel()
        .allied(Spain, France)
        .put(Britain, ["Inf #4"], "La Mancha")
        .put(Britain, ["Inf #1"], "Murcia")
        .put(Britain, ["Inf #2", "Inf #3", "Art #1", "Cav #1"], "London")
        .put(France, ["HQ (Napoléon)"], "Valencia")
        .put(Spain, ["HQ (Cuesta)", "Inf #1"], "Valencia")
        .with_strength("Britain Inf #4", 1)
        .turn_of(France, 3);
    field.march("Valencia", ["France HQ (Napoléon)", "Spain HQ (Cuesta)", "Spain Inf #1"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.fire("France HQ (Napoléon)", &[1, 6, 6]);
    field.pursue("France HQ (Napoléon)", "Murcia");
    field.pursue("Spain Inf #1", "Murcia");
    let steps = ["France HQ (Napoléon)", "Spain HQ (Cuesta)"].map(|name| field.strength(name));
    assert_eq!(steps, [2, 1], "each spends a step");
    field.done();
    let both = Field::set(["France HQ (Napoléon)", "Spain Inf #1"]);
    assert_eq!(field.game.ranks(at("Murcia"), Side::Attacking), both, "over one border, at one time");
}

// proves A-7.6-step
#[test]
fn a_pursuit_says_that_it_takes_a_step_before_it_is_made() {
    let mut field = won(victory(false));
    let shown = |field: &Field, name: &str| {
        let pursuit = Action::Pursue { block: block(name), to: at("Andalusia") };
        let choice = field.game.choices(field.seat(France)).choice(pursuit);
        (choice.cost.map(|cost| cost.to_string()), choice.effect.expect("it is said").words)
    };
    assert_eq!(
        shown(&field, "France Inf #1"),
        (Some("1 step".to_owned()), "the French HQ spends a step".into())
    );
    field.pursue("France Inf #1", "Andalusia");
    assert_eq!(shown(&field, "France Inf #2"), (None, "joins the pursuit; its HQ has spent the step".into()));
}
