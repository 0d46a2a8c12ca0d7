//! Whose supplies serve whom, and what becomes of depots.

use crate::forces::Factors;
use crate::ids::NationId;
use crate::supply::depots::{
    CONVERSION, Demolition, SUPPLY_UNIT, Spoil, captures, captures_at_sea, convert, may_destroy,
};
use crate::supply::sharing::{Tie, may_use, may_use_cities};

fn rule(user: &str, owner: &str, tie: Tie) -> Result<(), String> {
    let [user, owner] = [user, owner].map(|name| NationId::find(name).unwrap());
    may_use(user, owner, tie).map_err(|denied| denied.rule.to_string())
}

// proves M-loc-24, M-loc-23, M-loc-11
#[test]
fn the_table_of_allowable_sources() {
    let denied = |rule: &str| Err(rule.to_owned());
    assert_eq!(rule("Austria", "Russia", Tie::Ally), denied("M-loc-23"));
    assert_eq!(rule("Britain", "Sweden", Tie::Ally), Ok(()));
    assert_eq!(rule("France", "Spain", Tie::Ally), denied("M-loc-24"));
    assert_eq!(rule("Britain", "Ottoman Empire", Tie::Ally), denied("M-loc-24"));
    assert_eq!(rule("France", "Bavaria", Tie::Client), Ok(()));
    assert_eq!(rule("Austria", "Bavaria", Tie::Ally), denied("M-loc-23"));
    assert_eq!(rule("Sweden", "Britain", Tie::Ally), Ok(()));
    assert_eq!(rule("Spain", "Britain", Tie::Ally), denied("M-loc-24"));
    assert_eq!(rule("Sweden", "Spain", Tie::Ally), denied("M-loc-24"));
    assert_eq!(rule("Bavaria", "France", Tie::Controller), Ok(()));
    assert_eq!(rule("Bavaria", "Saxony", Tie::Ally), denied("M-loc-24"));
    assert_eq!(rule("Prussia", "Russia", Tie::Stranger), denied("M-loc-11"));
    assert_eq!(rule("Prussia", "France", Tie::Granted), Ok(()), "an expeditionary corps");
}

// proves M-loc-12
#[test]
fn cities_and_forts_serve_their_own_nation() {
    let france = NationId::FRANCE;
    assert_eq!(may_use_cities(france, Tie::Own), Ok(()));
    assert_eq!(may_use_cities(france, Tie::Client).unwrap_err(), "M-loc-12");
    assert_eq!(may_use_cities(france, Tie::Ally).unwrap_err(), "M-loc-12");
}

// proves M-loc-6, M-cost-11, M-cost-12
#[test]
fn a_depot_is_a_supply_unit_and_two_points() {
    assert_eq!((SUPPLY_UNIT, CONVERSION), (2, 2));
    assert_eq!((convert(2, true), convert(7, true)), (Ok(0), Ok(5)));
    let refusal = convert(1, true).unwrap_err();
    assert_eq!(refusal, "M-loc-6");
    assert!(refusal.why.ends_with("there is 1."), "{refusal}");
    assert_eq!(convert(9, false).unwrap_err(), "M-loc-6");
}

// proves M-loc-2, M-loc-17, M-loc-20, M-guer-12
#[test]
fn a_factor_or_a_guerrilla_captures_what_nobody_guards() {
    let (none, one) = (Factors::NONE, Factors::infantry(1));
    assert!(captures(one, 0, none) && captures(none, 1, none));
    assert!(!captures(none, 0, none), "a leader alone does not");
    assert!(!captures(one, 0, one) && !captures(none, 1, one));
    assert!(captures_at_sea(1, 0) && !captures_at_sea(1, 1) && !captures_at_sea(0, 0));
    assert_eq!((Spoil::Convert.balance(5), Spoil::Destroy.balance(5)), (5, 7));
}

// proves M-loc-21
#[test]
fn an_owner_destroys_his_depots_in_his_own_turn() {
    use Demolition::{ByOrder, OnTheSpot};
    assert_eq!(may_destroy(true, false, ByOrder, 3), Ok(()));
    assert_eq!(may_destroy(false, false, ByOrder, 0).unwrap_err(), "M-loc-21");
    assert_eq!(may_destroy(true, true, ByOrder, 0), Ok(()));
    assert_eq!(may_destroy(true, true, ByOrder, 1).unwrap_err(), "M-loc-22");
    assert_eq!(may_destroy(true, true, OnTheSpot, 1), Ok(()));
}
