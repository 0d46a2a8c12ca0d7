//! Into forts and out of them. Rulebook: Sieges.
//!
//! Whoever controls a fort decides in his own turn who is inside.

use atlas::topology::HexId;
use engine::{Denied, Recorder, Seat, rule};

use crate::action::Action;
use crate::combat::fort::check_garrison;
use crate::control::around;
use crate::event::{Event, hex_name};
use crate::field::{Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::staff::Post;
use crate::state::Marshals;

/// The records from which a factor is taken, those first that leave it free to march.
const RECORDS: [Record; 2] = [Record::Moved, Record::Fresh];

impl Marshals {
    /// The force of a nation in a hex from which a factor goes in or out.
    fn source(&self, hex: HexId, nation: NationId, arm: Arm, stance: Stance) -> Option<Muster> {
        let muster = Muster::fresh(hex, nation).standing(stance);
        RECORDS
            .map(|record| muster.with(record))
            .into_iter()
            .find(|muster| self.forces.factors(*muster)[arm] > 0)
    }

    pub(crate) fn may_enter_fort(
        &self,
        seat: Seat,
        hex: HexId,
        nation: NationId,
        arm: Arm,
    ) -> Result<(), Denied> {
        owns(self, seat, nation)?;
        if self.source(hex, nation, arm, Stance::Open).is_none() {
            let why = format!("{} has no {arm} in the open there.", nation.name());
            return Err(Denied::new(rule!("M-siege-1"), why));
        }
        let level = may_use_fort(self, hex, nation)?;
        check_garrison(level, self.forces.inside(hex, |_| true) + Factors::of(arm, 1))
    }

    /// Whether a leader can go into the fort of his hex, or come out of it.
    pub(crate) fn may_shift_leader(&self, seat: Seat, leader: LeaderId, to: Stance) -> Result<HexId, Denied> {
        let nation = leader.get().nation;
        owns(self, seat, nation)?;
        let is_there = |hex: &HexId| match to {
            Stance::Inside => self.staff.post(leader) == Post::Open(*hex),
            Stance::Open => self.staff.post(leader) == Post::Inside(*hex),
        };
        let Some(hex) = self.staff.hex(leader).filter(is_there).filter(|_| !leader.get().is_admiral()) else {
            let why = format!("{} cannot go there from where he is.", leader.name());
            return Err(Denied::new(rule!("M-siege-1"), why));
        };
        if self.staff.engaged.contains(leader) {
            let why = format!("{} takes part in an attack.", leader.name());
            return Err(Denied::new(rule!("M-lead-42"), why));
        }
        match to {
            Stance::Inside => may_use_fort(self, hex, nation)?,
            Stance::Open => may_come_out(self, hex, nation).map(|()| 0)?,
        };
        Ok(hex)
    }

    pub(crate) fn shift_leader(
        &mut self,
        leader: LeaderId,
        hex: HexId,
        to: Stance,
        log: &mut Recorder<Event>,
    ) {
        let post = if to == Stance::Inside { Post::Inside(hex) } else { Post::Open(hex) };
        regroup(self, leader.get().nation, hex, |game| game.staff.send(leader, post), log);
    }

    /// The store that can go into the fort of a hex, or come out of it.
    pub(crate) fn may_shift_store(
        &self,
        seat: Seat,
        hex: HexId,
        nation: NationId,
        is_depot: bool,
        to: Stance,
    ) -> Result<Muster, Denied> {
        owns(self, seat, nation)?;
        let store = self.forces.at(hex).iter().find(|force| {
            let count = if is_depot { force.depots } else { force.supply };
            count > 0 && force.muster.nation == nation && force.muster.stance != to
        });
        let Some(muster) = store.map(|force| force.muster) else {
            let what = if is_depot { "depot" } else { "supply unit" };
            let why = format!("{} has no such {what} at {}.", nation.name(), hex_name(hex));
            return Err(Denied::new(rule!("M-siege-1"), why));
        };
        match to {
            Stance::Inside => may_use_fort(self, hex, nation)?,
            Stance::Open => may_come_out(self, hex, nation).map(|()| 0)?,
        };
        Ok(muster)
    }

    pub(crate) fn shift_store(&mut self, muster: Muster, is_depot: bool, to: Stance) {
        self.forces.unstore(muster, (!is_depot).into(), is_depot.into());
        self.forces.store(muster.standing(to), (!is_depot).into(), is_depot.into());
    }

    pub(crate) fn enter_fort(&mut self, hex: HexId, nation: NationId, arm: Arm, log: &mut Recorder<Event>) {
        regroup(self, nation, hex, |game| game.shift(hex, nation, arm, Stance::Open, Stance::Inside), log);
    }

    pub(crate) fn may_sally(&self, seat: Seat, hex: HexId, nation: NationId, arm: Arm) -> Result<(), Denied> {
        owns(self, seat, nation)?;
        if self.source(hex, nation, arm, Stance::Inside).is_none() {
            let why = format!("{} has no {arm} inside a fort there.", nation.name());
            return Err(Denied::new(rule!("M-siege-1"), why));
        }
        may_come_out(self, hex, nation)
    }

    pub(crate) fn sally(&mut self, hex: HexId, nation: NationId, arm: Arm, log: &mut Recorder<Event>) {
        regroup(self, nation, hex, |game| game.shift(hex, nation, arm, Stance::Inside, Stance::Open), log);
    }

    fn shift(&mut self, hex: HexId, nation: NationId, arm: Arm, from: Stance, to: Stance) {
        let muster = self.source(hex, nation, arm, from).expect("it is there");
        self.forces.shift(muster, Factors::of(arm, 1), |muster| muster.stance = to);
    }

    /// Lists who of a seat's leaders, and which of its stores, can go into forts or come out.
    pub(crate) fn list_quarters(&self, seat: Seat, out: &mut Vec<Action>) {
        for (leader, post) in self.staff.in_play() {
            let (hex, to, action) = match post {
                Post::Open(hex) => (hex, Stance::Inside, Action::EnterLeader(leader)),
                Post::Inside(hex) => (hex, Stance::Open, Action::SallyLeader(leader)),
                _ => continue,
            };
            if self.fort(hex) > 0 && self.may_shift_leader(seat, leader, to).is_ok() {
                out.push(action);
            }
        }
        let first = out.len();
        let stores = self.forces.iter().filter(|force| force.supply > 0 || force.depots > 0);
        for force in stores.filter(|force| self.fort(force.muster.hex) > 0) {
            let Muster { hex, nation, stance, .. } = force.muster;
            for is_depot in [false, true] {
                let (to, action) = match stance {
                    Stance::Open => (Stance::Inside, Action::Stow { hex, nation, is_depot }),
                    Stance::Inside => (Stance::Open, Action::Unstow { hex, nation, is_depot }),
                };
                let may = self.may_shift_store(seat, hex, nation, is_depot, to).is_ok();
                if may && !out[first..].contains(&action) {
                    out.push(action);
                }
            }
        }
    }

    /// Lists what can go into forts or come out.
    pub(crate) fn list_garrisons(
        &self,
        musters: impl Iterator<Item = (Muster, Factors)>,
        out: &mut Vec<Action>,
    ) {
        let first = out.len();
        for (Muster { hex, nation, stance, .. }, factors) in musters {
            if self.fort(hex) == 0 {
                continue;
            }
            let Some(seat) = self.seat(nation) else { continue };
            for (arm, _) in factors.arms() {
                let (action, may) = match stance {
                    Stance::Open => {
                        (Action::Enter { hex, nation, arm }, self.may_enter_fort(seat, hex, nation, arm))
                    }
                    Stance::Inside => {
                        (Action::Sally { hex, nation, arm }, self.may_sally(seat, hex, nation, arm))
                    }
                };
                if may.is_ok() && !out[first..].contains(&action) {
                    out.push(action);
                }
            }
        }
    }
}

fn owns(game: &Marshals, seat: Seat, nation: NationId) -> Result<(), Denied> {
    if game.seat(nation) == Some(seat) {
        return Ok(());
    }
    Err(Denied::new(rule!("M-terms-4"), format!("Another plays {}.", nation.name())))
}

/// The level of the fort of a hex, if a nation can go into it.
fn may_use_fort(game: &Marshals, hex: HexId, nation: NationId) -> Result<u8, Denied> {
    let level = game.fort(hex);
    if level == 0 {
        return Err(Denied::new(rule!("M-fort-4"), format!("There is no fort at {}.", hex_name(hex))));
    }
    let friendly = game.control.get(hex).is_some_and(|holder| game.are_friends(holder, nation));
    if !friendly || !game.forces.inside(hex, |other| !game.are_friends(other, nation)).is_empty() {
        let why = format!("The fort of {} is not yours.", hex_name(hex));
        return Err(Denied::new(rule!("M-siege-1"), why));
    }
    Ok(level)
}

/// Whether a nation can come out of the fort of a hex.
fn may_come_out(game: &Marshals, hex: HexId, nation: NationId) -> Result<(), Denied> {
    if game.is_shut_in(nation, hex) {
        let why = format!("Enemies stand before {}.", hex_name(hex));
        return Err(Denied::new(rule!("M-stack-5"), why));
    }
    Ok(())
}

/// Does something in a hex, and settles control round it if a nation's side has or lacks a zone of control by that.
fn regroup(
    game: &mut Marshals,
    nation: NationId,
    hex: HexId,
    change: impl FnOnce(&mut Marshals),
    log: &mut Recorder<Event>,
) {
    let zone = |game: &Marshals| game.side(nation).and_then(|side| game.zone_at(side, hex));
    let before = zone(game);
    change(game);
    if zone(game) != before {
        game.settle_control(around(hex), log);
    }
}
