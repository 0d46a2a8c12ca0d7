//! Army Reform.

use super::field::{Field, leader, nation};
use crate::Action;
use crate::forces::Factors;
use crate::production::Item;

fn reform(whose: &str) -> Action {
    Action::Buy { nation: nation(whose), item: Item::Reform }
}

/// A council in 1805 to 1807 in which Austria has points enough.
fn council(date: &str) -> Field {
    let mut field = Field::bare("ulm-1805").season(date);
    field.game.realm_mut(nation("Austria")).balance = 120;
    field
}

// proves M-reform-1
#[test]
fn who_is_beaten_reforms_a_year_later_and_who_is_not_from_1809() {
    assert_eq!(council("1805 Nov-Dec 1").denied("Austria", reform("Austria")), "M-reform-1");
    assert_eq!(council("1808 Nov-Dec 1").denied("Austria", reform("Austria")), "M-reform-1");
    council("1809 Jan-Feb 1").order("Austria", reform("Austria"));
    let beaten = |date| {
        let mut field = council(date);
        field.game.realm_mut(nation("Austria")).sued = Some("1805 Nov-Dec 4".parse().unwrap());
        field
    };
    assert_eq!(beaten("1806 Sep-Oct 1").denied("Austria", reform("Austria")), "M-reform-1");
    beaten("1806 Nov-Dec 1").order("Austria", reform("Austria"));
    for whose in ["France", "Britain"] {
        assert_eq!(council("1809 Jan-Feb 1").denied(whose, reform(whose)), "M-reform-1", "{whose}");
    }
}

// proves M-reform-2, M-reform-6
#[test]
fn it_takes_a_year_and_brings_fifteen_factors() {
    let austria = nation("Austria");
    let mut field = council("1809 Jan-Feb 1");
    let (price, income) =
        (field.game.country(austria).price_of_reform(), field.game.country(austria).income());
    assert_eq!(price, (120 - income) / 2 + income);
    let funds = field.game.country(austria).funds();
    field.order("Austria", reform("Austria"));
    assert_eq!(field.game.country(austria).funds(), funds - i32::from(price));
    assert_eq!(field.denied("Austria", reform("Austria")), "M-reform-2");
    field.order("Austria", Action::Done).order("France", Action::Done);
    let ready = field.game.treasury(austria).ready;
    let mut field = field.season("1809 Nov-Dec 1");
    assert_eq!(field.denied("Austria", reform("Austria")), "M-reform-2");
    field.game.complete_reforms(&mut field.log);
    assert!(!field.game.is_reformed(austria));
    let mut field = field.lead("Charles", "Vienna").season("1810 Jan-Feb 1");
    field.game.complete_reforms(&mut field.log);
    assert!(field.game.is_reformed(austria));
    assert_eq!(field.game.treasury(austria).ready, ready + Factors::infantry(15));
    assert!(field.game.staff.hex(leader("Charles (reformed)")).is_some(), "he leads in another way now");
    assert!(field.game.staff.hex(leader("Charles")).is_none());
    assert_eq!(crate::position::check(&field.game), Ok(()));
    assert_eq!(field.denied("Austria", reform("Austria")), "M-reform-1");
}

// proves M-limits-11
#[test]
fn the_factors_of_reform_are_those_that_are_not_built() {
    let austria = nation("Austria");
    let mut field = council("1809 Jan-Feb 1");
    field.order("Austria", reform("Austria")).order("Austria", Action::Done).order("France", Action::Done);
    let mut field = field.season("1810 Jan-Feb 1");
    let unbuilt = field.game.treasury(austria).unbuilt.infantry;
    let treasury = field.game.treasury_mut(austria);
    (treasury.ready.infantry, treasury.unbuilt.infantry) = (unbuilt - 4, 4);
    field.game.complete_reforms(&mut field.log);
    assert_eq!(field.game.treasury(austria).ready.infantry, unbuilt);
    assert_eq!(field.game.treasury(austria).unbuilt.infantry, 0);
}

// proves M-reform-7
#[test]
fn minor_powers_and_clients_do_not_reform() {
    let mut field = Field::bare("leipzig-1813").season("1813 May-Jun 1");
    field.game.realm_mut(nation("Sweden")).balance = 90;
    assert_eq!(field.denied("Sweden", reform("Sweden")), "M-reform-7");
    assert_eq!(field.denied("France", reform("Bavaria")), "M-reform-7");
}
