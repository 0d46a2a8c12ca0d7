//! Command: who may lead what, and what it costs. Rulebook: Command Points, Leaders, Stacking.

use std::collections::VecDeque;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::{Choice, Currency, Denied, Recorder, Seat, rule};

use crate::event::Event;
use crate::field::{Muster, Record};
use crate::forces::Factors;
use crate::garrison::may_leave_fort;
use crate::ground::ways;
use crate::ids::{LeaderId, NationId};
use crate::leaders::Rank;
use crate::map::MAP;
use crate::staff::Post;
use crate::state::{General, Marshals, Player};
use crate::wording::words;

/// How many factors a corps commander leads, before and after the reform of his nation's army (M-stack-21).
const CORPS: (u16, u16) = (5, 6);

/// How many an army commander leads himself (M-stack-22).
const ARMY: u16 = 15;

/// How many leaders an army commander of an unreformed nation carries (M-lead-12).
const CARRIED: usize = 4;

/// The command points of Berthier in Paris (M-lead-53).
const IN_PARIS: u8 = 2;

/// Berthier, and Paris.
pub(crate) static BERTHIER: LazyLock<LeaderId> =
    LazyLock::new(|| LeaderId::find("Berthier").expect("he serves"));
pub(crate) static PARIS: LazyLock<HexId> = LazyLock::new(|| MAP.site("Paris").expect("Paris is on the map"));

/// The counters of Napoleon.
pub(crate) static NAPOLEON: LazyLock<Vec<LeaderId>> =
    LazyLock::new(|| LeaderId::all().filter(|leader| leader.name().starts_with("Napoleon")).collect());

/// Who brings a command point of his own (M-lead-50).
const WELLINGTON: [&str; 2] = ["Wellesley", "Wellington"];

/// The factors of a stack, nation by nation.
pub(crate) type Contingents = ArrayVec<(NationId, Factors), 12>;

impl Marshals {
    /// Whether a nation fights in the new way: France and Britain always do (M-lead-18).
    pub fn is_reformed(&self, nation: NationId) -> bool {
        [NationId::FRANCE, NationId::BRITAIN].contains(&nation) || self.realm(nation).is_reformed
    }

    /// Whether leaders can command all these factors, each within his limit (M-lead-17).
    ///
    /// Some leaders lead more nations than others, so every group of nations is held against all who lead any of them.
    pub(crate) fn can_command(&self, leaders: &[LeaderId], troops: &Contingents) -> Result<(), Denied> {
        for group in 1..1_u32 << troops.len() {
            let of_group = || (0..).zip(troops).filter(|(place, _)| group >> place & 1 == 1);
            let factors: u16 = of_group().map(|(_, (_, factors))| factors.total()).sum();
            let leads = |leader: &&LeaderId| of_group().any(|(_, (nation, _))| self.leads(**leader, *nation));
            let limits = leaders.iter().filter(leads).map(|leader| self.general(*leader).limit());
            let Some(limit) = limits.sum::<Option<u16>>() else { continue };
            if factors > limit {
                let why = words!("The leaders of the stack command {limit} factors; these are {factors}.");
                return Err(Denied::new(rule!("M-lead-17"), why));
            }
        }
        Ok(())
    }

    /// The factors on the march, nation by nation.
    pub(crate) fn marching(&self) -> Contingents {
        let mut contingents = Contingents::new();
        for force in self.forces.marching() {
            let nation = force.muster.nation;
            match contingents.iter_mut().find(|(other, _)| *other == nation) {
                Some((_, factors)) => *factors += force.factors,
                None => contingents.push((nation, force.factors)),
            }
        }
        contingents
    }

    /// Whether a nation has a command point left.
    pub(crate) fn has_point(&self, nation: NationId) -> Result<NationId, Denied> {
        let payer = self.commands(nation);
        if self.realm(payer).points > 0 {
            return Ok(payer);
        }
        let why = words!("{} has no command point left in this turn.", payer.name());
        Err(Denied::new(rule!("M-command-1"), why))
    }

    /// Activates a leader. Those are told who know all of his nation's stacks.
    pub(crate) fn activate(&mut self, seat: Seat, leader: LeaderId, log: &mut Recorder<Event>) {
        self.staff.activated.insert(leader);
        let known = self.confidants(leader.get().nation);
        log.record(|| Event::Activated { seat, leader, known });
    }

    pub(crate) fn pay_point(&mut self, payer: Option<NationId>) {
        if let Some(payer) = payer {
            self.realm_mut(payer).points -= 1;
        }
    }

    /// Gives every power the command points of a new operational turn (M-command-1), with those that come of leaders.
    pub(crate) fn renew_command(&mut self) {
        for realm in &mut self.realms {
            realm.points = realm.command;
        }
        if self.staff.hex(*BERTHIER) == Some(*PARIS) {
            self.realm_mut(NationId::FRANCE).points += IN_PARIS;
        }
    }
}

impl Player<'_> {
    /// Whether a leader can be given orders by a seat: his own, on land, and not shut in.
    pub(crate) fn may_order(self, leader: LeaderId) -> Result<HexId, Denied> {
        let nation = leader.get().nation;
        if self.seat(nation) != Some(self.seat) {
            let why = words!("{} serves {}, which another plays.", leader.name(), nation.name());
            return Err(Denied::new(rule!("M-terms-4"), why));
        }
        let Some(hex) = self.staff.hex(leader).filter(|_| !leader.get().is_admiral()) else {
            let why = words!("{} leads nobody on land.", leader.name());
            return Err(Denied::new(rule!("M-command-3"), why));
        };
        if self.staff.moved.contains(leader) {
            let why = words!("{} has moved in this turn.", leader.name());
            return Err(Denied::new(rule!("M-move-2"), why));
        }
        self.general(leader).is_free_of_london()?;
        if self.staff.post(leader) == Post::Inside(hex) && self.is_shut_in(nation, hex) {
            may_leave_fort(self.game, hex)?;
        }
        Ok(hex)
    }
}

impl General<'_> {
    /// Whether a leader has anybody to march with who has not moved.
    pub(crate) fn has_fresh(self, hex: HexId) -> bool {
        self.forces.at(hex).iter().any(|force| {
            let Muster { nation, record, stance, .. } = force.muster;
            record == Record::Fresh
                && stance == self.quarters_in(self.leader.get().nation, hex)
                && !force.factors.is_empty()
                && self.leads(self.leader, nation)
        })
    }

    /// A leader's rank now: a Coalition Military Leader has that of a national one (M-lead-8).
    pub(crate) fn rank(self) -> Rank {
        let printed = self.leader.get().rank(self.date);
        match printed {
            Rank::Admiral => printed,
            _ if leads_the_coalition(self.game, self.leader) => Rank::National,
            Rank::National if !holds_the_post(self.game, self.leader) => Rank::Army,
            _ => printed,
        }
    }

    /// How many factors a leader commands; none if there is no limit.
    pub(crate) fn limit(self) -> Option<u16> {
        match self.rank() {
            Rank::National => None,
            Rank::Army => Some(ARMY),
            Rank::Corps if self.is_reformed(self.leader.get().nation) => Some(CORPS.1),
            Rank::Corps => Some(CORPS.0),
            Rank::Admiral => Some(0),
        }
    }

    /// How many leaders a commander carries besides himself, if that is limited (M-lead-12).
    pub(crate) fn may_carry(self) -> Option<usize> {
        (!self.is_reformed(self.leader.get().nation)).then_some(CARRIED)
    }

    /// Whether a leader commands others who move with him (M-lead-9).
    pub(crate) fn is_army_commander(self) -> bool {
        matches!(self.rank(), Rank::National | Rank::Army)
    }

    /// Whether a leader activates others: a national leader, or a Coalition Military Leader (M-command-4, M-stack-11).
    pub(crate) fn has_subordinates(self) -> bool {
        self.rank() == Rank::National
    }

    /// Whether a leader is subordinate to another: of a nation whose troops that one leads, and not above him (M-lead-9).
    pub(crate) fn is_subordinate(self, to: LeaderId) -> bool {
        self.leader != to
            && !self.leader.get().is_admiral()
            && self.leads(to, self.leader.get().nation)
            && self.rank() as u8 >= self.general(to).rank() as u8
    }

    /// The hexes that a national leader's orders reach: as many as his initiative, not through where enemies stand or what they cover
    /// unless friends are there; whose land it is does not matter (M-lead-2).
    pub(crate) fn orders_reach(self, to: HexId) -> bool {
        let Some(from) = self.staff.hex(self.leader) else { return false };
        let Some(side) = self.side(self.leader.get().nation) else { return false };
        let range = self.leader.get().initiative;
        if MAP.grid.distance(from, to) > range.into() {
            return false;
        }
        let stands = |hex, side| {
            let here = self.forces.at(hex).iter();
            here.filter(|force| !force.factors.is_empty())
                .any(|force| self.side(force.muster.nation) == Some(side))
        };
        let passes = |hex: HexId| {
            stands(hex, side) || !stands(hex, side.enemy()) && !self.is_in_zone(side.enemy(), hex)
        };
        let mut seen = vec![from];
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((hex, steps)) = open.pop_front() {
            if hex == to {
                return true;
            }
            let next = ways(hex).iter().filter(|_| steps < range).map(|way| way.to);
            for hex in next.filter(|hex| passes(*hex)) {
                if !seen.contains(&hex) {
                    seen.push(hex);
                    open.push_back((hex, steps + 1));
                }
            }
        }
        false
    }

    /// Who pays for the activation of a leader, if anybody does: Wellington brings a command point of his own (M-lead-50).
    pub(crate) fn pays_for(self) -> Result<Option<NationId>, Denied> {
        if pays_himself(self.leader) {
            return Ok(None);
        }
        self.has_point(self.leader.get().nation).map(Some)
    }
}

/// Whether a national leader's post is his. Charles and Blucher have it by the reform of their armies, Charles until Austria sues for
/// peace (M-lead-6, M-lead-7); whoever else is printed as one waits while they hold it.
fn holds_the_post(game: &Marshals, leader: LeaderId) -> bool {
    let line = leader.get();
    let nation = line.nation;
    if line.by_reform {
        return game.is_reformed(nation) && game.realm(nation).sued.is_none();
    }
    // Who never had to reform has no such rival.
    [NationId::FRANCE, NationId::BRITAIN].contains(&nation)
        || !game.staff.in_play().any(|(other, _)| {
            let rival = other.get();
            rival.by_reform && rival.nation == nation && holds_the_post(game, other)
        })
}

/// Whether a leader commands troops of other powers (M-stack-11).
fn leads_the_coalition(game: &Marshals, leader: LeaderId) -> bool {
    let foreign = |nation: &NationId| *nation != leader.get().nation && game.leads(leader, *nation);
    game.scenario().chief.iter().any(|chief| chief.leader == leader && chief.over.iter().any(foreign))
}

/// Whether a leader brings the point for his activation.
fn pays_himself(leader: LeaderId) -> bool {
    WELLINGTON.contains(&leader.name())
}

/// A choice to activate a leader, with what it costs.
pub(crate) fn priced(choice: Choice, leader: LeaderId) -> Choice {
    if pays_himself(leader) { choice } else { choice.costing(1, Currency::CommandPoint) }
}
