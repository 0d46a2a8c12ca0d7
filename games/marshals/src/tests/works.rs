//! The lines of Torres Vedras.

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::battle::{Battle, Sort};
use crate::combat::{Hexside, Works};
use crate::event::Event;
use crate::forces::Factors;
use crate::map::MAP;
use crate::production::Item;
use crate::staff::Post;
use crate::works::{FINISHED, LINES};

fn british() -> Field {
    let mut field = Field::bare("france-1814").lead("Wellington", "Lisbon").put(
        "Britain",
        Factors::infantry(6),
        "Lisbon",
    );
    field.game.control.set(*LINES, nation("Portugal"));
    field.season("1814 Mar-Apr 1")
}

fn work() -> Action {
    Action::Buy { nation: nation("Britain"), item: Item::Works }
}

// proves M-fort-7, M-fort-11, M-units-11
#[test]
fn britain_pays_for_the_lines_in_six_strategic_turns() {
    let mut field = british();
    let funds = field.game.country(nation("Britain")).funds();
    for paid in 0..FINISHED {
        assert_eq!(
            (field.game.works, field.game.fort(*LINES)),
            (paid, 0),
            "no fort before they are finished"
        );
        field.order("Britain", work());
        assert_eq!(field.denied("Britain", work()), "M-fort-7", "one a turn");
        if paid == 0 {
            assert_eq!(field.game.country(nation("Britain")).funds(), funds - 1);
        }
        for whose in ["France", "Britain"] {
            field.order(whose, Action::Done);
        }
        let told = field.log.events.iter().any(|event| matches!(event, Event::Entrenched(_)));
        assert_eq!(told, paid + 1 == FINISHED);
        field = field.season("1814 Mar-Apr 1");
    }
    assert_eq!(field.game.fort(*LINES), 2);
    assert_eq!(field.denied("Britain", work()), "M-fort-7", "they are finished");
    let forts =
        |field: &Field| crate::ground::LandId::all().filter(|land| field.game.fort(land.hex()) > 0).count();
    assert_eq!(forts(&field), forts(&british()) + 1, "no other fort is ever built");
    assert_eq!(
        british().denied("France", Action::Buy { nation: nation("France"), item: Item::Works }),
        "M-fort-7"
    );
    let mut field = british();
    field.game.staff.send(leader("Wellington"), Post::Away);
    assert_eq!(field.denied("Britain", work()), "M-fort-7");
}

// proves M-fort-8
#[test]
fn the_french_undo_what_is_not_finished() {
    for (paid, left) in [(4, 0), (FINISHED, FINISHED)] {
        let mut field = british();
        field.game.works = paid;
        let field = field.put("France", Factors::infantry(4), "Torres Vedras");
        assert_eq!((field.holder("Torres Vedras"), field.game.works), ("France", left));
    }
}

/// Torres Vedras attacked over its works.
fn attacked(attacker: &str, paid: u8) -> (Field, atlas::topology::HexId) {
    let mut field = british();
    field.game.works = paid;
    let defender = if attacker == "France" { "Britain" } else { "France" };
    field.game.control.set(*LINES, nation(defender));
    let from = crate::ground::ways(*LINES).iter().find(|way| way.side.works).expect("works").to;
    let from_name = MAP.grid.name(from).to_string();
    let commander = if attacker == "France" { "Soult" } else { "Hill" };
    let mut field = field
        .put(defender, Factors::infantry(4), "Torres Vedras")
        .put(attacker, Factors::infantry(9), &from_name)
        .lead(commander, &from_name);
    field.game.works = paid;
    let (target, who) = (*LINES, nation(attacker));
    field.game.battle = Some(Box::new(Battle::declared(target, Sort::Field, who, leader(commander))));
    field
        .game
        .forces
        .rewrite(|force| force.muster.hex == from, |muster| muster.record = crate::field::Record::Engaged);
    field.game.staff.engaged.insert(leader(commander));
    (field, from)
}

// proves M-fort-9, M-fort-10, M-map-2
#[test]
fn the_lines_are_mountains_in_combat_and_a_refuge_for_the_coalition() {
    let (field, from) = attacked("France", FINISHED);
    assert_eq!(field.game.engagement().approach(from).hexside, Hexside::Mountain);
    assert_eq!(field.game.engagement().site().works, Works::Fort(2));
    assert!(field.game.engagement().stands_fast(), "nobody drives them out");
    let way = crate::ground::way(from, *LINES).unwrap();
    let price = field.game.step_price(&way);
    let (field, from) = attacked("France", FINISHED - 1);
    assert_ne!(field.game.engagement().approach(from).hexside, Hexside::Mountain);
    assert_eq!(
        (field.game.engagement().site().works, field.game.engagement().stands_fast()),
        (Works::None, false)
    );
    assert_eq!(field.game.step_price(&way), price, "whoever marches does not feel them");
    let (field, _) = attacked("Britain", FINISHED);
    assert_eq!(
        (field.game.engagement().site().works, field.game.engagement().stands_fast()),
        (Works::Fort(2), false),
        "not the French"
    );
    let works = |place: &str| crate::ground::ways(hex(place)).iter().filter(|way| way.side.works).count();
    assert!(works("Torres Vedras") > 0 && works("Lisbon") > 0 && works("Paris") == 0);
}
