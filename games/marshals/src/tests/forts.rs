//! Those inside a fort, and battles before it.

use engine::Seat;

use super::field::{Field, hex, leader, nation};
use super::siege::before_olmutz;
use crate::Action;
use crate::combat::Role;
use crate::field::Stance;
use crate::forces::{Arm, Factors};
use crate::ground::ways;
use crate::map::MAP;
use crate::staff::Post;

fn next_to(place: &str, number: usize) -> &'static str {
    MAP.grid.name(ways(hex(place))[number].to).to_string().leak()
}

fn shut_in(field: Field, name: &str) -> Field {
    let mut field = field;
    field.game.staff.send(leader(name), Post::Inside(hex("Olmutz")));
    field
}

// proves M-siege-19
#[test]
fn those_inside_come_out_for_their_comrades_before_the_fort() {
    let next = next_to("Olmutz", 0);
    let field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(3), "Olmutz")
        .lead("Klenau", "Olmutz")
        .garrison("Austria", Factors::infantry(3), "Olmutz")
        .stored("Austria", 2, 0, "Olmutz")
        .put("France", Factors::infantry(6), next)
        .lead("Davout", next)
        .stored("France", 4, 0, next);
    let mut field = shut_in(field, "Charles").turn_of("France");
    field.attack("Davout", "Olmutz").act(Action::Fight);
    assert_eq!(field.game.engagement().defender().all().total(), 3, "those inside do not count");
    field.act(Action::Call(leader("Charles"))).step("Olmutz");
    let clash = field.clash();
    assert_eq!(clash.before[Role::Defender][0].all(), Factors::infantry(6));
    assert_eq!(field.game.staff.post(leader("Charles")), Post::Open(hex("Olmutz")));
    assert_eq!(field.game.forces.inside(hex("Olmutz"), |_| true), Factors::NONE);
}

// proves M-siege-19, M-siege-23
#[test]
fn who_stays_inside_is_out_of_a_sortie() {
    assert_eq!(MAP.fort(hex("Olmutz")), 2);
    let field = before_olmutz(Factors::infantry(3), Factors::infantry(6)).supply_inside(1);
    let mut field = shut_in(field, "Klenau").turn_of("Austria");
    field.act(Action::Sortie(leader("Klenau"))).act(Action::Fight);
    let sallying = &field.clash().before[Role::Attacker][0];
    assert_eq!((sallying.fighting().total(), sallying.all().total()), (5, 5), "Klenau commands five");
    assert!(!field.game.is_revealed(hex("Olmutz"), nation("Austria"), Stance::Inside));
    field.fight_out();
    assert!(field.garrisoned() >= 1);
    let lost = field.lost("Austria", |_| true).total();
    assert_eq!(
        field
            .game
            .forces
            .at(hex("Olmutz"))
            .iter()
            .filter(|force| { force.muster.nation == nation("Austria") })
            .map(|force| force.factors.total())
            .sum::<u16>()
            + lost,
        6
    );
}

// proves M-siege-23
#[test]
fn a_sortie_brings_both_sides_help() {
    let next = next_to("Olmutz", 0);
    let french = before_olmutz(Factors::infantry(3), Factors::infantry(4))
        .supply_inside(1)
        .put("France", Factors::infantry(4), next)
        .lead("Lannes", next);
    let mut field = shut_in(french, "Klenau").turn_of("Austria");
    field.act(Action::Sortie(leader("Klenau"))).act(Action::Fight);
    field.act(Action::Call(leader("Lannes"))).step("Olmutz");
    assert_eq!(field.clash().before[Role::Defender][0].all(), Factors::infantry(7));
    field.fight_out();
}

/// A relief force stands next to the besiegers.
fn relieved(chief: &str) -> Field {
    let next = next_to("Olmutz", 0);
    let field = before_olmutz(Factors::infantry(3), Factors::infantry(4))
        .supply_inside(1)
        .put("Austria", Factors::infantry(5), next)
        .stored("Austria", 2, 0, next)
        .lead("Klenau", next);
    shut_in(field, chief).turn_of("Austria")
}

// proves M-siege-23
#[test]
fn garrison_and_relief_attack_together() {
    assert!(leader("Riesch").get().initiative < 3, "he hears no guns");
    for sortie_first in [true, false] {
        let mut field = relieved("Riesch");
        if sortie_first {
            field.act(Action::Sortie(leader("Riesch")));
        }
        field.attack("Klenau", "Olmutz");
        if !sortie_first {
            field.act(Action::Sortie(leader("Riesch")));
        }
        field.act(Action::Fight);
        let stacks = &field.clash().before[Role::Attacker];
        let total: u16 = stacks.iter().map(|stack| stack.fighting().total()).sum();
        assert_eq!((stacks.len(), total), (2, 9));
        field.fight_out();
        assert_eq!(field.open("France", "Olmutz"), Factors::NONE);
    }
}

// proves M-mtsg-4, M-siege-23
#[test]
fn a_relief_force_marches_to_the_guns_of_a_sortie() {
    let mut field = relieved("Charles");
    field.act(Action::Sortie(leader("Charles"))).act(Action::Fight);
    let austrian: Seat = field.asked();
    assert!(field.game.engagement().hears(Role::Attacker, austrian, leader("Klenau")).is_ok());
    field.act(Action::Call(leader("Klenau"))).step(next_to("Olmutz", 0));
    assert_eq!(field.clash().hexes.len(), 2);
    field.fight_out();
}

// proves M-control-4
#[test]
fn going_into_a_fort_gives_up_the_ground_round_it() {
    let austrian = |hex| crate::map::MAP.region(hex).is_some_and(|region| region.name == "Bohemia");
    let (far, between) = ways(hex("Josephstadt"))
        .iter()
        .flat_map(|way| ways(way.to).iter().map(move |next| (next.to, way.to)))
        .find(|(far, between)| {
            MAP.grid.distance(hex("Josephstadt"), *far) == 2 && austrian(*far) && austrian(*between)
        })
        .expect("two hexes off");
    let far: &str = MAP.grid.name(far).to_string().leak();
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(4), "Josephstadt")
        .lead("Hiller", "Josephstadt")
        .put("France", Factors::infantry(4), far)
        .lead("Davout", far)
        .turn_of("Austria");
    let holder = |field: &Field| field.game.control.get(between).expect("land").name();
    assert_eq!(holder(&field), "Austria", "both zones cover it");
    let enter = Action::Enter { hex: hex("Josephstadt"), nation: nation("Austria"), arm: Arm::Infantry };
    field.act(enter);
    assert_eq!(holder(&field), "France");
}

// proves M-siege-1, M-siege-2
#[test]
fn leaders_and_stores_go_into_a_fort_and_come_out_of_it() {
    let olmutz = hex("Olmutz");
    let austria = nation("Austria");
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(2), "Olmutz")
        .lead("Klenau", "Olmutz")
        .stored("Austria", 1, 1, "Olmutz")
        .turn_of("Austria");
    let stow = |is_depot| Action::Stow { hex: olmutz, nation: austria, is_depot };
    field.act(Action::EnterLeader(leader("Klenau"))).act(stow(false)).act(stow(true));
    assert_eq!(field.game.staff.post(leader("Klenau")), Post::Inside(olmutz));
    assert_eq!(field.refused(stow(false)), "M-siege-1", "there is no other");
    let inside = field.game.store_inside(olmutz, austria).expect("they are inside");
    let store = field.game.forces.at(olmutz).iter().find(|force| force.muster == inside).expect("there");
    assert_eq!((store.supply, store.depots), (1, 1));
    field.act(Action::Unstow { hex: olmutz, nation: austria, is_depot: true });
    field.act(Action::SallyLeader(leader("Klenau")));
    assert_eq!(field.game.staff.post(leader("Klenau")), Post::Open(olmutz));
    assert_eq!(field.refused(Action::SallyLeader(leader("Klenau"))), "M-siege-1");
    // Nobody does with enemies before it, nor where there is no fort.
    let field = before_olmutz(Factors::infantry(3), Factors::infantry(4)).supply_inside(1);
    let field = shut_in(field, "Klenau").turn_of("Austria");
    assert_eq!(field.refused(Action::SallyLeader(leader("Klenau"))), "M-stack-5");
    let out = Action::Unstow { hex: olmutz, nation: austria, is_depot: false };
    assert_eq!(field.refused(out), "M-stack-5");
    let field = Field::bare("ulm-1805").lead("Klenau", "4849").turn_of("Austria");
    assert_eq!(field.refused(Action::EnterLeader(leader("Klenau"))), "M-fort-4");
    let besiegers = before_olmutz(Factors::infantry(3), Factors::infantry(4));
    assert_eq!(besiegers.refused(Action::EnterLeader(leader("Davout"))), "M-siege-1", "it is not his");
}

// proves M-siege-2
#[test]
fn a_garrison_with_its_leader_inside_can_come_out_to_fight() {
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(4), "Olmutz")
        .lead("Klenau", "Olmutz")
        .stored("Austria", 1, 0, "Olmutz")
        .turn_of("Austria");
    let enter = Action::Enter { hex: hex("Olmutz"), nation: nation("Austria"), arm: Arm::Infantry };
    let stow = Action::Stow { hex: hex("Olmutz"), nation: nation("Austria"), is_depot: false };
    (0..4).for_each(|_| {
        field.act(enter);
    });
    field.act(Action::EnterLeader(leader("Klenau"))).act(stow);
    let field = field.put("France", Factors::infantry(3), "Olmutz").lead("Davout", "Olmutz");
    let mut field = field.stored("France", 2, 0, "Olmutz").turn_of("Austria");
    field.act(Action::Sortie(leader("Klenau"))).act(Action::Fight);
    assert_eq!(field.clash().before[Role::Attacker][0].fighting(), Factors::infantry(4));
}
