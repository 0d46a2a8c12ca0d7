//! How to Conduct Combat, March to the Sound of the Guns.

use engine::{Game, Seat, Viewer};

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::battle::{Battle, Clash};
use crate::boxes::Case;
use crate::combat::Role;
use crate::field::Stance;
use crate::forces::{Arm, Factors};
use crate::map::MAP;
use crate::questions::Question;
use crate::staff::Post;

pub(super) const FRENCH: Seat = Seat(0);

/// Davout next to Klenau at Prague, on clear ground.
pub(super) fn at_prague(french: Factors, austrians: Factors) -> Field {
    Field::bare("ulm-1805")
        .put("Austria", austrians, "Prague")
        .lead("Klenau", "Prague")
        .put("France", french, near())
        .stored("France", 8, 0, near())
        .lead("Davout", near())
        .fed()
        .turn_of("France")
}

/// A hex next to Prague from which no river and no mountains are crossed; another as good, and one two hexes away.
pub(super) fn near() -> &'static str {
    around("Prague")[0]
}

/// Another hex next to Prague.
pub(super) fn beside() -> &'static str {
    let mut ways = crate::ground::ways(hex("Prague")).iter().map(|way| way.to);
    let other = ways.find(|to| *to != hex(near()) && MAP.grid.distance(*to, hex(near())) > 1);
    MAP.grid.name(other.expect("there is another")).to_string().leak()
}

pub(super) fn around(place: &str) -> Vec<&'static str> {
    let target = hex(place);
    let open = crate::ground::ways(target).iter().filter(|way| !way.side.river && !way.side.mountain);
    open.map(|way| &*MAP.grid.name(way.to).to_string().leak()).collect()
}

impl Field {
    /// Declares an attack with a leader where he stands, and fights it.
    pub(super) fn attack(&mut self, name: &str, place: &str) -> &mut Field {
        self.march(name).act(Action::Attack(hex(place)))
    }

    /// Answers everything in the usual way until the turn goes on.
    pub(super) fn fight(&mut self) -> &mut Field {
        self.act(Action::Fight);
        self.finish()
    }

    pub(super) fn finish(&mut self) -> &mut Field {
        for _ in 0..200 {
            if self.game.battle().is_none() {
                return self;
            }
            let actions = self.actions();
            let usual = [Action::Usual, Action::Follow, Action::Done, Action::Stand];
            let action = usual.into_iter().find(|action| actions.contains(action)).unwrap_or(actions[0]);
            self.act(action);
        }
        panic!("the battle does not end")
    }

    /// Takes the first answer to every question of the battle until one is asked that is wanted.
    pub(super) fn until(&mut self, wanted: fn(&Question) -> bool) -> &mut Field {
        for _ in 0..200 {
            let asked = self.game.asked().expect("the game goes on");
            if wanted(&asked) {
                return self;
            }
            assert!(self.game.battle().is_some(), "the battle ends without that question");
            let guns = matches!(asked, Question::Guns(_));
            let action = if guns { Action::Done } else { self.actions()[0] };
            self.act(action);
        }
        panic!("the battle does not end")
    }

    pub(super) fn battle(&self) -> &Battle {
        self.game.battle().expect("a battle is on")
    }

    pub(super) fn clash(&self) -> &Clash {
        self.battle().clash.as_ref().expect("it is fought")
    }

    pub(super) fn post(&self, name: &str) -> Post {
        self.game.staff.post(leader(name))
    }

    pub(super) fn lost(&self, whose: &str, which: impl Fn(Case) -> bool) -> Factors {
        self.game.boxes.factors(nation(whose), which)
    }

    pub(super) fn morale(mut self, whose: &str, morale: u8) -> Field {
        self.game.realm_mut(nation(whose)).morale = morale;
        self
    }

    pub(super) fn morale_of(&self, whose: &str) -> u8 {
        self.game.realm(nation(whose)).morale
    }
}

// proves M-combat-4, M-move-1, M-combat-40
#[test]
fn who_has_marched_up_attacks_wins_and_advances() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(3));
    field.attack("Davout", "Prague");
    assert!(field.battle().clash.is_none());
    field.fight();
    assert_eq!(field.open("France", "Prague"), Factors::infantry(6) - field.lost("France", |_| true));
    assert_eq!((field.open("Austria", "Prague"), field.holder("Prague")), (Factors::NONE, "France"));
    assert_eq!(field.post("Davout"), Post::Open(hex("Prague")));
    assert!(field.actions().contains(&Action::Done), "the turn goes on");
}

#[test]
fn advance_is_voluntary() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(3));
    field.attack("Davout", "Prague").act(Action::Fight);
    field.until(|asked| matches!(asked, Question::Advancing(_)));
    let from = hex(near());
    let (whose, arm) = (nation("France"), Arm::Infantry);
    field.act(Action::Advance { from, nation: whose, arm }).act(Action::Done);
    field.finish();
    assert_eq!(field.open("France", "Prague"), Factors::infantry(1));
    assert_eq!(field.post("Davout"), Post::Open(from));
}

// proves M-combat-43
#[test]
fn half_of_the_losses_are_disrupted_near_the_battle() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(10));
    // 11 do 4 to 12, less 1 for the fort; they do 5: three factors of Davout and two hits that he absorbs.
    field.attack("Davout", "Prague").fight();
    let shaken = |case| case == Case::Shaken(hex("Prague"));
    assert_eq!(field.lost("France", shaken), Factors::infantry(2));
    assert_eq!(field.lost("France", |_| true), Factors::infantry(3));
    let austrians = field.lost("Austria", |_| true);
    assert_eq!((austrians, field.lost("Austria", shaken)), (Factors::infantry(3), Factors::infantry(2)));
    assert_eq!(field.open("Austria", "Prague"), Factors::infantry(7), "he holds");
}

#[test]
fn the_owner_chooses_which_losses_are_disrupted() {
    let mut field = at_prague(Factors::new(1, 1, 0), Factors::infantry(12));
    field.game.staff.send(leader("Davout"), Post::Away);
    let mut field = field.lead("Ney", near());
    field.attack("Ney", "Prague").act(Action::Fight);
    field.until(|asked| matches!(asked, Question::Placing(_)));
    field.act(Action::Disrupt { nation: nation("France"), arm: Arm::Infantry }).finish();
    let fallen = field.lost("France", |case| !case.is_disrupted());
    assert_eq!(fallen, Factors::of(Arm::Cavalry, 1));
}

// proves M-combat-5
#[test]
fn who_is_left_out_does_not_attack() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(6));
    field.march("Davout").leave("France", Arm::Infantry, 2).act(Action::Attack(hex("Prague")));
    field.act(Action::Fight);
    let attackers = &field.clash().before[Role::Attacker][0];
    assert_eq!((attackers.fighting(), attackers.all()), (Factors::infantry(4), Factors::infantry(6)));
    assert_eq!(field.clash().before[Role::Defender][0].fighting(), Factors::infantry(6), "all defend");
}

// proves M-crt-1, M-move-3
#[test]
fn nobody_attacks_without_a_leader_or_with_shaken_morale() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(3)).morale("France", 2);
    field.march("Davout");
    assert_eq!(field.refused(Action::Attack(hex("Prague"))), "M-combat-32");
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(3));
    let arm = Arm::Infantry;
    field.act(Action::Detach { hex: hex(near()), nation: nation("France"), arm });
    assert_eq!(field.refused(Action::Attack(hex("Prague"))), "M-combat-13");
    let field = at_prague(Factors::infantry(6), Factors::infantry(3));
    assert_eq!(field.refused(Action::March(leader("Davout"))), "M-command-3", "he is not activated");
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(3));
    field.game.forces.unstore(crate::field::Muster::fresh(hex(near()), nation("France")), 8, 0);
    field.march("Davout");
    assert_eq!(field.refused(Action::Attack(hex("Prague"))), "M-supply-3");
}

// proves M-move-4, M-move-5
#[test]
fn an_attack_waits_for_others_who_march_up() {
    let second = beside();
    let mut field = at_prague(Factors::infantry(4), Factors::infantry(6))
        .put("France", Factors::infantry(5), second)
        .lead("Ney", second)
        .fed()
        .turn_of("France");
    field.attack("Davout", "Prague");
    assert_eq!(field.refused(Action::March(leader("Davout"))), "M-move-2", "he has finished moving");
    field.attack("Ney", "Prague").act(Action::Fight);
    let clash = field.clash();
    assert_eq!(clash.hexes.len(), 2);
    let total: u16 = clash.before[Role::Attacker].iter().map(|stack| stack.fighting().total()).sum();
    assert_eq!(total, 9);
}

// proves M-lead-42
#[test]
fn who_moves_something_else_loses_the_right_to_attack() {
    let far = Field::bare("ulm-1805").put("France", Factors::infantry(5), "Orleans").lead("Ney", "Orleans");
    let mut field = far
        .put("Austria", Factors::infantry(6), "Prague")
        .lead("Klenau", "Prague")
        .put("France", Factors::infantry(4), near())
        .stored("France", 8, 0, near())
        .lead("Davout", near())
        .fed()
        .turn_of("France");
    field.attack("Davout", "Prague");
    field.march("Ney").act(Action::Halt);
    assert!(field.game.battle().is_some(), "he has not moved");
    let mut field = field;
    field.game.staff.moved.remove(leader("Ney"));
    field.act(Action::March(leader("Ney"))).step("2652").act(Action::Halt);
    assert!(field.game.battle().is_none());
    assert!(!field.actions().contains(&Action::Fight));
    assert_eq!(field.refused(Action::March(leader("Davout"))), "M-move-2");
}

/// Davout attacks Prague, and Lannes stands behind him.
pub(super) fn with_lannes(behind: &str, factors: u8) -> Field {
    at_prague(Factors::infantry(6), Factors::infantry(8))
        .put("France", Factors::infantry(factors), behind)
        .lead("Lannes", behind)
        .fed()
        .turn_of("France")
}

/// A hex next to where Davout stands and not next to Prague.
pub(super) fn behind() -> &'static str {
    let from = hex(near());
    let mut ways = crate::ground::ways(from).iter().map(|way| way.to);
    let back = ways.find(|to| MAP.grid.distance(*to, hex("Prague")) == 2).expect("there is a hex behind");
    MAP.grid.name(back).to_string().leak()
}

// proves M-mtsg-2, M-mtsg-5, M-mtsg-8, M-mtsg-9
#[test]
fn a_marshal_nearby_marches_to_the_guns_with_part_of_his_stack() {
    let mut field = with_lannes(behind(), 8);
    field.attack("Davout", "Prague").act(Action::Fight);
    field.act(Action::Call(leader("Lannes")));
    assert_eq!(field.gauge("factors on the march"), "6");
    let take = Action::Take { nation: nation("France"), arm: Arm::Infantry };
    assert_eq!(field.refused(take), "M-lead-17");
    field.leave("France", Arm::Infantry, 2);
    assert_eq!(field.refused(Action::Step(hex("Prague"))), "M-mtsg-5");
    field.step(near());
    assert_eq!(field.open("France", near()), Factors::infantry(10));
    assert_eq!(field.open("France", behind()), Factors::infantry(4));
    assert_eq!(field.clash().before[Role::Attacker][0].fighting(), Factors::infantry(10));
    field.finish();
    let field = with_lannes("Orleans", 6);
    let mut field = field;
    field.attack("Davout", "Prague").act(Action::Fight);
    assert!(field.game.battle().is_none_or(|battle| battle.clash.is_some()), "nobody else is near");
}

// proves M-lead-37
#[test]
fn those_who_have_ridden_do_not_hear_the_guns() {
    let mut field =
        with_lannes(behind(), 6).put("France", Factors::infantry(1), behind()).lead("Ney", behind());
    field.game.staff.rode.insert(leader("Lannes"));
    field = field.lead("Soult", behind()).fed().turn_of("France");
    field.attack("Davout", "Prague").act(Action::Fight);
    assert_eq!(field.refused(Action::Call(leader("Lannes"))), "M-lead-37");
    assert!(field.actions().contains(&Action::Call(leader("Soult"))), "a leader may come alone");
}

// proves M-mtsg-3
#[test]
fn a_nation_of_low_morale_marches_to_the_guns_only_to_defend() {
    let beside = beside();
    let field = at_prague(Factors::infantry(6), Factors::infantry(3))
        .put("Austria", Factors::infantry(5), beside)
        .lead("Charles", beside)
        .morale("Austria", 2);
    assert!(leader("Charles").get().initiative >= 3);
    let mut field = field.fed().turn_of("France");
    field.attack("Davout", "Prague").act(Action::Fight);
    assert!(field.actions().contains(&Action::Call(leader("Charles"))));
    let mut field = with_lannes(behind(), 6).morale("France", 2);
    field.march("Davout");
    assert_eq!(field.refused(Action::Attack(hex("Prague"))), "M-combat-32");
}

// proves M-mtsg-6
#[test]
fn who_marches_to_a_defence_marches_into_the_hex() {
    let beside = beside();
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(3))
        .put("Austria", Factors::infantry(9), beside)
        .lead("Charles", beside)
        .fed()
        .turn_of("France");
    field.attack("Davout", "Prague").act(Action::Fight);
    field.act(Action::Call(leader("Charles")));
    let other = behind();
    assert_eq!(field.refused(Action::Step(hex(other))), "M-mtsg-6");
    field.step("Prague");
    assert_eq!(field.open("Austria", "Prague").total() + field.lost("Austria", |_| true).total(), 12);
    assert_eq!(field.post("Charles"), Post::Open(hex("Prague")));
}

// proves M-mtsg-11, M-mtsg-12, M-move-6
#[test]
fn nobody_fights_more_than_twice_in_a_turn() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(20))
        .put("France", Factors::infantry(6), behind())
        .lead("Lannes", behind())
        .put("France", Factors::infantry(4), beside())
        .lead("Ney", beside())
        .stored("France", 4, 0, beside())
        .turn_of("France");
    let lannes = leader("Lannes");
    field.attack("Davout", "Prague").act(Action::Fight).act(Action::Call(lannes)).step(near()).finish();
    assert!(!field.game.staff.moved.contains(lannes), "his own march is to come");
    field.attack("Lannes", "Prague").fight();
    assert_eq!(field.refused(Action::March(lannes)), "M-move-2");
    field.attack("Ney", "Prague").act(Action::Fight);
    let tried = field.game.engagement().hears(Role::Attacker, FRENCH, lannes);
    assert_eq!(tried.map(|_| ()).unwrap_err().rule.as_str(), "M-mtsg-11");
    field.finish();
    assert!(field.game.forces.iter().any(|force| force.muster.fights == 2));
    assert!(field.game.forces.iter().all(|force| force.muster.fights <= 2));
}

// proves M-zoc-7, M-combat-38, M-combat-42
#[test]
fn a_retreat_goes_where_no_enemy_is_near_or_to_friends() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(5));
    field.attack("Davout", "Prague").act(Action::Fight);
    field.until(|asked| matches!(asked, Question::Retreating(_)));
    let refuges: Vec<_> = field
        .actions()
        .into_iter()
        .filter_map(|action| if let Action::Retreat(to) = action { Some(to) } else { None })
        .collect();
    assert!(refuges.len() > 1);
    for way in crate::ground::ways(hex("Prague")) {
        let covered = MAP.grid.distance(way.to, hex(near())) <= 1;
        assert_eq!(refuges.contains(&way.to), !covered, "{}", MAP.grid.name(way.to));
    }
    assert_eq!(field.refused(Action::Retreat(hex(near()))), "M-combat-42");
    let (whose, arm) = (nation("Austria"), Arm::Infantry);
    field.act(Action::Part { nation: whose, arm, to: refuges[0] }).act(Action::Retreat(refuges[1]));
    let at = |to| field.game.forces.open(to, |other| other == whose).total();
    assert!(at(refuges[0]) == 1 && at(refuges[1]) >= 1);
    assert_eq!(field.post("Klenau"), Post::Open(refuges[1]));
}

/// Klenau at Prague with the French on all sides.
fn surrounded(factors: u8) -> Field {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(factors));
    for place in MAP.grid.neighbours(hex("Prague")).map(|hex| MAP.grid.name(hex).to_string().leak()) {
        if hex(place) != hex(near()) && crate::ground::LandId::of(hex(place)).is_some() {
            field = field.put("France", Factors::infantry(1), place);
        }
    }
    field.fed().turn_of("France")
}

// proves M-lead-22
#[test]
fn a_surrounded_defender_is_lost_and_his_leader_captured_if_anybody_advances() {
    let mut field = surrounded(4);
    field.attack("Davout", "Prague").fight();
    assert_eq!(field.lost("Austria", |case| !case.is_disrupted()), Factors::infantry(4));
    assert_eq!(field.lost("Austria", Case::is_disrupted), Factors::NONE);
    assert_eq!(field.post("Klenau"), Post::Captive(nation("France")));
    let mut field = surrounded(4);
    field.attack("Davout", "Prague").act(Action::Fight);
    field.until(|asked| matches!(asked, Question::Advancing(_)));
    field.act(Action::Done).finish();
    assert!(!matches!(field.post("Klenau"), Post::Captive(_) | Post::Away));
}

// proves M-combat-36, M-lead-24
#[test]
fn a_leader_who_has_lost_his_troops_goes_to_friends() {
    let mut field =
        at_prague(Factors::infantry(6), Factors::infantry(1)).put("Austria", Factors::infantry(3), "Olmutz");
    field = field.lead("Charles", "Olmutz").fed().turn_of("France");
    field.attack("Davout", "Prague").act(Action::Fight);
    field.until(|asked| matches!(asked, Question::Refuge(_)));
    let places = field.actions();
    assert!(places.contains(&Action::To(hex("Olmutz"))), "{places:?}");
    field.act(Action::To(hex("Olmutz"))).finish();
    assert_eq!(field.post("Klenau"), Post::Open(hex("Olmutz")));
}

// proves M-combat-7
#[test]
fn a_battle_runs_in_its_order() {
    let mut field = at_prague(Factors::new(8, 1, 1), Factors::new(8, 1, 1));
    field.game.staff.send(leader("Davout"), Post::Away);
    let mut field = field.lead("Napoleon (early)", near());
    field.attack("Napoleon (early)", "Prague").act(Action::Fight);
    let mut asked = Vec::new();
    for _ in 0..200 {
        if field.game.battle().is_none() {
            break;
        }
        let question = match field.game.asked() {
            Some(Question::Guns(_)) => "guns",
            Some(Question::Hitting(_)) => "hits",
            Some(Question::Firing(_)) => "artillery",
            Some(Question::Pursuing) => "pursuit",
            Some(Question::Retreating(_)) => "retreat",
            Some(Question::Advancing(_)) => "advance",
            Some(Question::Refuge(_)) => "refuge",
            Some(Question::Placing(_)) => "losses",
            other => panic!("{other:?} is asked"),
        };
        if asked.last() != Some(&question) {
            asked.push(question);
        }
        let action = field.actions()[0];
        field.act(action);
    }
    let order = ["hits", "artillery", "pursuit", "retreat", "advance", "losses"];
    let place = |question| order.iter().position(|other| *other == question);
    assert!(asked.iter().map(|question| place(*question)).is_sorted(), "{asked:?}");
    assert!(asked.len() > 3, "{asked:?}");
}

#[test]
fn a_battle_moves_national_morale() {
    let mut field =
        at_prague(Factors::infantry(6), Factors::infantry(12)).morale("France", 4).morale("Austria", 4);
    field.game.staff.send(leader("Klenau"), Post::Away);
    let mut field = field.lead("Napoleon (early)", near()).put("France", Factors::infantry(8), near());
    field.act(Action::Activate(leader("Napoleon (early)")));
    while field.actions().contains(&Action::Summon(leader("Davout"))) {
        field.act(Action::Summon(leader("Davout")));
    }
    if field.actions().contains(&Action::Activate(leader("Napoleon (early)")))
        || matches!(field.game.asked(), Some(Question::Summons(_)))
    {
        field.act(Action::Done);
    }
    field.act(Action::March(leader("Napoleon (early)"))).act(Action::Attack(hex("Prague"))).fight();
    assert!(field.lost("Austria", |_| true).total() >= 5);
    assert_eq!(field.morale_of("Austria"), 3);
    assert!(field.morale_of("France") >= 4);
}

#[test]
fn both_sides_see_each_other_from_the_battle_to_the_retreat() {
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(4));
    let shown = |field: &Field, viewer| {
        let units = crate::view::Units {
            hex: hex("Prague"),
            nation: nation("Austria"),
            arm: Arm::Infantry,
            stance: Stance::Open,
        };
        field.game.view(viewer).piece(engine::PieceKey::of(&units)).is_some()
    };
    field.attack("Davout", "Prague");
    assert!(!shown(&field, Viewer::Seat(FRENCH)));
    field.act(Action::Fight);
    assert!(shown(&field, Viewer::Seat(FRENCH)) && shown(&field, Viewer::Spectator));
    let board = field.game.view(Viewer::Spectator).battle.expect("the battle is shown");
    let values =
        |side: usize| board.sides[side].factors.iter().any(|factor| factor.what.contains("combat value"));
    assert!(values(0) && values(1));
    field.finish();
    assert!(field.game.view(Viewer::Spectator).battle.is_none());
}

// proves M-lead-48, M-lead-49
#[test]
fn napoleon_fights_on_in_french_territory() {
    let set = |leaders: &[&str], place: &str| {
        let mut field = Field::bare("france-1814").on("1814 Jan-Feb 3").morale("France", 2);
        let next = around(place)[0];
        field = field.put("Austria", Factors::infantry(2), place).lead("Klenau", place);
        field = field.put("France", Factors::infantry(9), next).stored("France", 4, 0, next);
        for name in leaders {
            field = field.lead(name, next);
        }
        field.fed().turn_of("France")
    };
    let mut field = set(&["Napoleon (late)"], "Troyes");
    field.act(Action::Activate(leader("Napoleon (late)")));
    if matches!(field.game.asked(), Some(Question::Summons(_))) {
        field.act(Action::Done);
    }
    field.act(Action::March(leader("Napoleon (late)"))).act(Action::Attack(hex("Troyes"))).fight();
    assert_eq!(field.morale_of("France"), 3);
    let mut field = set(&["Ney"], "Troyes");
    field.march("Ney");
    assert_eq!(field.refused(Action::Attack(hex("Troyes"))), "M-lead-48");
}

/// What a seat thinks of a position after this.
fn thought(field: &Field, action: Action) -> f32 {
    let seat = field.asked();
    let mut game = field.game.clone();
    engine::kit::attempt(&mut game, seat, &action, &mut engine::Recorder::silent()).expect("it is legal");
    game.appraise(seat)
}

#[test]
fn who_would_win_attacks_and_who_would_lose_does_not() {
    let attack = Action::Attack(hex("Prague"));
    let mut field = at_prague(Factors::infantry(6), Factors::infantry(2));
    field.march("Davout");
    assert!(thought(&field, attack) > thought(&field, Action::Halt));
    let mut field = at_prague(Factors::infantry(3), Factors::infantry(18));
    field.march("Davout");
    assert!(thought(&field, attack) < thought(&field, Action::Halt));
    let away = Action::Step(hex(behind()));
    assert!(thought(&field, away) > thought(&field, Action::Halt), "he leaves stronger enemies");
}

// proves M-lead-46
#[test]
fn leaders_add_up_if_they_are_activated_or_carried() {
    let mut field =
        at_prague(Factors::infantry(8), Factors::infantry(6)).lead("Ney", near()).turn_of("France");
    field.attack("Davout", "Prague").act(Action::Fight).until(|asked| !matches!(asked, Question::Guns(_)));
    assert_eq!(field.clash().before[Role::Attacker][0].leaders.len(), 1, "Ney is neither");
    let mut field =
        at_prague(Factors::infantry(6), Factors::infantry(9)).lead("Hiller", "Prague").turn_of("France");
    field.attack("Davout", "Prague").act(Action::Fight);
    assert_eq!(
        field.clash().before[Role::Defender][0].leaders.len(),
        2,
        "to defend nobody need be activated"
    );
}

// proves M-mtsg-10
#[test]
fn who_marches_to_the_guns_needs_supply_where_he_comes_from() {
    let mut field = with_lannes(behind(), 6);
    field.attack("Davout", "Prague").act(Action::Fight);
    field.game.forces.rewrite(|force| force.supply > 0, |muster| muster.hex = hex("Orleans"));
    assert_eq!(field.refused(Action::Call(leader("Lannes"))), "M-supply-3");
}

// proves M-combat-8
#[test]
fn a_cavalry_leader_slips_away() {
    let mut field = at_prague(Factors::infantry(6), Factors::NONE);
    field.game.staff.send(leader("Klenau"), Post::Away);
    let horse = LeaderIds::cavalry("Austria");
    let mut field =
        field.put("Austria", Factors::new(0, 2, 0), "Prague").lead(horse, "Prague").turn_of("France");
    field.attack("Davout", "Prague").act(Action::Fight);
    field.until(|asked| matches!(asked, Question::Slipping(_)));
    let to = field.actions().into_iter().find(|action| matches!(action, Action::Retreat(_))).expect("a way");
    field.act(to).finish();
    assert_eq!(field.open("Austria", "Prague"), Factors::NONE);
    assert_eq!(field.lost("Austria", |_| true), Factors::NONE);
    assert_eq!(field.open("France", "Prague"), Factors::infantry(6), "the hex is taken");
}

/// Leaders by what they can do.
struct LeaderIds;

impl LeaderIds {
    fn cavalry(whose: &str) -> &'static str {
        let of =
            |leader: &crate::ids::LeaderId| leader.get().nation == nation(whose) && leader.get().is_cavalry;
        crate::ids::LeaderId::all().find(of).expect("there is one").name()
    }
}
