//! Gold and victory points, and neutrals that are invaded. Rulebook 3.4, 4.32.

use super::field::Field;
use crate::state::Standing;
use crate::states::State::{Bavaria, Britain, France, Spain};

// proves A-3.4-half, A-3.4-homeland, A-3.4-ally-homeland, A-10.1-vp
#[test]
fn the_gold_example() {
    let field = Field::duel()
        .allied(Spain, France)
        .put(France, ["Fleet #1"], "Bay of Biscay")
        .put(France, ["Fleet #2"], "Gulf of Lyon")
        .put(France, ["Inf #7"], "Italy");
    let income = field.game.player(field.seat(France)).income();
    assert_eq!((income.home, income.abroad, income.total()), (5, 7, 8));
    assert_eq!(field.game.player(field.seat(France)).score(), 8);
    let field = field.put(Britain, ["Inf #1"], "Madrid");
    assert_eq!(field.game.player(field.seat(France)).income().abroad, 5);
}

// proves A-4.32-trigger, A-4.32-before
#[test]
fn a_neutral_that_is_entered_allies_with_the_other_player_at_once() {
    let mut field = Field::duel()
        .neutral(Bavaria)
        .put(Bavaria, ["Infantry (Munich)"], "Bavaria")
        .put(France, ["Inf #1"], "Rhineland")
        .turn_of(France, 3);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    assert_eq!(field.game.standing(Bavaria), Standing::Ally(field.seat(Britain)));
    assert_eq!(field.whereabouts("France Inf #1"), Some("Bavaria"));
    assert!(field.game.is_embattled(super::field::at("Bavaria")));
}
