//! Napoleon splits his enemies.

use engine::{Game, Seat, Viewer};

use super::battle::near;
use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::field::Record;
use crate::forces::{Arm, Factors};
use crate::questions::Question;
use crate::staff::Post;

const OUDINOT: &str = "Oudinot";

/// Napoleon with 16 factors, Oudinot and Lannes before Prague, where Austrians and Russians stand.
fn before_prague(austrians: u8, russians: u8) -> Field {
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(austrians), "Prague")
        .put("Russia", Factors::infantry(russians), "Prague")
        .lead("Klenau", "Prague")
        .lead("Bagration", "Prague")
        .put("France", Factors::infantry(16), near())
        .stored("France", 8, 0, near())
        .lead("Napoleon (early)", near())
        .lead(OUDINOT, near())
        .lead("Lannes", near())
        .fed()
        .turn_of("France");
    let napoleon = leader("Napoleon (early)");
    field.act(Action::Activate(napoleon)).act(Action::Done).act(Action::March(napoleon));
    for name in [OUDINOT, "Lannes"] {
        field.act(Action::TakeLeader(leader(name)));
    }
    field.act(Action::Attack(hex("Prague")));
    field
}

fn split(whose: &str, name: &str) -> Action {
    Action::Split { nation: nation(whose), leader: leader(name) }
}

impl Field {
    fn reach_the_splitting(&mut self) -> &mut Field {
        self.act(Action::Fight);
        while !matches!(self.game.asked(), Some(Question::Splitting)) {
            assert!(matches!(self.game.asked(), Some(Question::Guns(_))), "{:?}", self.game.asked());
            self.act(Action::Done);
        }
        self
    }

    /// The combat values of the battle that is being fought.
    fn values(&self) -> (u16, u16) {
        let exchange = self.clash().exchange;
        (exchange.attack_value, exchange.defence_value)
    }
}

// proves M-lead-47, M-nm-19
#[test]
fn oudinot_holds_the_russians_while_napoleon_beats_the_austrians() {
    let mut field = before_prague(10, 12).morale("France", 4).morale("Austria", 4).morale("Russia", 4);
    field.reach_the_splitting().act(split("Russia", OUDINOT)).act(Action::Done);
    // 4 and Oudinot's value against 12 and Bagration's 2; then 12 with two great captains against 10 and Klenau.
    let oudinot = u16::from(leader(OUDINOT).get().combat.min(4));
    assert_eq!(field.values(), (4 + oudinot, 12 + 2));
    field.until(|asked| matches!(asked, Question::Retreating(_) | Question::Hitting(_)));
    assert_eq!(field.open("Austria", "Prague"), Factors::infantry(10), "they have not been touched");
    while field.battle().split.is_some_and(|split| split.is_apart) {
        let action = field.actions()[0];
        field.act(action);
    }
    let stands = field.open("Russia", "Prague");
    assert!(stands.total() > 6, "Oudinot has not beaten them");
    let leaders: u16 =
        ["Napoleon (early)", "Lannes"].map(|name| u16::from(leader(name).get().combat)).iter().sum();
    let klenau = u16::from(leader("Klenau").get().combat.min(2));
    assert_eq!(field.values(), (12 + leaders, 10 + klenau));
    field.finish();
    assert_eq!(field.open("Russia", "Prague"), stands, "the other battle does not touch them");
    assert_eq!(field.open("Austria", "Prague"), Factors::NONE, "beaten, the Austrians retreat alone");
    assert_eq!(field.post("Bagration"), Post::Open(hex("Prague")));
    assert_ne!(field.post("Klenau"), Post::Open(hex("Prague")));
    assert_eq!(field.open("France", "Prague"), Factors::NONE, "the Russians hold the hex");
    assert_eq!(
        (field.morale_of("Austria"), field.morale_of("Russia")),
        (3, 4),
        "each battle is felt by itself"
    );
    assert!(field.game.forces.iter().all(|force| !force.muster.record.is_apart()));
}

// proves M-lead-47
#[test]
fn who_fights_them_together_has_one_battle() {
    let mut field = before_prague(6, 12);
    field.reach_the_splitting().act(Action::Stand);
    assert_eq!(field.clash().before[crate::combat::Role::Defender][0].fighting(), Factors::infantry(18));
    field.finish();
}

// proves M-lead-47
#[test]
fn four_factors_face_the_nation_and_somebody_the_others() {
    let mut field = before_prague(6, 12);
    field.reach_the_splitting().act(split("Austria", OUDINOT));
    let less = Action::Leave { nation: nation("France"), arm: Arm::Infantry };
    assert_eq!(field.refused(less), "M-lead-47");
    field.take("France", Arm::Infantry, 2);
    let more = Action::Take { nation: nation("France"), arm: Arm::Infantry };
    assert_eq!(field.refused(more), "M-lead-17", "a marshal commands six");
    field.act(less);
    let apart = field.game.forces.iter().filter(|force| force.muster.record == Record::Apart);
    assert_eq!(apart.map(|force| force.factors.total()).sum::<u16>(), 5);
    // He can still think better of it.
    field.act(Action::Stand);
    assert!(field.battle().split.is_none());
    assert_eq!(field.clash().before[crate::combat::Role::Attacker][0].fighting(), Factors::infantry(16));
}

// proves M-lead-47
#[test]
fn nobody_is_split_without_napoleon_nor_from_1813_nor_alone() {
    let asked = |mut field: Field| {
        field.act(Action::Fight);
        for _ in 0..9 {
            match field.game.asked() {
                Some(Question::Guns(_)) => field.act(Action::Done),
                Some(Question::Splitting) => return true,
                _ => return false,
            };
        }
        false
    };
    assert!(asked(before_prague(6, 12)));
    assert!(!asked(before_prague(0, 12)), "a single nation");
    let mut late = before_prague(6, 12);
    late.game.date = "1813 Jul-Aug 1".parse().unwrap();
    assert!(!asked(late));
    let mut field = before_prague(6, 12);
    field.game.staff.send(leader("Napoleon (early)"), Post::Away);
    field.game.staff.engaged.remove(leader("Napoleon (early)"));
    assert!(!asked(field));
    let mut field = before_prague(6, 12);
    field.reach_the_splitting();
    assert_eq!(field.refused(split("Prussia", OUDINOT)), "M-lead-47");
    assert_eq!(field.refused(split("Austria", "Davout")), "M-lead-47", "he is not there");
}

// proves M-lead-47
#[test]
fn napoleon_splits_those_who_attack_him() {
    let mut field = Field::bare("ulm-1805")
        .put("France", Factors::infantry(12), "Prague")
        .lead("Napoleon (early)", "Prague")
        .lead(OUDINOT, "Prague")
        .put("Austria", Factors::infantry(8), near())
        .put("Russia", Factors::infantry(8), near())
        .lead("Charles", near())
        .lead("Kutuzov", near())
        .stored("Austria", 4, 0, near())
        .stored("Russia", 4, 0, near());
    field.game.control.set(hex("Prague"), nation("France"));
    let mut field = field.fed().turn_of("Austria");
    for name in ["Charles", "Kutuzov"] {
        field.act(Action::Activate(leader(name)));
        if matches!(field.game.asked(), Some(Question::Summons(_))) {
            field.act(Action::Done);
        }
        field.act(Action::March(leader(name))).act(Action::Attack(hex("Prague")));
    }
    field.reach_the_splitting();
    assert_eq!(field.asked(), Seat(0), "the French decide");
    field.act(split("Austria", OUDINOT)).act(Action::Done);
    let oudinot = u16::from(leader(OUDINOT).get().combat.min(4));
    assert_eq!(field.values(), (8 + 2, 4 + oudinot));
    field.finish();
    assert!(field.game.forces.iter().all(|force| !force.muster.record.is_apart()));
}

#[test]
fn both_sides_are_seen_before_napoleon_decides() {
    let mut field = before_prague(6, 12);
    field.reach_the_splitting();
    let units = crate::view::Units {
        hex: hex("Prague"),
        nation: nation("Russia"),
        arm: Arm::Infantry,
        stance: crate::field::Stance::Open,
    };
    assert!(field.game.view(Viewer::Seat(Seat(0))).piece(engine::PieceKey::of(&units)).is_some());
}
