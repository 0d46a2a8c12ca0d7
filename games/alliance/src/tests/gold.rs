//! Gold. Rulebook 3.4.

use engine::{Recorder, Seat, Seed, Session, Setup, Viewer};

use super::cards::reveal;
use super::field::{Field, at};
use crate::action::Action;
use crate::state::{Alliance, Engagement};
use crate::states::State::{Austria, Britain, Denmark, France, Russia, Spain};

// proves A-3.4-start
#[test]
fn players_start_with_their_gold_and_half_of_that_of_their_allies() {
    let game = |scenario: &str, seats: u8| {
        Alliance::prepare(&Setup::new(scenario, seats, Seed::from_number(1)), &mut Recorder::silent())
            .unwrap()
            .treasuries
    };
    assert_eq!(game("1804", 2).as_array()[..2], [14, 10], "10 and half of the Spanish 8");
    assert_eq!(game("1808", 2).as_array()[..2], [12, 10]);
    assert_eq!(game("1812", 2).as_array()[..2], [16, 13], "with Austria and Prussia; with Spain");
    assert_eq!(game("1804", 7).as_array(), &[10, 10, 10, 8, 8, 8, 8]);
}

// proves A-3.4-homeland
#[test]
fn own_cities_pay_without_a_garrison_but_not_to_the_enemys_prisoner() {
    let france = |field: &Field| field.game.player(field.seat(France)).income();
    let free = Field::duel().neutral(Spain);
    assert_eq!((france(&free).home, france(&free).abroad), (5, 0));
    let taken = Field::duel().neutral(Spain).put(Britain, ["Inf #1"], "Gascony");
    assert_eq!(france(&taken).home, 4, "Bordeaux is the enemy's");
    let mut fought = Field::duel().neutral(Spain);
    let by = fought.seat(Britain);
    fought.game.engagements.push(Engagement { place: at("Paris"), by, main: None });
    assert_eq!(france(&fought).home, 3, "there will be a battle for Paris");
}

// proves A-3.4-sources, A-3.4-half
#[test]
fn what_is_abroad_pays_half_if_it_is_occupied_and_supplied() {
    let abroad = |field: &Field| field.game.player(field.seat(France)).income().abroad;
    let field = Field::duel().neutral(Spain);
    let milan = field.clone().put(France, ["Inf #1"], "Italy");
    assert_eq!((abroad(&field), abroad(&milan)), (0, 1));
    assert_eq!(milan.game.player(milan.seat(France)).income().total(), 5, "half of 1 is nothing");
    let two = milan.clone().put(France, ["Fleet #1"], "North Sea");
    assert_eq!(two.game.player(two.seat(France)).income().total(), 6);
    let far = field.clone().put(France, ["Inf #1"], "Egypt").put(Britain, ["Fleet #1"], "Levant Sea");
    assert_eq!(abroad(&far.put(Britain, ["Inf #1"], "Syria")), 0, "out of supply");
}

// proves A-3.4-player-ally
#[test]
fn a_city_counts_for_one_player_only() {
    let field = Field::of(&[France, Britain, Austria]).friends(France, Austria).neutral(Spain);
    let points = |field: &Field, empire| {
        let income = field.game.player(field.seat(empire)).income();
        (income.home, income.abroad)
    };
    let guests = field.clone().put(France, ["Inf #1"], "Vienna");
    assert_eq!(
        (points(&guests, France), points(&guests, Austria)),
        ((5, 0), (4, 1)),
        "Venice counts besides"
    );
    let shared = field.put(France, ["Inf #1"], "Italy").put(Austria, ["Inf #1"], "Italy").cards([
        (France, 3),
        (Britain, 2),
        (Austria, 30),
    ]);
    assert_eq!((points(&shared, France), points(&shared, Austria)), ((5, 0), (4, 2)), "the higher card");
    let mut spoils = guests;
    spoils.game.spoils.insert(at("Vienna"));
    assert_eq!((points(&spoils, France), points(&spoils, Austria)), ((5, 2), (2, 1)));
    spoils.game.blocks.spots[super::field::block("France Inf #1")] = at("Paris").into();
    assert_eq!(points(&spoils, Austria), (4, 1), "the conqueror has left");
    spoils.game.release_spoils();
    assert!(spoils.game.spoils.is_empty());
}

// proves A-3.4-hidden
#[test]
fn treasuries_can_be_hidden() {
    let mut field = Field::duel().gold(France, 11).gold(Britain, 4);
    let gold = |field: &Field, viewer: Viewer| -> Vec<Option<String>> {
        let sheets = field.game.seen(viewer).table().seats;
        let gauge = |sheet: &engine::Sheet| {
            let gold = sheet.gauges.iter().find(|gauge| gauge.name == "Gold");
            gold.map(|gauge| gauge.value.to_string())
        };
        sheets.iter().map(gauge).collect()
    };
    let (france, some) = (Viewer::Seat(field.seat(France)), |gold: &str| Some(gold.to_owned()));
    assert_eq!(gold(&field, france), [some("11"), some("4")]);
    field.game.rules.hidden_treasuries = true;
    assert_eq!(gold(&field, france), [some("11"), None]);
    assert_eq!(gold(&field, Viewer::Spectator), [None, None]);
    // Nor is it told by who is asked to bid or to match.
    let poor = || field.clone().gold(France, 1).gold(Britain, 0);
    let mut bid = reveal(poor(), [(France, 39), (Britain, 5)]);
    bid.act(Action::Bid { target: Denmark, gold: 1 }).unwrap();
    assert_eq!(bid.game.deciders().iter().next(), Some(bid.seat(Britain)));
    assert_eq!(bid.refused(Action::Match), "A-6.1-match");
    let asked = reveal(poor(), [(France, 5), (Britain, 39)]);
    assert_eq!(asked.game.phase, crate::state::Phase::Bid);
}

// proves A-3.4-spend, A-3.2-mix
#[test]
fn three_gold_can_be_spent_in_a_turn() {
    let regions = ["Paris", "Burgundy", "Provence", "Flanders", "Rhineland", "Gascony", "Brittany"];
    let names = ["Inf #1", "Inf #2", "Inf #3", "Inf #4", "Inf #5", "Inf #6", "Inf #7"];
    let mut field = Field::duel().gold(France, 9);
    for (region, name) in regions.into_iter().zip(names) {
        field = field.put(France, [name], region).with_strength(&format!("France {name}"), 1);
    }
    let mut field = field.turn_of(France, 3);
    for (spent, name) in (1..=6).zip(names) {
        field.act(Action::Levy(super::field::block(&format!("France {name}")))).unwrap();
        assert_eq!(field.game.treasuries[Seat(0)], 9 - u16::max(spent, 3) + 3);
    }
    assert_eq!(field.refused(Action::Group(at("Brittany"))), "A-3.4-spend");
    assert_eq!(field.game.treasuries[Seat(0)], 6);
}

// proves A-3.4-bid-extra
#[test]
fn gold_for_bids_is_spent_besides() {
    let field = Field::of(&[France, Britain, Russia]).gold(France, 6).gold(Britain, 0).gold(Russia, 0);
    let mut field = reveal(field, [(France, 39), (Britain, 5), (Russia, 4)]);
    field.act(Action::Bid { target: Denmark, gold: 3 }).unwrap();
    assert_eq!((field.game.treasuries[Seat(0)], field.game.purse()), (3, 3));
}

// proves A-3.4-hidden
#[test]
fn who_has_no_gold_is_asked_all_the_same_where_gold_is_hidden() {
    let mut field = Field::duel().gold(France, 5).gold(Britain, 0);
    field.game.rules.hidden_treasuries = true;
    let mut field = reveal(field, [(France, 39), (Britain, 5)]);
    field.act(Action::Bid { target: Denmark, gold: 2 }).unwrap();
    let (setup, britain) = (Setup::new("1804", 2, Seed::from_number(1)), field.seat(Britain));
    let session = Session::from_position(setup, field.game).unwrap();
    assert_eq!(session.legal(britain), [Action::Done]);
    assert_eq!(session.forced(britain), None, "an answer at once would tell that there is no gold");
}
