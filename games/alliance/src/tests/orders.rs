//! Standing orders: only what they cover is answered, and always with something that is allowed.

use engine::{Game, Values};

use super::cards::reveal;
use super::field::{Field, block};
use crate::Alliance;
use crate::action::Action;
use crate::battle::Side;
use crate::state::Phase;
use crate::states::State::{self, Britain, Denmark, France, Spain};

/// Orders of which one is given.
fn ordered(id: &str, choice: &str) -> Values {
    let given = std::iter::once((id.to_owned(), choice.into())).collect();
    Alliance::info().ordered(&given).expect("an order of the game")
}

fn answer(field: &Field, empire: State, id: &str, choice: &str) -> Option<Action> {
    field.game.ordered(field.seat(empire), &ordered(id, choice))
}

/// Three French blocks of three steps in La Mancha are hit once: an HQ that shoots at 4, infantry at 3 and cavalry at 3.
fn hit() -> Field {
    let mut field = Field::duel()
        .put(France, ["HQ (Napoléon)", "Inf #1", "Cav #2"], "La Mancha")
        .put(Britain, ["Inf #1"], "Madrid")
        .with_strength("France Inf #1", 3)
        .with_strength("France Cav #2", 3)
        .turn_of(Britain, 3);
    field.march("Madrid", ["Britain Inf #1"], "La Mancha");
    let mut field = field.battle("La Mancha");
    field.hold("France HQ (Napoléon)");
    field.hits(Side::Defending, 1);
    assert_eq!(field.deciding(), France);
    field
}

#[test]
fn a_hit_goes_to_the_block_that_the_order_names() {
    let field = hit();
    assert_eq!(answer(&field, France, "hits", "ask"), None);
    assert_eq!(answer(&field, France, "hits", "poor"), Some(Action::Hit(block("France Inf #1"))));
    assert_eq!(
        answer(&field, France, "hits", "acted"),
        Some(Action::Hit(block("France HQ (Napoléon)"))),
        "the only one that has had its turn"
    );
    assert_eq!(answer(&field, Britain, "hits", "poor"), None, "nobody asks Britain");
    assert_eq!(answer(&field, France, "bids", "never"), None, "another order");
}

#[test]
fn bids_are_matched_or_not_as_ordered() {
    let bid_for = |target, field: Field| {
        let mut field = reveal(field.gold(France, 5).gold(Britain, 5), [(France, 39), (Britain, 5)]);
        field.act(Action::Bid { target, gold: 2 }).unwrap();
        assert!(matches!(field.game.phase, Phase::Match(_)));
        field
    };
    let foreign = bid_for(Denmark, Field::duel());
    assert_eq!(answer(&foreign, Britain, "bids", "ask"), None);
    assert_eq!(answer(&foreign, Britain, "bids", "never"), Some(Action::Done));
    assert_eq!(answer(&foreign, Britain, "bids", "own"), Some(Action::Done));
    let own = bid_for(Spain, Field::duel().allied(Spain, Britain));
    assert_eq!(answer(&own, Britain, "bids", "never"), Some(Action::Done));
    assert_eq!(answer(&own, Britain, "bids", "own"), Some(Action::Match));
}

#[test]
fn who_keeps_all_is_not_asked_in_winter() {
    let mut field = Field::duel();
    field.game.phase = Phase::Disband(0);
    let first = field.game.empire(field.decider());
    assert_eq!(answer(&field, first, "disband", "ask"), None);
    assert_eq!(answer(&field, first, "disband", "never"), Some(Action::Done));
}
