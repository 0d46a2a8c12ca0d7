//! Cards that cannot be are refused, with what is wrong.

use super::*;
use crate::tables::{Bonus, morale_bonus};

/// What is wrong with a card of this deck, stripe and symbol with these tabs.
fn fault_of(set: &str, stripe: &str, symbol: &str, tabs: &[&str]) -> String {
    let year = if set.starts_with("age1") { 1800 } else { 1810 };
    let card = format!(
        "number = 7\ntitle = \"T\"\nyear = {year}\nset = \"{set}\"\nstripe = \"{stripe}\"\nsymbol = \"{symbol}\"\n\
         tabs = [{}]\nnote = \"N\"",
        tabs.join(", ")
    );
    let faults = cards(&format!("format = 1\n[[card]]\n{card}")).expect_err("one card is no deck");
    faults.into_iter().next().unwrap()
}

const FINANCE: &str = "{ domain = \"finance\", fg = 1 }";
const MORALE: &str = "{ domain = \"morale\", morale = 1 }";
const SOCIETY: &str = "{ domain = \"society\", society = 1 }";

/// What is wrong with Napoleon's card of the first Age that has this tab beside Finance and Morale.
fn napoleons(tab: &str) -> String {
    fault_of("age1_napoleon", "morale", "napoleon", &[tab, FINANCE, MORALE])
}

/// The same for the Coalition.
fn coalitions(tab: &str) -> String {
    fault_of("age1_coalition", "morale", "coalition", &[tab, FINANCE, MORALE])
}

fn military(what: &str) -> String {
    format!("{{ domain = \"military\", {what} }}")
}

#[test]
fn a_sound_card_is_found_wanting_only_as_a_deck() {
    let fault = napoleons(SOCIETY);
    assert_eq!(fault, "the deck of France, First Age, has 1 cards instead of 56");
}

#[test]
fn tabs_are_three_in_three_domains_and_the_stripe_is_one_of_them() {
    let fault = |stripe: &str, tabs: &[&str]| fault_of("age1_napoleon", stripe, "napoleon", tabs);
    assert_eq!(fault("morale", &[FINANCE, MORALE]), "card 7: it has 2 tabs, not three");
    assert_eq!(fault("morale", &[FINANCE, MORALE, MORALE]), "card 7: two of its tabs are of one domain");
    assert_eq!(
        fault("diplomacy", &[FINANCE, MORALE, SOCIETY]),
        "card 7: its stripe is Diplomacy, which is none of its tabs"
    );
}

#[test]
fn a_key_that_is_not_in_the_grammar_is_refused() {
    assert!(
        napoleons("{ domain = \"society\", culture = 1 }").starts_with("card 7: unknown field `culture`")
    );
    assert!(
        napoleons("{ domain = \"science\", science = 1 }").starts_with("card 7: unknown variant `science`")
    );
    assert_eq!(
        napoleons("{ domain = \"society\", society = 1, fg = 1 }"),
        "card 7: Society tab: it speaks of Finance"
    );
    assert_eq!(napoleons(&military("mp = 3, sp = 1")), "card 7: Military tab: it does 2 things, not one");
    assert_eq!(napoleons("{ domain = \"military\" }"), "card 7: Military tab: it does 0 things, not one");
    assert_eq!(
        napoleons("{ domain = \"society\", society = 0 }"),
        "card 7: Society tab: it moves by 0, not by 1 to 3"
    );
    assert_eq!(
        napoleons("{ domain = \"diplomacy\", points = 3 }"),
        "card 7: Diplomacy tab: its number of points is 3, not 1 to 2"
    );
    assert_eq!(
        napoleons(&military("combat = false, mp = 1")),
        "card 7: what does not hold is left out, not called false"
    );
}

#[test]
fn kinds_nations_and_places_are_known() {
    let units = |what: &str| napoleons(&military(&format!("units = [{{ {what} }}]")));
    assert!(units("kind = \"ELEPHANT\", count = 1").starts_with("card 7: unknown variant `ELEPHANT`"));
    assert_eq!(units("kind = \"INF\", count = 1, where = [\"ys\"]"), "card 7: there is no area \"ys\"");
    assert_eq!(
        units("kind = \"INF\", count = 1, where = [\"@atlantis\"]"),
        "card 7: there is no region \"atlantis\""
    );
    assert_eq!(units("kind = \"INF\", count = 1, where = []"), "card 7: a list of places is empty");
    assert_eq!(
        units("kind = \"FRG\", count = 1, where = [\"holland\"]"),
        "card 7: Military tab: frigate cannot be in all of its places"
    );
    assert_eq!(
        units("kind = \"GUARD-INF\", count = 1"),
        "card 7: Military tab: a card grants no Guard infantry, but a grognard"
    );
    let by = |nations: &str| coalitions(&military(&format!("mp = 3, by = [{nations}]")));
    assert!(by("\"spain\"").starts_with("card 7: unknown variant `spain`"));
    assert_eq!(
        by("\"france\""),
        "card 7: Military tab: only nations of the Coalition can be named as its users"
    );
    assert_eq!(by(""), "card 7: a list of nations is empty");
}

#[test]
fn conditions_are_for_combat() {
    assert_eq!(
        napoleons(&military("mp = 3, cond = { role = \"attacker\" }")),
        "card 7: Military tab: conditions are for effects in combat only"
    );
    assert_eq!(
        napoleons(&military("sp = 1")),
        "card 7: Military tab: an effect in combat is not marked as one"
    );
    assert_eq!(
        napoleons(&military("combat = true, mp = 1")),
        "card 7: Military tab: it is marked as an effect in combat and is none"
    );
    assert_eq!(
        napoleons(&military("combat = true, sp = 1, cond = {}")),
        "card 7: Military tab: its condition says nothing"
    );
    assert_eq!(
        napoleons(&military("combat = true, sp = 1, cond = { battle = \"sea\", in = [\"@italy\"] }")),
        "card 7: Military tab: there is no combat at sea in all of these places"
    );
    assert_eq!(
        napoleons(&military("combat = true, sp = 1, cond = { against = [\"france\"] }")),
        "card 7: Military tab: Napoleon does not fight himself"
    );
}

#[test]
fn guards_and_division_are_napoleons() {
    let guard = military("grognard = { kind = \"INF\", count = 1 }");
    assert_eq!(coalitions(&guard), "card 7: Military tab: only Napoleon has grognards");
    assert!(napoleons(&guard).starts_with("the deck"));
    assert_eq!(
        napoleons(&military("grognard = { kind = \"CAN\", count = 1 }")),
        "card 7: Military tab: no cannon joins the Guard"
    );
    assert_eq!(
        napoleons(&military("mp = 2, or_grognard = { kind = \"INF\", count = 1 }")),
        "card 7: Military tab: grognards instead are for effects in combat only"
    );
    assert_eq!(
        coalitions(&military("combat = true, division = { min_morale = 8 }")),
        "card 7: Military tab: only Napoleon divides his enemies"
    );
}

// proves N-15-grognard-age1
#[test]
fn cavalry_joins_the_guard_by_a_card_in_the_second_age_only() {
    let horse = military("grognard = { kind = \"CAV\", count = 1 }");
    assert_eq!(napoleons(&horse), "card 7: Military tab: no cavalry joins the Guard in the first Age");
    let late = fault_of("age2_napoleon", "morale", "napoleon", &[&horse, FINANCE, MORALE]);
    assert!(late.starts_with("the deck"), "{late}");
    let text = include_str!("../../data/cards.toml");
    let guards =
        cards(text).unwrap().into_iter().flat_map(|face| face.tabs.map(|tab| (face.age, tab.effect)));
    let arms = guards.filter_map(|(age, effect)| match effect {
        Effect::Military(Military { main: Main::Guard { kind, .. }, .. })
        | Effect::Military(Military { or_guard: Some((kind, _)), .. }) => Some((age, kind)),
        _ => None,
    });
    let arms: Vec<(Age, Kind)> = arms.collect();
    assert!(arms.contains(&(Age::First, Kind::Infantry)) && arms.contains(&(Age::Second, Kind::Cavalry)));
    assert!(!arms.contains(&(Age::First, Kind::Cavalry)));
    assert_eq!(morale_bonus(Nation::France, 16), Some(Bonus::Guard(Kind::Cavalry)));
}

#[test]
fn enlistment_has_a_price_and_no_frigates() {
    assert_eq!(
        napoleons(&military("enlist = [\"INF\"]")),
        "card 7: Military tab: units are enlisted, but at no price"
    );
    assert_eq!(
        napoleons(&military("enlist = [\"FRG\"], cost = 4")),
        "card 7: Military tab: no card enlists a frigate"
    );
    assert_eq!(
        napoleons(&military("mp = 4, cost = 2")),
        "card 7: Military tab: it has a price in FG, but enlists nobody"
    );
    assert_eq!(
        napoleons(&military("enlist = [\"INF\", \"INF\"], cost = 4")),
        "card 7: infantry is listed twice"
    );
}

#[test]
fn losses_are_on_cards_against_the_other_side() {
    let loss = |symbol: &str, amount: i8, target: &str| {
        let tab = format!("{{ domain = \"society\", society = {amount}{target} }}");
        fault_of("age1_napoleon", "morale", symbol, &[&tab, FINANCE, MORALE])
    };
    assert_eq!(loss("coalition", -1, ""), "card 7: Society tab: nobody is named who loses");
    assert_eq!(
        loss("napoleon", -1, ", target = \"coalition\""),
        "card 7: Society tab: a loss is on a card against the other side only"
    );
    assert_eq!(
        loss("coalition", 1, ", target = \"coalition\""),
        "card 7: Society tab: somebody is named who loses, but there is no loss"
    );
    assert_eq!(
        loss("coalition", -1, ", target = \"england\""),
        "card 7: Society tab: this cannot be lost by whom it names"
    );
    assert!(loss("coalition", -1, ", target = \"coalition\"").starts_with("the deck"));
    let unit = military("lose_unit = { kind = [\"FRG\"], nation = [\"england\"], count = 1 }");
    assert_eq!(
        napoleons(&unit),
        "card 7: Military tab: a unit is lost by a card against the other side only"
    );
    let own = military("lose_unit = { kind = [\"FRG\"], nation = [\"france\"], count = 1 }");
    assert_eq!(
        fault_of("age1_napoleon", "morale", "coalition", &[&own, FINANCE, MORALE]),
        "card 7: Military tab: a unit is lost by a nation of the other side only"
    );
}

#[test]
fn napoleon_does_not_look_at_his_own_hand() {
    let peek = "{ domain = \"diplomacy\", points = 1, peek_hand = true }";
    assert_eq!(napoleons(peek), "card 7: Diplomacy tab: Napoleon need not look at his own hand");
    assert!(coalitions(peek).starts_with("the deck"));
}

/// What is wrong with the printed cards after a change.
fn faults_after(change: impl FnOnce(String) -> String) -> Vec<String> {
    cards(&change(include_str!("../../data/cards.toml").to_owned())).unwrap_err()
}

#[test]
fn numbers_are_used_once() {
    assert_eq!(
        faults_after(|text| text.replacen("number = 17\n", "number = 16\n", 1)),
        ["card 16: there are two cards of this number"]
    );
    assert_eq!(
        faults_after(|text| text.replacen("number = 17\n", "number = 238\n", 1)),
        ["card 238: cards are numbered from 1 to 237"]
    );
    assert_eq!(
        faults_after(|text| text.replacen("title = \"Bank of France\"", "title = \"Peace of Amiens\"", 1)),
        ["two cards are called \"Peace of Amiens\""]
    );
}

#[test]
fn a_year_is_of_its_age() {
    assert_eq!(
        faults_after(|text| text.replacen("year = 1795", "year = 1805", 1)),
        ["card 1: 1805 is not in the First Age"]
    );
}

#[test]
fn decks_have_the_stripes_that_a_deal_takes() {
    let mut faces = cards(include_str!("../../data/cards.toml")).unwrap();
    for face in &mut faces {
        if (face.age, face.side, face.stripe) == (Age::Second, Side::Coalition, Domain::Finance) {
            face.stripe = Domain::Military;
        }
    }
    assert_eq!(
        decks(&faces),
        ["the deck of Coalition, Second Age, has 0 stripes of Finance; a deal takes 2"]
    );
}
