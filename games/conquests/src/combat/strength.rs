//! How strong both sides are, line by line. Rulebook 11.2.

use arrayvec::ArrayVec;
use engine::{RuleId, rule};

use super::{Battle, Sort};
use crate::areas::Area;
use crate::effects::Role;
use crate::forces::morale_edge;
use crate::nations::{Nation, Nations};
use crate::state::Conquests;
use crate::troops::{Kind, Troops};

/// The most lines a side's strength can have.
const LINES: usize = 10;

/// SP that a capital gives its own nation (N-11.2-capital).
pub(crate) const CAPITAL: i8 = 5;

/// SP that the fort of Malta gives England (N-11.2-malta).
pub(crate) const MALTA: i8 = 3;

/// SP of the garrison of a neutral capital (N-11.7-garrison-combat).
pub(crate) const GARRISON: i8 = 2;

/// Something that makes a side stronger, or the attacker weaker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Factor {
    pub(crate) what: &'static str,
    pub(crate) points: i8,
    pub(crate) rule: RuleId,
}

/// All that counts for a side.
pub(crate) type Factors = ArrayVec<Factor, LINES>;

/// The sum of all that counts.
pub(crate) fn total(factors: &Factors) -> i8 {
    factors.iter().map(|factor| factor.points).sum()
}

/// What the die does to the attacker (N-11.2-die-land, N-11.2-die-sea).
pub(crate) fn luck(die: u8, at_sea: bool) -> i8 {
    match (at_sea, die) {
        (false, 1) | (true, 1..=2) => -1,
        (false, 2..=3) | (true, 3..=4) => 0,
        (false, 6) => 2,
        _ => 1,
    }
}

impl Conquests {
    /// What counts for a side before the die, line by line; what counts nothing has no line.
    pub(crate) fn strength(&self, battle: &Battle, role: Role) -> Factors {
        let mut factors = Factors::new();
        let mut add = |what, points, rule| {
            if points != 0 {
                factors.push(Factor { what, points, rule });
            }
        };
        let side = battle.side(role);
        if battle.is_at_sea() {
            let frigates = self.engaged(battle, side);
            add("frigates", 2 * frigates as i8, rule!("N-11.2-sea"));
        } else if battle.sort == Sort::Pursuit && role == Role::Attacker {
            add("cavalry in pursuit", self.riders(side, battle.area), rule!("N-11.6-cav-only"));
        } else {
            let arms = self.arms(side, battle.area);
            let corps = arms.corps();
            add("units", (arms.strength() - corps) as i8, rule!("N-11.2-basic"));
            add("corps", corps as i8, rule!("N-11.2-corps"));
            add("naval support", battle.support[role.index()] as i8, rule!("N-11.2-naval-support"));
        }
        add("effects of cards", battle.effects[role.index()] as i8, rule!("N-11.1-single-combat"));
        if role == Role::Defender {
            self.add_ground(battle, &mut add);
        }
        if battle.sort != Sort::Garrison {
            let (own, other) = (self.best_morale(side), self.best_morale(battle.side(role.other())));
            add("Morale", morale_edge(own, other) as i8, rule!("N-11.2-morale"));
        }
        factors
    }

    /// What the place gives those who defend it (N-11.2-capital, N-11.2-malta, N-11.7-contest).
    fn add_ground(&self, battle: &Battle, add: &mut impl FnMut(&'static str, i8, RuleId)) {
        let (area, side) = (battle.area, battle.side(Role::Defender));
        if area.capital_of().is_some_and(|owner| side.contains(owner)) {
            add("own capital", CAPITAL, rule!("N-11.2-capital"));
        }
        if area == Area::malta() && side.contains(Nation::England) {
            add("the fort of Malta", MALTA, rule!("N-11.2-malta"));
        }
        let helped = match battle.put_off {
            Some(put_off) => !(put_off.sides[1] & side).is_empty(),
            None => true,
        };
        if self.is_garrisoned(area) && helped {
            add("garrison", GARRISON, rule!("N-11.7-contest"));
        }
    }

    /// The strength of pursuers: 2 SP each, 3 for the Guard (N-11.6-cav-only).
    fn riders(&self, side: Nations, area: Area) -> i8 {
        let strength =
            |troops: Troops| 2 * troops.count(Kind::Cavalry) + 3 * troops.count(Kind::GuardCavalry);
        side.iter().map(|nation| strength(self.troops(nation, area)) as i8).sum()
    }

    /// How many units of nations are in a combat (N-11.3-units-counted).
    pub(crate) fn engaged(&self, battle: &Battle, side: Nations) -> u8 {
        match battle.is_at_sea() {
            true => side.iter().map(|nation| self.fleet(nation, battle.area).count() as u8).sum(),
            false => self.arms(side, battle.area).len(),
        }
    }
}
