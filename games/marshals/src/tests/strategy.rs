//! The strategic turn and what comes of it: production, purchases, mobilization, replacements, rally, and losses in the boxes.

use engine::{Game, Seat, Stream, Viewer};

use super::field::{Field, hex, leader, nation};
use crate::boxes::{Case, Fate};
use crate::forces::{Arm, Factors};
use crate::ids::PlaceId;
use crate::production::Item;
use crate::scenarios::SCENARIOS;
use crate::staff::Post;
use crate::{Action, Event};

const SEASON: &str = "1805 Nov-Dec 1";

/// The strategic turn of the campaign of 1805.
fn council() -> Field {
    Field::of("ulm-1805").season(SEASON)
}

/// The same with nobody but what a test puts on the map.
fn empty() -> Field {
    Field::bare("ulm-1805").season(SEASON)
}

fn buy(whose: &str, item: Item) -> Action {
    Action::Buy { nation: nation(whose), item }
}

fn done(field: &mut Field) {
    for seat in Seat::first(field.game.players) {
        if field.game.to_act().contains(seat) {
            let whose = field.game.player(seat).powers_of().next().unwrap().name();
            field.order(whose, Action::Done);
        }
    }
}

/// An Austrian leader who is not needed.
fn spare(field: &Field) -> crate::ids::LeaderId {
    field
        .game
        .country(nation("Austria"))
        .kept()
        .find(|leader| field.game.general(*leader).may_dismiss().is_ok())
        .unwrap()
}

fn balance(field: &Field, whose: &str) -> u16 {
    field.game.realm(nation(whose)).balance
}

// proves M-prod-1, M-prod-2, M-sources-3, M-prod-3
#[test]
fn cities_pay_whoever_controls_them_when_the_season_begins() {
    let mut field = Field::of("ulm-1805");
    let (france, austria) = (nation("France"), nation("Austria"));
    let before = (field.game.country(france).income(), field.game.country(austria).income());
    field.give("Vienna", "France");
    assert_eq!(
        (field.game.country(france).income(), field.game.country(austria).income()),
        (before.0 + 2, before.1 - 4)
    );
    field.give("Bordeaux", "Britain");
    assert_eq!(field.game.country(france).income(), before.0 + 2, "Antwerp is enough");
    field.give("Antwerp", "Britain");
    assert_eq!(field.game.country(france).income(), before.0, "neither of them");
    let (points, income) = (balance(&field, "Austria"), field.game.country(austria).income());
    assert_eq!(balance(&field.season(SEASON), "Austria"), points + income);
}

// proves M-turn-18
#[test]
fn a_scenario_that_begins_inside_a_season_begins_without_production() {
    for scenario in SCENARIOS.iter() {
        let field = Field::of(&scenario.id);
        let power = &scenario.power[0];
        let paid = field.game.realm(power.nation).balance > u16::from(power.balance);
        assert_eq!(paid, scenario.first_turn.begins_season(), "{}", scenario.id);
        assert!(scenario.power.iter().all(|power| field.game.treasury(power.nation).replacements == 0));
    }
}

#[test]
fn everybody_decides_when_a_season_begins_and_at_no_other_time() {
    let mut field = council();
    assert_eq!(field.game.to_act().len(), 2);
    done(&mut field);
    assert_eq!(field.game.to_act().len(), 1);
    assert_eq!(field.denied("France", buy("France", Item::Command)), "M-terms-4");
}

// proves M-cost-7, M-intel-3, M-sheet-1
#[test]
fn command_points_are_bought_for_the_season_and_announced() {
    let mut field = council();
    let (france, funds) = (nation("France"), field.game.country(nation("France")).funds());
    field.order("France", buy("France", Item::Command)).order("France", buy("France", Item::Command));
    assert_eq!(field.game.country(france).funds(), funds - 4);
    assert_eq!(field.denied("France", buy("Bavaria", Item::Command)), "M-command-1");
    done(&mut field);
    assert_eq!((field.game.realm(france).command, i32::from(balance(&field, "France"))), (2, funds - 4));
    let told = field
        .log
        .events
        .iter()
        .any(|event| matches!(event, Event::Decided { nation, command: 2, .. } if *nation == france));
    assert!(told);
}

#[test]
fn orders_can_be_taken_back_until_one_is_done() {
    let mut field = council();
    assert_eq!(field.denied("France", Action::Revoke), "M-terms-4");
    let funds = field.game.country(nation("France")).funds();
    let spare = spare(&field);
    field.order("Austria", Action::Dismiss(spare));
    field.order("France", buy("France", Item::Command)).order("France", Action::Revoke);
    assert_eq!(field.game.country(nation("France")).funds(), funds);
    assert!(field.game.decrees.dismissed.contains(spare), "those of others stay");
}

// proves M-sheet-2
#[test]
fn nobody_spends_more_than_he_has() {
    let mut field = council();
    while field.game.country(nation("Russia")).funds() >= 2 {
        field.order("Russia", buy("Russia", Item::Command));
    }
    assert_eq!(field.denied("Russia", buy("Russia", Item::Command)), "M-sheet-2");
    done(&mut field);
    assert!(balance(&field, "Russia") < 2);
}

// proves M-prod-4, M-prod-5, M-mob-21
#[test]
fn leaders_are_paid_or_leave_and_come_back_when_they_are() {
    let mut field = council();
    let hiller = spare(&field);
    let funds = field.game.country(nation("Austria")).funds();
    let kept = field.game.country(nation("Austria")).kept().count() as i32;
    let whole = i32::from(balance(&field, "Austria"));
    assert_eq!(funds, whole - kept);
    field.order("Austria", Action::Dismiss(hiller));
    assert_eq!(field.game.country(nation("Austria")).funds(), funds + 1);
    assert!(field.game.staff.hex(hiller).is_some(), "until all have decided");
    done(&mut field);
    assert_eq!(field.game.staff.post(hiller), Post::Away);
    assert_eq!(i32::from(balance(&field, "Austria")), funds + 1);
    let mut field = field.season("1806 Jan-Feb 1");
    field.order("Austria", Action::Recall(hiller));
    assert_eq!(field.denied("Austria", Action::Recall(hiller)), "M-prod-5");
    done(&mut field);
    assert!(field.game.staff.hex(hiller).is_some());
}

// proves M-prod-6
#[test]
fn a_leader_for_every_five_factors_stays() {
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(6), "Vienna")
        .lead("Hiller", "Vienna")
        .lead("Klenau", "Vienna")
        .season(SEASON);
    assert_eq!(field.denied("Austria", Action::Dismiss(leader("Hiller"))), "M-prod-6");
    // Who cannot pay may, and builds nothing before.
    field.game.realm_mut(nation("Austria")).balance = 1;
    assert_eq!(field.denied("Austria", buy("Austria", Item::Replacement)), "M-sheet-2");
    assert_eq!(field.denied("Austria", Action::Done), "M-prod-4");
    field.order("Austria", Action::Dismiss(leader("Hiller"))).order("Austria", Action::Done);
}

// proves M-prod-8
#[test]
fn who_does_not_pay_for_enough_leaders_raises_nobody() {
    let mut field = Field::bare("ulm-1805").put("Austria", Factors::infantry(6), "Vienna");
    field.game.staff.resting.insert(leader("Klenau"));
    let mut field = field.season(SEASON);
    field.game.realm_mut(nation("Austria")).balance = 16;
    for item in [Item::Infantry, Item::Replacement] {
        assert_eq!(field.denied("Austria", buy("Austria", item)), "M-prod-8");
    }
    field.order("Austria", buy("Austria", Item::Command));
    field.order("Austria", Action::Recall(leader("Klenau")));
    // Six factors take two leaders, but nobody else can be paid.
    field
        .order("Austria", buy("Austria", Item::Infantry))
        .order("Austria", buy("Austria", Item::Replacement));
}

// proves M-sweden-4
#[test]
fn sweden_builds_a_factor_in_a_season() {
    let mut field = Field::of("leipzig-1813").season("1813 Jul-Aug 1");
    field.game.realm_mut(nation("Sweden")).balance = 60;
    field.reconcile();
    field.order("Sweden", buy("Sweden", Item::Infantry));
    assert_eq!(field.denied("Sweden", buy("Sweden", Item::Infantry)), "M-sweden-4");
    assert_eq!(field.denied("Sweden", buy("Sweden", Item::Cavalry)), "M-sweden-4");
}

#[test]
fn a_leader_is_due_with_mobilized_factors_only_if_one_waits() {
    let funds = |resting: bool| {
        let mut field = mobilizing(2);
        if resting {
            field.game.staff.resting.insert(leader("Klenau"));
        }
        let kept = field.game.country(nation("Austria")).kept().count() as u16;
        field.game.realm_mut(nation("Austria")).balance = 1 + kept;
        field
    };
    funds(false).order("Austria", CALL());
    assert_eq!(funds(true).denied("Austria", CALL()), "M-sheet-2");
}

// proves M-sources-10, M-command-1
#[test]
fn who_controls_an_ally_has_its_production_and_commands_it() {
    let paid = |scenario: &'static str, payer: &str, city: &str| {
        let mut field = Field::of(scenario);
        let before = field.game.country(nation(payer)).income();
        let enemy = if payer == "France" { "Britain" } else { "France" };
        field.give(city, enemy);
        before - field.game.country(nation(payer)).income()
    };
    assert_eq!(paid("france-1814", "Britain", "Madrid"), 2);
    assert_eq!(paid("france-1814", "Britain", "Naples"), 2);
    assert_eq!(paid("leipzig-1813", "France", "Copenhagen"), 2);
    let field = Field::of("france-1814").on("1814 Jan-Feb 2");
    for whose in ["Spain", "Naples"] {
        assert_eq!(field.game.has_point(nation(whose)), Ok(nation("Britain")));
    }
}

// proves M-loc-13
#[test]
fn supply_units_of_clients_come_to_their_own_cities_or_their_powers_depots() {
    let mut field = Field::bare("ulm-1805").stored("France", 0, 1, "Stuttgart").season(SEASON);
    field.give("Munich", "Bavaria");
    let bavaria = field.game.country(nation("Bavaria")).warehouses();
    assert!(bavaria.contains(&hex("Munich")) && bavaria.contains(&hex("Stuttgart")));
    assert!(!bavaria.contains(&hex("Paris")) && !bavaria.contains(&hex("Mainz")));
    let france = field.game.country(nation("France")).warehouses();
    assert!(france.contains(&hex("Paris")) && france.contains(&hex("Mainz")));
}

// proves M-intel-2
#[test]
fn what_another_cannot_do_does_not_tell_what_it_has() {
    let why = |points| {
        let mut field = shaken();
        field.game.treasury_mut(nation("Austria")).replacements = points;
        if points > 0 {
            field.game.treasury_mut(nation("Austria")).called = Factors::infantry(1);
            field.game.lose(nation("Austria"), hex("Prague"), Factors::infantry(2), Fate::Casualty);
        }
        let raise = Action::Raise { hex: hex("Vienna"), nation: nation("Austria"), arm: Arm::Infantry };
        [field.refusal(replace("Vienna")), field.refusal(raise)]
    };
    assert_eq!(why(0), why(1));
    let hearten = |enemies| {
        let field = Field::bare("ulm-1805").put("Austria", Factors::infantry(6), "Vienna").put(
            "France",
            Factors::infantry(enemies),
            "Prague",
        );
        field.game.country(nation("Austria")).may_hearten().unwrap_err()
    };
    assert_eq!(hearten(9), hearten(20));
}

// proves M-prod-10, M-mob-1, M-cost-3
#[test]
fn what_is_built_is_ready_in_the_next_season() {
    let mut field = empty();
    let austria = nation("Austria");
    let places = field.game.country(austria).home_sources(false).count();
    field.game.realm_mut(austria).balance = 200;
    for _ in 0..places {
        field.order("Austria", buy("Austria", Item::Infantry));
    }
    assert_eq!(field.denied("Austria", buy("Austria", Item::Infantry)), "M-cost-3");
    done(&mut field);
    let built = Factors::infantry(places as u8);
    assert_eq!(
        (field.game.treasury(austria).fresh, field.game.treasury(austria).ready),
        (built, Factors::NONE)
    );
    let field = field.season("1806 Jan-Feb 1");
    assert_eq!(
        (field.game.treasury(austria).fresh, field.game.treasury(austria).ready),
        (Factors::NONE, built)
    );
}

// proves M-cost-9, M-cost-10
#[test]
fn horse_and_guns_come_one_at_a_time() {
    let mut field = empty();
    for (item, rule) in [(Item::Cavalry, "M-cost-9"), (Item::Artillery, "M-cost-10")] {
        field.order("Austria", buy("Austria", item));
        assert_eq!(field.denied("Austria", buy("Austria", item)), rule);
    }
}

// proves M-limits-8
#[test]
fn nothing_is_built_without_a_free_counter() {
    let mut field = empty();
    let treasury = field.game.treasury_mut(nation("Austria"));
    treasury.ready.infantry = treasury.unbuilt.infantry - 1;
    treasury.unbuilt.infantry = 1;
    assert_eq!(crate::position::check(&field.game), Ok(()));
    field.order("Austria", buy("Austria", Item::Infantry));
    assert_eq!(field.denied("Austria", buy("Austria", Item::Infantry)), "M-limits-8");
}

// proves M-limits-1, M-limits-2, M-prod-18
#[test]
fn too_much_infantry_in_a_year_costs_morale() {
    let mut field = empty();
    let austria = nation("Austria");
    let morale = field.game.realm(austria).morale;
    let mut count = |factors| {
        field.game.count_infantry(austria, factors, &mut field.log);
        field.game.realm(austria).morale
    };
    assert_eq!(
        [count(14), count(1), count(1), count(14), count(1)],
        [morale, morale, morale - 1, morale - 1, morale - 2]
    );
    field.game.date = "1806 Jan-Feb 1".parse().unwrap();
    field.game.open_season();
    assert_eq!(field.game.treasury(austria).raised, 0);
}

// proves M-limits-2
#[test]
fn who_is_beyond_a_figure_that_comes_into_force_pays_with_the_next_factor() {
    let mut field =
        Field::bare("russia-1812").on("1812 Jul-Aug 2").put("France", Factors::infantry(4), "Smolensk");
    let russia = nation("Russia");
    let morale = field.game.realm(russia).morale;
    field.game.count_infantry(russia, 30, &mut field.log);
    assert_eq!(field.game.realm(russia).morale, morale, "no limit with the enemy in the country");
    field.give("Smolensk", "Russia");
    field.game.count_infantry(russia, 0, &mut field.log);
    assert_eq!(field.game.realm(russia).morale, morale);
    field.game.count_infantry(russia, 1, &mut field.log);
    field.game.count_infantry(russia, 1, &mut field.log);
    assert_eq!(field.game.realm(russia).morale, morale - 1, "once");
}

/// Austria has so much in its box, and a turn of its own.
fn mobilizing(ready: u8) -> Field {
    let mut field = empty();
    field.game.realm_mut(nation("Austria")).balance = 100;
    field.game.treasury_mut(nation("Austria")).ready = Factors::infantry(ready);
    field.reconcile();
    field
}

const CALL: fn() -> Action = || Action::Mobilize { nation: nation("Austria"), arm: Arm::Infantry };

// proves M-mob-3, M-cost-2
#[test]
fn mobilizing_takes_a_morale_of_three_or_an_attack() {
    let mut field = mobilizing(2);
    let funds = field.game.country(nation("Austria")).funds();
    field.order("Austria", CALL());
    assert_eq!(field.game.country(nation("Austria")).funds(), funds - 1);
    field.game.realm_mut(nation("Austria")).morale = 2;
    assert_eq!(field.denied("Austria", CALL()), "M-mob-3");
    let mut field = field.put("France", Factors::infantry(1), "Linz");
    field.reconcile();
    field.order("Austria", CALL());
    assert_eq!(field.denied("Austria", CALL()), "M-mob-1");
}

// proves M-mob-5, M-mob-6, M-mob-7, M-mob-10, M-turn-16, M-intel-2
#[test]
fn mobilized_factors_come_one_to_a_place_in_each_turn() {
    let mut field = mobilizing(40);
    let austria = nation("Austria");
    let places: Vec<_> = field.game.country(austria).home_sources(false).collect();
    for _ in 0..=places.len() {
        field.order("Austria", CALL());
    }
    done(&mut field);
    let called = places.len() as u16 + 1;
    let told = |event: &Event| matches!(event, Event::Decided { nation, called: of, .. } if *nation == austria && *of == called);
    assert!(field.log.events.iter().any(told));
    field = field.turn_of("Austria");
    let strength = |field: &Field| field.game.forces.iter().map(|force| force.factors.total()).sum::<u16>();
    let before = strength(&field);
    let raise = |hex| Action::Raise { hex, nation: austria, arm: Arm::Infantry };
    assert_eq!(field.refused(raise(hex("Munich"))), "M-turn-16");
    field.act(raise(places[0]));
    assert_eq!(field.refused(raise(places[0])), "M-mob-6");
    for place in &places[1..] {
        field.act(raise(*place));
    }
    assert_eq!(field.game.treasury(austria).called, Factors::infantry(1), "it waits for the next turn");
    assert_eq!(strength(&field), before + called - 1);
}

// proves M-mob-12, M-mob-2
#[test]
fn a_leader_comes_with_every_five_factors() {
    let mut field = mobilizing(6);
    for name in ["Hiller", "Klenau", "Riesch"] {
        field.game.staff.resting.insert(leader(name));
    }
    let funds = field.game.country(nation("Austria")).funds();
    for _ in 0..6 {
        field.order("Austria", CALL());
    }
    assert_eq!(field.game.country(nation("Austria")).funds(), funds - 6 - 2);
    field.order("Austria", Action::Recall(leader("Klenau")));
    assert_eq!(field.game.country(nation("Austria")).funds(), funds - 6 - 2, "he was due");
    done(&mut field);
    let back = ["Hiller", "Klenau", "Riesch"]
        .into_iter()
        .filter(|name| field.game.staff.hex(leader(name)).is_some());
    assert_eq!(back.count(), 2);
    assert!(field.game.staff.hex(leader("Klenau")).is_some());
}

// proves M-cost-1, M-mob-15, M-mob-16, M-mob-17, M-mob-18
#[test]
fn factors_go_home_for_a_point_each() {
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(40), "Vienna")
        .put("Austria", Factors::infantry(2), "Munich")
        .season(SEASON);
    let austria = nation("Austria");
    let home = |place: &str| Action::Demobilize { hex: hex(place), nation: austria, arm: Arm::Infantry };
    assert_eq!(field.denied("Austria", home("Munich")), "M-mob-16");
    let funds = field.game.country(austria).funds();
    let at_home = field.game.country(austria).home_sources(false).count();
    let counted = PlaceId::all().filter(|place| place.get().stars > 0 || place.get().fort > 0);
    let held = counted.filter(|place| field.game.control.get(place.hex()) == Some(austria)).count();
    assert!(held > at_home && field.holder("Munich") == "Austria", "those abroad count, too");
    let least = held as u16;
    let leaving = 42 - least;
    for _ in 0..leaving {
        field.order("Austria", home("Vienna"));
    }
    assert_eq!(field.game.country(austria).funds(), funds + i32::from(leaving));
    assert_eq!(field.denied("Austria", home("Vienna")), "M-mob-18");
    assert_eq!(field.open("Austria", "Vienna").total(), 40, "they are still there for all to see");
    done(&mut field);
    assert_eq!(field.game.treasury(austria).ready, Factors::infantry(leaving as u8));
    let field = field.season("1806 Mar-Apr 1");
    assert_eq!(field.denied("Austria", CALL()), "M-mob-17");
    let mut field = field.season("1806 May-Jun 1");
    field.order("Austria", CALL());
}

/// Austria has lost infantry, horse and guns, and has replacement points.
fn bereft(points: u8) -> Field {
    let mut field =
        Field::bare("ulm-1805").put("Austria", Factors::infantry(60), "Vienna").lead("Charles", "Vienna");
    field.game.lose(nation("Austria"), hex("Prague"), Factors::new(8, 1, 1), Fate::Casualty);
    field.game.treasury_mut(nation("Austria")).replacements = points;
    field.turn_of("Austria")
}

fn replace(place: &str) -> Action {
    Action::Replace { hex: hex(place), nation: nation("Austria") }
}

// proves M-terms-1, M-prod-11, M-prod-14, M-prod-15, M-prod-12, M-prod-13, M-arms-8, M-mob-2
#[test]
fn a_point_replaces_three_factors_at_three_places() {
    let mut field = bereft(2);
    field.act(replace("Vienna"));
    assert_eq!(field.refused(replace("Vienna")), "M-prod-15");
    assert_eq!(field.game.treasury(nation("Austria")).replacements, 1, "the point is opened");
    field.act(replace("Prague")).act(replace("Brunn"));
    assert_eq!(field.game.treasury(nation("Austria")).replacements, 1);
    field.act(replace("Trieste"));
    assert_eq!(field.game.treasury(nation("Austria")).replacements, 0);
    assert_eq!(field.game.treasury(nation("Austria")).raised, 4);
    // What an opened point could still bring is lost when the turn goes on.
    field.act(Action::Done);
    let mut field = field.on("1805 Sep-Oct 4").turn_of("Austria");
    assert_eq!(field.refused(replace("Vienna")), "M-terms-4");
    let left = field.game.boxes.factors(nation("Austria"), |case| !case.is_disrupted());
    assert_eq!(left, Factors::infantry(4), "horse and guns are built anew");
    field.act(Action::Done);
}

// proves M-prod-16
#[test]
fn points_that_are_left_are_forfeited() {
    let field = bereft(2).season(SEASON);
    assert_eq!(field.game.treasury(nation("Austria")).replacements, 0);
}

// proves M-prod-17
#[test]
fn nobody_is_replaced_in_a_fort_that_enemies_besiege() {
    let mut field = bereft(1).garrison("Austria", Factors::infantry(1), "Josephstadt").put(
        "France",
        Factors::infantry(4),
        "Josephstadt",
    );
    field.game.begin_sieges();
    assert_eq!(field.refused(replace("Josephstadt")), "M-prod-17");
}

// proves M-prod-26, M-prod-27, M-prod-28, M-prod-29
#[test]
fn a_client_builds_a_factor_at_its_patrons_cost() {
    let mut field = council();
    field.give("Munich", "Bavaria");
    field.reconcile();
    let (bavaria, france) = (nation("Bavaria"), nation("France"));
    let funds = field.game.country(france).funds();
    let spent = field.game.treasury(france).raised;
    field.order("France", buy("Bavaria", Item::Infantry));
    assert_eq!(field.game.country(france).funds(), funds - 2);
    assert_eq!(field.denied("France", buy("Bavaria", Item::Infantry)), "M-prod-29");
    done(&mut field);
    assert_eq!(field.game.treasury(france).raised, spent);
    let mut field = field.season("1806 Jan-Feb 1");
    field.order("France", Action::Mobilize { nation: bavaria, arm: Arm::Infantry });
    done(&mut field);
    let place = Action::Raise { hex: hex("Munich"), nation: bavaria, arm: Arm::Infantry };
    assert_eq!(
        field.refused(Action::Raise { hex: hex("Paris"), nation: bavaria, arm: Arm::Infantry }),
        "M-turn-16"
    );
    field.act(place);
}

/// Frenchmen were disrupted at Ulm; Davout is there, Massena in Italy.
fn shaken() -> Field {
    let mut field = Field::bare("ulm-1805")
        .put("France", Factors::infantry(60), "Paris")
        .put("France", Factors::infantry(2), "Ulm")
        .put("France", Factors::infantry(2), "Milan")
        .stored("France", 1, 0, "Ulm")
        .stored("France", 1, 0, "Milan")
        .lead("Davout", "Ulm")
        .lead("Lannes", "Ulm")
        .lead("Massena", "Milan");
    field.game.lose(nation("France"), hex("Ulm"), Factors::new(2, 1, 0), Fate::Disrupted);
    let field = field.on("1805 Sep-Oct 3");
    field.turn_of("France")
}

fn rally(name: &str, arm: Arm) -> Action {
    Action::Rally { leader: leader(name), nation: nation("France"), arm }
}

// proves M-prod-19, M-prod-20, M-prod-21, M-prod-24, M-arms-8
#[test]
fn an_activated_leader_near_by_rallies_one_factor() {
    let mut field = shaken();
    let points = field.game.realm(nation("France")).points;
    assert_eq!(field.refused(rally("Davout", Arm::Cavalry)), "M-prod-20");
    assert_eq!(field.refused(Action::Activate(leader("Massena"))), "M-prod-21");
    field.act(Action::Activate(leader("Davout"))).act(rally("Davout", Arm::Cavalry));
    assert_eq!(field.game.realm(nation("France")).points, points - 1);
    assert_eq!(field.open("France", "Ulm"), Factors::new(2, 1, 0));
    assert_eq!(field.game.boxes.factors(nation("France"), Case::is_disrupted), Factors::infantry(2));
    // He is activated for the rest of the turn, and can march.
    assert_eq!(field.refused(rally("Davout", Arm::Infantry)), "M-prod-20");
    field.act(Action::Done).act(Action::March(leader("Davout")));
}

// proves M-prod-22, M-prod-23, M-turn-10
#[test]
fn after_a_turn_any_leader_on_the_map_rallies() {
    let mut field = shaken();
    field.act(Action::Done);
    let mut field = field.on("1805 Sep-Oct 4").turn_of("France");
    assert!(field.game.boxes.of(nation("France")).all(|lot| !lot.case.is_current()));
    field.act(Action::Activate(leader("Massena"))).act(rally("Massena", Arm::Infantry));
    assert_eq!(field.open("France", "Milan"), Factors::infantry(3));
    let mut field = field.lead("Suchet", "Moscow");
    field.game.staff.activated.insert(leader("Suchet"));
    assert_eq!(field.refused(rally("Suchet", Arm::Infantry)), "M-prod-21", "that is another map");
}

fn losses(on_map: u8, lost: u8) -> (u8, u8, u8) {
    let mut field = Field::bare("ulm-1805").put("Austria", Factors::infantry(on_map), "Vienna");
    field.game.realm_mut(nation("Russia")).morale = 4;
    let before = field.game.realm(nation("Austria")).morale;
    field.game.lose(nation("Austria"), hex("Vienna"), Factors::infantry(lost), Fate::Casualty);
    let seat = field.game.seat(nation("Austria")).unwrap();
    field.game.reckon(seat, &mut field.log);
    let realm = |name| field.game.realm(nation(name)).morale;
    (before - realm("Austria"), realm("France"), realm("Russia"))
}

// proves M-turn-9, M-nm-27
#[test]
fn ten_factors_in_the_boxes_of_a_turn_shake_a_nation() {
    assert_eq!(losses(60, 9).0, 0);
    assert_eq!(losses(60, 10).0, 1);
}

// proves M-nm-28, M-nm-29
#[test]
fn half_and_three_fifths_of_a_map_shake_a_nation_and_more_breaks_it() {
    let morale = |on_map, lost| {
        let (fallen, france, _) = losses(on_map, lost);
        (fallen, france)
    };
    assert_eq!(morale(5, 4), (0, 5));
    assert_eq!(morale(5, 5), (1, 6));
    assert_eq!(morale(4, 6), (2, 6), "France cannot have more than 6");
    assert_eq!(morale(2, 4), (3, 6), "above 65 of a hundred it falls to 1");
}

// proves M-nm-31
#[test]
fn morale_is_raised_once_a_year_by_who_is_stronger_at_home() {
    let mut field = council();
    let austria = nation("Austria");
    let morale = field.game.realm(austria).morale;
    field.order("Austria", Action::Hearten(austria));
    assert_eq!(field.denied("Austria", Action::Hearten(austria)), "M-nm-31");
    done(&mut field);
    assert_eq!(field.game.realm(austria).morale, morale + 1);
    let mut other = council();
    other.game.realm_mut(nation("France")).morale = 5;
    assert_eq!(other.denied("France", Action::Hearten(nation("France"))), "M-nm-31", "5 is the most");
    let mut invaded = Field::bare("ulm-1805").put("France", Factors::infantry(3), "Linz").season(SEASON);
    invaded.game.realm_mut(austria).morale = 3;
    assert_eq!(invaded.denied("Austria", Action::Hearten(austria)), "M-nm-31");
}

// proves M-loc-8, M-cost-11, M-mob-2
#[test]
fn new_supply_units_come_to_cities_and_to_depots_of_the_line() {
    let mut field = Field::bare("ulm-1805").stored("France", 0, 1, "Stuttgart").season(SEASON);
    let france = nation("France");
    field.order("France", buy("France", Item::Supply)).order("France", buy("France", Item::Supply));
    done(&mut field);
    field = field.turn_of("France");
    let stock = |place: &str| Action::Stock { hex: hex(place), nation: france };
    assert_eq!(field.refused(stock("Prague")), "M-loc-8");
    field.act(stock("Stuttgart")).act(stock("Strasburg"));
    assert_eq!(field.refused(stock("Strasburg")), "M-terms-4");
}

#[test]
fn what_a_seat_orders_is_hidden_until_all_have_decided() {
    let mut field = council();
    let before = field.game.clone();
    let events = field.log.events.len();
    field.order("Austria", buy("Austria", Item::Command)).order("Austria", buy("Austria", Item::Replacement));
    let spare = spare(&field);
    field.order("Austria", Action::Dismiss(spare));
    let french = Viewer::Seat(field.game.seat(nation("France")).unwrap());
    assert_eq!(field.game.view(french), before.view(french));
    assert_eq!(field.game.view(Viewer::Spectator), before.view(Viewer::Spectator));
    assert_eq!(field.log.events.len(), events);
    let world = field.game.determinize(Seat(0), &mut Stream::from_number(7));
    assert_eq!(world.treasury(nation("Austria")).orders, crate::strategy::orders::Orders::default());
    assert_eq!(world.view(french), field.game.view(french));
    assert_eq!(crate::position::check(&world), Ok(()));
    // The points that another holds are dealt anew between balance and replacements.
    field.order("Austria", Action::Done).order("France", Action::Done);
    let sum = |game: &crate::Marshals| {
        game.realm(nation("Austria")).balance + u16::from(game.treasury(nation("Austria")).replacements)
    };
    let worlds: Vec<_> =
        (0..20).map(|seed| field.game.determinize(Seat(0), &mut Stream::from_number(seed))).collect();
    assert!(worlds.iter().all(|world| sum(world) == sum(&field.game)));
    assert!(worlds.iter().any(|world| world.treasury(nation("Austria")).replacements != 1));
}

#[test]
fn landwehr_comes_free_of_cost() {
    let mut field = Field::of("wagram-1809");
    let austria = nation("Austria");
    assert_eq!(field.game.treasury(austria).called, Factors::infantry(12));
    let balance = field.game.realm(austria).balance;
    let vienna = Action::Raise { hex: hex("Vienna"), nation: austria, arm: Arm::Infantry };
    field.act(vienna);
    assert_eq!(field.game.realm(austria).balance, balance);
    assert_eq!(field.refused(vienna), "M-mob-6");
}

#[test]
fn only_the_landwehr_comes_free_and_not_who_was_sent_home() {
    let field = Field::of("wagram-1809");
    let austria = nation("Austria");
    let mut field = field.season("1809 May-Jun 1");
    let called = field.game.treasury(austria).called;
    let home = field
        .actions_of("Austria")
        .into_iter()
        .find(|action| matches!(action, Action::Demobilize { nation: whose, .. } if *whose == austria));
    field.order("Austria", home.expect("somebody can go home"));
    done(&mut field);
    let field = field.turn_of("Austria");
    assert_eq!(field.game.treasury(austria).called, called);
    assert_eq!(field.game.treasury(austria).ready.total(), 1);
}

#[test]
fn nobody_rallies_troops_of_a_nation_that_has_made_peace() {
    let position = || {
        let mut field = Field::bare("eylau-1807")
            .put("Russia", Factors::infantry(4), "Konigsberg")
            .put("Prussia", Factors::infantry(9), "Konigsberg")
            .lead("Bennigsen", "Konigsberg");
        field.game.lose(nation("Prussia"), hex("Konigsberg"), Factors::infantry(2), Fate::Disrupted);
        field.on("1807 Jan-Feb 4")
    };
    let rally = Action::Rally { leader: leader("Bennigsen"), nation: nation("Prussia"), arm: Arm::Infantry };
    let mut field = position().turn_of("Russia");
    field.act(Action::Activate(leader("Bennigsen")));
    assert!(field.actions().contains(&rally), "{:?}", field.actions());
    field.game.sue(nation("Prussia"), &mut field.log);
    assert_eq!(field.refused(rally), "M-prod-21");
}

#[test]
fn what_is_left_of_prussia_builds_in_its_fortresses() {
    let mut field = Field::of("eylau-1807");
    let prussia = nation("Prussia");
    field.game.treasury_mut(prussia).called = Factors::infantry(2);
    let field = field.on("1807 Jan-Feb 4").turn_of("Prussia");
    let raise = |hex| Action::Raise { hex, nation: prussia, arm: Arm::Infantry };
    let allowed: Vec<_> =
        field.actions().into_iter().filter(|action| matches!(action, Action::Raise { .. })).collect();
    assert!(allowed.contains(&raise(hex("Konigsberg"))));
    let open = field
        .game
        .country(prussia)
        .home_sources(false)
        .find(|place| crate::map::MAP.fort(*place) == 0 && *place != hex("Konigsberg"));
    if let Some(open) = open {
        assert_eq!(field.refused(raise(open)), "M-turn-16");
    }
}
