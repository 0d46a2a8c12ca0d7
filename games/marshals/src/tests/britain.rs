//! Britain and the continent, and whose losses count for whom.

use super::field::{Field, hex, leader, nation};
use super::losses::next_to;
use crate::Action;
use crate::boxes::{Case, Fate};
use crate::forces::{Arm, Factors};
use crate::staff::Post;

fn morale(field: &Field, whose: &str) -> u8 {
    field.game.realm(nation(whose)).morale
}

fn set_morale(field: &mut Field, whose: &str, to: u8) {
    let by = to as i8 - morale(field, whose) as i8;
    field.game.change_morale(nation(whose), by, &mut field.log);
}

/// Napoleon beats a British general in Prussia so that Britain loses five factors or more.
fn beaten(scenario: &'static str, date: &str, whose: &str) -> Field {
    let next = next_to("Allenstein");
    let mut field = Field::bare(scenario)
        .on(date)
        .put("Britain", Factors::infantry(10), "Allenstein")
        .lead(whose, "Allenstein")
        .put("France", Factors::infantry(20), next)
        .stored("France", 5, 0, next)
        .lead("Napoleon (early)", next)
        .lead("Davout", next)
        .campaign_of("France");
    field.storm("Napoleon (early)", "Allenstein");
    field
}

// proves M-nm-24
#[test]
fn a_beaten_general_goes_to_london_before_1812() {
    let mut field = beaten("eylau-1807", "1807 May-Jun 2", "Moore");
    assert_eq!(morale(&field, "Britain"), 3);
    let moore = leader("Moore");
    assert_eq!(field.game.staff.post(moore), Post::Open(hex("London")));
    for turn in ["1807 May-Jun 3", "1807 May-Jun 5"] {
        field = field.put("Britain", Factors::infantry(1), "London").points("Britain", 2).on(turn);
        let seat = field.game.seat(nation("Britain")).unwrap();
        assert_eq!(field.game.player(seat).may_order(moore).unwrap_err().rule.as_str(), "M-nm-24", "{turn}");
    }
    let field = field.on("1807 May-Jun 6");
    let seat = field.game.seat(nation("Britain")).unwrap();
    assert_eq!(field.game.player(seat).may_order(moore), Ok(hex("London")));
    // From 1812 on he stays with his army.
    let field = beaten("leipzig-1813", "1813 Jul-Aug 3", "Wallmoden");
    assert!(morale(&field, "Britain") < 5);
    assert_ne!(field.game.staff.post(leader("Wallmoden")), Post::Open(hex("London")));
}

#[test]
fn an_invaded_britain_keeps_its_generals() {
    let next = next_to("Allenstein");
    let mut field = Field::bare("eylau-1807")
        .on("1807 May-Jun 2")
        .put("Britain", Factors::infantry(10), "Allenstein")
        .lead("Moore", "Allenstein")
        .put("France", Factors::infantry(1), "Dover")
        .put("France", Factors::infantry(20), next)
        .stored("France", 5, 0, next)
        .lead("Napoleon (early)", next)
        .lead("Davout", next)
        .campaign_of("France");
    field.storm("Napoleon (early)", "Allenstein");
    assert_ne!(field.game.staff.post(leader("Moore")), Post::Open(hex("London")));
}

/// British troops in many places in 1814, Britain at a morale of 1.
fn tired() -> Field {
    let mut field = Field::bare("france-1814")
        .put("Britain", Factors::infantry(3), "Bayonne")
        .put("Britain", Factors::infantry(2), "San Sebastian")
        .put("Britain", Factors::infantry(2), "London")
        .put("Britain", Factors::infantry(1), "Gibraltar")
        .put("Britain", Factors::infantry(1), "Palermo")
        .put("Britain", Factors::infantry(1), "Berlin")
        .put("Netherlands", Factors::infantry(1), "Rotterdam")
        .lead("Wellington", "Bayonne")
        .lead("Hill", "Palermo");
    set_morale(&mut field, "Britain", 1);
    field
}

// proves M-nm-25
#[test]
fn a_tired_britain_leaves_the_continent_within_six_turns() {
    let mut field = tired();
    let there = |field: &Field| {
        ["Bayonne", "San Sebastian", "London", "Gibraltar", "Palermo", "Berlin"]
            .map(|place| field.open("Britain", place).total())
    };
    let before = there(&field);
    assert_eq!(before, [3, 2, 2, 1, 1, 1]);
    let start = field.game.date;
    field.game.date = start.next().unwrap().next().unwrap().next().unwrap().next().unwrap().next().unwrap();
    field.game.leave_the_continent(&mut field.log);
    assert_eq!(there(&field), before, "five turns have gone by");
    field.game.date = field.game.date.next().unwrap();
    field.game.leave_the_continent(&mut field.log);
    // At home, at Gibraltar, on an island of its own and in the land of a great ally they stay.
    assert_eq!(there(&field), [0, 0, 2, 1, 1, 1]);
    assert_eq!(field.open("Netherlands", "Rotterdam").total(), 1, "they are no British troops");
    let shaken = field.game.boxes.factors(nation("Britain"), |case| matches!(case, Case::Shaken(_)));
    assert_eq!(shaken, Factors::infantry(5));
    assert_eq!(field.game.staff.post(leader("Wellington")), Post::Open(hex("London")));
    assert_eq!(field.game.staff.post(leader("Hill")), Post::Open(hex("Palermo")));
    // An island that is not wholly British is no refuge.
    let mut field = tired();
    field.give("Messina", "France");
    field.game.date = field.game.date.next().unwrap();
    for _ in 0..5 {
        field.game.date = field.game.date.next().unwrap();
    }
    field.game.leave_the_continent(&mut field.log);
    assert_eq!(there(&field)[4], 0);
}

// proves M-nm-26
#[test]
fn the_army_comes_back_at_a_morale_of_three() {
    let allowed = |morale: u8| {
        let mut field = tired();
        set_morale(&mut field, "Britain", morale);
        field.game.may_land(nation("Britain"), hex("Bayonne")).map_err(|denied| denied.rule.as_str())
    };
    assert_eq!([allowed(1), allowed(2)], [Err("M-nm-26"); 2]);
    assert_eq!(allowed(3), Ok(()));
    let mut field = tired();
    assert_eq!(field.game.may_land(nation("Britain"), hex("Berlin")), Ok(()));
    assert_eq!(field.game.may_land(nation("Spain"), hex("Bayonne")), Ok(()));
    // Nobody rallies to a leader there.
    for whose in ["Britain", "Portugal"] {
        field.game.lose(nation(whose), hex("Bayonne"), Factors::infantry(1), Fate::Disrupted);
    }
    let mut field = field.on("1814 Jan-Feb 3").turn_of("Britain");
    let wellington = leader("Wellington");
    let rally = |whose: &str| Action::Rally { leader: wellington, nation: nation(whose), arm: Arm::Infantry };
    field.act(Action::Activate(leader("Wellington")));
    while field.actions().iter().any(|action| matches!(action, Action::Summon(_))) {
        field.act(Action::Done);
    }
    assert_eq!(field.refused(rally("Britain")), "M-nm-26");
    field.act(rally("Portugal"));
}

// proves M-spain-26
#[test]
fn spaniards_have_the_morale_of_their_controller() {
    let mut field = Field::of("france-1814");
    let (spain, britain) = (nation("Spain"), nation("Britain"));
    assert!(!field.game.has_morale(spain));
    assert_eq!(field.game.morale(spain), field.game.realm(britain).morale);
    assert!(field.game.country(spain).is_steady());
    set_morale(&mut field, "Britain", 2);
    assert_eq!(field.game.morale(spain), 2);
    assert!(!field.game.country(spain).is_steady());
    // Whoever controls it gives orders, too.
    assert_eq!((field.game.commands(spain), field.game.seat(spain)), (britain, field.game.seat(britain)));
}

/// The French attack an army of these at Pamplona in 1814.
fn pamplona(scenario: &'static str, troops: &[(&str, u8)], general: &str) -> Field {
    let next = next_to("Pamplona");
    let mut field = Field::bare(scenario);
    for (whose, factors) in troops {
        field = field.put(whose, Factors::infantry(*factors), "Pamplona");
    }
    let mut field = field
        .lead(general, "Pamplona")
        .put("France", Factors::infantry(18), next)
        .stored("France", 5, 0, next)
        .lead("Soult", next)
        .lead("Suchet", next)
        .lead("Davout", next);
    set_morale(&mut field, "France", 4);
    let mut field = field.campaign_of("France").points("France", 4);
    field.march("Soult").act(Action::Attack(hex("Pamplona"))).act(Action::Fight);
    for _ in 0..200 {
        if field.game.battle().is_none() {
            break;
        }
        let actions = field.actions();
        let join = actions.iter().find(|action| matches!(action, Action::Call(_)));
        let usual = [Action::Usual, Action::Follow, Action::Done];
        let usual = usual.iter().find(|action| actions.contains(action));
        field.act(*join.or(usual).unwrap_or(&actions[0]));
    }
    field
}

fn lost(field: &Field, whose: &str) -> u16 {
    field.game.boxes.factors(nation(whose), |_| true).total()
}

// proves M-spain-6
#[test]
fn what_spaniards_lose_is_nothing_to_britain() {
    let field = pamplona("france-1814", &[("Spain", 9)], "Centre");
    assert!(lost(&field, "Spain") >= 5, "{}", lost(&field, "Spain"));
    assert_eq!((morale(&field, "Britain"), morale(&field, "France")), (5, 5));
    // With British troops beside them Britain is affected by what these lose.
    let field = pamplona("france-1814", &[("Britain", 12)], "Wellington");
    assert!(lost(&field, "Britain") >= 5, "{}", lost(&field, "Britain"));
    assert_eq!(morale(&field, "Britain"), 4);
}

// proves M-nm-20
#[test]
fn the_losses_of_clients_are_felt_by_their_controller() {
    let next = next_to("Dresden");
    let mut field = Field::bare("wagram-1809")
        .put("Saxony", Factors::infantry(7), "Dresden")
        .put("Austria", Factors::infantry(20), next)
        .stored("Austria", 5, 0, next)
        .lead("Charles (reformed)", next)
        .lead("Hiller", next)
        .campaign_of("Austria");
    let before = (morale(&field, "France"), morale(&field, "Austria"));
    set_morale(&mut field, "Austria", 4);
    field.storm("Charles (reformed)", "Dresden");
    assert!(lost(&field, "Saxony") >= 5, "{}", lost(&field, "Saxony"));
    assert_eq!((morale(&field, "France"), morale(&field, "Austria")), (before.0 - 1, 5));
    // Those of British clients are not.
    let field = pamplona("france-1814", &[("Portugal", 6)], "Beresford");
    assert!(lost(&field, "Portugal") >= 5, "{}", lost(&field, "Portugal"));
    assert_eq!((morale(&field, "Britain"), morale(&field, "France")), (5, 5));
}
