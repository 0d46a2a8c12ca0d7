//! Groups on the march: who may leave a land, and who may enter one. Rulebook 10.1, 10.2, 9.3, 11.7, 11.8.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use engine::{Denied, Recorder, RuleId, rule};

use crate::action::Action;
use crate::areas::{Area, AreaSet};
use crate::event::Event;
use crate::forces::{Force, nations_of};
use crate::movement::Mover;
use crate::movement::price::unit_price;
use crate::nations::{NATIONS, Nation, Nations};
use crate::refusal::{No, Refusal};
use crate::state::{Conquests, Group, Pace};
use crate::troops::{Kind, Troops};

/// What an Overrun or a refusal of combat costs per enemy unit, in halves (N-10.2-overrun, N-10.2-refusal).
const PENALTY: u16 = 6;

/// How many units stay where a combat is pending (N-10.2-overrun, N-10.2-refusal).
const STAY: u8 = 2;

/// Ground units, those first that add strength for the fewest movement points.
const CHEAP_STRENGTH: [Kind; 5] =
    [Kind::GuardCavalry, Kind::Cavalry, Kind::Cannon, Kind::GuardInfantry, Kind::Infantry];

/// What it takes to leave a land.
pub(super) struct Exit {
    /// Halves of movement points besides those of the march.
    pub(super) fee: u16,
    /// How many units can leave.
    room: u8,
    /// What stands against any more: the rule, and why.
    bar: Option<(RuleId, &'static str)>,
}

impl Exit {
    const FREE: Exit = Exit { fee: 0, room: u8::MAX, bar: None };

    /// Whether so many units can leave together.
    pub(super) fn lets_go<R: Refusal>(&self, units: u8) -> Result<(), R> {
        match self.bar {
            Some((rule, why)) if units > self.room => Err(Denied::new(rule, why).into()),
            _ => Ok(()),
        }
    }
}

impl Group {
    fn new(at: Area) -> Group {
        Group { at, troops: Force::all(Troops::NONE), pace: Pace::Forming }
    }

    pub(super) fn is_forming(&self) -> bool {
        self.pace == Pace::Forming
    }

    fn len(&self) -> u8 {
        self.troops.iter().map(|troops| troops.len()).sum()
    }
}

/// A force with one more unit.
fn joined_by(force: &Force, nation: Nation, kind: Kind) -> Force {
    let mut force = *force;
    force[nation] += Troops::one(kind);
    force
}

impl Conquests {
    /// Whether units of the group can be left where it has arrived, before others join it (N-10.1-regroup).
    fn may_split(&self, group: &Group) -> Result<(), Denied> {
        let why = match group.pace {
            Pace::Arrived if group.len() > 1 => return Ok(()),
            Pace::Arrived => "a single unit is no group to be split",
            Pace::Forming => "the group that you have formed marches first",
            Pace::Joined => "units are left behind before others are taken along",
        };
        Err(Denied::new(rule!("N-10.1-regroup"), why))
    }

    /// Whether entering a land begins a combat: against units, a garrison, or for the empty capital of a stranger
    /// (N-10.1-attacker, N-10.1-garrison-stop, N-11.8-captured).
    pub(crate) fn provokes(&self, attacker: Nation, to: Area) -> bool {
        if self.control.is_disputed(to) {
            return false;
        }
        let (present, friends) = (self.forces.present(to), self.treaties.friends(attacker));
        if !present.is_empty() {
            return !(present - friends).is_empty();
        }
        let owner = to.capital_of().filter(|owner| self.order.contains(owner));
        self.control.is_garrisoned(to) || owner.is_some_and(|owner| !friends.contains(owner))
    }

    /// Takes units out of a land; a capital that nobody stands in any more is not fought for.
    pub(super) fn depart(&mut self, force: &Force, from: Area) {
        self.take_all(force, from);
        if self.control.is_disputed(from) && self.forces.present(from).is_empty() {
            self.control.attackers[from] = None;
        }
    }

    /// Units are about to come into a land: whoever comes first among strangers is the Attacker, Napoleon for units of his
    /// forced Ally (N-10.1-attacker, N-11-forced-attacker).
    pub(crate) fn provoke(&mut self, attacker: Nation, to: Area, log: &mut Recorder<Event>) {
        if self.provokes(attacker, to) {
            self.control.attackers[to] = Some(attacker);
            log.record(|| Event::Attacks { who: self.party(attacker), at: to });
        } else if self.control.is_disputed(to) {
            self.forget_holder(attacker, to);
        }
    }

    /// Strangers who come back into a capital that others have come into since have not held it all along
    /// (N-11.8-recapture).
    fn forget_holder(&mut self, newcomer: Nation, to: Area) {
        let friends = self.treaties.friends(newcomer);
        let foreign = to.capital_of().is_some_and(|owner| !friends.contains(owner));
        let back = self.control.holders[to].is_some_and(|holder| friends.contains(holder));
        if foreign && back && (self.forces.present(to) & friends).is_empty() {
            self.control.holders[to] = None;
        }
    }
}

impl Mover {
    /// Units that can set out from any land.
    pub(super) fn visit_lands(
        &self,
        game: &Conquests,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let movers = (self.own | self.lent).iter();
        let manned = movers.fold(AreaSet::EMPTY, |all, nation| all | game.forces.lands.places(nation));
        for land in manned.iter() {
            self.visit_picks(game, &Group::new(land), visit)?;
        }
        ControlFlow::Continue(())
    }

    /// What a group can do.
    pub(super) fn visit_group(
        &self,
        game: &Conquests,
        group: &Group,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_picks(game, group, visit)?;
        if self.may_set_out::<No>(game, group).is_ok() {
            for to in group.at.lands_beside().iter() {
                if self.may_enter::<No>(game, &group.troops, to).is_ok() {
                    visit(Action::March(to))?;
                }
            }
        }
        if game.may_split(group).is_ok() {
            for nation in nations_of(&group.troops).iter() {
                for kind in group.troops[nation].kinds() {
                    visit(Action::Drop { nation, kind })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Units that can join a group.
    fn visit_picks(
        &self,
        game: &Conquests,
        group: &Group,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let at = group.at;
        let exit = self.exit(game, at);
        for nation in (self.own | self.lent).iter() {
            let rest = game.forces.troops(nation, at) - group.troops[nation];
            for kind in rest.kinds() {
                if self.may_form::<No>(game, &joined_by(&group.troops, nation, kind), at, &exit).is_ok() {
                    visit(Action::Pick { nation, kind, at })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a unit can join the group, or open one.
    fn may_pick(&self, game: &Conquests, nation: Nation, kind: Kind, at: Area) -> Result<Group, Denied> {
        let group = game.movement.group.unwrap_or_else(|| Group::new(at));
        if group.at != at {
            return Err(Denied::new(
                rule!("N-10.1-regroup"),
                "a group takes along units of the land it is in",
            ));
        }
        let why = if !(self.own | self.lent).contains(nation) {
            "you do not move the units of this nation"
        } else if at.is_sea() {
            "no ground unit is there"
        } else if (game.forces.troops(nation, at) - group.troops[nation]).count(kind) == 0 {
            "there is no such unit left to take along"
        } else {
            return Ok(group);
        };
        Err(Denied::new(rule!("N-10.1-owner-moves"), why))
    }

    /// Whether a force can leave a land as it is, or with some more units, so that no group is formed that can never march.
    /// With a forced Ally of Napoleon's it may take more to be strong enough, or to leave none of its units behind
    /// (N-9.4-no-suicide).
    fn may_form<R: Refusal>(&self, game: &Conquests, force: &Force, at: Area, exit: &Exit) -> Result<(), R> {
        let units = self.can_afford::<R>(game, force, at, exit)?;
        if self.forced().is_empty() {
            return self.has_way(game, force, at);
        }
        let formed = self.may_go(game, force, at, units);
        if formed.is_ok() {
            return formed;
        }
        let mut grown = *force;
        for (nation, kind) in self.reinforcements(game, force, at) {
            let more = joined_by(&grown, nation, kind);
            if let Ok(units) = self.can_afford::<No>(game, &more, at, exit) {
                grown = more;
                if self.may_go::<No>(game, &grown, at, units).is_ok() {
                    return Ok(());
                }
            }
        }
        formed
    }

    /// Whether a force can be paid for and may leave, if need be with cavalry that makes it cheaper (N-10-free-range): how many
    /// units it then is.
    fn can_afford<R: Refusal>(
        &self,
        game: &Conquests,
        force: &Force,
        at: Area,
        exit: &Exit,
    ) -> Result<u8, R> {
        let affordable = self.points.saturating_sub(exit.fee);
        let (units, price) = self.cheapest::<R>(game, force, at, affordable)?;
        exit.lets_go::<R>(units)?;
        self.can_pay::<R>(price + exit.fee)?;
        Ok(units)
    }

    /// Whether a force of Napoleon's, with the cavalry that it takes to be so many units, is dispensable and has a way.
    fn may_go<R: Refusal>(&self, game: &Conquests, force: &Force, at: Area, units: u8) -> Result<(), R> {
        let force = self.with_riders(game, force, at, units);
        self.may_forsake::<R>(game, &force, at)?;
        self.has_way(game, &force, at)
    }

    /// What could still join a force of Napoleon's, first of his forced Ally, and what adds strength most cheaply before the
    /// rest.
    fn reinforcements(
        &self,
        game: &Conquests,
        force: &Force,
        at: Area,
    ) -> impl Iterator<Item = (Nation, Kind)> {
        let rest = self.own.iter().map(|nation| (nation, game.forces.troops(nation, at) - force[nation]));
        let mut rest: ArrayVec<(Nation, Troops), NATIONS> = rest.collect();
        rest.sort_by_key(|(nation, _)| *nation == self.nation);
        rest.into_iter().flat_map(|(nation, troops)| {
            CHEAP_STRENGTH
                .into_iter()
                .flat_map(move |kind| std::iter::repeat_n((nation, kind), troops.count(kind).into()))
        })
    }

    /// Whether a force can enter any land beside this one; if not, what stands against it.
    fn has_way<R: Refusal>(&self, game: &Conquests, force: &Force, at: Area) -> Result<(), R> {
        let mut bar = R::from(Denied::new(rule!("N-17.3-adjacent"), "no land touches this one"));
        for to in at.lands_beside().iter() {
            match self.may_enter(game, force, to) {
                Ok(()) => return Ok(()),
                Err(denied) => bar = denied,
            }
        }
        Err(bar)
    }

    /// Takes a unit into the group.
    pub(super) fn pick(
        &self,
        game: &mut Conquests,
        nation: Nation,
        kind: Kind,
        at: Area,
    ) -> Result<(), Denied> {
        let mut group = self.may_pick(game, nation, kind, at)?;
        group.troops = joined_by(&group.troops, nation, kind);
        self.may_form::<Denied>(game, &group.troops, at, &self.exit(game, at))?;
        if group.pace == Pace::Arrived {
            group.pace = Pace::Joined;
        }
        game.movement.group = Some(group);
        Ok(())
    }

    /// Leaves a unit of the group behind.
    pub(super) fn leave_behind(
        &self,
        game: &mut Conquests,
        nation: Nation,
        kind: Kind,
    ) -> Result<(), Denied> {
        let group = game.movement.group.filter(|group| group.troops[nation].count(kind) > 0);
        let Some(mut group) = group else {
            return Err(Denied::new(rule!("N-10.1-regroup"), "there is no such unit in a group"));
        };
        game.may_split(&group)?;
        group.troops[nation] -= Troops::one(kind);
        game.movement.group = Some(group);
        self.halt_if_spent(game);
        Ok(())
    }

    /// Whether the group can leave its land as it is: what that takes, and what the march costs.
    fn may_set_out<R: Refusal>(&self, game: &Conquests, group: &Group) -> Result<(Exit, u16), R> {
        let exit = self.exit(game, group.at);
        let price = self.step_price::<R>(&group.troops)?;
        exit.lets_go::<R>(group.len())?;
        self.can_pay::<R>(price + exit.fee)?;
        self.may_forsake::<R>(game, &group.troops, group.at)?;
        Ok((exit, price))
    }

    /// Moves the group into a land, and sets up a combat if there is somebody to fight (N-10.1-attacker).
    pub(super) fn march(
        &self,
        game: &mut Conquests,
        to: Area,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let Some(mut group) = game.movement.group else {
            return Err(Denied::new(rule!("N-10.1-regroup"), "no group has been formed"));
        };
        let from = group.at;
        if !from.lands_beside().contains(to) {
            return Err(Denied::new(
                rule!("N-17.3-adjacent"),
                "a group marches into a land that touches its own",
            ));
        }
        let (exit, price) = self.may_set_out::<Denied>(game, &group)?;
        self.may_enter::<Denied>(game, &group.troops, to)?;
        self.force_out(game, &exit, from, log);
        self.spend(game, price);
        game.depart(&group.troops, from);
        game.provoke(self.nation, to, log);
        game.put_all(&group.troops, to);
        for nation in nations_of(&group.troops).iter() {
            let troops = group.troops[nation];
            log.record(|| Event::Marched { who: game.party(self.nation), nation, troops, from, to });
        }
        group.at = to;
        group.pace = Pace::Arrived;
        game.movement.group = Some(group);
        game.moves_of(self.nation).halt_if_spent(game);
        Ok(())
    }

    /// Has a group halt that cannot go on, not even in part.
    fn halt_if_spent(&self, game: &mut Conquests) {
        let Some(group) = game.movement.group else { return };
        let stop = |_| ControlFlow::Break(());
        if !self.can_go_on(game, &group) || self.visit_group(game, &group, &mut { stop }).is_continue() {
            game.movement.group = None;
        }
    }

    /// Whether at least one unit of the group could be paid for.
    fn can_go_on(&self, game: &Conquests, group: &Group) -> bool {
        let exit = self.exit(game, group.at);
        let kinds = self.own.iter().flat_map(|nation| group.troops[nation].kinds());
        let cheapest = kinds.map(unit_price).min();
        let affordable = cheapest.is_some_and(|price| self.affords(price + exit.fee));
        affordable && exit.lets_go::<No>(1).is_ok()
    }

    /// What it takes to leave a land: nothing but the march, unless a combat is pending (10.2).
    #[inline]
    pub(super) fn exit(&self, game: &Conquests, land: Area) -> Exit {
        match game.control.attackers[land] {
            Some(attacker) => self.exit_from_combat(game, land, attacker),
            None => Exit::FREE,
        }
    }

    fn exit_from_combat(&self, game: &Conquests, land: Area, attacker: Nation) -> Exit {
        if game.control.is_garrisoned(land) {
            let why = "whoever has entered a garrisoned capital fights there";
            return Exit { fee: 0, room: 0, bar: Some((rule!("N-10.1-garrison-stop"), why)) };
        }
        let enemies = game.forces.arms(Nations::ALL - self.friends, land).len();
        if enemies == 0 {
            return Exit::FREE;
        }
        let room = game.forces.arms(self.friends, land).len().saturating_sub(STAY);
        let rule = match (self.friends.contains(attacker), room) {
            (true, 0) => rule!("N-10.1-stop"),
            (true, _) => rule!("N-10.2-overrun"),
            (false, 0) => rule!("N-10.2-refusal-small"),
            (false, _) => rule!("N-10.2-refusal"),
        };
        let bar = Some((rule, "2 of your side's units stay where a combat is pending"));
        let paid = game.movement.forced.contains(land);
        Exit { fee: if paid { 0 } else { PENALTY * u16::from(enemies) }, room, bar }
    }

    /// Pays for an Overrun or a refusal of combat, once per land and movement (N-10.2-overrun-once).
    pub(super) fn force_out(&self, game: &mut Conquests, exit: &Exit, from: Area, log: &mut Recorder<Event>) {
        if exit.fee > 0 {
            self.spend(game, exit.fee);
            game.movement.forced.insert(from);
            let points = (exit.fee / 2) as u8;
            log.record(|| Event::ForcedOut { who: game.party(self.nation), from, points });
        }
    }

    /// What stands against a force entering a land (N-10.1-no-third, N-9.4-no-suicide).
    #[inline]
    pub(super) fn may_enter<R: Refusal>(&self, game: &Conquests, force: &Force, to: Area) -> Result<(), R> {
        if game.control.attackers[to].is_some_and(|attacker| self.would_be_third(game, attacker, to)) {
            let why = "two other sides are about to fight there";
            return Err(Denied::new(rule!("N-10.1-no-third"), why).into());
        }
        if self.is_hopeless(game, force, to) {
            let why = "your forced Ally would be certain to lose a combat there";
            return Err(Denied::new(rule!("N-9.4-no-suicide"), why).into());
        }
        Ok(())
    }

    /// Whether an attack in a land is a matter of two other sides.
    fn would_be_third(&self, game: &Conquests, attacker: Nation, at: Area) -> bool {
        let defenders = game.forces.present(at) - game.treaties.friends(attacker);
        !self.friends.contains(attacker) && !defenders.is_empty() && (defenders & self.friends).is_empty()
    }
}
