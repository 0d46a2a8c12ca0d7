//! Levies and cadres. Rulebook 5, 7.7, 8.2.

use atlas::topology::Id;
use engine::{Denied, Recorder, Seat, rule};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::control::{States, Unit};
use crate::event::Event;
use crate::movement::Ground;
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, Origin, Spot};
use crate::states::State;
use crate::supply::Supply;

impl Alliance {
    /// Adds a step to a block.
    pub(crate) fn levy(&mut self, block: BlockId, log: &mut Recorder<Event>) -> Result<(), Denied> {
        self.unit(block).may_levy(&self.ground(&self.lay(self.turn.seat)).supply())?;
        self.pay();
        self.blocks.strengths[block] += 1;
        self.turn.levied.insert(block);
        let (seat, at) = (self.turn.seat, self.place(block).expect("levied on the map"));
        log.record(|| Event::Levied { seat, block, at });
        Ok(())
    }

    /// Builds a block at its least strength (A-5.1-nomore, A-8.2-new).
    pub(crate) fn build(
        &mut self,
        block: BlockId,
        at: Place,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let lay = self.lay(self.turn.seat);
        self.ground(&lay).may_build(&self.ground(&lay).supply(), block, at)?;
        self.pay();
        self.blocks.spots[block] = at.into();
        self.blocks.strengths[block] = block.least();
        self.blocks.origins[block] = Origin::NONE;
        self.turn.levied.insert(block);
        log.record(|| Event::Built { seat: self.turn.seat, block, at });
        Ok(())
    }

    /// Every block a seat leads, on the map and in pools.
    pub(crate) fn blocks_of(&self, seat: Seat) -> BlockSet {
        self.blocks_in(self.circle(seat).own)
    }

    /// Every block of these states.
    pub(crate) fn blocks_in(&self, states: States) -> BlockSet {
        states.iter().fold(BlockSet::EMPTY, |blocks, state| blocks | BlockId::of(state))
    }
}

impl Unit<'_> {
    /// What stops the player from adding a step to a block, if anything (5.0).
    pub(crate) fn may_levy(&self, supply: &Supply) -> Result<(), Denied> {
        self.may_pay()?;
        self.may_lead()?;
        let Some(place) = self.place(self.block) else {
            return Err(Denied::new(rule!("A-5.1-where"), "it is in the pool: build it instead"));
        };
        if self.strength(self.block) >= self.block.steps() {
            return Err(Denied::new(rule!("A-5.0-max"), "it is at full strength"));
        }
        if self.turn.levied.contains(self.block) {
            return Err(match self.strength(self.block) > self.block.least() {
                true => Denied::new(rule!("A-5.0-one"), "a self.block gains 1 step a turn, and it has"),
                false => Denied::new(rule!("A-5.1-nomore"), "it was built this turn"),
            });
        }
        if self.turn.moved.contains(self.block) {
            return Err(Denied::new(
                rule!("A-3.2-levy-still"),
                "it has moved, so it cannot be levied this turn",
            ));
        }
        if self.is_embattled(place) {
            return Err(Denied::new(rule!("A-5.0-who"), "it is in a battle, so it cannot be levied"));
        }
        let supplied = if self.block.is_fleet() { supply.fleets } else { supply.armies };
        if !supplied.contains(place) {
            return Err(Denied::new(rule!("A-4.4-levy"), "it is out of supply"));
        }
        Ok(())
    }
}

impl Ground<'_> {
    /// What stops the player from building a block somewhere, if anything (5.1, 7.7, 8.2).
    pub(crate) fn may_build(&self, supply: &Supply, block: BlockId, at: Place) -> Result<(), Denied> {
        self.may_pay()?;
        self.unit(block).may_lead()?;
        match self.blocks.spots[block] {
            Spot::READY => {}
            Spot::DOWN => {
                let why = "it was eliminated or disbanded, and waits for Winter";
                return Err(Denied::new(rule!("A-7.7-pool"), why));
            }
            _ => return Err(Denied::new(rule!("A-3.2-levy"), "it is on the map already")),
        }
        if block.is_fortress() && block.printed().region != Some(at) {
            return Err(Denied::new(rule!("A-7.7-rebuild"), "a fortress is rebuilt where it stood"));
        }
        if !block.is_fortress() {
            is_homeland(block, at)?;
        }
        if block.is_fleet() && !at.is_base() {
            return Err(Denied::new(rule!("A-8.2-new"), "a fleet is built in a naval base"));
        }
        if !self.lay.friendly.contains(at) {
            return Err(Denied::new(rule!("A-5.1-where"), "that region is not friendly"));
        }
        if !self.lay.at(at).iter().all(|other| self.at_peace(block.state(), other)) {
            return Err(Denied::new(
                rule!("A-3.6-not-transitive"),
                "your ally's blocks there are not at peace with its state",
            ));
        }
        let supplied = if block.is_fleet() { supply.fleets } else { supply.armies };
        if !supplied.contains(at) {
            return Err(Denied::new(rule!("A-5.1-where"), "that region is out of supply"));
        }
        self.unit(block).has_room_to_stay(at)
    }

    /// Every levy and every building.
    pub(crate) fn list_levies(&self, out: &mut Vec<Action>) {
        let supply = self.supply();
        let idle = self.blocks_in(self.lay.circle.own) - self.turn.levied - self.turn.moved;
        let mut known: Option<((State, bool), PlaceSet)> = None;
        for block in idle.iter() {
            match self.blocks.spots[block] {
                Spot::DOWN => {}
                Spot::READY if block.is_fortress() => {
                    let home = block.printed().region;
                    let home = home.filter(|at| self.may_build(&supply, block, *at).is_ok());
                    out.extend(home.map(|at| Action::Build { block, at }));
                }
                Spot::READY => {
                    let key = (block.state(), block.is_fleet());
                    let sites = match known {
                        Some((same, sites)) if same == key => sites,
                        _ => self.sites(&supply, key),
                    };
                    known = Some((key, sites));
                    out.extend(sites.iter().map(|at| Action::Build { block, at }));
                }
                _ if self.unit(block).may_levy(&supply).is_ok() => out.push(Action::Levy(block)),
                _ => {}
            }
        }
    }

    /// Where new fleets or armies other than fortresses can be built for a state; what [`Alliance::may_build`] says of one block in one place.
    fn sites(&self, supply: &Supply, (state, fleet): (State, bool)) -> PlaceSet {
        let supplied = if fleet { supply.fleets & Place::bases() } else { supply.armies };
        let sites = Place::homeland(state) & self.lay.friendly & supplied;
        let room = |at: &Place| {
            let (count, most) = (self.lay.count[at.index()], Place::takes()[at.index()]);
            // As in `has_room_to_stay`; no homeland is an island.
            count < most || {
                let surplus = usize::from(count + 1 - most);
                surplus <= self.can_make_room(self.blocks_at(*at), *at, fleet, self.budget() - 1)
            }
        };
        let calm = |at: &Place| self.lay.at(*at).iter().all(|other| self.at_peace(state, other));
        sites.iter().filter(room).filter(calm).collect()
    }
}

/// New blocks appear in the homeland of their own state alone (A-5.1-where); some places are nobody's.
fn is_homeland(block: BlockId, at: Place) -> Result<(), Denied> {
    match at.home() {
        Some(home) if home == block.state() => Ok(()),
        Some(_) => {
            Err(Denied::new(rule!("A-5.1-where"), "a block is built in the homeland of its own state"))
        }
        None if at.is_small_island() => {
            Err(Denied::new(rule!("A-11.5-nothome"), "small islands are nobody's homeland"))
        }
        None => Err(Denied::new(rule!("A-1.1-homeland"), "that is nobody's homeland")),
    }
}
