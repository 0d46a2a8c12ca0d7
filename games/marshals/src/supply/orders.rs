//! What a seat orders its stores to be in its own turn. Rulebook "Creating an LOC", "Destroying Depots".

use atlas::topology::HexId;
use engine::{Choice, Denied, PieceKey, Recorder, Seat, Target, Verb, rule};

use super::BY_LINE;
use super::depots::{CONVERSION, Demolition, convert, may_destroy};
use super::haul::{Forwarding, Hauling};
use crate::action::Action;
use crate::event::{Event, hex_name};
use crate::field::{Force, Muster, Record, Stance};
use crate::ids::NationId;
use crate::questions::Question;
use crate::state::{Marshals, Player};
use crate::view::Stores;
use crate::wording::words;

impl Marshals {
    pub(crate) fn convert(&mut self, hex: HexId, (muster, left): (Muster, u16), log: &mut Recorder<Event>) {
        let nation = muster.nation;
        let payer = self.commands(nation);
        self.realm_mut(payer).balance = left;
        self.forces.unstore(muster, 1, 0);
        self.forces.store(muster, 0, 1);
        let known = self.confidants(nation);
        log.record(|| Event::Converted { nation, hex, known });
    }
}

impl Player<'_> {
    /// Whether a supply unit can be turned into a depot (M-loc-6).
    pub(crate) fn may_convert(self, hex: HexId, nation: NationId) -> Result<(Muster, u16), Denied> {
        let muster = own_stores(self.game, self.seat, hex, nation, |force| force.supply > 0)?;
        let left = convert(self.realm(self.commands(nation)).balance, true)?;
        Ok((muster, left))
    }

    /// Whether a supply unit or depot can be destroyed by its owner (M-loc-21).
    pub(crate) fn may_demolish(self, hex: HexId, nation: NationId, is_depot: bool) -> Result<Muster, Denied> {
        if is_depot {
            may_destroy(true, self.optional.sparing, Demolition::ByOrder, self.razed)?;
        }
        own_stores(self.game, self.seat, hex, nation, |force| {
            if is_depot { force.depots > 0 } else { force.supply > 0 }
        })
    }

    /// Whether a supply unit can go on the road: it has not moved (M-supply-17).
    pub(crate) fn may_haul(self, hex: HexId, nation: NationId) -> Result<Hauling, Denied> {
        let is_ready = |force: &Force| {
            force.supply > 0 && force.muster.record == Record::Fresh && force.muster.stance == Stance::Open
        };
        own_stores(self.game, self.seat, hex, nation, is_ready)?;
        Ok(Hauling { nation, hex, spent: 0, steps: 0 })
    }

    /// Whether a nation's infantry can still go along its line of communications (M-command-6).
    pub(crate) fn may_use_line(self, nation: NationId) -> Result<Forwarding, Denied> {
        let fresh = |force: &Force| {
            force.muster == Muster::fresh(force.muster.hex, nation) && force.factors.infantry > 0
        };
        if self.seat(nation) != Some(self.seat) || !self.forces.iter().any(fresh) {
            let why = words!("{} has no infantry that may still move.", nation.name());
            return Err(Denied::new(rule!("M-command-6"), why));
        }
        let moved = self.treasury(nation).by_line;
        if moved >= BY_LINE {
            let why = words!(
                "{BY_LINE} factors a turn move along a line of communications; {moved} of {} have.",
                nation.name()
            );
            return Err(Denied::new(rule!("M-command-6"), why));
        }
        Ok(Forwarding { nation, from: None })
    }

    /// Lists what a seat can order of its stores.
    pub(crate) fn list_stores(self, out: &mut Vec<Action>) {
        let mut last = None;
        let nations = self.nations();
        let stores = self.forces.iter().filter(|force| force.supply > 0 || force.depots > 0);
        for force in stores.filter(|force| nations.contains(force.muster.nation)) {
            let Muster { hex, nation, .. } = force.muster;
            if last.replace((hex, nation)) == Some((hex, nation)) {
                continue;
            }
            if self.may_convert(hex, nation).is_ok() {
                out.push(Action::Convert { hex, nation });
            }
            if self.may_haul(hex, nation).is_ok() {
                out.push(Action::Haul { hex, nation });
            }
            for is_depot in [false, true] {
                if self.may_demolish(hex, nation, is_depot).is_ok() {
                    out.push(Action::Demolish { hex, nation, is_depot });
                }
            }
        }
        out.extend(nations.iter().filter(|nation| self.may_use_line(*nation).is_ok()).map(Action::UseLine));
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
        let why = words!("{} has nothing of the kind at {}.", nation.name(), hex_name(hex));
        Denied::new(rule!("M-loc-21"), why)
    })
}

/// Whether an order is about stores, or what goes along the line to them.
pub(crate) fn is_about(action: &Action) -> bool {
    matches!(
        action,
        Action::Convert { .. } | Action::Demolish { .. } | Action::Haul { .. } | Action::UseLine(_)
    )
}

/// A seat orders something of its stores, and may be asked where they go.
pub(crate) fn act(
    game: &mut Marshals,
    seat: Seat,
    action: &Action,
    log: &mut Recorder<Event>,
) -> Result<Option<Question>, Denied> {
    match *action {
        Action::Convert { hex, nation } => {
            let order = game.player(seat).may_convert(hex, nation)?;
            game.convert(hex, order, log);
            Ok(None)
        }
        Action::Demolish { hex, nation, is_depot } => {
            let muster = game.player(seat).may_demolish(hex, nation, is_depot)?;
            game.razed += u8::from(is_depot);
            game.scrap_stores(muster, (!is_depot).into(), is_depot.into());
            Ok(None)
        }
        Action::Haul { hex, nation } => {
            let hauling = game.player(seat).may_haul(hex, nation)?;
            Ok(Some(hauling.into()))
        }
        Action::UseLine(nation) => {
            let forwarding = game.player(seat).may_use_line(nation)?;
            Ok(Some(forwarding.into()))
        }
        _ => unreachable!("it is about no stores"),
    }
}

/// How such an order is shown.
pub(crate) fn show(action: &Action) -> Choice {
    let stores = |hex, nation, is_depot| {
        let piece = PieceKey::of(&Stores { hex, nation, stance: Stance::Open, is_depot });
        Target::Piece { piece }
    };
    match *action {
        Action::Convert { hex, nation } => {
            let label = format!("Set up a depot at {} for {CONVERSION} production points", hex_name(hex));
            Choice::new(Verb::Build, label, stores(hex, nation, false))
        }
        Action::Demolish { hex, nation, is_depot } => {
            let what = if is_depot { "depot" } else { "supply unit" };
            let label = format!("Destroy the {what} at {}", hex_name(hex));
            Choice::new(Verb::Discard, label, stores(hex, nation, is_depot))
        }
        Action::Haul { hex, nation } => {
            let label = format!("Send the supply unit at {} on its way", hex_name(hex));
            Choice::new(Verb::Move, label, stores(hex, nation, false))
        }
        Action::UseLine(nation) => {
            let label = format!("Send infantry of {} along its line", nation.name());
            Choice::button(Verb::Redeploy, label)
        }
        _ => unreachable!("it is about no stores"),
    }
}
