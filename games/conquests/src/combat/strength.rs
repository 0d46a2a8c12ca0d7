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

/// Something that makes a side stronger, or the attacker weaker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Factor {
    pub(crate) what: &'static str,
    pub(crate) points: i16,
    pub(crate) rule: RuleId,
}

/// What a capital gives its own nation.
const CAPITAL: Factor = Factor { what: "own capital", points: 5, rule: rule!("N-11.2-capital") };

/// What its fort gives England in Malta.
const MALTA: Factor = Factor { what: "the fort of Malta", points: 3, rule: rule!("N-11.2-malta") };

/// What the garrison of a neutral capital gives whoever defends it.
pub(crate) const GARRISON: Factor = Factor { what: "garrison", points: 2, rule: rule!("N-11.7-contest") };

/// The same where nobody has come to its aid.
const GARRISON_ALONE: Factor = Factor { rule: rule!("N-11.7-garrison-combat"), ..GARRISON };

/// All that counts for a side.
pub(crate) type Factors = ArrayVec<Factor, LINES>;

/// The sum of all that counts.
pub(crate) fn total(factors: &Factors) -> i16 {
    factors.iter().map(|factor| factor.points).sum()
}

/// What the die does to the attacker (N-11.2-die-land, N-11.2-die-sea).
pub(crate) fn luck(die: u8, at_sea: bool) -> i16 {
    match (at_sea, die) {
        (false, 1) | (true, 1..=2) => -1,
        (false, 2..=3) | (true, 3..=4) => 0,
        (false, 6) => 2,
        _ => 1,
    }
}

impl Conquests {
    /// What a place itself adds to its defence by these nations.
    pub(crate) fn works(&self, defenders: Nations, area: Area) -> impl Iterator<Item = Factor> {
        let capital = area.capital_of().is_some_and(|owner| defenders.contains(owner));
        let malta = area == Area::malta() && defenders.contains(Nation::England);
        let garrison = if defenders.is_empty() { GARRISON_ALONE } else { GARRISON };
        let works = [(capital, CAPITAL), (malta, MALTA), (self.control.is_garrisoned(area), garrison)];
        works.into_iter().filter(|(stands, _)| *stands).map(|(_, works)| works)
    }

    /// The sum of that.
    pub(crate) fn works_strength(&self, defenders: Nations, area: Area) -> i16 {
        self.works(defenders, area).map(|works| works.points).sum()
    }

    /// The strength of pursuers: 2 SP each, 3 for the Guard (N-11.6-cav-only).
    fn riders(&self, side: Nations, area: Area) -> i16 {
        let strength =
            |troops: Troops| 2 * troops.count(Kind::Cavalry) + 3 * troops.count(Kind::GuardCavalry);
        side.iter().map(|nation| i16::from(strength(self.forces.troops(nation, area)))).sum()
    }
}

impl Battle {
    /// What counts for a side before the die, line by line; what counts nothing has no line.
    pub(crate) fn strength(&self, game: &Conquests, role: Role) -> Factors {
        let mut factors = Factors::new();
        let mut add = |what, points, rule| {
            if points != 0 {
                factors.push(Factor { what, points, rule });
            }
        };
        let side = self.side(role);
        if self.is_at_sea() {
            let frigates = self.engaged(game, side);
            add("frigates", 2 * i16::from(frigates), rule!("N-11.2-sea"));
        } else if self.sort == Sort::Pursuit && role == Role::Attacker {
            add("cavalry in pursuit", game.riders(side, self.area), rule!("N-11.6-cav-only"));
        } else {
            let arms = game.forces.arms(side, self.area);
            let corps = arms.corps();
            add("units", i16::from(arms.strength() - corps), rule!("N-11.2-basic"));
            add("corps", corps.into(), rule!("N-11.2-corps"));
            add("naval support", self.support[role].into(), rule!("N-11.2-naval-support"));
        }
        add("effects of cards", self.effects[role].into(), rule!("N-11.1-single-combat"));
        if role == Role::Defender {
            self.add_ground(game, &mut add);
        }
        if self.sort != Sort::Garrison {
            let (own, other) =
                (game.tracks.best_morale(side), game.tracks.best_morale(self.side(role.other())));
            add("Morale", morale_edge(own, other).into(), rule!("N-11.2-morale"));
        }
        factors
    }

    /// What the place gives those who defend it (N-11.2-capital, N-11.2-malta, N-11.7-contest).
    fn add_ground(&self, game: &Conquests, add: &mut impl FnMut(&'static str, i16, RuleId)) {
        let side = self.side(Role::Defender);
        // After a Division the garrison helps those who came to its aid, not whoever defends for the moment.
        let helped = self.put_off.is_none_or(|put_off| !(put_off.sides[1] & side).is_empty());
        let stands = |works: &Factor| helped || works.rule != GARRISON.rule;
        for Factor { what, points, rule } in game.works(side, self.area).filter(stands) {
            add(what, points, rule);
        }
    }

    /// How many units of nations are in a combat (N-11.3-units-counted).
    pub(crate) fn engaged(&self, game: &Conquests, side: Nations) -> u8 {
        match self.is_at_sea() {
            true => side.iter().map(|nation| game.forces.fleet(nation, self.area).count() as u8).sum(),
            false => game.forces.arms(side, self.area).len(),
        }
    }
}
