//! Sieges in the game.

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::field::{Muster, Stance};
use crate::forces::{Arm, Factors};
use crate::staff::Post;

/// The French before Olmutz, with a garrison inside.
pub(super) fn before_olmutz(french: Factors, garrison: Factors) -> Field {
    Field::bare("ulm-1805")
        .garrison("Austria", garrison, "Olmutz")
        .put("France", french, "Olmutz")
        .stored("France", 6, 0, "Olmutz")
        .lead("Davout", "Olmutz")
        .fed()
        .turn_of("France")
}

impl Field {
    pub(super) fn garrisoned(&self) -> u16 {
        self.game.forces.inside(hex("Olmutz"), |_| true).total()
    }

    /// Ends the turns of both sides, so that a whole operational turn goes by.
    fn whole_turn(&mut self) -> &mut Field {
        let date = self.game.date;
        for _ in 0..60 {
            if self.game.date != date {
                return self;
            }
            let action = *self.actions().last().unwrap();
            self.act(action);
        }
        panic!("the turn does not end")
    }

    pub(super) fn supply_inside(self, units: u8) -> Field {
        let mut field = self;
        let muster = Muster::fresh(hex("Olmutz"), nation("Austria")).standing(Stance::Inside);
        field.game.forces.store(muster, units, 0);
        field
    }

    /// Takes the first answer to every question until the battle is over.
    pub(super) fn fight_out(&mut self) {
        for _ in 0..200 {
            if self.game.battle().is_none() {
                return;
            }
            let action = self.actions()[0];
            self.act(action);
        }
        panic!("the battle does not end")
    }

    fn besieged(&self) -> bool {
        self.game.is_besieged(hex("Olmutz"))
    }
}

// proves M-siege-5, M-siege-3
#[test]
fn guns_besiege_at_once_and_others_from_their_next_turn() {
    let mut field = before_olmutz(Factors::new(5, 0, 1), Factors::infantry(4));
    field.act(Action::Done);
    assert!(field.besieged());
    let mut field = before_olmutz(Factors::infantry(6), Factors::infantry(4));
    field.act(Action::Done);
    assert!(!field.besieged(), "threatened");
    let mut field = field.fed().turn_of("France");
    field.act(Action::Done);
    assert!(field.besieged());
}

// proves M-siege-5
#[test]
fn a_threat_is_no_siege_before_the_garrisons_side_has_had_a_turn() {
    let mut field = Field::bare("leipzig-1813");
    field.game = engine::kit::set_up("leipzig-1813", 3, &[]);
    (field.game.forces, field.game.staff) = Default::default();
    let mut field = field
        .on("1813 Jul-Aug 2")
        .garrison("France", Factors::infantry(4), "Dresden")
        .put("Russia", Factors::infantry(6), "Dresden")
        .fed();
    let seats = field.game.order();
    assert_eq!((seats.len(), Some(seats[0])), (3, field.game.seat(nation("France"))));
    let fort = hex("Dresden");
    let inside = |field: &Field| field.game.forces.inside(fort, |_| true).total();
    let pass = |field: &mut Field| {
        let seat = field.asked();
        while field.asked() == seat {
            field.act(Action::Done);
        }
    };
    while field.asked() != seats[1] {
        pass(&mut field);
    }
    let date = field.game.date;
    // The French have had a turn with the Russians before them: the siege comes into force with theirs.
    assert!(field.game.is_besieged(fort));
    field.game.sieges.list.clear();
    pass(&mut field);
    assert_eq!(
        (field.asked(), field.game.is_besieged(fort)),
        (seats[2], false),
        "threatened by the other seat"
    );
    pass(&mut field);
    assert_eq!((field.asked(), field.game.date > date), (seats[0], true));
    assert_eq!((field.game.is_besieged(fort), inside(&field)), (false, 4));
    pass(&mut field);
    assert!(field.game.is_besieged(fort), "the next turn of the besiegers");
    while field.asked() != seats[0] {
        pass(&mut field);
    }
    assert_eq!(inside(&field), 3);
}

#[test]
fn the_threat_becomes_a_siege() {
    let mut field = before_olmutz(Factors::infantry(6), Factors::infantry(4));
    field.whole_turn();
    assert!(field.besieged());
    assert_eq!(field.garrisoned(), 4, "the first loss comes in the owner's next turn");
    field.whole_turn();
    assert_eq!(field.garrisoned(), 3);
}

// proves M-siege-13, M-siege-18
#[test]
fn losses_are_casualties_and_stop_with_the_siege() {
    let mut field = before_olmutz(Factors::new(5, 0, 1), Factors::infantry(4));
    field.whole_turn();
    assert_eq!(field.garrisoned(), 3);
    let fallen = field.game.boxes.factors(nation("Austria"), |case| !case.is_disrupted());
    assert_eq!(fallen, Factors::infantry(1));
    let besiegers = Muster::fresh(hex("Olmutz"), nation("France"));
    field.game.forces.take(besiegers, Factors::infantry(3));
    field.whole_turn();
    assert!(!field.besieged());
    assert_eq!(field.garrisoned(), 3);
}

// proves M-siege-12
#[test]
fn supply_inside_can_be_given_up_in_place_of_a_factor() {
    let mut field = before_olmutz(Factors::new(5, 0, 1), Factors::infantry(4)).supply_inside(1);
    field.whole_turn();
    assert_eq!(field.garrisoned(), 4, "no loss the first time");
    field.act(Action::Done);
    assert!(field.actions().contains(&Action::GiveUp), "{:?}", field.actions());
    field.act(Action::GiveUp);
    assert_eq!(field.garrisoned(), 4);
    field.whole_turn();
    field.whole_turn();
    assert!(field.garrisoned() < 4);
}

#[test]
fn a_starved_fort_falls_and_its_leader_is_captured() {
    // With an army elsewhere; else the fall of Olmutz would end the war, and he would go free.
    let mut field = before_olmutz(Factors::new(5, 0, 1), Factors::infantry(1)).put(
        "Austria",
        Factors::infantry(20),
        "Innsbruck",
    );
    field.game.staff.send(leader("Klenau"), Post::Inside(hex("Olmutz")));
    field.whole_turn();
    assert_eq!(field.garrisoned(), 0);
    assert_eq!(field.game.staff.post(leader("Klenau")), Post::Captive(nation("France")));
    assert_eq!(field.holder("Olmutz"), "France");
}

// proves M-siege-28
#[test]
fn an_assault_kills_and_is_struck_back() {
    let mut field = before_olmutz(Factors::new(5, 0, 1), Factors::infantry(4));
    field.march("Davout").act(Action::Attack(hex("Olmutz"))).act(Action::Fight);
    field.fight_out();
    assert!(field.garrisoned() <= 4);
    assert!(field.open("France", "Olmutz").total() < 6, "the garrison strikes back");
    let again = field.game.sieges.assaulted.contains(&hex("Olmutz"));
    assert!(again);
}

#[test]
fn an_assault_takes_a_gun_that_was_there() {
    let mut field = before_olmutz(Factors::infantry(6), Factors::infantry(4));
    field.march("Davout");
    assert_eq!(field.refused(Action::Attack(hex("Olmutz"))), "M-siege-24");
}

// proves M-siege-14, M-siege-22
#[test]
fn a_garrison_comes_out_with_a_leader_and_supply() {
    let inside = |field: Field| {
        let mut field = field;
        field.game.staff.send(leader("Klenau"), Post::Inside(hex("Olmutz")));
        field
    };
    let field = inside(before_olmutz(Factors::infantry(3), Factors::infantry(4))).fed().turn_of("Austria");
    assert_eq!(field.refused(Action::Sortie(leader("Klenau"))), "M-siege-14");
    let field =
        before_olmutz(Factors::infantry(3), Factors::infantry(4)).supply_inside(1).fed().turn_of("Austria");
    assert_eq!(field.refused(Action::Sortie(leader("Klenau"))), "M-siege-22");
    let mut field = inside(before_olmutz(Factors::infantry(3), Factors::infantry(4)))
        .supply_inside(1)
        .fed()
        .turn_of("Austria");
    field.act(Action::Sortie(leader("Klenau"))).act(Action::Fight);
    field.fight_out();
    let inside =
        field.game.forces.at(hex("Olmutz")).iter().filter(|force| force.muster.stance == Stance::Inside);
    let stores: u8 = inside.map(|force| force.supply).sum();
    assert_eq!(stores, 0, "it is burned");
    assert!(field.open("France", "Olmutz").total() < 3);
    assert!(matches!(field.game.staff.post(leader("Klenau")), Post::Inside(_)));
}

// proves M-siege-9
#[test]
fn nobody_marches_into_a_fort_past_those_before_it() {
    let next = crate::ground::ways(hex("Olmutz"))[0].to;
    let name: &str = crate::map::MAP.grid.name(next).to_string().leak();
    let mut field = before_olmutz(Factors::infantry(3), Factors::infantry(4))
        .put("Austria", Factors::infantry(3), name)
        .lead("Charles", name)
        .fed()
        .turn_of("Austria");
    field.march("Charles");
    assert_eq!(field.refused(Action::Step(hex("Olmutz"))), "M-move-17");
    let arm = Arm::Infantry;
    assert_eq!(field.game.forces.open(hex("Olmutz"), |_| true)[arm], 3);
}

// proves M-siege-7
#[test]
fn the_besieged_do_not_leave() {
    let mut field = before_olmutz(Factors::new(5, 0, 1), Factors::infantry(4));
    field.act(Action::Done);
    let out = Action::Sally { hex: hex("Olmutz"), nation: nation("Austria"), arm: Arm::Infantry };
    assert_eq!(field.refused(out), "M-stack-5");
}

// proves M-siege-29
#[test]
fn a_scenario_can_begin_with_sieges() {
    use crate::scenarios::SCENARIOS;
    for scenario in SCENARIOS.iter() {
        let field = Field::of(scenario.id.as_str());
        for siege in field.game.sieges() {
            assert!(siege.in_force, "{}", scenario.id);
            let outside = field.game.forces.open(siege.hex, |_| true).total();
            let inside = field.game.forces.inside(siege.hex, |_| true).total();
            assert!(2 * outside >= 3 * inside);
        }
    }
    let besieged = |id| !Field::of(id).game.sieges().is_empty();
    assert!(SCENARIOS.iter().any(|scenario| besieged(scenario.id.as_str())));
}

// proves M-mtsg-4, M-siege-19
#[test]
fn a_garrison_marches_to_the_guns_only_against_those_before_it() {
    let next = crate::ground::ways(hex("Olmutz"))[0].to;
    let name: &str = crate::map::MAP.grid.name(next).to_string().leak();
    let relief = |stores: u8| {
        let mut field = before_olmutz(Factors::infantry(3), Factors::infantry(4))
            .put("Austria", Factors::infantry(5), name)
            .stored("Austria", 2, 0, name)
            .lead("Klenau", name)
            .lead("John", name);
        field.game.staff.send(leader("Charles"), Post::Inside(hex("Olmutz")));
        if stores > 0 {
            field = field.supply_inside(stores);
        }
        let mut field = field.turn_of("Austria");
        field.march("Klenau").act(Action::Attack(hex("Olmutz"))).act(Action::Fight);
        field
    };
    assert_eq!(relief(0).refused(Action::Call(leader("Charles"))), "M-mtsg-4");
    let mut field = relief(1);
    field.act(Action::Call(leader("Charles"))).act(Action::Step(hex("Olmutz")));
    if field.game.battle().is_some_and(|battle| battle.clash.is_none()) {
        field.act(Action::Done);
    }
    let clash = field.game.battle().and_then(|battle| battle.clash.as_ref()).expect("it is fought");
    assert_eq!(clash.hexes.len(), 2, "the relief and the garrison");
    field.fight_out();
    assert_eq!(field.open("France", "Olmutz"), Factors::NONE);
}

/// The French before Olmutz without guns and in no strength, Klenau inside, and the Austrians to move.
fn occupied(french: u8) -> Field {
    let mut field = before_olmutz(Factors::infantry(french), Factors::infantry(4));
    field.game.staff.send(leader("Klenau"), Post::Inside(hex("Olmutz")));
    field.fed().turn_of("Austria")
}

/// A hex next to Olmutz.
fn outside() -> &'static str {
    let next = crate::ground::ways(hex("Olmutz"))[0].to;
    crate::map::MAP.grid.name(next).to_string().leak()
}

// proves M-siege-8
#[test]
fn those_who_are_not_besieged_march_out_past_the_enemy() {
    let mut field = occupied(5);
    assert!(!field.besieged());
    field.march("Klenau");
    assert_eq!(field.refused(Action::Attack(hex(outside()))), "M-siege-22", "not out of the fort");
    field.leave("Austria", Arm::Infantry, 1).step(outside()).act(Action::Halt);
    assert_eq!(field.open("Austria", outside()), Factors::infantry(3));
    assert_eq!((field.garrisoned(), field.open("France", "Olmutz")), (1, Factors::infantry(5)));
    assert_eq!(field.game.staff.post(leader("Klenau")), Post::Open(hex(outside())));
    // A counter by itself leaves, too; and who only thinks about it stays inside.
    let mut field = occupied(5);
    field.act(Action::Detach { hex: hex("Olmutz"), nation: nation("Austria"), arm: Arm::Infantry });
    field.step(outside()).act(Action::Halt);
    assert_eq!((field.garrisoned(), field.open("Austria", outside()).total()), (0, 4));
    let mut field = occupied(5);
    field.march("Klenau").act(Action::Halt);
    assert_eq!(
        (field.garrisoned(), field.game.staff.post(leader("Klenau"))),
        (4, Post::Inside(hex("Olmutz")))
    );
}

// proves M-siege-7, M-siege-8
#[test]
fn six_before_four_with_a_gun_let_nobody_out() {
    let mut field = before_olmutz(Factors::new(5, 0, 1), Factors::infantry(4));
    field.game.staff.send(leader("Klenau"), Post::Inside(hex("Olmutz")));
    let field = field.fed().turn_of("Austria");
    assert!(field.besieged());
    assert_eq!(field.refused(Action::Activate(leader("Klenau"))), "M-siege-7");
    let out = Action::Detach { hex: hex("Olmutz"), nation: nation("Austria"), arm: Arm::Infantry };
    assert_eq!(field.refused(out), "M-siege-7");
}

// proves M-siege-8
#[test]
fn replacements_come_into_a_fort_that_is_only_occupied() {
    let replaced = |french: Factors, inside: u8| {
        let mut field = before_olmutz(french, Factors::infantry(inside)).put(
            "Austria",
            Factors::infantry(20),
            "Innsbruck",
        );
        field.game.lose(nation("Austria"), hex("Prague"), Factors::infantry(1), crate::boxes::Fate::Casualty);
        field.game.treasury_mut(nation("Austria")).replacements = 1;
        field.fed().turn_of("Austria")
    };
    let replace = Action::Replace { hex: hex("Olmutz"), nation: nation("Austria") };
    let mut field = replaced(Factors::infantry(3), 3);
    field.act(replace);
    assert_eq!((field.garrisoned(), field.open("Austria", "Olmutz")), (4, Factors::NONE));
    let level = crate::map::MAP.fort(hex("Olmutz"));
    let full = if level == 2 { 6 } else { 4 };
    assert_eq!(replaced(Factors::infantry(3), full).refused(replace), "M-fort-4");
    assert_eq!(replaced(Factors::new(5, 0, 1), 3).refused(replace), "M-prod-17");
}

// proves M-siege-6
#[test]
fn whether_they_are_enough_shows_when_they_have_come() {
    // Six are enough for four: the third of three pairs makes the siege, and nothing else is told of the garrison.
    let shown = |field: &Field| {
        let units = crate::view::Units {
            hex: hex("Olmutz"),
            nation: nation("Austria"),
            arm: Arm::Infantry,
            stance: Stance::Inside,
        };
        let view =
            engine::Game::view(&field.game, engine::Viewer::Seat(field.game.seat(nation("France")).unwrap()));
        view.piece(engine::PieceKey::of(&units)).is_some()
    };
    for (guns, infantry, enough) in [(1, 4, false), (1, 5, true), (0, 9, false)] {
        let mut field = before_olmutz(Factors::new(infantry, 0, guns), Factors::infantry(4));
        field.act(Action::Done);
        assert_eq!((field.besieged(), shown(&field)), (enough, false), "{infantry} and {guns} guns");
    }
}

// proves M-siege-15
#[test]
fn a_garrison_lives_without_supply_and_an_army_in_the_open_does_not() {
    let cut_off = |stance: Stance| {
        let mut field = Field::bare("ulm-1805").put("France", Factors::infantry(12), "Mainz");
        let olmutz = Muster::fresh(hex("Olmutz"), nation("France")).standing(stance);
        field.game.control.set(hex("Olmutz"), nation("France"));
        field.game.forces.put(olmutz, Factors::infantry(4));
        let mut field = field.put("Austria", Factors::infantry(12), "Innsbruck").turn_of("France");
        for _ in 0..3 {
            field.whole_turn();
        }
        field
            .game
            .forces
            .iter()
            .filter(|force| force.muster.hex == hex("Olmutz"))
            .map(|force| force.factors.total())
            .sum::<u16>()
    };
    assert_eq!(cut_off(Stance::Inside), 4);
    assert!(cut_off(Stance::Open) < 4);
}
