//! What is in the box, and the levels of the game. Rulebook, contents; 0.1, 0.2.

use std::collections::BTreeSet;

use engine::{Form, Game, OptionKind, PieceKey, Tint, Value, Viewer};

use super::table::{At, four, four_with, game, game_with, on};
use crate::action::Action;
use crate::board::Town;
use crate::components::Kind::{self, Cavalry, General, Infantry};
use crate::components::Power::{self, Austria, France, Prussia, Russia, Spain};
use crate::components::{Country, PieceId};
use crate::options::INFO;
use crate::state::{Campaign, Place};
use crate::steps::Question;
use crate::towns::{Gain, Plunder};

/// Five players with black Prussia.
fn five() -> At {
    game_with("standard", 5, &Power::ALL, &on(["prussia", "five-players"]))
}

/// The rules that are switched on at a table, by the ids of their options.
fn switched_on(at: &At) -> BTreeSet<String> {
    let rules = serde_json::to_value(at.game.rules).unwrap();
    let rules = rules.as_object().unwrap().iter();
    rules.filter(|(_, value)| **value == true).map(|(id, _)| id.clone()).collect()
}

fn set<const N: usize>(ids: [&str; N]) -> BTreeSet<String> {
    ids.into_iter().map(str::to_owned).collect()
}

// proves C-0.1-levels
#[test]
fn each_level_adds_its_sections() {
    let always = set(["alliances", "zone-of-control"]);
    assert_eq!(switched_on(&four("introductory")), always);
    let standard = &always | &set(["standard"]);
    assert_eq!(switched_on(&four("standard")), standard);
    let section_17 = set([
        "terrain",
        "redeployment",
        "plunder",
        "napoleon",
        "guards",
        "fervour",
        "wellington",
        "britannia",
        "guerrillas",
        "steppes",
        "eagle",
        "liberation",
        "minor-powers",
    ]);
    assert_eq!(switched_on(&four("advanced")), &standard | &section_17);
}

// proves C-0.1-levels
#[test]
fn every_house_rule_can_be_switched_on_by_itself() {
    let at = four("introductory");
    let before = switched_on(&at);
    for option in INFO.options.iter().filter(|option| matches!(option.kind, OptionKind::Flag)) {
        let ids: Vec<&str> = option.needs.iter().copied().chain([option.id]).collect();
        let options: Vec<(&str, Value)> = ids.iter().map(|id| (*id, Value::Flag(true))).collect();
        let seats = if option.id == "five-players" { 5 } else { 4 };
        let at = game_with("introductory", seats, &[], &options);
        let now: BTreeSet<String> =
            before.iter().cloned().chain(ids.into_iter().map(str::to_owned)).collect();
        assert_eq!(switched_on(&at), now, "{}", option.id);
    }
}

// proves C-0.1-levels
#[test]
fn red_towns_raise_troops_from_the_standard_level_on_only() {
    let capture = |level| {
        let mut at = four(level).with(Austria, General, "17,15").turn(Austria, 6);
        at.step("17,15", "Milan").done();
        assert_eq!(at.holder("Milan"), Some(Austria));
        at.game.owed()
    };
    assert_eq!(capture("introductory"), None);
    assert!(matches!(capture("standard"), Some(Question::Gain(Gain(_, Austria)))));
}

// proves C-0.1-sets
#[test]
fn a_set_has_a_general_nine_infantry_and_nine_cavalry() {
    let mut at = four("standard").clear();
    for power in [France, Russia, Austria, Spain] {
        for kind in Kind::TROOPS {
            let mut squares =
                Town::all().map(|town| town.square()).filter(|s| at.game.piece_on(*s).is_none());
            let places: Vec<_> = squares.by_ref().take(9).collect();
            for square in places {
                let piece = at.game.spare(power, kind).expect("nine pieces of a kind");
                assert_eq!((piece.kind(), at.game.owner(piece)), (kind, Some(power)));
                at.game.put(piece, square);
            }
            assert_eq!(at.game.spare(power, kind), None, "{power} has no tenth {kind}");
            PieceId::troops(power, kind).for_each(|piece| at.game.put(piece, Place::BOX));
        }
    }
    let at = four("standard");
    let generals = PieceId::all().filter(|piece| piece.kind() == General && at.game.square(*piece).is_some());
    assert_eq!(generals.count(), 4, "one General each");
}

// proves C-0.1-sets
#[test]
fn there_are_six_sets_of_four_town_cards_four_alliance_cards_and_two_dice() {
    let at = four("standard");
    let table = at.game.view(Viewer::Spectator);
    let cards: Vec<_> = table.pieces.iter().filter(|piece| piece.print.form == Form::Card).collect();
    let names: BTreeSet<String> = cards.iter().map(|card| card.name().into_owned()).collect();
    assert_eq!((cards.len(), names.len()), (28, 28), "every card once");
    for country in Country::ALL {
        assert_eq!(Town::of(country).filter(|town| names.contains(town.name())).count(), 4, "{country}");
    }
    assert_eq!(names.iter().filter(|name| name.starts_with("Alliance card")).count(), 4);
    assert_eq!(at.game.turn.throw.len(), 2);
}

/// Austria with so many infantry marches into Milan, which raises infantry.
fn into_milan(infantry: usize) -> At {
    let mut at = four("standard").with(Austria, General, "17,15");
    for row in 0..infantry - 4 {
        at.add(Austria, Infantry, &format!("28,{}", 13 + row));
    }
    let mut at = at.turn(Austria, 6);
    at.step("17,15", "Milan").done();
    assert_eq!(at.holder("Milan"), Some(Austria));
    at
}

// proves C-0.1-limit
#[test]
fn a_tenth_infantry_is_not_gained() {
    let mut at = into_milan(8);
    assert!(matches!(at.game.owed(), Some(Question::Gain(Gain(_, Austria)))), "a ninth is");
    at.ok(Action::Place(super::table::sq("16,13")));
    assert_eq!(at.count(Austria, Infantry), 9);
    let at = into_milan(9);
    assert_eq!((at.game.owed(), at.count(Austria, Infantry)), (None, 9));
}

// proves C-0.1-limit
#[test]
fn nine_infantry_leave_room_for_cavalry() {
    let mut at = four("standard").with(Austria, General, "15,16");
    for row in 0..5 {
        at.add(Austria, Infantry, &format!("28,{}", 13 + row));
    }
    let mut at = at.turn(Austria, 6);
    at.step("15,16", "Turin").done();
    assert!(matches!(at.game.owed(), Some(Question::Gain(Gain(_, Austria)))));
}

// proves C-0.1-limit
#[test]
fn plunder_gives_no_tenth_infantry_either() {
    let plunder = |infantry: i32| {
        let mut at = four_with("standard", &on(["plunder"])).with(Austria, General, "16,19");
        for row in 0..infantry - 4 {
            at.add(Austria, Infantry, &format!("28,{}", 13 + row));
        }
        let mut at = at.turn(Austria, 6);
        at.step("16,19", "Rome").load(&[6]);
        at.done();
        at.game.owed()
    };
    assert_eq!(plunder(8), Some(Question::Plunder(Plunder(Austria))));
    assert_eq!(plunder(9), None);
}

// proves C-0.1-limit
#[test]
fn a_tenth_infantry_is_not_won_over() {
    let parley = |infantry: i32| {
        let mut at = four_with("standard", &on(["minor-powers"])).with(Austria, General, "17,15");
        for row in 0..infantry - 4 {
            at.add(Austria, Infantry, &format!("28,{}", 13 + row));
        }
        // A French infantry that can be attacked keeps the attack step open.
        at.add(France, Infantry, "20,17");
        at.add(Austria, Cavalry, "19,17");
        at.add(Austria, Cavalry, "20,18");
        let mut at = at.turn(Austria, 6);
        at.name("20,17").step("17,15", "16,15").done();
        at.act(Action::Parley(super::table::town("Milan"))).map_err(|denied| denied.rule.as_str())
    };
    assert_eq!(parley(8), Ok(()));
    assert_eq!(parley(9), Err("C-0.1-limit"));
}

/// The colours of the pieces of a power.
fn colours(at: &At, power: Power) -> BTreeSet<Tint> {
    let table = at.game.view(Viewer::Spectator);
    let own = |key: PieceKey| key.get::<PieceId>().is_some_and(|piece| piece.set_owner() == Some(power));
    table.pieces.iter().filter(|piece| own(piece.key)).map(|piece| piece.print.tint).collect()
}

// proves C-0.2-colours
#[test]
fn the_powers_have_their_colours() {
    let at = four("standard");
    let shown = [France, Russia, Austria, Spain].map(|power| colours(&at, power));
    assert_eq!(shown, [Tint::Blue, Tint::Green, Tint::White, Tint::Red].map(|tint| BTreeSet::from([tint])));
    let at = game("standard", 3, &[Prussia, Russia, Austria]);
    assert_eq!(colours(&at, Prussia), BTreeSet::from([Tint::Blue]));
}

// proves C-0.1-black
#[test]
fn a_black_set_and_a_card_are_there_for_prussia() {
    let at = five();
    assert_eq!(colours(&at, Prussia), BTreeSet::from([Tint::Black]));
    assert_eq!(colours(&at, France), BTreeSet::from([Tint::Blue]));
    assert!(at.hand(at.game.power(Prussia).seat).contains(&"Alliance card of Prussia".to_owned()));
    let alliance_cards = (0..5).flat_map(|seat| at.hand(Some(engine::Seat(seat))));
    assert_eq!(alliance_cards.filter(|card| card.starts_with("Alliance card")).count(), 5);
    for kind in Kind::TROOPS {
        assert_eq!(at.count(Prussia, kind), 4);
        assert_eq!(PieceId::troops(Prussia, kind).count(), 9);
    }
}

// proves C-0.2-italy
#[test]
fn italy_is_nobodys_base() {
    let at = five();
    assert_eq!(Country::Italy.power(), None);
    for power in Power::ALL {
        assert_eq!(Country::ALL.into_iter().filter(|country| country.power() == Some(power)).count(), 1);
    }
    assert!(Town::of(Country::Italy).all(|town| at.game.cards[town].is_none()));
    assert!(at.hand(None).contains(&"Rome".to_owned()));
    assert_eq!(at.hand(None).len(), 4, "with five players only the Italian cards are neutral");
    let game: &Campaign = &at.game;
    let on_italian_soil = PieceId::all()
        .filter_map(|piece| game.square(piece))
        .any(|square| crate::board::BOARD.country(square) == Some(Country::Italy));
    assert!(!on_italian_soil);
}
