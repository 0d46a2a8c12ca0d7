//! Command Points, Leaders, Stacking.

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::forces::{Arm, Factors};

fn points(field: &Field, whose: &str) -> u8 {
    field.game.realm(nation(whose)).points
}

fn at_orleans(factors: Factors, leaders: &[&str]) -> Field {
    let field = Field::bare("ulm-1805").put("France", factors, "Orleans");
    leaders.iter().fold(field, |field, name| field.lead(name, "Orleans")).turn_of("France")
}

// proves M-command-1, M-command-3
#[test]
fn a_leader_costs_a_point_and_points_come_back_each_turn() {
    let mut field = at_orleans(Factors::infantry(6), &["Davout"]);
    let bought = field.game.realm(nation("France")).command;
    assert_eq!(points(&field, "France"), bought);
    field.act(Action::Activate(leader("Davout")));
    assert_eq!(points(&field, "France"), bought - 1);
    field.act(Action::Done).act(Action::Done);
    assert_eq!(points(&field, "France"), bought);
    let field = at_orleans(Factors::infantry(6), &["Davout"]).points("France", 0);
    assert_eq!(field.refused(Action::Activate(leader("Davout"))), "M-command-1");
}

// proves M-command-2
#[test]
fn a_counter_alone_costs_a_point_whatever_its_value() {
    let mut field = at_orleans(Factors::new(8, 2, 0), &[]);
    let before = points(&field, "France");
    let detach = |arm| Action::Detach { hex: hex("Orleans"), nation: nation("France"), arm };
    field.act(detach(Arm::Infantry)).step("2652").act(Action::Halt);
    assert_eq!(field.open("France", "2652"), Factors::infantry(5));
    field.act(detach(Arm::Cavalry)).step("2652").act(Action::Halt);
    assert_eq!(field.open("France", "2652"), Factors::new(5, 1, 0));
    assert_eq!(points(&field, "France"), before - 2);
}

// proves M-lead-33
#[test]
fn what_joins_on_the_way_costs_a_point_only_without_a_leader() {
    let mut field = at_orleans(Factors::infantry(3), &["Davout"]).put("France", Factors::infantry(4), "2652");
    field.march("Davout");
    let before = points(&field, "France");
    field.leave("France", Arm::Infantry, 1).step("2652").take("France", Arm::Infantry, 4);
    assert_eq!((points(&field, "France"), field.gauge("factors on the march")), (before, "6".into()));
    field.step("2552").leave("France", Arm::Infantry, 2).step("2452");
    assert_eq!(field.open("France", "2552"), Factors::infantry(2));
    let mut field = at_orleans(Factors::infantry(3), &[]).put("France", Factors::infantry(1), "2652");
    let before = points(&field, "France");
    let arm = Arm::Infantry;
    field.act(Action::Detach { hex: hex("Orleans"), nation: nation("France"), arm });
    field.step("2652").take("France", arm, 1);
    assert_eq!(points(&field, "France"), before - 2);
}

// proves M-stack-21, M-lead-14, M-lead-17
#[test]
fn a_marshal_leads_six_factors_and_a_corps_commander_five() {
    let mut field = at_orleans(Factors::infantry(8), &["Davout"]);
    field.march("Davout");
    assert_eq!(field.gauge("factors on the march"), "6");
    let take = Action::Take { nation: nation("France"), arm: Arm::Infantry };
    assert_eq!(field.refused(take), "M-lead-17");
    for (is_reformed, factors) in [(false, "5"), (true, "6")] {
        let mut field = Field::bare("ulm-1805")
            .put("Austria", Factors::infantry(8), "Prague")
            .lead("Hiller", "Prague")
            .reformed("Austria", is_reformed)
            .turn_of("Austria");
        field.march("Hiller");
        assert_eq!(field.gauge("factors on the march"), factors);
    }
}

fn army(leaders: &[&str], factors: u8) -> Field {
    let field = Field::bare("ulm-1805").put("Austria", Factors::infantry(factors), "Prague");
    leaders.iter().fold(field, |field, name| field.lead(name, "Prague")).turn_of("Austria")
}

// proves M-stack-22, M-lead-9
#[test]
fn an_army_commander_leads_fifteen_and_more_with_others() {
    let mut field = army(&["Charles", "Hiller"], 22);
    field.march("Charles");
    assert_eq!(field.gauge("factors on the march"), "15");
    let take = Action::Take { nation: nation("Austria"), arm: Arm::Infantry };
    assert_eq!(field.refused(take), "M-lead-17");
    let before = points(&field, "Austria");
    field.act(Action::TakeLeader(leader("Hiller"))).take("Austria", Arm::Infantry, 5);
    assert_eq!(field.refused(take), "M-lead-17");
    assert_eq!(field.refused(Action::LeaveLeader(leader("Hiller"))), "M-lead-17");
    field.step("4748");
    assert_eq!(field.open("Austria", "4748"), Factors::infantry(20));
    assert_eq!(field.game.staff.hex(leader("Hiller")), Some(hex("4748")));
    assert_eq!(points(&field, "Austria"), before);
    let mut field = army(&["Hiller", "Klenau"], 8);
    field.march("Hiller");
    assert_eq!(field.refused(Action::TakeLeader(leader("Klenau"))), "M-lead-9");
}

// proves M-lead-12
#[test]
fn before_the_reform_an_army_commander_carries_four() {
    let others = ["Hiller", "Klenau", "Bellegarde", "Riesch", "Werneck"];
    let all: Vec<&str> = std::iter::once("Charles").chain(others).collect();
    let mut field = army(&all, 12);
    field.march("Charles");
    for name in &others[..4] {
        field.act(Action::TakeLeader(leader(name)));
    }
    assert_eq!(field.refused(Action::TakeLeader(leader("Werneck"))), "M-lead-12");
    let mut field = army(&all, 12).reformed("Austria", true);
    field.march("Charles");
    for name in others {
        field.act(Action::TakeLeader(leader(name)));
    }
}

// proves M-lead-13
#[test]
fn an_army_commander_drops_leaders_on_the_way_and_picks_others_up() {
    let mut field = army(&["Charles", "Hiller"], 8).lead("Klenau", "4748");
    field.march("Charles").act(Action::TakeLeader(leader("Hiller"))).step("4748");
    field.leave("Austria", Arm::Infantry, 4).act(Action::LeaveLeader(leader("Hiller")));
    field.act(Action::TakeLeader(leader("Klenau"))).step("4648");
    let at = |name| field.game.staff.hex(leader(name));
    assert_eq!((at("Hiller"), at("Klenau")), (Some(hex("4748")), Some(hex("4648"))));
    assert_eq!(field.open("Austria", "4748"), Factors::infantry(4));
}

// proves M-stack-10
#[test]
fn each_nation_of_the_coalition_is_led_by_its_own() {
    let mut field = army(&["Hiller"], 2).put("Russia", Factors::infantry(2), "Prague");
    field.march("Hiller");
    assert_eq!(field.gauge("factors on the march"), "2");
    let take = Action::Take { nation: nation("Russia"), arm: Arm::Infantry };
    assert_eq!(field.refused(take), "M-lead-17");
}

// proves M-stack-11
#[test]
fn a_coalition_leader_leads_the_troops_of_all() {
    let put = |field: Field| field.put("Austria", Factors::infantry(3), "Prague").lead("Kutuzov", "Prague");
    let mut field = put(Field::bare("ulm-1805").put("Russia", Factors::infantry(3), "Prague"));
    field = field.turn_of("Russia");
    field.act(Action::Activate(leader("Kutuzov"))).act(Action::March(leader("Kutuzov")));
    assert_eq!(field.gauge("factors on the march"), "6");
}

// proves M-command-4, M-lead-1
#[test]
fn a_national_leader_activates_as_many_as_his_initiative() {
    let marshals = ["Davout", "Ney", "Lannes", "Soult", "Murat", "Bessieres", "Mortier"];
    let all: Vec<&str> = std::iter::once("Napoleon (early)").chain(marshals).collect();
    let mut field = at_orleans(Factors::infantry(40), &all);
    let before = points(&field, "France");
    field.act(Action::Activate(leader("Napoleon (early)")));
    for name in &marshals[..6] {
        field.act(Action::Summon(leader(name)));
    }
    assert_eq!(points(&field, "France"), before - 1);
    assert_eq!(field.refused(Action::March(leader("Mortier"))), "M-command-3");
    field.act(Action::March(leader("Ney")));
    assert_eq!(field.gauge("factors on the march"), "6");
    let mut field = at_orleans(Factors::infantry(40), &["Napoleon (early)"]);
    field.march("Napoleon (early)");
    assert_eq!(field.gauge("factors on the march"), "40", "he has no limit");
}

// proves M-lead-2
#[test]
fn orders_do_not_pass_through_the_enemy() {
    let marshals = || {
        let field = Field::bare("ulm-1805").put("France", Factors::infantry(12), "Orleans");
        let field = field.lead("Napoleon (early)", "Orleans").lead("Davout", "Orleans");
        field.put("France", Factors::infantry(6), "2452").lead("Ney", "2452")
    };
    let order = |field: Field| {
        let mut field = field.turn_of("France");
        field.act(Action::Activate(leader("Napoleon (early)")));
        field
    };
    let summon = Action::Summon(leader("Ney"));
    order(marshals()).act(summon);
    let one = marshals().put("Austria", Factors::infantry(4), "2551").lead("Hiller", "2551");
    let both = one.put("Austria", Factors::infantry(4), "2453").lead("Klenau", "2453");
    assert_eq!(order(both).refused(summon), "M-lead-2", "zones lie all around him");
    assert_eq!(order(marshals().lead("Ney", "Mainz")).refused(summon), "M-lead-2", "too far");
}

// proves M-lead-2
#[test]
fn orders_go_through_enemy_land_where_no_enemy_is() {
    let marshals = || {
        let field = Field::bare("ulm-1805").put("France", Factors::infantry(12), "4849");
        let field = field.lead("Napoleon (early)", "4849").lead("Davout", "4849");
        field.put("France", Factors::infantry(6), "4648").lead("Ney", "4648")
    };
    let order = |field: Field| {
        let mut field = field.turn_of("France");
        field.act(Action::Activate(leader("Napoleon (early)")));
        field
    };
    let field = order(marshals());
    assert_eq!(field.holder("4748"), "France", "the zones of both take it");
    let far = || {
        let mut field = marshals();
        for hex in crate::ground::LandId::all().map(crate::ground::LandId::hex) {
            if field.game.forces.at(hex).is_empty() {
                field.game.control.set(hex, nation("Austria"));
            }
        }
        field
    };
    order(far()).act(Action::Summon(leader("Ney")));
}

// proves M-lead-53
#[test]
fn berthier_in_paris_gives_france_two_points() {
    let bare = Field::bare("ulm-1805").on("1805 Sep-Oct 4");
    let paris = Field::bare("ulm-1805").lead("Berthier", "Paris").on("1805 Sep-Oct 4");
    assert_eq!(points(&paris, "France"), points(&bare, "France") + 2);
    let away = Field::bare("ulm-1805").lead("Berthier", "Orleans").on("1805 Sep-Oct 4");
    assert_eq!(points(&away, "France"), points(&bare, "France"));
}

// proves M-stack-8
#[test]
fn led_troops_of_a_french_client_are_not_split() {
    let bavarians = |factors| {
        let mut field = Field::bare("ulm-1805")
            .put("Bavaria", Factors::infantry(factors), "Munich")
            .lead("Wrede", "Munich")
            .lead("Deroy", "Munich")
            .turn_of("France");
        field.march("Wrede");
        field
    };
    let step = Action::Step(hex("4353"));
    let mut field = bavarians(5);
    field.leave("Bavaria", Arm::Infantry, 2);
    assert_eq!(field.refused(step), "M-stack-8");
    field.take("Bavaria", Arm::Infantry, 2).act(step);
    let mut field = bavarians(9);
    field.leave("Bavaria", Arm::Infantry, 2).act(step);
    assert_eq!(field.open("Bavaria", "Munich"), Factors::infantry(6));
}

// proves M-lead-30
#[test]
fn spaniards_lead_spaniards_only() {
    let field = Field::bare("france-1814");
    let spaniard = crate::ids::LeaderId::all()
        .find(|leader| leader.get().nation == nation("Spain") && !leader.get().is_admiral())
        .expect("Spain has leaders");
    let led: Vec<&str> = crate::ids::NationId::all()
        .filter(|nation| field.game.leads(spaniard, *nation))
        .map(crate::ids::NationId::name)
        .collect();
    assert_eq!(led, ["Spain"]);
}

// proves M-leadsum-1, M-leadsum-4
#[test]
fn cavalry_leaders_have_the_lowest_rank_on_land() {
    use crate::leaders::Rank;
    let ranks = [Rank::National, Rank::Army, Rank::Corps, Rank::Admiral];
    assert!(ranks.map(|rank| rank as u8).is_sorted());
    for leader in crate::ids::LeaderId::all().filter(|leader| leader.get().is_cavalry) {
        for date in crate::calendar::Date::all() {
            assert_eq!(leader.get().rank(date), Rank::Corps, "{}", leader.name());
        }
    }
}

// proves M-lead-6, M-lead-7
#[test]
fn charles_and_blucher_lead_their_nations_after_the_reform() {
    let rank = |reformed: bool, sued: bool, charles: bool| {
        let mut field = Field::bare("wagram-1809")
            .lead("Schwarzenberg (army)", "Prague")
            .lead("Blucher (army)", "Berlin");
        if charles {
            field = field.lead("Charles (reformed)", "Vienna");
        }
        let date = field.game.date;
        for whose in ["Austria", "Prussia"] {
            let realm = field.game.realm_mut(nation(whose));
            (realm.is_reformed, realm.sued) = (reformed, sued.then_some(date));
        }
        ["Charles (reformed)", "Schwarzenberg (army)", "Blucher (army)"].map(|name| {
            let own = leader(name);
            field
                .game
                .staff
                .hex(own)
                .map(|_| field.game.general(own).rank() == crate::leaders::Rank::National)
        })
    };
    assert_eq!(rank(true, false, true), [Some(true), Some(false), Some(true)], "Charles holds the post");
    assert_eq!(rank(true, false, false), [None, Some(true), Some(true)]);
    assert_eq!(
        rank(true, true, true),
        [Some(false), Some(true), Some(false)],
        "until Austria sues for peace"
    );
    assert_eq!(rank(false, false, true), [Some(false), Some(true), Some(false)], "not before the reform");
}
