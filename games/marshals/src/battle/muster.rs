//! Both sides of a battle as they stand on the map. Rulebook "Determining Attacker and Defender Combat Values".

use arrayvec::ArrayVec;
use atlas::topology::HexId;

use super::{Battle, Sort};
use crate::combat;
use crate::combat::{
    Approach, AssaultRules, Commander, Contingent, Hexside, NATIONS, Outlook, Role, STACKS, Site, Stack,
    Supply, Weather, Works,
};
use crate::command::Contingents;
use crate::field::{Force, Muster, Stance};
use crate::forces::{Arm, Factors};
use crate::ground::{Way, way};
use crate::ids::{LeaderId, NationId};
use crate::map::{MAP, Terrain};
use crate::morale::WAVERING;
use crate::state::{Country, Engagement, Marshals};

/// The forts outside which defenders need not retreat (M-fort-12).
const STRONGHOLDS: [&str; 2] = ["Cadiz", "Gibraltar"];

/// How many Spanish factors a British leader leads (M-stack-14).
const SPANIARDS: u8 = 1;

/// What is in no stack yet.
type Lines = ArrayVec<(NationId, Factors, Factors), NATIONS>;

impl Marshals {
    /// How many factors of a nation in a hex leaders of others may lead there: of Spaniards one, and as many as there are others from
    /// when the British lead the Coalition (M-stack-14, M-stack-15); of Portuguese as many as there are British (M-stack-19).
    fn lent(&self, hex: HexId, nation: NationId) -> u8 {
        let beside = |of: &dyn Fn(NationId) -> bool| {
            let there = self.forces.open(hex, |other| self.are_friends(other, nation) && of(other));
            there.total().min(u8::MAX.into()) as u8
        };
        match nation {
            NationId::SPAIN if self.has_chief(NationId::BRITAIN, nation) => beside(&|other| other != nation),
            NationId::SPAIN => SPANIARDS,
            _ if nation.name() == "Portugal" => beside(&|other| other == NationId::BRITAIN),
            _ => u8::MAX,
        }
    }

    /// A stack of these factors, that fight or do not, and these leaders.
    fn stack(&self, hex: HexId, lines: &Lines, leaders: impl Iterator<Item = LeaderId>) -> Stack {
        let contingent = |(nation, fights, idle): &(NationId, Factors, Factors)| Contingent {
            idle: *idle,
            under: self.realm(*nation).patron.unwrap_or(*nation),
            lent: self.lent(hex, *nation),
            steady: self.country(*nation).is_steady(),
            answers: self.country(*nation).answers(),
            ..Contingent::new(*nation, *fights)
        };
        let contingents: ArrayVec<Contingent, NATIONS> = lines.iter().map(contingent).collect();
        let mut stack = Stack::new(&contingents, &[]);
        for leader in leaders.filter(|leader| !leader.get().is_admiral()) {
            let nation = leader.get().nation;
            stack.join(Commander {
                limit: self.general(leader).limit().map_or(u8::MAX, |limit| limit as u8),
                steady: self.country(nation).is_steady(),
                coalition: lines.iter().all(|(other, ..)| self.leads(leader, *other)),
                trainer: leader.name() == "Beresford",
                ..Commander::new(leader, nation, leader.get().combat, self.is_reformed(nation))
            });
        }
        stack
    }

    /// The factors in a hex, nation by nation: those that fight, and those that only stand there.
    fn lines(&self, hex: HexId, fights: impl Fn(Muster) -> Option<bool>) -> Lines {
        let mut lines = Lines::new();
        for force in self.forces.at(hex).iter().filter(|force| !force.factors.is_empty()) {
            let Some(fights) = fights(force.muster) else { continue };
            let nation = force.muster.nation;
            let known = lines.iter().position(|line| line.0 == nation);
            let place = known.unwrap_or_else(|| {
                lines.push((nation, Factors::NONE, Factors::NONE));
                lines.len() - 1
            });
            let line = &mut lines[place];
            *(if fights { &mut line.1 } else { &mut line.2 }) += force.factors;
        }
        lines
    }

    /// What a march of this leader would attack with from a hex.
    pub(crate) fn column(&self, hex: HexId) -> Stack {
        let lines =
            self.lines(hex, |muster| (muster.record == crate::field::Record::Marching).then_some(true));
        self.stack(hex, &lines, self.staff.marching.iter())
    }

    /// These troops out of a hex, under a leader.
    pub(super) fn led_from(&self, hex: HexId, troops: &Contingents, leader: LeaderId) -> Stack {
        let lines: Lines =
            troops.iter().map(|(nation, factors)| (*nation, *factors, Factors::NONE)).collect();
        self.stack(hex, &lines, std::iter::once(leader))
    }

    /// What the battle will probably come to, before the hits of both sides have been settled.
    pub(crate) fn outlook_of_battle(&self) -> Option<Outlook> {
        let battle = self.battle()?;
        let (attackers, defender, site) = match &battle.clash {
            Some(clash) if clash.is_settled => return None,
            Some(clash) => {
                (clash.before[Role::Attacker].clone(), clash.before[Role::Defender][0].clone(), clash.site)
            }
            None => {
                let hexes = self.engagement().attacking_hexes();
                let attackers = hexes.iter().map(|hex| self.engagement().attackers_in(*hex)).collect();
                (attackers, self.engagement().defender(), self.engagement().site())
            }
        };
        if attackers.is_empty() || defender.all().is_empty() {
            return None;
        }
        let hexes: Vec<HexId> = match &battle.clash {
            Some(clash) => clash.hexes.clone(),
            None => self.engagement().attacking_hexes().into_iter().collect(),
        };
        let approaches: Vec<Approach> = hexes.iter().map(|hex| self.engagement().approach(*hex)).collect();
        let fight = combat::Battle {
            attackers: &attackers,
            approaches: &approaches,
            defender: &defender,
            site,
            stands: self.engagement().stands_fast(),
            surrounded: self.engagement().is_surrounded(),
            assault: AssaultRules::default(),
        };
        Some(fight.outlook())
    }

    /// Makes the map agree with what is left of both sides.
    pub(super) fn thin_out(&mut self) {
        let battle = self.fray();
        let target = battle.target;
        let defence = self.engagement().defender_stands();
        let clash = self.clash();
        let mut orders: Vec<(HexId, NationId, Role, Factors, Factors)> = Vec::new();
        for (hex, stack) in clash.hexes.iter().zip(&clash.now[Role::Attacker]) {
            for contingent in &stack.contingents {
                orders.push((*hex, contingent.nation, Role::Attacker, contingent.fights, contingent.idle));
            }
        }
        for contingent in clash.now[Role::Defender].iter().flat_map(|stack| &stack.contingents) {
            orders.push((target, contingent.nation, Role::Defender, contingent.all(), Factors::NONE));
        }
        for (hex, nation, role, fights, idle) in orders {
            let stance = match role {
                Role::Attacker => self.engagement().attackers_stand(hex),
                Role::Defender => defence,
            };
            let here = self.forces.at(hex).iter().map(|force| force.muster);
            let chosen: Vec<Muster> = here
                .filter(|muster| muster.nation == nation && muster.stance == stance)
                .filter(|muster| self.engagement().takes_part(*muster))
                .collect();
            let attacks = |muster: Muster| muster.record.attacks();
            match role {
                Role::Attacker => {
                    self.forces.thin(hex, fights, |muster| chosen.contains(&muster) && attacks(muster));
                    if stance == Stance::Open {
                        self.forces.thin(hex, idle, |muster| chosen.contains(&muster) && !attacks(muster));
                    }
                }
                Role::Defender => self.forces.thin(hex, fights, |muster| chosen.contains(&muster)),
            }
        }
    }

    /// Whether what a side has in a hex lies open to everybody: in a battle, from the end of the marches to the guns until the retreat
    /// (M-intel-6).
    pub(crate) fn is_revealed(&self, hex: HexId, nation: NationId, stance: Stance) -> bool {
        let Some(battle) = self.battle() else { return false };
        if !battle.is_open || battle.clash.as_ref().is_some_and(|clash| clash.veiled) {
            return false;
        }
        let attacks = |hex| match &battle.clash {
            Some(clash) => clash.hexes.contains(&hex),
            None => self.forces.at(hex).iter().any(|force| force.muster.record.attacks()),
        };
        match self.are_enemies(nation, battle.nation) {
            true => hex == battle.target && stance == self.engagement().defender_stands(),
            // Who stays in a fort while others sally shows neither.
            false => {
                let stays = |force: &crate::field::Force| {
                    let Muster { stance, record, .. } = force.muster;
                    stance == Stance::Inside && !force.factors.is_empty() && !record.attacks()
                };
                let hides = stance == Stance::Inside && self.forces.at(hex).iter().any(stays);
                attacks(hex) && stance == self.engagement().attackers_stand(hex) && !hides
            }
        }
    }
}

impl Country<'_> {
    /// Whether a nation's leaders can save factors, and its troops attack: at a morale of 3 or more. Who has no morale is steady.
    pub(crate) fn is_steady(self) -> bool {
        !self.has_morale(self.commands(self.nation)) || self.morale(self.nation) > WAVERING
    }

    /// The nation whose morale suffers from a nation's losses: its power; but British morale only from those of the British
    /// (M-nm-20, M-nm-21).
    pub(crate) fn answers(self) -> Option<NationId> {
        let power = self.commands(self.nation);
        (self.has_morale(power) && (power == self.nation || power != NationId::BRITAIN)).then_some(power)
    }
}

impl Engagement<'_> {
    /// How the attackers of a hex stand: those in the hex of the battle itself come out of the fort, unless they assault it.
    pub(crate) fn attackers_stand(self, hex: HexId) -> Stance {
        let battle = self.battle;
        if hex == battle.target && battle.sort != Sort::Assault { Stance::Inside } else { Stance::Open }
    }

    /// How the defender of a battle stands.
    pub(super) fn defender_stands(self) -> Stance {
        if self.battle.sort == Sort::Assault { Stance::Inside } else { Stance::Open }
    }

    /// The stack of attackers in a hex. Whoever stands there and does not attack can be hit.
    pub(super) fn attackers_in(self, hex: HexId) -> Stack {
        let stance = self.attackers_stand(hex);
        let own = self.battle.nation;
        // What stays inside a fort is out of it (M-siege-19).
        let lines = self.lines(hex, |muster| {
            let attacks = muster.record.attacks();
            (muster.stance == stance
                && self.are_friends(muster.nation, own)
                && self.takes_part(muster)
                && (attacks || stance == Stance::Open))
                .then_some(attacks)
        });
        let engaged = self
            .staff
            .at(hex, stance)
            .filter(|leader| self.staff.engaged.contains(*leader) && self.leader_takes_part(*leader));
        self.stack(hex, &lines, engaged)
    }

    /// The hexes of the attackers' stacks, as far as they fight now.
    pub(crate) fn attacking_hexes(self) -> ArrayVec<HexId, STACKS> {
        let mut hexes = ArrayVec::new();
        let fights = |force: &&Force| force.muster.record.attacks() && self.takes_part(force.muster);
        for force in self.forces.iter().filter(fights) {
            if hexes.last() != Some(&force.muster.hex) && !hexes.is_full() {
                hexes.push(force.muster.hex);
            }
        }
        hexes
    }

    /// The defender's stack. In a remote area only as many factors fight as are supplied (M-supply-25).
    pub(crate) fn defender(self) -> Stack {
        let battle = self.battle;
        let stance = self.defender_stands();
        let attacked = |nation| is_attacked(self.game, battle, nation);
        let mut lines = self.lines(battle.target, |muster| {
            (muster.stance == stance && attacked(muster.nation) && self.takes_part(muster)).then_some(true)
        });
        let all: u16 = lines.iter().map(|(_, fights, _)| fights.total()).sum();
        let mut idle = all - self.defence_supply(battle.target, all).1.min(all);
        for (_, fights, rest) in lines.iter_mut().rev() {
            for arm in Arm::ALL {
                let count = u16::from(fights[arm]).min(idle);
                *fights -= Factors::of(arm, count as u8);
                *rest += Factors::of(arm, count as u8);
                idle -= count;
            }
        }
        let leaders = self
            .staff
            .at(battle.target, stance)
            .filter(|leader| attacked(leader.get().nation) && self.leader_takes_part(*leader));
        self.stack(battle.target, &lines, leaders)
    }

    /// How a stack gets at the defender from a hex.
    pub(crate) fn approach(self, from: HexId) -> Approach {
        let target = self.battle.target;
        let hexside = match way(from, target) {
            Some(way) if way.side.mountain || self.is_entrenched(way.over) => Hexside::Mountain,
            Some(way) if way.side.river && !self.is_frozen(&way) => Hexside::River,
            _ => Hexside::Open,
        };
        Approach { hexside, landing: false }
    }

    /// Where the defender stands. Besiegers have no good of the fort (M-siege-21).
    pub(crate) fn site(self) -> Site {
        let battle = self.battle;
        let target = battle.target;
        let level = self.fort(target);
        let besieges =
            !self.forces.inside(target, |nation| self.are_friends(nation, battle.nation)).is_empty();
        let works = match battle.sort {
            Sort::Assault => Works::Garrison(level),
            Sort::Field if level > 0 && !besieges => Works::Fort(level),
            Sort::Field | Sort::Sortie => Works::None,
        };
        let over: ArrayVec<Way, STACKS> =
            self.attacking_hexes().into_iter().filter_map(|hex| way(hex, target)).collect();
        let mountains = over.iter().any(|way| way.side.mountain && self.is_hard(way));
        let attacked = self.forces.at(target).iter().filter(|force| {
            force.is_in_the_open()
                && is_attacked(self.game, battle, force.muster.nation)
                && self.takes_part(force.muster)
        });
        let all = attacked.map(|force| force.factors.total()).sum();
        let supply = match battle.sort {
            // Units inside a fort ignore supply unless they attack (M-siege-15).
            Sort::Assault => Supply::Full,
            Sort::Field | Sort::Sortie => self.defence_supply(target, all).0,
        };
        Site {
            woods: MAP.terrain(target) == Terrain::Woods,
            works,
            supply,
            weather: Weather { northern: self.is_wintry(target), mountains },
        }
    }

    /// Whether the defender need not retreat whatever happens.
    pub(crate) fn stands_fast(self) -> bool {
        let target = self.battle.target;
        let strong = MAP.place(target).is_some_and(|place| STRONGHOLDS.contains(&place.name.as_str()))
            || self.stands_on_lines(target, self.battle.nation);
        matches!(self.site().works, Works::Garrison(_))
            || strong && matches!(self.site().works, Works::Fort(_))
    }
}

/// Whether troops of a nation are attacked.
fn is_attacked(game: &Marshals, battle: &Battle, nation: NationId) -> bool {
    game.are_enemies(battle.nation, nation)
}
