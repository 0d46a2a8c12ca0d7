//! What a battle will probably come to: for bots, many times a second.
//!
//! Each side spends its hits so that as many factors fall as can, fires at guns first and places losses as usual. Where nobody has
//! anything to choose this is exact.

use arrayvec::ArrayVec;

use super::exchange::{Approach, AssaultRules, Exchange, Onset, Site, Works, exchange};
use super::hits::{Melee, STACKS, Side};
use super::layout::LayOut;
use super::losses::{self, Fate, Tolls};
use super::morale::{self, Changes};
use super::stack::{Stack, Strength};
use super::verdict::{Verdict, verdict};
use super::{Role, fire, fort};
use crate::forces::Factors;

/// A battle about to be fought.
#[derive(Clone, Copy, Debug)]
pub struct Battle<'a> {
    /// The stacks that attack.
    pub attackers: &'a [Stack],
    /// How each of them comes.
    pub approaches: &'a [Approach],
    /// The defender.
    pub defender: &'a Stack,
    /// Where he stands.
    pub site: Site,
    /// Whether he need not retreat if he loses; inside a fort nobody does.
    pub stands: bool,
    /// Whether he has nowhere to retreat to.
    pub surrounded: bool,
    /// How assaults are made.
    pub assault: AssaultRules,
}

/// How a side comes out of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// What is left of it.
    pub stacks: Side,
    /// Its losses by nation.
    pub tolls: Tolls,
    /// Factors lost in all.
    pub lost: u16,
    /// Those of them that are casualties.
    pub casualties: u16,
}

/// What a battle will probably come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The hits of both sides.
    pub exchange: Exchange,
    /// How it ends.
    pub verdict: Verdict,
    /// The attackers afterwards.
    pub attackers: Prospect,
    /// The defender afterwards.
    pub defender: Prospect,
    /// What it does to National Morale.
    pub morale: Changes,
    /// Whether nobody has had anything to choose.
    pub exact: bool,
}

impl Battle<'_> {
    /// The hits of both sides, each stack laid out in the canonical way.
    pub fn exchange(&self) -> Exchange {
        exchange(&self.onsets(), self.defender.strength(), self.site, self.assault)
    }

    fn onsets(&self) -> ArrayVec<Onset, STACKS> {
        debug_assert_eq!(self.attackers.len(), self.approaches.len());
        let onsets = self.attackers.iter().zip(self.approaches);
        onsets.map(|(stack, approach)| Onset { strength: stack.strength(), approach: *approach }).collect()
    }

    /// What it will probably come to.
    pub fn outlook(&self) -> Outlook {
        let defence = self.defender.strength();
        let exchange = exchange(&self.onsets(), defence, self.site, self.assault);
        let garrison = std::slice::from_ref(self.defender);
        let mut on_defender = self.melee(exchange.attack, defence);
        let layouts: ArrayVec<LayOut, STACKS> = self.attackers.iter().map(LayOut::canonical).collect();
        let mut on_attackers = Melee::new(self.attackers, &layouts, exchange.counterattack);
        let mut exact = on_defender.is_forced() && on_attackers.is_forced();
        on_defender.spend_all();
        on_attackers.spend_all();
        let mut defender = Prospect::new(garrison, on_defender.survivors(garrison));
        let mut attackers = Prospect::new(self.attackers, on_attackers.survivors(self.attackers));

        let guns = !self.site.works.is_assault() || self.assault.guns;
        let (under_fire, fires_back) =
            (guns && fire::fires(&attackers.stacks), fire::fires(&defender.stacks));
        if under_fire {
            exact &= defender.lose_dearest();
        }
        if fires_back {
            exact &= attackers.lose_dearest();
        }
        let stands = self.stands || self.site.works.is_assault();
        let verdict = verdict(&attackers.stacks, &defender.stacks[0], stands);
        if verdict.retreat && fire::pursues(&attackers.stacks) {
            exact &= defender.lose_dearest();
        }
        if verdict.retreat && self.surrounded {
            defender.lose_all();
        }
        let gone = self.surrounded && defender.stacks[0].all().is_empty();
        attackers.count(Fate::Halved);
        defender.count(if gone || self.site.works.is_assault() { Fate::Casualties } else { Fate::Halved });
        let mine = morale::parties(self.attackers, &attackers.stacks);
        let his = morale::parties(garrison, &defender.stacks);
        let morale = morale::changes(verdict.victor, &mine, &his);
        Outlook { exchange, verdict, attackers, defender, morale, exact }
    }

    /// The hits on the defender; of those on a fort of level 2 only what gets through to factors.
    fn melee(&self, hits: u16, defence: Strength) -> Melee {
        let side = std::slice::from_ref(self.defender);
        match self.site.works {
            Works::Garrison(2..) => {
                let rotation = fort::rotation(hits, defence.factors + defence.idle, defence.absorbs);
                Melee::unled(side, rotation.factors)
            }
            _ => Melee::new(side, &[LayOut::canonical(self.defender)], hits),
        }
    }

    /// Who has won, as far as it can be told.
    pub fn victor(&self) -> Role {
        self.outlook().verdict.victor
    }
}

impl Prospect {
    fn new(before: &[Stack], melee: Side) -> Prospect {
        let tolls = losses::tolls(before, &melee, &melee);
        Prospect { stacks: melee, tolls, lost: 0, casualties: 0 }
    }

    /// Loses one factor to guns or horse, and says whether there was nothing to choose.
    fn lose_dearest(&mut self) -> bool {
        let Some(dearest) = fire::dearest(&self.stacks) else { return true };
        let forced = fire::factors(&self.stacks).count() == 1;
        let killed = fire::kill(&mut self.stacks, dearest);
        debug_assert!(killed.is_ok(), "the factor was listed");
        let contingent =
            &self.stacks[usize::from(dearest.stack)].contingents[usize::from(dearest.contingent)];
        losses::toll_of(&mut self.tolls, contingent).outright[dearest.arm] += 1;
        forced
    }

    fn lose_all(&mut self) {
        for contingent in self.stacks.iter_mut().flat_map(|stack| &mut stack.contingents) {
            let all = contingent.all();
            if !all.is_empty() {
                losses::toll_of(&mut self.tolls, contingent).outright += all;
            }
            contingent.fights = Factors::NONE;
            contingent.idle = Factors::NONE;
        }
    }

    fn count(&mut self, fate: Fate) {
        self.lost = self.tolls.iter().map(|toll| toll.all().total()).sum();
        self.casualties = losses::casualties(&self.tolls, fate);
    }
}
