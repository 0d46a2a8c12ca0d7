//! Frigates, and troops that go aboard and ashore. Rulebook 10.3, 16.

use std::ops::ControlFlow;

use atlas::topology::Id;
use engine::{Denied, Recorder, rule};

use crate::action::Action;
use crate::areas::{AREAS, Area, LANDS};
use crate::event::Event;
use crate::forces::{Force, single};
use crate::movement::Mover;
use crate::nations::Nation;
use crate::refusal::{No, Refusal};
use crate::state::{Conquests, FRIGATES, Frigate, FrigateId, Traffic};
use crate::troops::{Kind, Troops};

/// What it costs a unit to go aboard or ashore, in halves (N-10.3-embark).
pub(crate) const BOARDING: u16 = 2;

/// Units that a frigate carries (N-10.3-capacity).
const CARGO: u8 = 3;

/// The surcharge for every sea, in halves: one point for each frigate of a stranger (N-10.3-cost).
pub(super) struct Waters([u16; AREAS - LANDS]);

impl Waters {
    /// What a frigate pays to enter a sea, in halves (N-10.3-cost, N-10.3-england).
    pub(super) fn price(&self, frigate: FrigateId, cargo: Troops, to: Area) -> u16 {
        let light = frigate.nation() == Nation::England && cargo.is_empty();
        self.0[to.index() - LANDS] + if light { 2 } else { 4 }
    }
}

/// One unit of a nation.
fn unit(nation: Nation, kind: Kind) -> Force {
    single(nation, Troops::one(kind))
}

impl Conquests {
    /// Whether no frigate before this one is like it in all.
    fn is_first_alike(&self, frigate: FrigateId) -> bool {
        let like = self.forces.frigate(frigate);
        !FrigateId::of(frigate.nation())
            .take_while(|other| *other != frigate)
            .any(|other| self.forces.frigate(other) == like)
    }

    /// Whether a frigate is held by a combat that was declared before it could move (N-10.3-engaged).
    fn is_pinned(&self, frigate: FrigateId, sea: Area) -> bool {
        let Some(attacker) = self.control.attackers[sea] else { return false };
        let nation = frigate.nation();
        let involved =
            self.control.challenged(sea).contains(nation) || self.treaties.allied(attacker, nation);
        involved && !self.forces.frigate(frigate).sailed
    }

    pub(super) fn may_leave_sea(&self, frigate: FrigateId, sea: Area) -> Result<(), Denied> {
        match self.is_pinned(frigate, sea) {
            true => Err(Denied::new(rule!("N-10.3-engaged"), "a frigate about to fight does not leave")),
            false => Ok(()),
        }
    }

    /// Whether a frigate can carry one more unit now (N-10.3-capacity, N-10.3-no-both).
    fn may_take_aboard(&self, frigate: FrigateId, sea: Area) -> Result<(), Denied> {
        let Frigate { cargo, traffic, .. } = *self.forces.frigate(frigate);
        if cargo.len() >= CARGO {
            return Err(Denied::new(
                rule!("N-10.3-capacity"),
                "a frigate carries 3 units; this one has 3 aboard",
            ));
        }
        if traffic == Traffic::Landed {
            let why = "this frigate has put troops ashore in this turn";
            return Err(Denied::new(rule!("N-10.3-no-both"), why));
        }
        match self.is_pinned(frigate, sea) {
            true => Err(Denied::new(rule!("N-10.3-engaged"), "a frigate about to fight takes nobody aboard")),
            false => Ok(()),
        }
    }

    /// Whether a frigate can put units ashore now (N-10.3-no-both).
    pub(super) fn may_put_ashore(&self, frigate: FrigateId) -> Result<(), Denied> {
        if self.forces.frigate(frigate).traffic == Traffic::Embarked {
            let why = "this frigate has taken troops aboard in this turn";
            return Err(Denied::new(rule!("N-10.3-no-both"), why));
        }
        Ok(())
    }
}

impl Mover {
    pub(super) fn waters(&self, game: &Conquests) -> Waters {
        let mut surcharge = [0; AREAS - LANDS];
        for (frigate, number) in game.forces.frigates.iter().zip(0..) {
            if let Some(sea) = frigate.at
                && !self.friends.contains(FrigateId(number).nation())
            {
                surcharge[sea.index() - LANDS] += 2;
            }
        }
        Waters(surcharge)
    }

    /// Everything that frigates can do; of those that are alike, the first.
    pub(super) fn visit_fleet(
        &self,
        game: &Conquests,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let waters = self.waters(game);
        for frigate in self.own.iter().flat_map(FrigateId::of) {
            let Some(sea) = game.forces.frigate(frigate).at else { continue };
            if game.is_first_alike(frigate) {
                self.visit_passages(game, &waters, frigate, sea, visit)?;
                self.visit_shores(game, frigate, sea, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_passages(
        &self,
        game: &Conquests,
        waters: &Waters,
        frigate: FrigateId,
        sea: Area,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if game.may_leave_sea(frigate, sea).is_err() {
            return ControlFlow::Continue(());
        }
        for to in sea.seas_beside().iter() {
            let price = waters.price(frigate, game.forces.frigate(frigate).cargo, to);
            if self.affords(price) && self.may_desert::<No>(game, sea, to).is_ok() {
                visit(Action::Sail { frigate, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_shores(
        &self,
        game: &Conquests,
        frigate: FrigateId,
        sea: Area,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.points < BOARDING {
            return ControlFlow::Continue(());
        }
        let (nation, cargo) = (frigate.nation(), game.forces.frigate(frigate).cargo);
        let (takes, lands) = (game.may_take_aboard(frigate, sea), game.may_put_ashore(frigate));
        for land in sea.lands_beside().iter() {
            if lands.is_ok() {
                for kind in cargo.kinds() {
                    if self.may_enter::<No>(game, &unit(nation, kind), land).is_ok() {
                        visit(Action::Land { kind, frigate, to: land })?;
                    }
                }
            }
            let troops = game.forces.troops(nation, land);
            if takes.is_ok() && !troops.is_empty() && self.may_leave_shore::<No>(game, land).is_ok() {
                for kind in troops.kinds() {
                    if self.may_forsake::<No>(game, &unit(nation, kind), land).is_ok() {
                        visit(Action::Embark { kind, from: land, frigate })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A frigate that the mover commands, and where it is.
    fn commanded<'g>(&self, game: &'g Conquests, frigate: FrigateId) -> Result<(&'g Frigate, Area), Denied> {
        game.no_group()?;
        let deny = |why: &'static str| Err(Denied::new(rule!("N-10.1-owner-moves"), why));
        if usize::from(frigate.0) >= FRIGATES || !self.own.contains(frigate.nation()) {
            return deny("you do not move this frigate");
        }
        let Some(sea) = game.forces.frigate(frigate).at else { return deny("this frigate is not at sea") };
        match game.is_first_alike(frigate) {
            true => Ok((game.forces.frigate(frigate), sea)),
            false => deny("of frigates that are alike the first one moves"),
        }
    }

    /// Whether a unit can leave a land for a frigate: where a combat is pending as on a march (N-10.2-refusal).
    fn may_leave_shore<R: Refusal>(&self, game: &Conquests, from: Area) -> Result<(), R> {
        let exit = self.exit(game, from);
        exit.lets_go::<R>(1)?;
        self.can_pay(BOARDING + exit.fee)
    }

    /// Moves a frigate into a sea; nobody has to fight for that (N-10.3-transit).
    pub(super) fn sail(
        &self,
        game: &mut Conquests,
        frigate: FrigateId,
        to: Area,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let (ship, from) = self.commanded(game, frigate)?;
        if !from.seas_beside().contains(to) {
            return Err(Denied::new(
                rule!("N-17.3-adjacent"),
                "a frigate sails into a sea that touches its own",
            ));
        }
        game.may_leave_sea(frigate, from)?;
        let price = self.waters(game).price(frigate, ship.cargo, to);
        self.can_pay::<Denied>(price)?;
        self.may_desert::<Denied>(game, from, to)?;
        self.spend(game, price);
        let ship = game.forces.frigate_mut(frigate);
        ship.at = Some(to);
        ship.sailed = true;
        let nation = frigate.nation();
        log.record(|| Event::Sailed { who: game.party(self.nation), nation, from, to });
        Ok(())
    }

    /// Takes a unit aboard.
    pub(super) fn embark(
        &self,
        game: &mut Conquests,
        kind: Kind,
        from: Area,
        frigate: FrigateId,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let (_, sea) = self.commanded(game, frigate)?;
        let nation = frigate.nation();
        if !sea.lands_beside().contains(from) {
            return Err(Denied::new(rule!("N-17.3-adjacent"), "troops come from a coast of that sea"));
        }
        if game.forces.troops(nation, from).count(kind) == 0 {
            let why = "a frigate carries units of its own nation, and there is none like that";
            return Err(Denied::new(rule!("N-10.3-capacity"), why));
        }
        game.may_take_aboard(frigate, sea)?;
        self.may_leave_shore::<Denied>(game, from)?;
        self.may_forsake::<Denied>(game, &unit(nation, kind), from)?;
        self.force_out(game, &self.exit(game, from), from, log);
        self.spend(game, BOARDING);
        game.depart(&unit(nation, kind), from);
        let ship = game.forces.frigate_mut(frigate);
        ship.cargo += Troops::one(kind);
        ship.traffic = Traffic::Embarked;
        log.record(|| Event::Embarked { who: game.party(self.nation), nation, kind, from, sea });
        Ok(())
    }

    /// Puts a unit ashore: among strangers that is an attack (N-10.3-land-after).
    pub(super) fn land(
        &self,
        game: &mut Conquests,
        kind: Kind,
        frigate: FrigateId,
        to: Area,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let (ship, sea) = self.commanded(game, frigate)?;
        let nation = frigate.nation();
        if !sea.lands_beside().contains(to) {
            return Err(Denied::new(rule!("N-17.3-adjacent"), "troops go ashore on a coast of that sea"));
        }
        if ship.cargo.count(kind) == 0 {
            return Err(Denied::new(rule!("N-10.3-embark"), "there is no such unit aboard"));
        }
        game.may_put_ashore(frigate)?;
        self.can_pay::<Denied>(BOARDING)?;
        self.may_enter::<Denied>(game, &unit(nation, kind), to)?;
        self.spend(game, BOARDING);
        let ship = game.forces.frigate_mut(frigate);
        ship.cargo -= Troops::one(kind);
        ship.traffic = Traffic::Landed;
        game.provoke(self.nation, to, log);
        game.put(nation, Troops::one(kind), to);
        log.record(|| Event::Landed { who: game.party(self.nation), nation, kind, sea, to });
        Ok(())
    }
}
