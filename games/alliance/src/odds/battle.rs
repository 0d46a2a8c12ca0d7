//! A battle that plays itself, block by block.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use arrayvec::ArrayVec;
use lab::odds::Process;

use crate::blocks::{BlockId, Kind, Letter};

/// The most blocks in a battle whose odds are worked out.
pub(crate) const MOST_FIGHTERS: usize = 24;

/// The round in which attackers leave (A-7.2-round4).
const LAST: u8 = 4;

/// A block in a battle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fighter {
    pub(crate) attacks: bool,
    /// It joins in round 2 (7.23).
    pub(crate) reserve: bool,
    pub(crate) strength: u8,
    letter: Letter,
    number: u8,
    fortress: bool,
    least: u8,
    /// How gladly its owner takes a hit on it: less is sooner.
    dear: u8,
}

impl Fighter {
    /// A block at a strength, in a sea or not.
    pub(crate) fn new(block: BlockId, strength: u8, at_sea: bool, attacks: bool, reserve: bool) -> Fighter {
        let printed = block.printed();
        let harbour = block.is_fleet() && !at_sea;
        Fighter {
            attacks,
            reserve,
            strength,
            letter: printed.fire.letter,
            number: printed.fire.number - u8::from(harbour),
            fortress: block.is_fortress(),
            least: block.least(),
            dear: match printed.kind {
                Kind::Fortress => 0,
                Kind::Hq => 9,
                _ => printed.fire.number,
            },
        }
    }
}

#[cfg(test)]
impl Fighter {
    /// Hits that it takes until it is gone, and those that it scores in a round at this strength.
    pub(crate) fn weight(&self) -> (f32, f32) {
        let hits = f32::from(self.strength + 1 - self.least) * if self.fortress { 2.0 } else { 1.0 };
        (hits, f32::from(self.strength) * f32::from(self.number) / 6.0)
    }
}

/// How a battle ended, the attackers first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ending {
    /// Those who attacked have the place.
    pub(crate) won: bool,
    /// Blocks that are left.
    pub(crate) blocks: [u8; 2],
    /// Steps that are left.
    pub(crate) steps: [u8; 2],
}

/// A block that is gone.
const GONE: i8 = -1;

/// All that changes in a battle.
type Changing<'a> = (&'a [i8], u32, [Option<u8>; 2], u8, u8, bool, bool);

/// A battle under way.
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    fighters: Rc<[Fighter]>,
    strengths: ArrayVec<i8, MOST_FIGHTERS>,
    /// Those who have left, one bit each.
    away: u32,
    /// A fortress with half a hit, of each side (7.32).
    cracked: [Option<u8>; 2],
    round: u8,
    /// How many have had their turn this round, in the order of fire.
    turn: u8,
    /// The defenders fell in round 1, and those who came for them attack (A-7.23-switch).
    switched: bool,
    over: bool,
}

impl PartialEq for Battle {
    /// Battles of the same blocks: only what changes is compared.
    fn eq(&self, other: &Battle) -> bool {
        self.changing() == other.changing()
    }
}

impl Eq for Battle {}

impl Hash for Battle {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.changing().hash(hasher);
    }
}

impl Battle {
    /// A battle from its first round on.
    pub(crate) fn new(mut fighters: Vec<Fighter>) -> Battle {
        fighters.truncate(MOST_FIGHTERS);
        // The order of fire: letters, and defenders first (2.3.3).
        fighters.sort_by_key(|fighter| (fighter.letter, fighter.attacks));
        let strengths = fighters.iter().map(|fighter| fighter.strength as i8).collect();
        let mut battle = Battle {
            fighters: fighters.into(),
            strengths,
            away: 0,
            cracked: [None; 2],
            round: 1,
            turn: 0,
            switched: false,
            over: false,
        };
        battle.go_on();
        battle
    }

    fn changing(&self) -> Changing<'_> {
        (&self.strengths, self.away, self.cracked, self.round, self.turn, self.switched, self.over)
    }

    /// How it has ended.
    pub(crate) fn result(&self) -> Ending {
        let (mut blocks, mut steps) = ([0; 2], [0; 2]);
        for (fighter, strength) in self.fighters.iter().zip(&self.strengths) {
            let side = usize::from(!fighter.attacks);
            if *strength > GONE {
                blocks[side] += 1;
                steps[side] += *strength as u8;
            }
        }
        // Who stands there in the end has it; if both do, those who need not leave.
        let stands = |attacks: bool| (0..self.fighters.len()).any(|who| self.is_of(who, attacks));
        let won = match (stands(true), stands(false)) {
            (true, true) => self.switched,
            (attackers, _) => attackers,
        };
        Ending { won, blocks, steps }
    }

    /// Whether a block is still there, of those who attacked at first or of the others.
    fn is_of(&self, who: usize, attacks: bool) -> bool {
        self.fighters[who].attacks == attacks && self.strengths[who] > GONE && self.away >> who & 1 == 0
    }

    /// Whether it is in the ranks: reserves come in round 2.
    fn is_in(&self, who: usize) -> bool {
        self.round > 1 || !self.fighters[who].reserve
    }

    /// Whether a block attacks now.
    fn attacks(&self, who: usize) -> bool {
        self.fighters[who].attacks != self.switched
    }

    fn has_ranks(&self, attacks: bool) -> bool {
        (0..self.fighters.len()).any(|who| self.is_of(who, attacks) && self.is_in(who))
    }

    /// Goes on to the next block that fires, or to the end.
    fn go_on(&mut self) {
        loop {
            let stands = |attacks: bool| (0..self.fighters.len()).any(|who| self.is_of(who, attacks));
            if !stands(true) || !stands(false) {
                self.over = true;
                return;
            }
            // In round 1 nobody fires at nobody.
            let idle = !self.has_ranks(true) || !self.has_ranks(false);
            match self.order(usize::from(self.turn)) {
                Some(who) if !idle => {
                    let here = self.strengths[who] > GONE && self.away >> who & 1 == 0 && self.is_in(who);
                    if here && self.round >= LAST && self.attacks(who) {
                        self.away |= 1 << who;
                    } else if here && self.strengths[who] > 0 {
                        return;
                    }
                    self.turn += 1;
                }
                _ => self.end_round(),
            }
            if self.round > LAST {
                self.over = true;
                return;
            }
        }
    }

    /// Who is so far down the order of fire. Where sides have switched, the others of a letter fire first.
    fn order(&self, turn: usize) -> Option<usize> {
        if !self.switched {
            return (turn < self.fighters.len()).then_some(turn);
        }
        let key = |who: &usize| (self.fighters[*who].letter, self.attacks(*who));
        let mut all: ArrayVec<usize, MOST_FIGHTERS> = (0..self.fighters.len()).collect();
        all.sort_by_key(key);
        all.get(turn).copied()
    }

    fn end_round(&mut self) {
        if self.round == 1 && !self.has_ranks(false) {
            // Those who come too late attack, a step weaker (A-7.23-switch, A-7.23-loss).
            self.switched = true;
            for who in 0..self.fighters.len() {
                if !self.fighters[who].attacks {
                    self.weaken(who);
                }
            }
        }
        self.round += 1;
        self.turn = 0;
    }

    fn weaken(&mut self, who: usize) {
        if self.strengths[who] > GONE {
            let least = self.fighters[who].least as i8;
            self.strengths[who] = if self.strengths[who] > least { self.strengths[who] - 1 } else { GONE };
        }
    }

    /// Who of a side takes the next hit (7.31, 7.32).
    fn target(&self, attacks: bool) -> Option<usize> {
        if let Some(fortress) = self.cracked[usize::from(!attacks)] {
            return Some(fortress.into());
        }
        let ranks = (0..self.fighters.len()).filter(|who| self.is_of(*who, attacks) && self.is_in(*who));
        ranks.min_by_key(|who| (-self.strengths[*who], self.fighters[*who].dear))
    }

    fn take_hit(&mut self, attacks: bool) {
        let Some(who) = self.target(attacks) else { return };
        let cracked = &mut self.cracked[usize::from(!attacks)];
        if self.fighters[who].fortress && cracked.is_none() {
            *cracked = Some(who as u8);
            return;
        }
        *cracked = None;
        self.weaken(who);
    }
}

impl Process for Battle {
    /// The next block fires.
    fn next(&self, out: &mut Vec<(Battle, f64)>) {
        if self.over {
            return;
        }
        let Some(who) = self.order(self.turn.into()) else { return };
        let dice = self.strengths[who] as u8;
        let hit = f64::from(self.fighters[who].number) / 6.0;
        let mut then = self.clone();
        then.turn += 1;
        for (hits, chance) in lab::odds::hits(dice, hit).into_iter().enumerate() {
            if hits > 0 {
                then.take_hit(!self.fighters[who].attacks);
            }
            if chance > 0.0 {
                let mut next = then.clone();
                next.go_on();
                out.push((next, chance));
            }
        }
    }
}
