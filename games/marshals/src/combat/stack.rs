//! Who stands in a hex when a battle begins, and what he is worth. Rulebook "Leaders' Effects on Combat", "How to Conduct
//! Combat" 2.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use engine::{Denied, rule};
use serde::{Deserialize, Serialize};

use super::Role;
use crate::forces::Factors;
use crate::ids::{LeaderId, NationId};
use crate::wording::words;

/// How many nations can be on a side, and in a stack, at most.
pub const NATIONS: usize = 12;

/// How many leaders of a stack can count at most.
pub const LEADERS: usize = 16;

/// The highest combat value printed on a leader (M-units-8), so the most factors that he protects.
pub const HIGHEST: usize = 6;

/// How many leaders of one unreformed nation count in a stack, and how many if there are two nations (M-stack-20).
const UNREFORMED_LEADERS: (usize, usize) = (5, 6);

/// The factors of one nation in a stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Contingent {
    /// Whose they are.
    pub nation: NationId,
    /// The factors that fight.
    pub fights: Factors,
    /// The factors that can only be hit: left out of an attack (M-combat-6), or without supply in a remote area (M-supply-25).
    pub idle: Factors,
    /// The nation whose leaders may lead them besides their own: the power of a client (M-combat-12).
    pub under: NationId,
    /// How many of them leaders of other nations may lead in this hex (M-stack-14, M-stack-15, M-stack-19).
    pub lent: u8,
    /// Whether the nation's morale is 3 or more, so that leaders can save factors (M-combat-25).
    pub steady: bool,
    /// Guerrillas: nobody leads them, and they are eliminated instead of disrupted (M-guer-9, M-guer-10). With
    /// Coalition units in the hex they are no part of the stack (M-guer-6).
    pub guerrillas: bool,
    /// The nation whose morale suffers from their losses, if any (M-nm-20, M-nm-21).
    pub answers: Option<NationId>,
}

impl Contingent {
    /// The factors of a nation that stands by itself.
    pub fn new(nation: NationId, fights: Factors) -> Contingent {
        Contingent {
            nation,
            fights,
            idle: Factors::NONE,
            under: nation,
            lent: u8::MAX,
            steady: true,
            guerrillas: false,
            answers: Some(nation),
        }
    }

    /// All factors, those that do not fight included.
    #[inline]
    pub fn all(&self) -> Factors {
        self.fights + self.idle
    }
}

/// A leader in a stack, as he counts in battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Commander {
    /// Who it is.
    pub leader: LeaderId,
    /// Whose he is.
    pub nation: NationId,
    /// What he counts, if he has as many factors.
    pub value: u8,
    /// How many factors he may command in an attack (M-stack-21, M-stack-22); [`u8::MAX`] if there is no limit.
    pub limit: u8,
    /// Whether his nation fights in the new way: France, Britain, and who has completed Army Reform.
    pub reformed: bool,
    /// Whether his nation's morale is 3 or more, so that he can save factors (M-combat-25).
    pub steady: bool,
    /// Whether he leads factors of every nation of his side, being Coalition Military Leader (M-stack-11).
    pub coalition: bool,
    /// Whether he leads clients without regard to [`Contingent::lent`], as Beresford does (M-stack-19).
    pub trainer: bool,
}

impl Commander {
    /// A leader of this printed combat value: unreformed nations count 2 at most (M-lead-31).
    pub fn new(leader: LeaderId, nation: NationId, printed: u8, reformed: bool) -> Commander {
        let highest = if reformed { HIGHEST as u8 } else { 2 };
        Commander {
            leader,
            nation,
            value: printed.min(highest),
            limit: if reformed { 6 } else { 5 },
            reformed,
            steady: true,
            coalition: false,
            trainer: false,
        }
    }

    /// Whether he may lead factors of this contingent (M-combat-12).
    #[inline]
    pub fn leads(&self, contingent: &Contingent) -> bool {
        !contingent.guerrillas
            && (self.coalition || self.nation == contingent.nation || self.nation == contingent.under)
    }

    /// Whether those he leads count against [`Contingent::lent`].
    #[inline]
    pub fn borrows(&self, contingent: &Contingent) -> bool {
        self.nation != contingent.nation && !self.trainer
    }
}

/// How many factors of each contingent a leader has.
pub(super) type Share = [u8; NATIONS];

/// A leader by his number in the stack, and what he leads.
pub(super) type Shares = ArrayVec<(u8, Share), LEADERS>;

/// All units of a side in one hex.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Stack {
    /// Factors by nation.
    pub contingents: ArrayVec<Contingent, NATIONS>,
    /// Its leaders.
    pub leaders: ArrayVec<Commander, LEADERS>,
    /// Whether a ship takes part (M-bombard-1).
    pub ship: bool,
}

/// What a stack is worth when it is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Strength {
    /// Factors that fight.
    pub factors: u16,
    /// What leaders add.
    pub leaders: u16,
    /// What a ship adds.
    pub ship: u16,
    /// Factors that can only be hit.
    pub idle: u16,
    /// How many hits leaders absorb.
    pub absorbs: u16,
}

impl Strength {
    /// The combat value (M-combat-1).
    #[inline]
    pub fn value(self) -> u16 {
        self.factors + self.leaders + self.ship
    }

    /// How many hits it can suffer (M-combat-31).
    #[inline]
    pub fn endurance(self) -> u16 {
        self.factors + self.idle + self.absorbs
    }
}

impl Stack {
    /// These factors under these leaders. Of more leaders than count, the weakest are left out.
    pub fn new(contingents: &[Contingent], leaders: &[Commander]) -> Stack {
        let mut stack = Stack::default();
        stack.contingents.extend(contingents.iter().copied());
        for leader in leaders {
            stack.join(*leader);
        }
        stack
    }

    /// One more leader.
    pub fn join(&mut self, leader: Commander) {
        if let Err(full) = self.leaders.try_push(leader) {
            let leader = full.element();
            let weakest = self.leaders.iter_mut().min_by_key(|other| other.value);
            if let Some(weakest) = weakest.filter(|weakest| weakest.value < leader.value) {
                *weakest = leader;
            }
        }
    }

    /// The factors that fight, of all nations.
    pub fn fighting(&self) -> Factors {
        self.contingents.iter().map(|contingent| contingent.fights).sum()
    }

    /// All factors, of all nations.
    pub fn all(&self) -> Factors {
        self.contingents.iter().map(Contingent::all).sum()
    }

    /// What it is worth in the canonical lay-out.
    pub fn strength(&self) -> Strength {
        let factors = self.fighting().total();
        let idle = self.contingents.iter().map(|contingent| contingent.idle.total()).sum();
        let (leaders, absorbs) = match self.pooled() {
            Some((values, steady)) => {
                let led = values.min(factors);
                (led, if steady { led } else { 0 })
            }
            None => self.counted(&self.shares()),
        };
        let ship = self.ship_value(leaders);
        Strength { factors, leaders, ship, idle, absorbs }
    }

    /// The values of all leaders, and whether they save factors, if each of them can lead every factor and all count.
    fn pooled(&self) -> Option<(u16, bool)> {
        let first = self.leaders.first()?;
        let alike = self.leaders.iter().all(|leader| leader.steady == first.steady)
            && self.contingents.iter().all(|contingent| {
                contingent.steady == first.steady
                    && self
                        .leaders
                        .iter()
                        .all(|leader| leader.leads(contingent) && !leader.borrows(contingent))
            });
        let unreformed = self.leaders.iter().filter(|leader| !leader.reformed).count();
        (alike && unreformed <= UNREFORMED_LEADERS.0)
            .then(|| (self.leaders.iter().map(|leader| u16::from(leader.value)).sum(), first.steady))
    }

    /// What leaders add with these factors, and how many hits they absorb.
    fn counted(&self, shares: &Shares) -> (u16, u16) {
        let (mut led, mut absorbs) = (0, 0);
        for (leader, share) in shares {
            for (contingent, count) in self.contingents.iter().zip(share) {
                led += u16::from(*count);
                if self.leaders[usize::from(*leader)].steady && contingent.steady {
                    absorbs += u16::from(*count);
                }
            }
        }
        (led, absorbs)
    }

    /// What a ship adds if leaders lead so many factors: 1, and 1 more if one of them can lead it, too (M-bombard-1,
    /// M-bombard-3).
    pub(super) fn ship_value(&self, led: u16) -> u16 {
        let values: u16 = self.leaders.iter().map(|leader| u16::from(leader.value)).sum();
        match self.ship {
            false => 0,
            true => 1 + u16::from(values > led),
        }
    }

    /// The canonical assignment: who may lead the fewest nations is filled first, and among them the strongest (M-combat-10).
    pub(super) fn shares(&self) -> Shares {
        let mut ranked: ArrayVec<u8, LEADERS> = (0..self.leaders.len() as u8).collect();
        ranked.sort_by_key(|leader| Reverse(self.leaders[usize::from(*leader)].value));
        let unreformed = self.leaders.iter().filter(|leader| !leader.reformed).count();
        let chosen = if unreformed > UNREFORMED_LEADERS.0 { self.pick(&ranked) } else { ranked };
        self.fill(&chosen)
    }

    /// The leaders that count: the strongest that add something, as long as there is room (M-stack-20).
    fn pick(&self, ranked: &[u8]) -> ArrayVec<u8, LEADERS> {
        let mut chosen: ArrayVec<u8, LEADERS> = ArrayVec::new();
        let mut led = 0;
        for leader in ranked {
            chosen.push(*leader);
            let with = self.counted(&self.fill(&chosen)).0;
            if with > led && self.check_leaders(chosen.iter().copied()).is_ok() {
                led = with;
            } else {
                chosen.pop();
            }
        }
        chosen
    }

    fn fill(&self, ranked: &[u8]) -> Shares {
        let mut order: ArrayVec<u8, LEADERS> = ranked.iter().copied().collect();
        order.sort_by_key(|leader| self.breadth(*leader));
        let mut free: Share = [0; NATIONS];
        let mut lent: Share = [0; NATIONS];
        for (place, contingent) in self.contingents.iter().enumerate() {
            free[place] = contingent.fights.total().min(u8::MAX.into()) as u8;
            lent[place] = contingent.lent;
        }
        let mut shares = Shares::new();
        for leader in order {
            let commander = &self.leaders[usize::from(leader)];
            let mut share: Share = [0; NATIONS];
            let mut room = commander.value;
            let foreign_first = [false, true];
            for own in foreign_first {
                for (place, contingent) in self.contingents.iter().enumerate() {
                    if (commander.nation == contingent.nation) != own || !commander.leads(contingent) {
                        continue;
                    }
                    let borrows = commander.borrows(contingent);
                    let limit = if borrows { lent[place] } else { u8::MAX };
                    let takes = room.min(free[place]).min(limit);
                    share[place] = takes;
                    room -= takes;
                    free[place] -= takes;
                    if borrows {
                        lent[place] -= takes;
                    }
                }
            }
            shares.push((leader, share));
        }
        shares
    }

    fn breadth(&self, leader: u8) -> usize {
        let commander = &self.leaders[usize::from(leader)];
        self.contingents
            .iter()
            .filter(|contingent| !contingent.fights.is_empty() && commander.leads(contingent))
            .count()
    }

    /// Whether these leaders may all count: five of an unreformed nation, six if there are two nations (M-stack-20).
    pub(super) fn check_leaders(&self, leaders: impl Iterator<Item = u8> + Clone) -> Result<(), Denied> {
        let counted = leaders.map(|leader| &self.leaders[usize::from(leader)]);
        let unreformed = counted.clone().filter(|leader| !leader.reformed);
        let most = unreformed
            .clone()
            .map(|leader| counted.clone().filter(|other| other.nation == leader.nation).count())
            .max()
            .unwrap_or(0);
        let all = unreformed.count();
        let (of_one, of_two) = UNREFORMED_LEADERS;
        if most > of_one {
            let why =
                words!("Before Army Reform {of_one} leaders of a nation count in a stack; these are {most}.");
            return Err(Denied::new(rule!("M-stack-20"), why));
        }
        if all > of_two {
            let why = words!(
                "Before Army Reform {of_two} leaders of two nations count in a stack; these are {all}."
            );
            return Err(Denied::new(rule!("M-stack-20"), why));
        }
        Ok(())
    }

    /// Whether its fighting factors may attack together.
    ///
    /// # Errors If there is no leader, if guerrillas are among them, if there are more than the leaders may command, or if a
    /// nation's morale is too low and it does not fight on under Napoleon.
    pub fn may_attack(&self, fights_on: bool) -> Result<(), Denied> {
        if self.leaders.is_empty() {
            return Err(Denied::new(rule!("M-combat-13"), "A stack without a leader may not attack."));
        }
        for contingent in self.contingents.iter().filter(|contingent| !contingent.fights.is_empty()) {
            if contingent.guerrillas {
                return Err(Denied::new(rule!("M-guer-9"), "Guerrillas can only defend."));
            }
            if !contingent.steady && !fights_on {
                let why = "A nation at National Morale 2 or less may not attack.";
                return Err(Denied::new(rule!("M-combat-32"), why));
            }
        }
        let factors = self.fighting().total();
        let commanded = self.commanded();
        if factors > commanded {
            let why = words!("The leaders may command {commanded} of these factors; {factors} attack.");
            return Err(Denied::new(rule!("M-lead-17"), why));
        }
        Ok(())
    }

    /// How many of the fighting factors the leaders may command (M-lead-17).
    pub fn commanded(&self) -> u16 {
        let mut by_limit = self.clone();
        for leader in &mut by_limit.leaders {
            leader.value = leader.limit;
        }
        by_limit.counted(&by_limit.shares()).0
    }

    /// What counts when the victor is determined: factors left out of an attack do not (M-combat-6), factors without supply do
    /// (M-combat-33).
    pub fn final_value(&self, role: Role) -> u16 {
        let idle = self.contingents.iter().any(|contingent| !contingent.idle.is_empty());
        if role == Role::Attacker || !idle {
            return self.strength().value();
        }
        let mut rearranged = self.clone();
        for contingent in &mut rearranged.contingents {
            contingent.fights = contingent.all();
            contingent.idle = Factors::NONE;
        }
        rearranged.strength().value()
    }
}
