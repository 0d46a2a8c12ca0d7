//! Several nations and several players on a side.

use super::battle::around;
use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::field::{Muster, Record};
use crate::forces::{Arm, Factors};
use crate::ground::ways;
use crate::map::MAP;

fn name(hex: atlas::topology::HexId) -> &'static str {
    MAP.grid.name(hex).to_string().leak()
}

/// Three players in the autumn of 1813: France, Britain with Russia, and Austria with Prussia. Schwarzenberg is with the Russians.
fn at_prague() -> Field {
    Field::among("leipzig-1813", 3)
        .cleared()
        .on("1813 Sep-Oct 1")
        .put("Russia", Factors::infantry(4), "Prague")
        .lead("Osten-Sacken", "Prague")
        .lead("Schwarzenberg (army)", "Prague")
        .stored("Russia", 2, 0, "Prague")
}

// proves M-move-18
#[test]
fn whom_another_player_has_moved_is_free_again_when_his_side_has_moved() {
    let step = name(ways(hex("Prague"))[0].to);
    let mut field = at_prague().turn_of("Austria").points("Austria", 3);
    let there = Muster::fresh(hex(step), nation("Russia"));
    field.activate("Schwarzenberg (army)");
    field
        .act(Action::March(leader("Schwarzenberg (army)")))
        .act(Action::TakeLeader(leader("Osten-Sacken")))
        .step(step);
    field.act(Action::Halt);
    assert_eq!(field.game.forces.factors(there.with(Record::Moved)), Factors::infantry(4));
    let mut field = field.turn_of("France").turn_of("Russia").points("Russia", 3);
    assert_eq!(field.game.forces.factors(there), Factors::infantry(4));
    field.march("Osten-Sacken");
}

// proves M-move-18, M-move-6
#[test]
fn a_side_moves_once_however_many_play_it() {
    let step = name(ways(hex("Prague"))[0].to);
    let field = at_prague().put("France", Factors::infantry(3), "Dresden");
    let mut field = field.lead("Schwarzenberg (army)", step).turn_of("Russia").points("Russia", 3);
    let fought = |field: &Field| field.game.forces.iter().any(|force| force.muster.fights > 0);
    field.game.forces.rewrite(|force| force.muster.hex == hex("Dresden"), |muster| muster.fights = 1);
    field.march("Osten-Sacken").step(step).act(Action::Halt).act(Action::Done);
    assert_eq!(field.game.seat(nation("Austria")), Some(field.asked()));
    let mut field = field.points("Austria", 3);
    assert!(fought(&field), "the French have fought in this turn of the Coalition");
    field.activate("Schwarzenberg (army)");
    assert_eq!(field.refused(Action::March(leader("Schwarzenberg (army)"))), "M-command-3");
    field.act(Action::Done);
    assert!(!fought(&field));
}

// proves M-mtsg-3
#[test]
fn troops_of_low_morale_do_not_march_to_an_attack_under_another_nations_leader() {
    let from = around("Warsaw")[0];
    let back = ways(hex(from)).iter().map(|way| way.to);
    let back = name(back.into_iter().find(|to| MAP.grid.distance(*to, hex("Warsaw")) == 2).expect("a hex"));
    let mut field = Field::bare("eylau-1807")
        .on("1807 May-Jun 4")
        .put("France", Factors::infantry(4), "Warsaw")
        .lead("Davout", "Warsaw")
        .put("Russia", Factors::infantry(5), from)
        .lead("Osten-Sacken", from)
        .stored("Russia", 4, 0, from)
        .stored("Prussia", 4, 0, from)
        .put("Russia", Factors::infantry(3), back)
        .put("Prussia", Factors::infantry(3), back)
        .lead("Bennigsen", back)
        .turn_of("Russia");
    field.game.realm_mut(nation("Prussia")).morale = 2;
    field.attack("Osten-Sacken", "Warsaw").act(Action::Fight).act(Action::Call(leader("Bennigsen")));
    assert_eq!(field.gauge("factors on the march"), "3");
    let take = Action::Take { nation: nation("Prussia"), arm: Arm::Infantry };
    assert_eq!(field.refused(take), "M-mtsg-3");
    let prussian = crate::ids::LeaderId::all()
        .find(|leader| leader.get().nation == nation("Prussia") && leader.get().initiative >= 3)
        .expect("Prussia has able leaders");
    field.game.staff.send(prussian, crate::staff::Post::Open(hex(back)));
    let seat = field.asked();
    let called = field.game.engagement().hears(crate::combat::Role::Attacker, seat, prussian);
    assert_eq!(called.unwrap_err().rule.as_str(), "M-mtsg-3");
}

/// Wellington with British and Spaniards before the French in the south of France.
fn in_the_south(spaniards: u8) -> Field {
    let next = around("Toulouse")[0];
    let mut field = Field::bare("france-1814")
        .put("France", Factors::infantry(4), "Toulouse")
        .lead("Ney", "Toulouse")
        .put("Britain", Factors::infantry(5), next)
        .put("Spain", Factors::infantry(spaniards), next)
        .lead("Wellington", next)
        .stored("Britain", 4, 0, next)
        .stored("Spain", 4, 0, next)
        .turn_of("Britain");
    field.march("Wellington");
    field
}

// proves M-stack-15
#[test]
fn wellington_leads_as_many_spaniards_as_others() {
    let attack = Action::Attack(hex("Toulouse"));
    in_the_south(3).act(attack);
    in_the_south(5).act(attack);
    assert_eq!(in_the_south(6).refused(attack), "M-lead-17", "one is leaderless");
}

// proves M-lead-8
#[test]
fn a_coalition_military_leader_has_no_limit_and_the_highest_rank() {
    let field = Field::of("eylau-1807");
    assert_eq!(field.game.general(leader("Bennigsen")).limit(), None);
    assert_eq!(field.game.general(leader("Osten-Sacken")).limit(), Some(5));
    let field = Field::of("russia-1812");
    let chief = leader("Bennigsen");
    assert_ne!(field.game.general(chief).limit(), None, "he leads the Coalition in 1807 only");
}

// proves M-lead-9
#[test]
fn an_army_commander_does_not_carry_his_betters() {
    let mut field = Field::bare("ulm-1805")
        .put("France", Factors::infantry(8), "Milan")
        .lead("Massena (army)", "Milan")
        .lead("Napoleon (early)", "Milan")
        .lead("Ney", "Milan")
        .stored("France", 2, 0, "Milan")
        .turn_of("France");
    field.march("Massena (army)");
    assert_eq!(field.refused(Action::TakeLeader(leader("Napoleon (early)"))), "M-lead-9");
    field.act(Action::TakeLeader(leader("Ney")));
}

// proves M-stack-8
#[test]
fn clients_that_all_march_off_leave_nobody_behind_however_often_they_have_fought() {
    let mut field = Field::bare("ulm-1805")
        .put("Bavaria", Factors::infantry(2), "Munich")
        .lead("Wrede", "Munich")
        .lead("Deroy", "Munich")
        .turn_of("France");
    let once = Muster { fights: 1, ..Muster::fresh(hex("Munich"), nation("Bavaria")) };
    field.game.forces.put(once, Factors::infantry(3));
    field.march("Wrede");
    assert_eq!(field.gauge("factors on the march"), "5");
    field.act(Action::Step(hex("4353")));
    assert_eq!(field.open("Bavaria", "4353"), Factors::infantry(5));
}

// proves M-control-4
#[test]
fn control_follows_a_leader_who_rides() {
    let mut field = Field::bare("ulm-1805").put("France", Factors::infantry(4), "4949").lead("Ney", "4950");
    field = field.turn_of("France");
    assert_eq!(field.holder("Prague"), "Austria");
    field.act(Action::Ride(leader("Ney"))).act(Action::To(hex("4949")));
    assert_eq!(field.holder("Prague"), "France", "his zone takes it");
    let contested = |field: Field| field.put("Austria", Factors::infantry(4), "4648").lead("Hiller", "4648");
    let mut field = contested(field).turn_of("Austria");
    field.march("Hiller").step("4748").act(Action::Halt).act(Action::Done);
    assert_eq!(field.holder("Prague"), "France", "Hiller's zone is contested");
    let mut field = field.turn_of("France");
    field.act(Action::Ride(leader("Ney")));
    let away = *field.actions().iter().find(|action| matches!(action, Action::To(_))).expect("a way");
    field.act(away);
    assert_eq!(field.holder("Prague"), "Austria");
}
