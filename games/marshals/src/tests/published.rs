//! The six published battles of "Designer's Notes", fought on the map step by step. `combat/tests/published.rs` has their arithmetic.

use atlas::topology::HexId;

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::combat::{Mark, Role, Run, Target};
use crate::event::Event;
use crate::forces::{Arm, Factors};
use crate::ground::{LandId, ways};
use crate::map::{MAP, Terrain};
use crate::questions::Question;

/// A battle as it was published.
struct Published {
    scenario: &'static str,
    date: &'static str,
    /// Near which place it is fought.
    place: &'static str,
    french: (Factors, &'static [&'static str]),
    enemies: &'static [(&'static str, u8)],
    generals: &'static [&'static str],
    /// Whether the enemy has supply, and a way out.
    cut_off: bool,
    /// The groups that the defender hits, and how often.
    hits: &'static [(u8, u8)],
}

/// What comes of it: the combat values, the hits and the casualties, the attacker's first.
type Result = [(u16, u16); 3];

fn name(hex: HexId) -> String {
    MAP.grid.name(hex).to_string()
}

/// Clear ground without a fort near a place, and a hex from which no river and no mountains are crossed to it.
fn ground(place: &str) -> (HexId, HexId) {
    let weather = MAP.weather(hex(place));
    let suits =
        |at: &HexId| MAP.terrain(*at) == Terrain::Clear && MAP.fort(*at) == 0 && MAP.weather(*at) == weather;
    let land = LandId::all().map(LandId::hex).filter(suits);
    let open = |at: &HexId| {
        ways(*at).len() == 6 && ways(*at).iter().any(|way| !way.side.river && !way.side.mountain)
    };
    let target = land
        .filter(open)
        .min_by_key(|at| (MAP.grid.distance(*at, hex(place)), *at))
        .expect("there is open country");
    let way = ways(target).iter().find(|way| !way.side.river && !way.side.mountain).expect("it is open");
    (way.to, target)
}

impl Published {
    fn field(&self) -> (Field, HexId) {
        let (from, target) = ground(self.place);
        let mut field = Field::bare(self.scenario).on(self.date);
        (field.game.forces, field.game.staff) = Default::default();
        for (whose, factors) in self.enemies {
            field = field.put(whose, Factors::infantry(*factors), &name(target));
            if !self.cut_off {
                field = field.stored(whose, 4, 0, &name(target));
            }
        }
        for general in self.generals {
            field = field.lead(general, &name(target));
        }
        let (factors, marshals) = self.french;
        field = field.put("France", factors, &name(from)).stored("France", 8, 0, &name(from));
        for marshal in marshals {
            field = field.lead(marshal, &name(from));
        }
        if self.cut_off {
            for way in ways(target).iter().filter(|way| way.to != from) {
                field = field.put("France", Factors::infantry(1), &name(way.to));
            }
        }
        (field.turn_of("France"), target)
    }

    /// Fights it.
    fn fight(&self) -> (Field, Result) {
        let (mut field, target) = self.field();
        let (first, others) = self.french.1.split_first().expect("somebody leads");
        field.act(Action::Activate(leader(first)));
        if matches!(field.game.asked(), Some(Question::Summons(_))) {
            field.act(Action::Done);
        }
        field.act(Action::March(leader(first)));
        for marshal in others {
            field.act(Action::TakeLeader(leader(marshal)));
        }
        field.act(Action::Attack(target)).act(Action::Fight);
        let mut hits = self.hits.iter();
        for _ in 0..100 {
            if field.game.battle().is_none() {
                break;
            }
            let action = self.answer(&field, &mut hits);
            field.act(action);
        }
        let (mut values, mut damage, mut casualties) = ((0, 0), (0, 0), (0, 0));
        for event in &field.log.events {
            match *event {
                Event::Joined { values: [attack, defence], hits: [on_defender, on_attacker], .. } => {
                    (values, damage) = ((attack, defence), (on_defender, on_attacker));
                }
                Event::Lost { nation: whose, casualties: dead, .. } => {
                    let toll = if whose == nation("France") { &mut casualties.0 } else { &mut casualties.1 };
                    *toll += u16::from(dead);
                }
                _ => {}
            }
        }
        (field, [values, damage, casualties])
    }

    /// What the players of the published battle do: the defender spares guns and horse where he can, and these kill infantry.
    fn answer(&self, field: &Field, hits: &mut std::slice::Iter<'_, (u8, u8)>) -> Action {
        let actions = field.actions();
        let listed = |wanted: &dyn Fn(&Action) -> bool| actions.iter().copied().find(|action| wanted(action));
        let infantry = |action: &Action| match action {
            Action::Shoot(Mark::Factor(factor)) | Action::Catch(factor) => factor.arm == Arm::Infantry,
            _ => false,
        };
        match field.game.asked() {
            Some(Question::Guns(_)) => Action::Done,
            Some(Question::Splitting) => Action::Stand,
            Some(Question::Advancing(_)) => Action::Follow,
            Some(Question::Hitting(_)) if battle_role(field) == Role::Defender => match hits.next() {
                Some((group, count)) => {
                    let target = Target::Group { stack: 0, group: *group };
                    Action::Hit(Run { target, hits: *count })
                }
                None => Action::Usual,
            },
            Some(Question::Firing(_) | Question::Pursuing) => listed(&infantry).expect("there is infantry"),
            _ => listed(&|action| *action == Action::Usual).unwrap_or(actions[0]),
        }
    }
}

/// Who places hits: whose seat is asked.
fn battle_role(field: &Field) -> Role {
    let attacker = field.game.engagement().captain(Role::Attacker);
    if field.asked() == attacker { Role::Attacker } else { Role::Defender }
}

// proves M-design-1
#[test]
fn ulm() {
    let (field, result) = Published {
        scenario: "ulm-1805",
        date: "1805 Sep-Oct 6",
        place: "Ulm",
        french: (Factors::infantry(21), &["Napoleon (early)", "Lannes", "Ney", "Soult", "Marmont"]),
        enemies: &[("Austria", 8)],
        generals: &["Mack", "Schwarzenberg", "Riesch", "Werneck"],
        cut_off: true,
        hits: &[],
    }
    .fight();
    assert_eq!(result, [(40, 15), (24, 0), (0, 8)]);
    for general in ["Mack", "Schwarzenberg", "Riesch", "Werneck"] {
        let post = field.game.staff.post(leader(general));
        assert_eq!(post, crate::staff::Post::Captive(nation("France")), "{general}");
    }
}

// proves M-design-1
#[test]
fn austerlitz() {
    let (field, result) = Published {
        scenario: "ulm-1805",
        date: "1805 Sep-Oct 6",
        place: "Brunn",
        french: (Factors::new(14, 2, 1), &["Napoleon (early)", "Soult", "Lannes", "Murat", "Davout"]),
        enemies: &[("Russia", 13), ("Austria", 4)],
        generals: &["Kutuzov", "Bagration", "Dokhturov", "Buxhowden", "Liechtenstein", "Kienmayer"],
        cut_off: false,
        hits: &[(0, 2), (0, 2), (0, 2), (0, 2), (1, 2), (1, 2)],
    }
    .fight();
    assert_eq!(result, [(34, 29), (14, 12), (3, 7)]);
    assert!(field.log.events.iter().any(|event| matches!(event, Event::Caught { .. })), "and pursued");
}

// proves M-design-1
#[test]
fn jena() {
    let (_, result) = Published {
        scenario: "jena-1806",
        date: "1806 Sep-Oct 5",
        place: "Weimar",
        french: (Factors::new(9, 1, 0), &["Napoleon (early)", "Lannes", "Soult"]),
        enemies: &[("Prussia", 8)],
        generals: &["Hohenlohe", "Tauentzien"],
        cut_off: false,
        hits: &[],
    }
    .fight();
    assert_eq!(result, [(20, 12), (8, 5), (1, 4)]);
}

// proves M-design-1
#[test]
fn auerstadt() {
    let (field, result) = Published {
        scenario: "jena-1806",
        date: "1806 Sep-Oct 5",
        place: "Weimar",
        french: (Factors::infantry(5), &["Davout"]),
        enemies: &[("Prussia", 10)],
        generals: &["Brunswick", "Schmettau", "Kalckreuth", "King Frederick"],
        cut_off: false,
        hits: &[],
    }
    .fight();
    assert_eq!(result, [(10, 17), (4, 7), (2, 2)]);
    let beaten =
        |event: &Event| matches!(event, Event::Judged { victor: Role::Defender, retreats: false, .. });
    assert!(field.log.events.iter().any(beaten));
}

// proves M-design-1
#[test]
fn eylau() {
    let (_, result) = Published {
        scenario: "eylau-1807",
        date: "1807 Jan-Feb 4",
        place: "Eylau",
        french: (Factors::infantry(15), &["Napoleon (early)", "Davout", "Soult", "Augereau"]),
        enemies: &[("Russia", 15)],
        generals: &["Bennigsen", "Buxhowden", "Bagration", "Dokhturov", "Golitzin"],
        cut_off: false,
        hits: &[],
    }
    .fight();
    assert_eq!(result, [(30, 25), (18, 15), (4, 6)]);
}

// proves M-design-1
#[test]
fn friedland() {
    let (_, result) = Published {
        scenario: "eylau-1807",
        date: "1807 May-Jun 5",
        place: "Friedland",
        french: (Factors::new(10, 1, 1), &["Napoleon (early)", "Lannes", "Ney", "Mortier", "Victor"]),
        enemies: &[("Russia", 12)],
        generals: &["Bennigsen", "Buxhowden", "Bagration", "Dokhturov", "Golitzin"],
        cut_off: false,
        hits: &[(0, 2), (0, 2), (0, 2), (1, 2), (1, 1)],
    }
    .fight();
    assert_eq!(result, [(24, 22), (10, 9), (2, 5)]);
}
