//! Blocks that are eliminated, and how they come back. Rulebook 7.7.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::battle::Side;
use crate::state::{Spot, Standing};
use crate::states::State::{Bavaria, Britain, France, Spain};

fn spot(field: &Field, name: &str) -> Spot {
    field.game.blocks.spots[block(name)]
}

/// The French attack Wellington and infantry in La Mancha; others stand elsewhere.
fn wellington() -> Field {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .put(Britain, ["HQ (Wellington)", "Inf #1"], "La Mancha")
        .put(Britain, ["Inf #2", "Inf #3"], "London")
        .put(Britain, ["Inf #4", "Art #1"], "Wessex")
        .put(France, ["Inf #1", "Inf #2", "Inf #3"], "Madrid")
        .with_strength("Britain HQ (Wellington)", 1)
        .with_strength("Britain Inf #1", 1)
        .turn_of(France, 3);
    field.march("Madrid", ["France Inf #1", "France Inf #2", "France Inf #3"], "La Mancha");
    field.battle("La Mancha")
}

// proves A-7.71-hq, A-7.7-pool, A-7.7-rebuild
#[test]
fn an_hq_falls_like_any_block_and_is_rebuilt_next_year() {
    let mut field = wellington();
    field.hits(Side::Defending, 1);
    field.take("Britain HQ (Wellington)");
    assert_eq!(spot(&field, "Britain HQ (Wellington)"), Spot::DOWN);
    assert!(field.sees(France, "Britain HQ (Wellington)"), "it lies face-up in the pool");
    field.fight_out();
    assert!(field.game.ended.is_none(), "no game ends with Wellington");

    let build = |at_: &str| Action::Build { block: block("Britain HQ (Wellington)"), at: at(at_) };
    let mut same_year = field.clone().turn_of(Britain, 3);
    assert_eq!(same_year.refused(build("London")), "A-7.7-pool");
    let mut next_year = field;
    next_year.game.stand_up();
    assert!(!next_year.sees(France, "Britain HQ (Wellington)"), "upright again");
    let mut next_year = next_year.turn_of(Britain, 3);
    assert_eq!(next_year.refused(build("Murcia")), "A-5.1-where");
    next_year.act(build("London")).unwrap();
    assert_eq!(next_year.whereabouts("Britain HQ (Wellington)"), Some("London"));
    assert_eq!((next_year.strength("Britain HQ (Wellington)"), next_year.game.turn.points), (1, 2));
}

// proves A-7.7-rebuild
#[test]
fn a_fortress_is_rebuilt_where_it_belongs() {
    let build = |name: &str, region: &str| Action::Build { block: block(name), at: at(region) };
    let mut field = Field::duel()
        .put(Britain, ["Inf #1"], "London")
        .put(Britain, ["Fleet #1"], "Malta")
        .turn_of(Britain, 3);
    assert_eq!(field.refused(build("Britain Fort (Portsmouth)", "London")), "A-7.7-rebuild");
    field.act(build("Britain Fort (Portsmouth)", "Wessex")).unwrap();
    assert_eq!(field.strength("Britain Fort (Portsmouth)"), 1);
    field.act(build("Britain Fort (Malta)", "Malta")).unwrap();
    assert_eq!(
        field.refused(build("Britain Fort (Gibraltar)", "Gibraltar")),
        "A-5.1-where",
        "nobody holds it"
    );
}

// proves A-7.72-pool
#[test]
fn blocks_of_a_minor_pass_to_its_conqueror() {
    let mut field = Field::duel()
        .allied(Bavaria, Britain)
        .put(Bavaria, ["Infantry (Munich)"], "Bavaria")
        .put(France, ["Inf #1"], "Rhineland")
        .with_strength("Bavaria Infantry (Munich)", 1)
        .turn_of(France, 3);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    let mut field = field.battle("Bavaria");
    field.hold("Bavaria Infantry (Munich)");
    field.fire("France Inf #1", &[1, 6, 6, 6]);
    assert_eq!(spot(&field, "Bavaria Infantry (Munich)"), Spot::DOWN);
    assert_eq!(field.game.standing(Bavaria), Standing::Ally(field.seat(Britain)), "in its ally's pool");
    field.done();
    assert_eq!(field.game.standing(Bavaria), Standing::Ally(field.seat(France)));
    field.game.stand_up();
    let build = Action::Build { block: block("Bavaria Infantry (Munich)"), at: at("Bavaria") };
    let mut french = field.clone().turn_of(France, 3);
    french.act(build).unwrap();
    let mut british = field.turn_of(Britain, 3);
    assert_eq!(british.refused(build), "A-4.0-never");
}

// proves A-7.71-napoleon
#[test]
fn napoleon_falls_by_hits_and_the_game_turn_is_played_to_its_end() {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .put(France, ["HQ (Napoléon)"], "La Mancha")
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Paris")
        .put(France, ["Inf #5"], "Valencia")
        .put(Britain, ["Inf #1"], "Madrid")
        .put(Britain, ["Inf #2"], "Murcia")
        .put(Britain, ["Inf #3", "Inf #4"], "London")
        .with_strength("France HQ (Napoléon)", 1)
        .turn_of(Britain, 3);
    field.march("Madrid", ["Britain Inf #1"], "La Mancha");
    field.march("Murcia", ["Britain Inf #2"], "Valencia");
    let mut field = field.battle("La Mancha");
    field.hold("France HQ (Napoléon)");
    field.fire("Britain Inf #1", &[1, 6, 6, 6]);
    field.done();
    assert!(field.game.napoleon_fallen && field.game.ended.is_none(), "another battle is to be fought");
    field.act(Action::Fight(at("Valencia"))).unwrap();
    field.fight_out();
    let end = field.game.ended.expect("all battles are fought");
    assert_eq!((end.reason.key(), end.winners.contains(field.seat(Britain))), ("napoleon", true));
}
