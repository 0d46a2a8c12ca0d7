//! What can be laid over the map on demand: control, supply, how far blocks go, and those of the enemy. Rulebook 4.1, 4.4, 4.3.

use engine::{Layer, Overlay, OverlayKind, PieceKey, Seat, SpaceRef, Tint, Viewer};

use super::Seen;
use crate::blocks::{BlockId, Kind};
use crate::control::{Lay, States};
use crate::event::space;
use crate::movement::{Arrival, MARCH, SAIL, halts};
use crate::places::{Place, PlaceSet, Room};
use crate::state::{Alliance, March, Phase, Turn};
use crate::states::State;

fn spaces(places: impl Iterator<Item = Place>) -> impl Iterator<Item = SpaceRef> {
    places.map(space)
}

/// A block as somebody knows it: what it could do at best.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Suspect {
    place: Place,
    state: State,
    block: BlockId,
    came: Option<Place>,
    marches: bool,
    sails: bool,
    lands: bool,
}

impl Suspect {
    fn is_like(&self, other: &Suspect) -> bool {
        Suspect { block: self.block, ..*other } == *self
    }
}

impl Alliance {
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
                self.blocks.spots[block] = place.into();
                if steps > begun {
                    self.turn.march = Some(March { block, steps, halted: false });
                    self.turn.moved.insert(block);
                }
                for link in place.links().iter().filter(|link| !passed.contains(link.to)) {
                    let Ok(step) = self.ground(lay).may_step(block, *link) else { continue };
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
        self.blocks.spots[block] = from.into();
        reached
    }
}

impl Seen<'_> {
    /// What lies on the map for the moment: battles to be fought, and the group on the move.
    pub(super) fn overlays(&self) -> Vec<Overlay> {
        let mut all = Vec::new();
        if !self.engagements.is_empty() {
            let battles = self.engagements.iter().map(|engagement| space(engagement.place));
            all.push(Overlay::new(OverlayKind::Battle, battles));
        }
        if let Some(group) = self.turn.group.filter(|_| self.phase == Phase::Actions && self.fight.is_none())
        {
            all.push(Overlay::new(OverlayKind::Group, [space(group)]));
        }
        all
    }

    /// What a viewer has laid over the map.
    pub(crate) fn layer(&self, layer: Layer) -> Vec<Overlay> {
        let mut all = match (layer, self.viewer) {
            (Layer::Control, _) => self.control_layer(),
            (Layer::Supply, Viewer::Seat(seat)) => self.supply_layer(seat),
            (Layer::Reach, Viewer::Seat(seat)) => self.reach_layer(seat),
            (Layer::Threat, Viewer::Seat(seat)) => self.threat_layer(seat),
            _ => Vec::new(),
        };
        all.retain(|overlay| !overlay.spaces.is_empty());
        all
    }

    /// Whose every place is: by the blocks in it, else by whose homeland it is (A-4.1-friendly, A-4.1-neutral).
    fn control_layer(&self) -> Vec<Overlay> {
        let lay = self.lay(Seat(0));
        let holder = |place: Place| -> Option<State> {
            let there = lay.at(place);
            if lay.embattled.contains(place) {
                return None;
            }
            there.iter().next().or_else(|| place.home())
        };
        let leader = |place: &Place| holder(*place).map(|state| self.led_by(state));
        let held = Seat::first(self.players()).map(|seat| {
            let own = Place::all().filter(|place| leader(place) == Some(Some(seat)));
            Overlay::new(OverlayKind::Held, spaces(own)).tinted(self.empire(seat).tint())
        });
        let calm = Place::all().filter(|place| leader(place) == Some(None));
        held.chain([Overlay::new(OverlayKind::Neutral, spaces(calm)).tinted(Tint::Grey)]).collect()
    }

    /// Where a player's blocks can be levied, and where those stand that cannot (A-4.4-chain).
    fn supply_layer(&self, seat: Seat) -> Vec<Overlay> {
        let supply = self.ground(&self.lay(seat)).supply();
        let own = |block: &BlockId| self.leads(seat, *block);
        let cut = BlockId::all().filter(own).filter_map(|block| {
            let supplied = if block.is_fleet() { supply.fleets } else { supply.armies };
            self.place(block).filter(|place| !supplied.contains(*place))
        });
        let cut: PlaceSet = cut.fold(PlaceSet::EMPTY, PlaceSet::with);
        let reached = supply.armies | supply.fleets;
        vec![
            Overlay::new(OverlayKind::Supplied, spaces(reached.iter())),
            Overlay::new(OverlayKind::CutOff, spaces(cut.iter())),
        ]
    }

    /// How far each of a player's blocks could go in a turn that begins now (4.3).
    fn reach_layer(&self, seat: Seat) -> Vec<Overlay> {
        let mut world = self.game.clone();
        if self.phase != Phase::Actions || self.turn.seat != seat {
            world.turn = Turn { points: 1, ..Turn::of(seat) };
        }
        let lay = world.lay(seat);
        let mut groups: Vec<(Place, State, Vec<BlockId>)> = Vec::new();
        for block in BlockId::all().filter(|block| !block.is_fortress() && self.leads(seat, *block)) {
            let Some(place) = world.place(block) else { continue };
            if world.unit(block).may_stir().is_err() {
                continue;
            }
            // One on the march has less before it than those beside it.
            let alone = world.turn.march.is_some_and(|march| march.block == block);
            let like = groups.iter_mut().find(|(at, state, blocks)| {
                (*at, *state) == (place, block.state()) && blocks[0].is_fleet() == block.is_fleet()
            });
            match like {
                Some((_, _, blocks)) if !alone => blocks.push(block),
                _ => groups.push((place, block.state(), vec![block])),
            }
        }
        let reach = |(from, _, blocks): (Place, State, Vec<BlockId>)| {
            let reached = world.reached(&lay, blocks[0], from);
            let keys = blocks.iter().map(PieceKey::of).collect();
            Overlay::new(OverlayKind::Reach, spaces(reached.iter())).about(keys)
        };
        groups.into_iter().map(reach).collect()
    }

    /// Every place that an enemy of a player could enter or attack in a turn that begins now, as far as the player knows. A block
    /// that he does not see goes as far as any that could stand there; that there may be no room for it does not stop it.
    fn threat_layer(&self, seat: Seat) -> Vec<Overlay> {
        let mut world = self.seen(Viewer::Seat(seat)).known_to();
        let mut reached = PlaceSet::EMPTY;
        for enemy in Seat::first(self.players()).filter(|enemy| !self.are_allied(seat, *enemy)) {
            let lay = world.lay(enemy);
            let secure = lay.friendly & (Place::waters() | Place::bases());
            world.turn = Turn { points: 1, secure, ..Turn::of(enemy) };
            let mut suspects: Vec<Suspect> = Vec::new();
            for block in world.blocks_of(enemy).iter() {
                let Some(suspect) = world.seen(Viewer::Seat(seat)).suspect(block) else { continue };
                if !suspects.iter().any(|other| other.is_like(&suspect)) {
                    suspects.push(suspect);
                }
            }
            for suspect in suspects {
                reached.unite(&world.seen(Viewer::Seat(seat)).at_most(&lay, &suspect));
            }
        }
        vec![Overlay::new(OverlayKind::Threat, spaces(reached.iter()))]
    }

    /// What a block on the map could do at best, as far as a viewer knows; nothing if it cannot leave its battle.
    fn suspect(&self, block: BlockId) -> Option<Suspect> {
        let place = self.place(block)?;
        self.unit(block).may_leave_battle(place).ok()?;
        let came = self.blocks.origins[block].place();
        let state = block.state();
        let (mut marches, mut sails) = (!block.is_fleet() && !block.is_fortress(), block.is_fleet());
        let mut lands = matches!(block.kind(), Kind::Hq | Kind::Infantry);
        if !self.sees(self.viewer, block) {
            // Whoever is at sea is a fleet; on an island there is one army and one fleet, and everybody can count.
            let counted = place.room() == Room::Island || place.is_sea();
            let hidden = |fleet: BlockId| {
                !self.sees(self.viewer, fleet) && self.place(fleet).is_none_or(|place| !place.is_sea())
            };
            let fleets = || (BlockId::of(state) & BlockId::fleets()).iter().any(hidden);
            let walked = came.is_none_or(|from| !from.is_sea());
            marches = if counted { !block.is_fleet() } else { walked };
            sails = if counted { block.is_fleet() } else { place.is_base() && fleets() };
            lands = marches;
        }
        let idle = !marches && !sails;
        (!idle).then_some(Suspect { place, state, block, came, marches, sails, lands })
    }

    /// How far a block could go at best.
    fn at_most(&self, lay: &Lay, suspect: &Suspect) -> PlaceSet {
        let mut reached = PlaceSet::EMPTY;
        if suspect.marches {
            reached.unite(&self.in_steps(lay, suspect, false));
            reached.unite(&self.over_sea(lay, suspect));
        }
        if suspect.sails {
            reached.unite(&self.in_steps(lay, suspect, true));
        }
        reached
    }

    /// How far a block could go step by step, as a fleet or as an army.
    fn in_steps(&self, lay: &Lay, suspect: &Suspect, fleet: bool) -> PlaceSet {
        let mut reached = PlaceSet::EMPTY;
        let mut ends = PlaceSet::EMPTY.with(suspect.place);
        let mut passed = ends;
        for step in 0..if fleet { SAIL } else { MARCH } {
            let came = suspect.came.filter(|_| step == 0);
            let mut next = PlaceSet::EMPTY;
            let links = ends.iter().flat_map(Place::links);
            for link in links.filter(|link| !passed.contains(link.to)) {
                if self.ground(lay).lets_by(fleet, came, *link).is_err() {
                    continue;
                }
                let there = lay.at(link.to);
                let Ok((arrival, rouses)) = self.arrival_at(&lay.circle, there, suspect.state, link.to)
                else {
                    continue;
                };
                let quiet = arrival == Arrival::Quiet;
                let opens = || self.unit(suspect.block).takes_more(link.crossing, (0, 0), 0).is_ok();
                if !quiet && (step > 0 || !opens()) {
                    continue;
                }
                reached.insert(link.to);
                let goes_on = if fleet { link.to.is_sea() } else { !halts(link.crossing) };
                if quiet && rouses.is_empty() && goes_on {
                    next.insert(link.to);
                }
            }
            ends = next - passed;
            passed.unite(&next);
        }
        reached
    }

    /// Where an army could be carried, or land.
    fn over_sea(&self, lay: &Lay, suspect: &Suspect) -> PlaceSet {
        let base = suspect.place;
        if self.is_winter() || !base.is_base() || !self.turn.secure.contains(base) {
            return PlaceSet::EMPTY;
        }
        let enters = |to: &Place| {
            let arrival = self.arrival_at(&lay.circle, lay.at(*to), suspect.state, *to);
            match lay.friendly.contains(*to) {
                true => to.is_base() && arrival.is_ok_and(|it| it == (Arrival::Quiet, States::NONE)),
                false => suspect.lands && !lay.embattled.contains(*to) && arrival.is_ok(),
            }
        };
        self.ground(lay).landfalls(base).iter().filter(enters).collect()
    }
}
