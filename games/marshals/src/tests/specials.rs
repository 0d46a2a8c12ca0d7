//! What only one scenario knows.

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::event::Event;
use crate::forces::Factors;
use crate::map::MAP;
use crate::nations::Side;
use crate::scenarios::Part;
use crate::staff::Post;

/// A hex of this holder with another next to it.
fn border(
    field: &Field,
    holder: &str,
    of: impl Fn(&Field, atlas::topology::HexId) -> bool,
) -> (String, String) {
    let held = crate::ground::LandId::all()
        .map(crate::ground::LandId::hex)
        .filter(|hex| field.game.control.get(*hex) == Some(nation(holder)));
    let pairs = held.flat_map(|hex| crate::ground::ways(hex).iter().map(move |way| (way.to, hex)));
    let (from, to) = pairs.into_iter().find(|(from, _)| of(field, *from)).expect("there is a border");
    (MAP.grid.name(from).to_string(), MAP.grid.name(to).to_string())
}

#[test]
fn a_second_trespass_into_prussia_in_a_turn_is_a_point() {
    let mut field = Field::bare("ulm-1805").put("France", Factors::infantry(9), "Mainz");
    let friendly = |field: &Field, hex| field.game.controls(hex) == Some(Side::French);
    let (from, to) = border(&field, "Prussia", friendly);
    let points = field.game.points(Side::Coalition);
    field = field.put("France", Factors::infantry(2), &from).lead("Ney", &from).lead("Soult", &from);
    let mut field = field.fed().turn_of("France");
    field.march("Ney").leave("France", crate::forces::Arm::Infantry, 1).step(&to).act(Action::Halt);
    assert_eq!((field.game.points(Side::Coalition), field.holder(&to)), (points, "Prussia"), "once is free");
    field.march("Soult").step(&to).act(Action::Halt);
    assert_eq!(field.game.points(Side::Coalition), points + 1);
    assert!(field.log.events.iter().any(|event| matches!(event, Event::Awarded { points: 1, .. })));
}

#[test]
fn an_armistice_keeps_both_sides_out_of_enemy_land() {
    let field = |date: &str| {
        let field = Field::bare("leipzig-1813").on(date);
        let friendly = |field: &Field, hex| field.game.controls(hex) == Some(Side::French);
        let (from, to) = border(&field, "Prussia", friendly);
        let mut field = field
            .put("France", Factors::infantry(5), &from)
            .lead("Ney", &from)
            .put("Russia", Factors::infantry(9), "Breslau")
            .fed()
            .turn_of("France");
        field.game.control.set(hex(&to), nation("Prussia"));
        (field, to)
    };
    assert_eq!(field("1813 May-Jun 4").0.refused(Action::CallArmistice), "M-terms-4");
    let (mut field, to) = field("1813 May-Jun 5");
    field.act(Action::CallArmistice);
    assert_eq!(field.refused(Action::CallArmistice), "M-terms-4");
    field.march("Ney");
    assert_eq!(field.refused(Action::Step(hex(&to))), "M-move-17");
    let mut field = field.on("1813 Jul-Aug 4");
    assert!(field.game.armistice);
    field = field.on("1813 Jul-Aug 5");
    assert!(!field.game.armistice);
}

#[test]
fn napoleon_rides_to_the_army_and_is_activated_in_the_next_turn() {
    let field = Field::of("wagram-1809").turn_of("France");
    let napoleon = leader("Napoleon (early)");
    assert_eq!(field.refused(Action::Activate(napoleon)), "M-command-8");
    assert!(field.actions().contains(&Action::Ride(napoleon)));
    let mut field = Field::of("wagram-1809");
    field.game.staff.send(napoleon, Post::Open(hex("Ulm")));
    let field = field.put("France", Factors::infantry(3), "Ulm").on("1809 Mar-Apr 5").turn_of("France");
    assert!(field.actions().contains(&Action::Activate(napoleon)));
}

#[test]
fn france_calls_the_russian_corps() {
    let call = Action::CallCorps(nation("Russia"));
    let field = Field::of("wagram-1809").turn_of("France");
    assert_eq!(field.refused(call), "M-terms-4", "too early");
    let mut field = Field::of("wagram-1809").on("1809 May-Jun 4").turn_of("France");
    field.act(call);
    assert_eq!(field.open("Russia", "Brest-Litovsk"), Factors::infantry(5));
    assert_eq!(field.post("Golitzin"), Post::Open(hex("Brest-Litovsk")));
    assert_eq!(field.game.seat(nation("Russia")), field.game.seat(nation("France")));
    assert_eq!(field.refused(call), "M-terms-4", "once");
    let kiev = hex("Kiev");
    let near = crate::ground::ways(kiev)[0].to;
    assert_eq!(field.game.may_come(nation("Austria"), near, kiev).unwrap_err().rule.as_str(), "M-lead-35");
    assert!(field.game.may_come(nation("Russia"), near, kiev).is_ok());
}

#[test]
fn the_corps_of_1812_go_home_when_france_wavers() {
    for (morale, goes) in [(4, false), (3, true)] {
        let mut field = Field::of("russia-1812").morale("France", morale);
        let corps = |field: &Field| {
            let yorck = field.game.staff.hex(leader("Yorck"))?;
            Some(field.game.forces.open(yorck, |other| other == nation("Prussia")).total())
        };
        assert!(corps(&field).is_some_and(|factors| factors > 0));
        field.game.date = "1812 Nov-Dec 3".parse().unwrap();
        field.game.recall_corps(&mut field.log);
        assert!(corps(&field).is_some(), "not before its time");
        field.game.date = "1812 Nov-Dec 4".parse().unwrap();
        field.game.staff.send(leader("Yorck"), Post::Open(hex("Riga")));
        field.game.forces.rewrite(
            |force| force.muster.nation == nation("Prussia") && force.is_in_the_open(),
            |muster| muster.hex = hex("Riga"),
        );
        field.game.recall_corps(&mut field.log);
        assert_eq!(corps(&field).is_none(), goes);
        assert_eq!(field.open("Prussia", "Riga").is_empty(), goes);
    }
}

#[test]
fn napoleon_leaves_the_army_for_paris() {
    let depart = Action::Depart(leader("Napoleon (early)"));
    let field = Field::of("russia-1812").turn_of("France");
    assert_eq!(field.refused(depart), "M-command-8");
    let mut field = Field::of("russia-1812").on("1812 Nov-Dec 4").turn_of("France");
    field.act(depart);
    assert_eq!(field.post("Napoleon (early)"), Post::Open(hex("Paris")));
}

// proves M-reinf-2
#[test]
fn mack_goes_when_austria_has_lost_a_stack_of_five() {
    for (lost, goes) in [(4, false), (5, true)] {
        let mut field = Field::of("ulm-1805");
        assert!(field.game.staff.hex(leader("Mack")).is_some());
        field.game.withdraw_for(nation("Austria"), lost, &mut field.log);
        assert_eq!(field.game.staff.hex(leader("Mack")).is_none(), goes);
    }
}

#[test]
fn neutral_land_is_passed_through_and_not_taken() {
    let field = Field::bare("ulm-1805");
    let ansbach = hex("Ansbach");
    assert_eq!(field.game.part_of(ansbach), Some(Part::Neutral));
    let field = field.put("France", Factors::infantry(4), "Ansbach").lead("Ney", "Ansbach");
    assert_eq!(field.holder("Ansbach"), "Prussia");
}
