//! What a seat orders its stores to be in its own turn. Rulebook "Creating an LOC", "Destroying Depots".

use atlas::topology::HexId;
use engine::{Denied, Recorder, Seat, rule};

use super::BY_LINE;
use super::depots::{Demolition, convert, may_destroy};
use super::haul::{Forwarding, Hauling};
use crate::action::Action;
use crate::event::{Event, hex_name};
use crate::field::{Force, Muster, Record, Stance};
use crate::ids::NationId;
use crate::state::Marshals;

impl Marshals {
    /// Whether a supply unit can be turned into a depot (M-loc-6).
    pub(crate) fn may_convert(
        &self,
        seat: Seat,
        hex: HexId,
        nation: NationId,
    ) -> Result<(Muster, u16), Denied> {
        let muster = own_stores(self, seat, hex, nation, |force| force.supply > 0)?;
        let left = convert(self.realm(self.commands(nation)).balance, true)?;
        Ok((muster, left))
    }

    pub(crate) fn convert(&mut self, hex: HexId, (muster, left): (Muster, u16), log: &mut Recorder<Event>) {
        let nation = muster.nation;
        let payer = self.commands(nation);
        self.realm_mut(payer).balance = left;
        self.forces.unstore(muster, 1, 0);
        self.forces.store(muster, 0, 1);
        let known = self.confidants(nation);
        log.record(|| Event::Converted { nation, hex, known });
    }

    /// Whether a supply unit or depot can be destroyed by its owner (M-loc-21).
    pub(crate) fn may_demolish(
        &self,
        seat: Seat,
        hex: HexId,
        nation: NationId,
        is_depot: bool,
    ) -> Result<Muster, Denied> {
        if is_depot {
            may_destroy(true, self.optional.sparing, Demolition::ByOrder, self.razed)?;
        }
        own_stores(
            self,
            seat,
            hex,
            nation,
            |force| if is_depot { force.depots > 0 } else { force.supply > 0 },
        )
    }

    /// Whether a supply unit can go on the road: it has not moved (M-supply-17).
    pub(crate) fn may_haul(&self, seat: Seat, hex: HexId, nation: NationId) -> Result<Hauling, Denied> {
        let is_ready = |force: &Force| {
            force.supply > 0 && force.muster.record == Record::Fresh && force.muster.stance == Stance::Open
        };
        own_stores(self, seat, hex, nation, is_ready)?;
        Ok(Hauling { nation, hex, spent: 0, steps: 0 })
    }

    /// Whether a nation's infantry can still go along its line of communications (M-command-6).
    pub(crate) fn may_use_line(&self, seat: Seat, nation: NationId) -> Result<Forwarding, Denied> {
        let fresh = |force: &Force| {
            force.muster == Muster::fresh(force.muster.hex, nation) && force.factors.infantry > 0
        };
        if self.seat(nation) != Some(seat) || !self.forces.iter().any(fresh) {
            let why = format!("{} has no infantry that may still move.", nation.name());
            return Err(Denied::new(rule!("M-command-6"), why));
        }
        let moved = self.treasury(nation).by_line;
        if moved >= BY_LINE {
            let why = format!(
                "{BY_LINE} factors a turn move along a line of communications; {moved} of {} have.",
                nation.name()
            );
            return Err(Denied::new(rule!("M-command-6"), why));
        }
        Ok(Forwarding { nation, from: None })
    }

    /// Lists what a seat can order of its stores.
    pub(crate) fn list_stores(&self, seat: Seat, out: &mut Vec<Action>) {
        let mut last = None;
        let stores = self.forces.iter().filter(|force| force.supply > 0 || force.depots > 0);
        for force in stores.filter(|force| self.seat(force.muster.nation) == Some(seat)) {
            let Muster { hex, nation, .. } = force.muster;
            if last.replace((hex, nation)) == Some((hex, nation)) {
                continue;
            }
            if self.may_convert(seat, hex, nation).is_ok() {
                out.push(Action::Convert { hex, nation });
            }
            if self.may_haul(seat, hex, nation).is_ok() {
                out.push(Action::Haul { hex, nation });
            }
            for is_depot in [false, true] {
                if self.may_demolish(seat, hex, nation, is_depot).is_ok() {
                    out.push(Action::Demolish { hex, nation, is_depot });
                }
            }
        }
        let nations = NationId::all().filter(|nation| self.may_use_line(seat, *nation).is_ok());
        out.extend(nations.map(Action::UseLine));
    }
}

/// The force of a nation in a hex that has such stores.
fn stores_at(game: &Marshals, hex: HexId, nation: NationId, has: impl Fn(&Force) -> bool) -> Option<Muster> {
    let here = game.forces.at(hex).iter().filter(|force| force.muster.nation == nation);
    here.filter(|force| has(force)).map(|force| force.muster).next()
}

fn own_stores(
    game: &Marshals,
    seat: Seat,
    hex: HexId,
    nation: NationId,
    has: impl Fn(&Force) -> bool,
) -> Result<Muster, Denied> {
    let found = stores_at(game, hex, nation, has).filter(|_| game.seat(nation) == Some(seat));
    found.ok_or_else(|| {
        let why = format!("{} has nothing of the kind at {}.", nation.name(), hex_name(hex));
        Denied::new(rule!("M-loc-21"), why)
    })
}
