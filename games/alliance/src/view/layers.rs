//! What can be laid over the map on demand: control, supply, how far a block goes. Rulebook 4.1, 4.4, 4.3.

use engine::{Overlay, PieceRef, Seat, SpaceRef, Viewer};

use crate::blocks::BlockId;
use crate::control::Lay;
use crate::event::space;
use crate::movement::{Arrival, halts};
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, March, Phase, Turn};
use crate::states::State;

fn spaces(places: impl Iterator<Item = Place>) -> Vec<SpaceRef> {
    places.map(space).collect()
}

impl Alliance {
    pub(super) fn overlays(&self, viewer: Viewer) -> Vec<Overlay> {
        let battles = spaces(self.engagements.iter().map(|engagement| engagement.place));
        let mut all = Vec::new();
        if !battles.is_empty() {
            all.push(Overlay::new("battle", battles));
        }
        if let Some(group) = self.turn.group.filter(|_| self.phase == Phase::Actions && self.fight.is_none())
        {
            all.push(Overlay::new("group", vec![space(group)]));
        }
        self.control_layer(&mut all);
        if let Viewer::Seat(seat) = viewer {
            let lay = self.lay(seat);
            self.supply_layer(seat, &lay, &mut all);
            self.reach_layer(seat, &mut all);
        }
        all.retain(|overlay| !overlay.spaces.is_empty());
        all
    }

    /// Whose every place is: by the blocks in it, else by whose homeland it is (A-4.1-friendly, A-4.1-neutral).
    fn control_layer(&self, all: &mut Vec<Overlay>) {
        let lay = self.lay(Seat(0));
        let holder = |place: Place| -> Option<State> {
            let there = lay.at(place);
            if lay.embattled.contains(place) {
                return None;
            }
            there.iter().next().or_else(|| place.home())
        };
        for seat in Seat::first(self.players()) {
            let own = |place: &Place| holder(*place).is_some_and(|state| self.led_by(state) == Some(seat));
            let held = spaces(Place::all().filter(own));
            all.push(Overlay::new("held", held).tinted(self.empire(seat).tint()).in_layer("Control"));
        }
        let calm = |place: &Place| holder(*place).is_some_and(|state| self.led_by(state).is_none());
        all.push(
            Overlay::new("neutral", spaces(Place::all().filter(calm))).tinted("grey").in_layer("Control"),
        );
    }

    /// Where a player's blocks can be levied, and where those stand that cannot (A-4.4-chain).
    fn supply_layer(&self, seat: Seat, lay: &Lay, all: &mut Vec<Overlay>) {
        let supply = self.supply(lay);
        let own = |block: &BlockId| self.leads(seat, *block);
        let cut = BlockId::all().filter(own).filter_map(|block| {
            let supplied = if block.is_fleet() { supply.fleets } else { supply.armies };
            self.place(block).filter(|place| !supplied.contains(*place))
        });
        let cut: PlaceSet = cut.fold(PlaceSet::EMPTY, PlaceSet::with);
        let reached = supply.armies | supply.fleets;
        all.push(Overlay::new("supplied", spaces(reached.iter())).in_layer("Supply"));
        all.push(Overlay::new("cut-off", spaces(cut.iter())).in_layer("Supply"));
    }

    /// How far each of a player's blocks could go in a turn that begins now (4.3).
    fn reach_layer(&self, seat: Seat, all: &mut Vec<Overlay>) {
        let mut world = self.clone();
        if self.phase != Phase::Actions || self.turn.seat != seat {
            world.turn = Turn { points: 1, ..Turn::of(seat) };
        }
        let lay = world.lay(seat);
        let mut groups: Vec<(Place, State, bool, Vec<PieceRef>)> = Vec::new();
        for block in BlockId::all().filter(|block| !block.is_fortress() && self.leads(seat, *block)) {
            let Some(place) = world.place(block) else { continue };
            if world.may_stir(block).is_err() {
                continue;
            }
            let (state, fleet) = (block.state(), block.is_fleet());
            let like = groups.iter_mut().find(|group| (group.0, group.1, group.2) == (place, state, fleet));
            let id = PieceRef(block.0.into());
            match like {
                // One on the march has less before it than those beside it.
                Some(group) if world.turn.march.is_none_or(|march| march.block != block) => group.3.push(id),
                _ => groups.push((place, state, fleet, vec![id])),
            }
        }
        for (from, _, _, pieces) in groups {
            let block = BlockId(pieces[0].0 as u8);
            let reached = world.reached(&lay, block, from);
            let mut overlay = Overlay::new("reach", spaces(reached.iter())).in_layer("Reach");
            overlay.pieces = pieces;
            all.push(overlay);
        }
    }

    /// Every place that a block can go to from where it is. The block is where it was when this is done.
    fn reached(&mut self, lay: &Lay, block: BlockId, from: Place) -> PlaceSet {
        let before = (self.turn.march, self.turn.moved);
        let begun = self.turn.march.filter(|march| march.block == block).map_or(0, |march| march.steps);
        let mut reached = PlaceSet::EMPTY;
        let mut ends = PlaceSet::EMPTY.with(from);
        // From where it goes on, or has gone on.
        let mut passed = ends;
        for steps in begun.. {
            let mut next = PlaceSet::EMPTY;
            for place in ends.iter() {
                self.spots[usize::from(block.0)] = place.into();
                if steps > begun {
                    self.turn.march = Some(March { block, steps, halted: false });
                    self.turn.moved.insert(block);
                }
                for link in place.links().iter().filter(|link| !passed.contains(link.to)) {
                    let Ok(step) = self.may_step(lay, block, *link) else { continue };
                    reached.insert(link.to);
                    let halts = !block.is_fleet() && halts(link.crossing);
                    if step.arrival == Arrival::Quiet && step.rouses.is_empty() && !halts {
                        next.insert(link.to);
                    }
                }
            }
            (self.turn.march, self.turn.moved) = before;
            passed.unite(&next);
            ends = next;
            if ends.is_empty() {
                break;
            }
        }
        self.spots[usize::from(block.0)] = from.into();
        reached
    }
}
