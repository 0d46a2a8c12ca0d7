//! The order of the turn, and what it brings to whom.

use engine::Recorder;

use super::field::{Field, hex, leader, nation};
use super::losses::next_to;
use crate::Action;
use crate::boxes::{Case, Fate, PATIENCE};
use crate::counters::mix;
use crate::forces::{Arm, Factors};
use crate::production::Item;
use crate::staff::Post;

fn buy(whose: &str, item: Item) -> Action {
    Action::Buy { nation: nation(whose), item }
}

fn demobilize(whose: &str, place: &str) -> Action {
    Action::Demobilize { hex: hex(place), nation: nation(whose), arm: Arm::Infantry }
}

fn mobilize(whose: &str) -> Action {
    Action::Mobilize { nation: nation(whose), arm: Arm::Infantry }
}

// proves M-turn-8
#[test]
fn forts_starve_then_units_rally_are_replaced_and_are_placed() {
    let austria = nation("Austria");
    let mut field = Field::bare("ulm-1805")
        .garrison("Austria", Factors::infantry(3), "Olmutz")
        .put("France", Factors::new(5, 0, 1), "Olmutz")
        .stored("France", 3, 0, "Olmutz")
        .lead("Davout", "Olmutz")
        .put("Austria", Factors::infantry(40), "Vienna")
        .lead("Charles", "Vienna")
        .lead("Hiller", "Vienna");
    field.game.watch_sieges(|_, _| true, &mut field.log);
    for fate in [Fate::Disrupted, Fate::Casualty] {
        field.game.lose(austria, hex("Vienna"), Factors::infantry(2), fate);
    }
    let treasury = field.game.treasury_mut(austria);
    (treasury.replacements, treasury.called) = (1, Factors::infantry(3));
    let fallen = field.game.boxes.factors(austria, |case| !case.is_disrupted());
    let mut field = field.turn_of("Austria");
    // The siege has taken its toll before anything comes.
    assert_eq!(field.game.forces.inside(hex("Olmutz"), |_| true), Factors::infantry(2));
    let lost = field.game.boxes.factors(austria, |case| !case.is_disrupted());
    assert_eq!(lost, fallen + Factors::infantry(1));
    let rally = |name| Action::Rally { leader: leader(name), nation: austria, arm: Arm::Infantry };
    let replace = |place| Action::Replace { hex: hex(place), nation: austria };
    let raise = |place| Action::Raise { hex: hex(place), nation: austria, arm: Arm::Infantry };
    field.act(Action::Activate(leader("Charles"))).act(rally("Charles")).act(replace("Vienna"));
    assert_eq!(field.refused(Action::Activate(leader("Hiller"))), "M-turn-8");
    field.act(raise("Prague"));
    assert_eq!(field.refused(replace("Trieste")), "M-turn-8");
    field.act(raise("Trieste"));
}

// proves M-turn-13
#[test]
fn powers_of_one_seat_share_a_turn_and_seats_take_turns() {
    let mut field = Field::bare("ulm-1805");
    field.game = engine::kit::set_up("ulm-1805", 3, &[]);
    let (russia, austria) = (nation("Russia"), nation("Austria"));
    field = field.on("1805 Sep-Oct 4");
    for (whose, place) in [(russia, "Tarnopol"), (austria, "Vienna")] {
        field.game.lose(whose, hex(place), Factors::infantry(1), Fate::Casualty);
    }
    let current = |field: &Field, whose| field.game.boxes.factors(whose, Case::is_current).total();
    let seats = ["France", "Britain", "Austria"].map(|name| field.game.seat(nation(name)).unwrap());
    assert_eq!(field.game.seat(russia), Some(seats[1]));
    assert_eq!(field.asked(), seats[0]);
    assert_eq!((current(&field, russia), current(&field, austria)), (1, 1));
    field.act(Action::Done);
    // Britain and Russia: their boxes are shifted, those of Austria wait for its own turn.
    assert_eq!(field.asked(), seats[1]);
    assert_eq!((current(&field, russia), current(&field, austria)), (0, 1));
    assert_eq!(field.refused(Action::Activate(leader("Mack"))), "M-terms-4");
    field.act(Action::Done);
    assert_eq!(field.asked(), seats[2]);
    assert_eq!(current(&field, austria), 0);
}

// proves M-prod-9
#[test]
fn captives_are_not_paid() {
    let mut field = Field::of("ulm-1805").season("1805 Nov-Dec 1");
    let austria = nation("Austria");
    let (funds, kept) = (field.game.country(austria).funds(), field.game.country(austria).kept().count());
    field.game.staff.send(leader("Mack"), Post::Captive(nation("France")));
    assert_eq!(field.game.country(austria).kept().count(), kept - 1);
    assert_eq!(field.game.country(austria).funds(), funds + 1);
}

// proves M-prod-25
#[test]
fn who_has_found_no_leader_for_three_seasons_can_be_given_up() {
    let russia = nation("Russia");
    let mut field = Field::bare("russia-1812").put("Russia", Factors::infantry(20), "Moscow");
    field.game.lose(russia, hex("Berlin"), Factors::infantry(2), Fate::Disrupted);
    field.game.shift_boxes(russia);
    field.reconcile();
    let mut field = field.season("1812 Jul-Aug 1").season("1812 Sep-Oct 1");
    // Others are lost later and wait on the same map.
    field.game.lose(russia, hex("Berlin"), Factors::infantry(3), Fate::Disrupted);
    field.game.shift_boxes(russia);
    assert_eq!(field.denied("Russia", Action::GiveUpOn(russia)), "M-prod-25");
    let mut field = field.season("1812 Nov-Dec 1");
    let unbuilt = field.game.treasury(russia).unbuilt;
    field.order("Russia", Action::GiveUpOn(russia));
    assert_eq!(field.denied("Russia", Action::GiveUpOn(russia)), "M-prod-25");
    assert_eq!(field.game.boxes.factors(russia, Case::is_disrupted), Factors::infantry(5));
    field.order("Russia", Action::Done).order("France", Action::Done);
    assert_eq!(field.game.boxes.factors(russia, Case::is_disrupted), Factors::infantry(3));
    assert_eq!(field.game.treasury(russia).unbuilt, unbuilt + Factors::infantry(2));
    assert_eq!(field.game.treasury(russia).disbanded, 0, "that is no disbanding");
    assert_eq!(PATIENCE, 3);
}

// proves M-limits-10
#[test]
fn guide_totals_are_no_limit() {
    let mut field = Field::bare("ulm-1805");
    for (name, guide) in [("France", 100), ("Austria", 70), ("Russia", 70), ("Prussia", 67), ("Britain", 44)]
    {
        assert_eq!(mix(nation(name)).unwrap().guide(), guide);
        assert!(mix(nation(name)).unwrap().infantry() > guide, "{name}");
    }
    field = field.put("Austria", Factors::infantry(70), "Vienna").lead("Charles", "Vienna");
    let mut field = field.season("1805 Nov-Dec 1");
    field.game.realm_mut(nation("Austria")).balance = 100;
    field.order("Austria", buy("Austria", Item::Infantry));
}

// proves M-mob-4
#[test]
fn who_stands_by_arms_for_the_day() {
    let austria = nation("Austria");
    let mut field = Field::bare("leipzig-1813").put("Austria", Factors::infantry(2), "Vienna");
    field.game.treasury_mut(austria).ready = Factors::infantry(3);
    let balance = field.game.realm(austria).balance;
    let mut field = field.season("1813 May-Jun 1");
    assert_eq!(field.game.side(austria), None, "it is at peace");
    assert_eq!(field.game.realm(austria).balance, balance + field.game.country(austria).income());
    field.order("Austria", mobilize("Austria")).order("Austria", buy("Austria", Item::Infantry));
    field.order("Austria", Action::Done).order("France", Action::Done);
    let mut field = field.turn_of("Austria");
    let raise = Action::Raise { hex: hex("Vienna"), nation: austria, arm: Arm::Infantry };
    assert_eq!(
        field.refused(Action::Raise { hex: hex("Prague"), nation: austria, arm: Arm::Cavalry }),
        "M-mob-6"
    );
    field.act(raise);
    assert_eq!(field.open("Austria", "Vienna"), Factors::infantry(3));
    // Whoever stands by for good is no power of the scenario, and has no seasons; nor has who has made peace.
    assert!(!field.game.country(nation("Ottoman Empire")).is_active());
    field.game.sue(nation("Prussia"), &mut field.log);
    assert!(!field.game.country(nation("Prussia")).is_active());
}

// proves M-mob-11
#[test]
fn points_for_mobilization_are_spent_and_nobody_need_go_on() {
    let austria = nation("Austria");
    let mut field = Field::bare("ulm-1805").season("1805 Nov-Dec 1");
    field.game.realm_mut(austria).balance = 50;
    field.game.treasury_mut(austria).ready = Factors::infantry(8);
    field.reconcile();
    for _ in 0..3 {
        field.order("Austria", mobilize("Austria"));
    }
    field.order("Austria", Action::Done).order("France", Action::Done);
    let balance = field.game.realm(austria).balance;
    assert_eq!(balance, 50 - 3);
    // None of them is placed before the next season, and nobody mobilizes more then.
    let mut field = field.turn_of("Austria");
    field.act(Action::Done);
    let field = field.season("1806 Jan-Feb 1");
    assert_eq!(field.game.treasury(austria).called, Factors::infantry(3));
    assert_eq!(field.game.treasury(austria).ready, Factors::infantry(5));
    assert_eq!(field.game.realm(austria).balance, balance + field.game.country(austria).income());
    assert!(field.game.country(austria).may_mobilize(Arm::Infantry).is_ok());
}

// proves M-mob-14
#[test]
fn a_stack_without_a_leader_gets_the_next() {
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(10), "Vienna")
        .put("Austria", Factors::infantry(10), "Prague")
        .put("Austria", Factors::infantry(10), "Brunn")
        .lead("Charles", "Vienna")
        .season("1805 Nov-Dec 1");
    field.game.realm_mut(nation("Austria")).balance = 50;
    let recalled = ["Hiller", "Klenau", "Riesch"];
    for name in recalled {
        field.game.staff.resting.insert(leader(name));
        field.order("Austria", Action::Recall(leader(name)));
    }
    field.order("Austria", Action::Done).order("France", Action::Done);
    let with: Vec<_> = recalled.iter().filter_map(|name| field.game.staff.hex(leader(name))).collect();
    assert_eq!(with.len(), 3);
    assert!(with.contains(&hex("Prague")) && with.contains(&hex("Brunn")), "Vienna has one already");
}

// proves M-mob-19
#[test]
fn leaders_keep_a_factor_and_one_stays_for_every_five() {
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(2), "Prague")
        .put("Austria", Factors::infantry(30), "Vienna")
        .lead("Hiller", "Prague")
        .season("1805 Nov-Dec 1");
    field.order("Austria", demobilize("Austria", "Prague"));
    assert_eq!(field.denied("Austria", demobilize("Austria", "Prague")), "M-mob-19");
    assert_eq!(field.denied("Austria", Action::Dismiss(leader("Hiller"))), "M-prod-6");
    // At war they stand where they like, also together, and where nobody leads the last factor goes.
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(1), "Prague")
        .put("Austria", Factors::infantry(30), "Vienna")
        .lead("Hiller", "Vienna")
        .lead("Klenau", "Vienna")
        .season("1805 Nov-Dec 1");
    field.order("Austria", demobilize("Austria", "Prague"));
    // At peace nobody comes back to a stack that has a leader, but goes to a city.
    let austria = nation("Austria");
    let mut field = Field::bare("leipzig-1813")
        .put("Austria", Factors::infantry(9), "Linz")
        .lead("Hiller", "Linz")
        .season("1813 May-Jun 1");
    assert_ne!(field.game.country(austria).billet(), Some(hex("Linz")));
    field.game.staff.send(leader("Hiller"), Post::Away);
    assert_eq!(field.game.country(austria).billet(), Some(hex("Linz")));
}

// proves M-mob-20
#[test]
fn a_client_keeps_a_friend_at_each_city_and_fort() {
    let scene = |french| {
        let mut field = Field::bare("wagram-1809").put("Bavaria", Factors::infantry(8), "Munich");
        field.give("Munich", "Bavaria");
        let mut field = field.put("Bavaria", Factors::infantry(8), "Munich");
        if french > 0 {
            field = field.put("France", Factors::infantry(french), "Munich");
        }
        field.season("1809 May-Jun 1")
    };
    let going = |mut field: Field| {
        let least = field.game.country(nation("Bavaria")).home_sources(false).count() as u8;
        let mut gone = 0;
        while field.game.country(nation("Bavaria")).may_demobilize(hex("Munich"), Arm::Infantry).is_ok() {
            field.order("France", demobilize("Bavaria", "Munich"));
            gone += 1;
        }
        (field, gone, least)
    };
    let (field, gone, least) = going(scene(0));
    assert!(least > 0);
    assert_eq!(gone, 8 - least);
    assert_eq!(field.denied("France", demobilize("Bavaria", "Munich")), "M-mob-20");
    // Frenchmen in the country count as well.
    let (mut field, gone, _) = going(scene(20));
    assert_eq!(gone, 8);
    field.order("France", Action::Done).order("Austria", Action::Done);
    assert_eq!(field.game.treasury(nation("Bavaria")).ready.infantry, 8);
    // Those who are called again come to their own country.
    let mut field = field.season("1809 May-Jun 1");
    field.game.treasury_mut(nation("Bavaria")).demobilized = None;
    field.order("France", mobilize("Bavaria")).order("France", Action::Done).order("Austria", Action::Done);
    let field = field.turn_of("France");
    let raise = |place| Action::Raise { hex: hex(place), nation: nation("Bavaria"), arm: Arm::Infantry };
    assert_eq!(field.refused(raise("Strasburg")), "M-turn-16");
    assert!(field.actions().contains(&raise("Munich")));
}

// proves M-client-2
#[test]
fn a_client_mobilizes_as_much_as_it_has() {
    let mut field = Field::bare("wagram-1809").season("1809 May-Jun 1");
    field.give("Munich", "Bavaria");
    field.game.treasury_mut(nation("Bavaria")).ready = Factors::infantry(4);
    field.game.realm_mut(nation("France")).balance = 50;
    field.reconcile();
    for _ in 0..4 {
        field.order("France", mobilize("Bavaria"));
    }
    field.order("France", buy("Bavaria", Item::Infantry));
    assert_eq!(field.denied("France", buy("Bavaria", Item::Infantry)), "M-prod-29");
}

// proves M-sweden-4
#[test]
fn sweden_builds_a_factor_in_a_season() {
    let mut field = Field::bare("leipzig-1813").season("1813 May-Jun 1");
    field.game.realm_mut(nation("Sweden")).balance = 50;
    let british = field.game.treasury(nation("Britain")).raised;
    field.order("Sweden", buy("Sweden", Item::Infantry));
    for item in [Item::Infantry, Item::Cavalry] {
        assert_eq!(field.denied("Sweden", buy("Sweden", item)), "M-sweden-4");
    }
    for whose in ["France", "Russia"] {
        field.order(whose, Action::Done);
    }
    assert_eq!(field.game.treasury(nation("Sweden")).fresh, Factors::infantry(1));
    assert_eq!(field.game.treasury(nation("Britain")).raised, british);
    let mut field = field.season("1813 Jul-Aug 1");
    field.order("Sweden", buy("Sweden", Item::Infantry));
}

/// What a great battle between France and Prussia does to the third power that fights beside Prussia with so many factors.
fn heartened(russians: u8, on_the_same_map: bool) -> i16 {
    let (near, far) = (next_to("Leipzig"), if on_the_same_map { next_to("Dresden") } else { "Smolensk" });
    let mut field = Field::bare("leipzig-1813")
        .on("1813 May-Jun 2")
        .put("France", Factors::infantry(60), "Paris")
        .put("Russia", Factors::infantry(russians), far)
        .put("Prussia", Factors::infantry(20), "Berlin");
    let stack = |whose: &str, factors| {
        let own = crate::combat::Contingent::new(nation(whose), Factors::infantry(factors));
        crate::combat::Stack::new(&[own], &[])
    };
    let theatre = |place| crate::map::MAP.theatre(hex(place)).unwrap();
    let seat = field.game.seat(nation("France")).unwrap();
    field.game.remember_battle(theatre(far), seat, &[stack("Russia", russians)]);
    field.game.remember_battle(theatre(near), seat, &[stack("Prussia", 3)]);
    let france = nation("France");
    field.game.lose(france, hex("Leipzig"), Factors::infantry(10), Fate::Casualty);
    let morale = |field: &Field, name| i16::from(field.game.realm(nation(name)).morale);
    let before = ["France", "Russia", "Prussia"].map(|name| morale(&field, name));
    field.game.reckon(seat, &mut Recorder::silent());
    assert_eq!((morale(&field, "France"), morale(&field, "Prussia")), (before[0] - 1, before[2]));
    morale(&field, "Russia") - before[1]
}

// proves M-nm-27
#[test]
fn who_has_fought_with_four_factors_on_the_map_gains_by_the_losses_of_a_turn() {
    assert_eq!(heartened(4, true), 1);
    assert_eq!(heartened(3, true), 0, "three are too few");
    assert_eq!(heartened(9, false), 0, "that is another map");
}

#[test]
fn battles_before_the_last_turn_of_a_seat_are_forgotten() {
    let mut field = Field::of("ulm-1805");
    let (france, austria) = (nation("France"), nation("Austria"));
    let seats = [france, austria].map(|whose| field.game.seat(whose).unwrap());
    let own = crate::combat::Contingent::new(austria, Factors::infantry(6));
    let stack = [crate::combat::Stack::new(&[own], &[])];
    let theatre = crate::map::MAP.theatre(hex("Ulm")).unwrap();
    let fall = |field: &mut Field| {
        let before = field.game.realm(austria).morale;
        field.game.lose(france, hex("Ulm"), Factors::infantry(10), Fate::Casualty);
        field.game.reckon(seats[0], &mut Recorder::silent());
        field.game.realm(austria).morale - before
    };
    // In the turn of Austria, after that of France.
    field.game.remember_battle(theatre, seats[1], &stack);
    field.game.date = field.game.date.next().unwrap();
    assert_eq!(fall(&mut field), 1);
    field.game.date = field.game.date.next().unwrap();
    assert_eq!(fall(&mut field), 0);
}
