//! Sea moves and invasions. Rulebook 8.4, 8.5.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::battle::Side;
use crate::states::State::{Britain, Denmark, France, Russia, Spain, Sweden, Turkey};

fn ship(name: &str, to: &str) -> Action {
    Action::Ship { block: block(name), to: at(to) }
}

fn land(name: &str, to: &str) -> Action {
    Action::Invade { block: block(name), to: at(to) }
}

/// British infantry in Wessex with a fleet in the Channel; the French have a corps in Normandy.
fn crossing() -> Field {
    Field::duel()
        .put(Britain, ["Inf #1", "Inf #2", "Inf #3"], "Wessex")
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(Britain, ["Inf #4", "Art #1"], "London")
        .put(France, ["Inf #1"], "Normandy")
        .put(France, ["Inf #2", "Inf #3", "Inf #4"], "Paris")
}

// proves A-8.4-noland
#[test]
fn nobody_goes_by_land_and_sea_in_one_turn() {
    let mut field = Field::duel()
        .allied(Spain, Britain)
        .put(Britain, ["Inf #1"], "Wales")
        .put(Britain, ["Inf #2"], "Wessex")
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(Britain, ["Fleet #2"], "Bay of Biscay")
        .turn_of(Britain, 4);
    field.march("Wales", ["Britain Inf #1"], "Wessex");
    assert_eq!(field.refused(ship("Britain Inf #1", "Galicia")), "A-8.4-noland");
    field.act(ship("Britain Inf #2", "Galicia")).unwrap();
    assert_eq!(field.refused(Action::Group(at("Galicia"))), "A-4.0-once");
}

// proves A-8.4-start, A-8.4-pin
#[test]
fn seas_and_bases_must_have_been_friendly_since_the_turn_began() {
    let start = || {
        Field::duel()
            .allied(Spain, Britain)
            .put(Britain, ["Inf #1", "Inf #2"], "Wessex")
            .put(Britain, ["Fleet #1"], "English Channel")
            .put(Britain, ["Fleet #2", "Fleet #3"], "Mid-Atlantic")
    };
    // A fleet comes into the Bay too late.
    let mut field = start().turn_of(Britain, 4);
    field.march("Mid-Atlantic", ["Britain Fleet #2"], "Bay of Biscay");
    assert_eq!(field.refused(ship("Britain Inf #1", "Galicia")), "A-8.4-start");
    // The fleet that held it has left it to another.
    let mut field = start().put(Britain, ["Fleet #4"], "Bay of Biscay").turn_of(Britain, 4);
    field.march("Bay of Biscay", ["Britain Fleet #4"], "Mid-Atlantic");
    field.march("Mid-Atlantic", ["Britain Fleet #2"], "Bay of Biscay");
    assert_eq!(field.refused(ship("Britain Inf #1", "Galicia")), "A-8.4-pin");
    // The base was taken this turn, or is none.
    let mut field = start().put(Britain, ["Inf #3"], "Paris").turn_of(Britain, 4);
    field.march("Paris", ["Britain Inf #3"], "Normandy");
    assert_eq!(field.refused(ship("Britain Inf #1", "Normandy")), "A-8.4-start");
    assert_eq!(field.refused(ship("Britain Inf #1", "Wales")), "A-8.4-move");
}

// proves A-8.4-pin
#[test]
fn an_allied_players_fleet_carries_nobody() {
    let mut field = Field::of(&[France, Britain, Russia])
        .friends(Britain, Russia)
        .put(Britain, ["Inf #1"], "Wessex")
        .put(Russia, ["Fleet #1"], "English Channel")
        .put(Russia, ["Inf #1"], "Normandy")
        .turn_of(Britain, 3);
    assert!(field.game.lay(field.seat(Britain)).friendly.contains(at("English Channel")));
    assert_eq!(field.refused(ship("Britain Inf #1", "Normandy")), "A-8.4-pin");
}

// proves A-8.4-pin
#[test]
fn of_two_fleets_in_a_sea_one_is_pinned_and_no_sea_more_than_needed() {
    let mut field = Field::duel()
        .put(Britain, ["Inf #1"], "Ireland")
        .put(Britain, ["Fleet #1", "Fleet #2"], "Irish Sea")
        .put(Britain, ["Fleet #3"], "North Atlantic")
        .turn_of(Britain, 4);
    field.act(ship("Britain Inf #1", "Humbria")).unwrap();
    field.group("Irish Sea").unwrap();
    field.step("Britain Fleet #1", "English Channel").unwrap();
    assert_eq!(field.no_step("Britain Fleet #2", "English Channel"), "A-8.4-pin");
    field.group("North Atlantic").unwrap();
}

// proves A-8.5-cost, A-8.5-from, A-8.5-define
#[test]
fn invaders_pay_a_point_each_and_land_on_any_coast() {
    let mut field = crossing()
        .put(Britain, ["Fleet #2"], "Bay of Biscay")
        .put(Britain, ["HQ (Wellington)"], "Wales")
        .turn_of(Britain, 4);
    assert_eq!(field.refused(land("Britain HQ (Wellington)", "Normandy")), "A-8.4-move", "Wales has no base");
    assert_eq!(field.refused(land("Britain Inf #1", "London")), "A-8.5-define");
    // Asturias has no naval base; nobody is there.
    field.act(land("Britain Inf #1", "Asturias")).unwrap();
    assert_eq!((field.whereabouts("Britain Inf #1"), field.game.turn.points), (Some("Asturias"), 3));
    assert!(!field.game.is_embattled(at("Asturias")));
    field.act(land("Britain Inf #2", "Asturias")).unwrap();
    assert_eq!(field.game.turn.points, 2);

    let mut island = Field::duel()
        .put(Britain, ["Inf #1", "Inf #2"], "Wessex")
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(Britain, ["Fleet #2"], "Bay of Biscay")
        .put(Britain, ["Fleet #3"], "Mid-Atlantic")
        .put(Britain, ["Fleet #4"], "Alboran")
        .turn_of(Britain, 4);
    island.act(land("Britain Inf #1", "Majorca")).unwrap();
    assert_eq!(island.refused(land("Britain Inf #2", "Majorca")), "A-11.5-stack");
}

// proves A-8.5-alone
#[test]
fn an_invasion_is_not_combined_with_a_land_attack_nor_joins_a_battle() {
    let mut field = crossing().put(Britain, ["Cav #1"], "Picardy").turn_of(Britain, 4);
    let mut by_land = field.clone();
    field.act(land("Britain Inf #1", "Normandy")).unwrap();
    field.group("Picardy").unwrap();
    assert_eq!(field.no_step("Britain Cav #1", "Normandy"), "A-8.5-alone");

    by_land.march("Picardy", ["Britain Cav #1"], "Normandy");
    assert_eq!(by_land.refused(land("Britain Inf #1", "Normandy")), "A-8.5-alone");
}

// proves A-8.5-alone
#[test]
fn players_do_not_invade_together() {
    let mut field = Field::of(&[France, Britain, Turkey])
        .friends(Britain, Turkey)
        .put(France, ["Inf #1"], "Apulia")
        .put(Britain, ["Inf #1"], "Malta")
        .put(Britain, ["Fleet #1"], "Ionian")
        .put(Turkey, ["Inf #1"], "Greece")
        .put(Turkey, ["Fleet #1"], "Aegean")
        .put(Turkey, ["Fleet #2"], "Ionian")
        .cards([(Britain, 30), (Turkey, 20), (France, 10)]);
    field.act(land("Britain Inf #1", "Apulia")).unwrap();
    field.done();
    assert_eq!(field.refused(land("Turkey Inf #1", "Apulia")), "A-8.5-alone");
}

// proves A-8.5-fleets, A-8.5-one, A-4.2-coast
#[test]
fn fleets_that_are_not_pinned_come_as_reserves() {
    let mut field = crossing().put(Britain, ["Fleet #2", "Fleet #3"], "English Channel").turn_of(Britain, 4);
    let mut full = field.clone();
    field.act(land("Britain Inf #1", "Normandy")).unwrap();
    field.group("English Channel").unwrap();
    field.step("Britain Fleet #2", "Normandy").unwrap();
    assert!(field.game.reserves.contains(block("Britain Fleet #2")));
    assert_eq!(field.game.ranks(at("Normandy"), Side::Attacking), Field::set(["Britain Inf #1"]));
    assert_eq!(field.no_step("Britain Fleet #3", "Normandy"), "A-4.2-coast", "the coast takes two in all");
    assert_eq!(field.refused(land("Britain Inf #2", "Normandy")), "A-4.2-coast");
    field.step("Britain Fleet #3", "North Sea").unwrap();
    assert_eq!(field.no_step("Britain Fleet #1", "North Sea"), "A-8.4-pin");

    full.act(land("Britain Inf #1", "Normandy")).unwrap();
    full.act(land("Britain Inf #2", "Normandy")).unwrap();
    assert_eq!(full.refused(land("Britain Inf #3", "Normandy")), "A-8.5-one");
    full.group("English Channel").unwrap();
    assert_eq!(full.no_step("Britain Fleet #2", "Normandy"), "A-4.2-coast");
}

/// Two British have landed in Normandy.
fn landed() -> Field {
    let mut field = crossing()
        .put(Britain, ["Cav #1"], "Picardy")
        .put(France, ["Fleet #1", "Fleet #2"], "Bay of Biscay")
        .turn_of(Britain, 4);
    field.act(land("Britain Inf #1", "Normandy")).unwrap();
    field.act(land("Britain Inf #2", "Normandy")).unwrap();
    field
}

// proves A-8.5-retreat
#[test]
fn invaders_retreat_over_the_sea_or_to_friends() {
    let mut field = landed().battle("Normandy");
    field.reach_round(2);
    field.hold("France Inf #1");
    assert_eq!(field.no_retreat("Britain Inf #1", "Brittany"), "A-8.5-retreat", "merely vacant");
    assert_eq!(field.no_retreat("Britain Inf #1", "Ireland"), "A-7.4-where", "it did not come from there");
    assert_eq!(field.no_retreat("Britain Inf #1", "English Channel"), "A-8.31-armies");
    field.retreat("Britain Inf #1", "Wessex");
    assert_eq!(field.whereabouts("Britain Inf #1"), Some("Wessex"));
    field.retreat("Britain Inf #2", "Picardy");
    assert_eq!(field.whereabouts("Britain Inf #2"), Some("Picardy"));
    assert!(field.game.invaders.is_empty());
}

// proves A-8.5-retreat
#[test]
fn invaders_who_have_won_go_home_or_anywhere_a_victor_goes() {
    let mut field = landed().with_strength("France Inf #1", 1).battle("Normandy");
    field.hold("France Inf #1");
    field.fire("Britain Inf #1", &[1, 6, 6, 6]);
    assert!(field.is_won());
    field.regroup("Britain Inf #1", "Wessex");
    field.regroup("Britain Inf #2", "Brittany");
    let at = ["Britain Inf #1", "Britain Inf #2"].map(|name| field.whereabouts(name));
    assert_eq!(at, [Some("Wessex"), Some("Brittany")]);
}

// proves A-8.5-retreat
#[test]
fn invaders_go_back_over_a_sea_that_an_allied_player_holds() {
    let mut field = Field::of(&[France, Britain, Spain])
        .foes(France, Spain)
        .friends(Britain, Spain)
        .put(Britain, ["Inf #1"], "Wessex")
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(Spain, ["Fleet #1"], "English Channel")
        .put(France, ["Inf #1"], "Normandy")
        .turn_of(Britain, 3);
    field.act(land("Britain Inf #1", "Normandy")).unwrap();
    let mut field = field.put(Britain, ["Fleet #1"], "Irish Sea").battle("Normandy");
    field.reach_round(2);
    field.hold("France Inf #1");
    field.retreat("Britain Inf #1", "Wessex");
    assert_eq!(field.whereabouts("Britain Inf #1"), Some("Wessex"));
}

// proves A-8.5-retreat, A-6.2-passage
#[test]
fn invaders_go_back_to_the_base_of_an_ally_by_his_leave() {
    let mut field = Field::of(&[France, Britain, Spain])
        .foes(France, Spain)
        .friends(Britain, Spain)
        .put(Britain, ["Inf #1"], "Galicia")
        .put(Britain, ["Fleet #1"], "Bay of Biscay")
        .put(France, ["Inf #1"], "Brittany")
        .turn_of(Britain, 3);
    field.act(land("Britain Inf #1", "Brittany")).unwrap();
    let mut barred = field.clone();
    let (host, guest) = (barred.seat(Spain), barred.seat(Britain));
    barred.game.pacts.admitted[host].remove(guest);
    let mut barred = barred.battle("Brittany");
    barred.reach_round(2);
    barred.hold("France Inf #1");
    assert_eq!(barred.no_retreat("Britain Inf #1", "Galicia"), "A-6.2-passage");
    let mut field = field.battle("Brittany");
    field.reach_round(2);
    field.hold("France Inf #1");
    field.retreat("Britain Inf #1", "Galicia");
    assert_eq!(field.whereabouts("Britain Inf #1"), Some("Galicia"));
}

// proves A-8.5-cut
#[test]
fn an_attack_on_the_sea_cuts_the_way_back() {
    let mut field = landed();
    field.done();
    field.march("Bay of Biscay", ["France Fleet #1"], "English Channel");
    field.end_turns();
    let fought_first = field.clone();
    field.act(Action::Fight(at("Normandy"))).unwrap();
    field.reach_round(2);
    field.hold("France Inf #1");
    assert_eq!(field.no_retreat("Britain Inf #1", "Wessex"), "A-8.5-cut");
    field.retreat("Britain Inf #1", "Picardy");

    let mut reopened = fought_first.with_strength("France Fleet #1", 0);
    reopened.act(Action::Fight(at("English Channel"))).unwrap();
    reopened.fire("Britain Fleet #1", &[1, 6, 6]);
    reopened.done();
    reopened.act(Action::Fight(at("Normandy"))).unwrap();
    reopened.reach_round(2);
    reopened.hold("France Inf #1");
    reopened.retreat("Britain Inf #1", "Wessex");
}

// proves A-8.5-retreat, A-7.4-where
#[test]
fn a_landing_closes_no_border_by_land() {
    // Picardy, from where they sail, also lies beside Normandy: nobody came over that border.
    let mut field = Field::duel()
        .put(Britain, ["Inf #1"], "Picardy")
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(France, ["Inf #1"], "Normandy")
        .turn_of(Britain, 3);
    field.act(land("Britain Inf #1", "Normandy")).unwrap();
    let mut field = field.battle("Normandy");
    field.reach_round(2);
    field.retreat("France Inf #1", "Picardy");
    assert_eq!(field.whereabouts("France Inf #1"), Some("Picardy"));
}

// proves A-8.5-retreat
#[test]
fn next_game_turn_they_are_invaders_no_more() {
    let mut field = Field::duel()
        .put(Britain, ["Inf #1"], "Wessex")
        .put(Britain, ["Fleet #1"], "English Channel")
        .put(France, ["Inf #1"], "Paris")
        .turn_of(Britain, 3);
    field.act(land("Britain Inf #1", "Normandy")).unwrap();
    field.end_turns();
    assert_eq!((field.game.game_turn, field.game.invaders.is_empty()), (2, true));
    let mut field = field.turn_of(France, 3);
    field.march("Paris", ["France Inf #1"], "Normandy");
    let mut field = field.battle("Normandy");
    field.reach_round(2);
    assert_eq!(field.no_retreat("Britain Inf #1", "Wessex"), "A-7.4-where");
}

// proves A-8.1-strait, A-8.5-cut
#[test]
fn a_strait_that_closes_behind_invaders_cuts_their_way_back() {
    let mut field = Field::duel()
        .neutral(Denmark)
        .allied(Sweden, Britain)
        .put(Denmark, ["Fleet (Denmark)"], "Norway")
        .put(Britain, ["Inf #1"], "East Prussia")
        .put(Britain, ["Fleet #1"], "Baltic")
        .put(Britain, ["Fleet #2"], "Danish Sea")
        .put(Britain, ["Fleet #3"], "Skagerrak")
        .turn_of(Britain, 3);
    field.act(land("Britain Inf #1", "Norway")).unwrap();
    let mut field = field.battle("Norway");
    field.reach_round(2);
    assert_eq!(
        field.no_retreat("Britain Inf #1", "East Prussia"),
        "A-8.5-cut",
        "Denmark holds the Kattegat now"
    );
    field.retreat("Britain Inf #1", "Sweden");
}
