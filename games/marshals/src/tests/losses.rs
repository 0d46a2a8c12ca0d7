//! What battles leave behind, and what is owed to the turn.

use engine::{Recorder, Seat, kit};

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::field::Stance;
use crate::forces::{Arm, Factors};
use crate::map::MAP;

/// A hex of land next to a place that armies reach.
pub(super) fn next_to(place: &str) -> &'static str {
    let way = crate::ground::ways(hex(place)).iter().find(|way| !way.side.lake && !way.side.strait);
    MAP.grid.name(way.expect("armies get there").to).to_string().leak()
}

impl Field {
    /// Attacks with a leader who stands ready, and takes the usual answers until the battle is over.
    pub(super) fn storm(&mut self, name: &str, place: &str) -> &mut Field {
        self.act(Action::Activate(leader(name)));
        if self.actions().iter().any(|action| matches!(action, Action::Summon(_))) {
            self.act(Action::Done);
        }
        self.act(Action::March(leader(name))).act(Action::Attack(hex(place))).act(Action::Fight);
        for _ in 0..200 {
            if self.game.battle().is_none() {
                return self;
            }
            let actions = self.actions();
            let usual = [Action::Usual, Action::Follow, Action::Done];
            let action = usual.into_iter().find(|action| actions.contains(action)).unwrap_or(actions[0]);
            self.act(action);
        }
        panic!("the battle does not end")
    }
}

// proves M-terrain-12
#[test]
fn the_dead_of_a_northern_winter_are_lost_for_good_in_the_enemy_s_land() {
    let lost = |date: &str| {
        let next = next_to("Smolensk");
        let mut field = Field::bare("russia-1812")
            .on(date)
            .put("Russia", Factors::infantry(12), "Smolensk")
            .lead("Bagration", "Smolensk")
            .put("France", Factors::infantry(6), next)
            .stored("France", 4, 0, next)
            .lead("Davout", next)
            .turn_of("France");
        field.storm("Davout", "Smolensk");
        let of =
            |disrupted| field.game.boxes.factors(nation("France"), |case| case.is_disrupted() == disrupted);
        (of(true).total(), of(false).total())
    };
    let (shaken, fallen) = lost("1812 Nov-Dec 2");
    assert!(shaken > 0);
    assert_eq!(fallen, 0, "they are gone");
    let (shaken, fallen) = lost("1812 Jul-Aug 2");
    assert!(shaken > 0 && fallen > 0);
}

// proves M-fort-12
#[test]
fn before_gibraltar_and_cadiz_nobody_need_retreat() {
    for (place, holds) in [("Gibraltar", true), ("Cadiz", true), ("Seville", false)] {
        let next = next_to(place);
        let mut field = Field::bare("leipzig-1813")
            .on("1813 Jul-Aug 3")
            .put("Britain", Factors::infantry(5), place)
            .put("France", Factors::infantry(6), next)
            .stored("France", 4, 0, next)
            .lead("Davout", next);
        field.game.control.set(hex(next), nation("France"));
        field.game.control.set(hex(place), nation("Britain"));
        let mut field = field.turn_of("France");
        field.storm("Davout", place);
        assert_eq!(!field.open("Britain", place).is_empty(), holds, "{place}");
    }
}

// proves M-lead-50
#[test]
fn wellington_brings_a_command_point_of_his_own() {
    let mut field = Field::bare("hundred-days-1815")
        .put("Britain", Factors::infantry(8), "Brussels")
        .lead("Wellington", "Brussels")
        .lead("Hill", "Brussels")
        .turn_of("Britain")
        .points("Britain", 0);
    assert_eq!(field.refused(Action::Activate(leader("Hill"))), "M-command-1");
    field.act(Action::Activate(leader("Wellington"))).act(Action::Done);
    let mut field = field.points("Britain", 1);
    assert_eq!(field.refused(Action::Activate(leader("Wellington"))), "M-command-3");
    field.act(Action::March(leader("Wellington"))).act(Action::Halt);
    field.act(Action::Activate(leader("Hill")));
    assert_eq!(field.game.realm(nation("Britain")).points, 0);
}

// proves M-stack-24
#[test]
fn corps_that_march_one_by_one_are_not_slower_together() {
    let mut field = Field::bare("ulm-1805")
        .put("France", Factors::infantry(12), "Orleans")
        .lead("Davout", "Orleans")
        .lead("Ney", "Orleans")
        .turn_of("France");
    field.march("Davout").step("2652");
    let left = field.gauge("movement left");
    field.act(Action::Halt).march("Ney").step("2652");
    assert_eq!(field.gauge("movement left"), left);
    assert_eq!(field.open("France", "2652"), Factors::infantry(12));
}

// proves M-terms-4, M-siege-2
#[test]
fn nobody_acts_out_of_his_turn_nor_enters_a_fort_when_attacked() {
    let next = next_to("Olmutz");
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(3), "Olmutz")
        .lead("Klenau", "Olmutz")
        .put("France", Factors::infantry(6), next)
        .stored("France", 4, 0, next)
        .lead("Davout", next)
        .turn_of("France");
    let austrian: Seat = field.game.seat(nation("Austria")).expect("Austria is played");
    let enter = Action::Enter { hex: hex("Olmutz"), nation: nation("Austria"), arm: Arm::Infantry };
    let refused = |field: &Field, action: Action| {
        let done = kit::attempt(&mut field.game.clone(), austrian, &action, &mut Recorder::silent());
        done.expect_err("it is refused").rule
    };
    assert_eq!(refused(&field, enter), "M-terms-4");
    assert_eq!(refused(&field, Action::Activate(leader("Klenau"))), "M-terms-4");
    field.march("Davout").act(Action::Attack(hex("Olmutz")));
    assert_eq!(refused(&field, enter), "M-terms-4");
    let mut own = field.turn_of("Austria");
    if own.actions().contains(&enter) {
        own.act(enter);
        assert_eq!(own.game.forces.inside(hex("Olmutz"), |_| true).total(), 1);
    } else {
        panic!("in his own turn he may");
    }
}

// proves M-siege-20
#[test]
fn those_inside_are_besieged_as_soon_as_the_victor_comes() {
    let next = next_to("Olmutz");
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(1), "Olmutz")
        .garrison("Austria", Factors::infantry(2), "Olmutz")
        .put("France", Factors::new(5, 0, 1), next)
        .stored("France", 4, 0, next)
        .lead("Davout", next)
        .turn_of("France");
    field.storm("Davout", "Olmutz");
    assert!(field.open("France", "Olmutz").artillery > 0);
    assert!(field.game.is_besieged(hex("Olmutz")));
    assert!(field.game.forces.at(hex("Olmutz")).iter().any(|force| force.muster.stance == Stance::Inside));
}

// proves M-lead-51
#[test]
fn the_disrupted_come_back_to_wellington() {
    let date = Field::of("hundred-days-1815").game.date.next().expect("it lasts").to_string();
    let lost = |general: &str| {
        let next = next_to("Brussels");
        let mut field = Field::bare("hundred-days-1815")
            .on(&date)
            .put("Britain", Factors::infantry(9), "Brussels")
            .lead(general, "Brussels")
            .put("France", Factors::infantry(14), next)
            .stored("France", 4, 0, next)
            .lead("Napoleon (late)", next)
            .turn_of("France");
        field.storm("Napoleon (late)", "Brussels");
        let of =
            |disrupted| field.game.boxes.factors(nation("Britain"), |case| case.is_disrupted() == disrupted);
        let there: u16 = field
            .game
            .forces
            .iter()
            .filter(|force| force.muster.nation == nation("Britain"))
            .map(|force| force.factors.total())
            .sum();
        (of(true).total(), of(false).total(), there)
    };
    let (shaken, fallen, there) = lost("Wellington");
    assert_eq!((shaken, there), (0, 9 - fallen));
    assert!(fallen > 0);
    let (shaken, ..) = lost("Hill");
    assert!(shaken > 0, "under anybody else they are disrupted");
}

// proves M-combat-37
#[test]
fn a_supply_unit_without_troops_stays_and_falls_to_who_advances() {
    use super::battle::at_prague;
    use crate::questions::Question;
    let battle = |factors: u8| {
        let mut field =
            at_prague(Factors::infantry(6), Factors::infantry(factors)).stored("Austria", 2, 0, "Prague");
        field.attack("Davout", "Prague").act(Action::Fight);
        field.until(|asked| matches!(asked, Question::Advancing(_) | Question::Retreating(_)));
        field
    };
    let stores = |field: &Field, place: atlas::topology::HexId| {
        let here =
            field.game.forces.at(place).iter().filter(|force| force.muster.nation == nation("Austria"));
        here.map(|force| force.supply).sum::<u8>()
    };
    let mut field = battle(1);
    assert_eq!((field.open("Austria", "Prague"), stores(&field, hex("Prague"))), (Factors::NONE, 3));
    let mut kept = Field { game: field.game.clone(), log: engine::Recorder::default() };
    kept.act(Action::Done).finish();
    assert_eq!(stores(&kept, hex("Prague")), 3, "nobody has advanced");
    field.act(Action::Follow).finish();
    assert!(
        matches!(field.game.asked(), Some(Question::Capture(_))),
        "the victor decides what becomes of them"
    );
    // With troops left it goes along with them.
    let mut field = battle(5);
    let Some(Action::Retreat(to)) =
        field.actions().into_iter().find(|action| matches!(action, Action::Retreat(_)))
    else {
        panic!("they retreat")
    };
    field.act(Action::Retreat(to));
    assert_eq!((stores(&field, hex("Prague")), stores(&field, to)), (0, 3));
}
