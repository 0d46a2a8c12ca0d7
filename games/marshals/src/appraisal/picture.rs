//! Who stands where, as far as it bears on how a position looks.

use arrayvec::ArrayVec;
use atlas::topology::{HexId, Id};

use crate::field::{Record, Stance};
use crate::forces::Arm;
use crate::ids::NationId;
use crate::map::MAP;
use crate::nations::Side;
use crate::questions::Question;
use crate::staff::Post;
use crate::state::Marshals;
use crate::supply::RANGE;

/// How many bodies of troops there can be.
pub(super) const BODIES: usize = 192;

/// The least initiative of whoever marches to the guns (M-mtsg-1).
const EAR: u8 = 3;

/// How well troops are fed from a supply unit or depot so many hexes away, from a city, and if nothing is near.
const FED: [f32; 5] = [1.0, 1.0, 0.99, 0.96, 0.92];
const AT_HOME: f32 = 0.8;
const HUNGRY: f32 = 0.5;

/// All troops of a side that stand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) hex: HexId,
    pub(super) side: Side,
    /// Whether it is inside a fort.
    pub(super) inside: bool,
    /// The nation with most factors in it.
    pub(super) nation: NationId,
    largest: u16,
    pub(super) factors: u16,
    /// What its leaders add, if they have as many factors.
    leaders: u16,
    /// How many leaders it has.
    pub(super) led: u8,
    /// Factors that can still march in this turn.
    pub(super) ready: u16,
    /// Whether a leader of its can march to the guns.
    pub(super) hears: bool,
    /// Whether it has horse to pursue with.
    pub(super) mounted: bool,
    /// How well it is fed: 1 if it is in supply and can attack.
    pub(super) fed: f32,
}

impl Body {
    /// Its combat value.
    #[inline]
    pub(super) fn value(&self) -> u16 {
        self.factors + self.leaders.min(self.factors)
    }
}

/// Supply units or depots of a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stores {
    pub(super) hex: HexId,
    pub(super) side: Side,
    pub(super) count: u8,
}

/// Who stands where.
#[derive(Debug)]
pub(super) struct Picture {
    /// In the order of their hexes.
    pub(super) bodies: ArrayVec<Body, BODIES>,
    pub(super) stores: ArrayVec<Stores, BODIES>,
    /// The side that moves now, or next.
    pub(super) mover: Side,
    /// Leaders who are activated and have not marched yet.
    pub(super) eager: [f32; 2],
}

impl Picture {
    pub(super) fn of(game: &Marshals) -> Picture {
        let place = game.steps.iter().find_map(|step| match step {
            Question::Campaign(campaign) => Some(campaign.place()),
            Question::Arrivals(arrivals) => Some(arrivals.place()),
            _ => None,
        });
        let order = game.order();
        let seat = order.get(usize::from(place.unwrap_or(0))).copied();
        let mover = seat.and_then(|seat| game.camp(seat)).unwrap_or(Side::French);
        let moves: [bool; 64] = std::array::from_fn(|number| {
            let nation = NationId(number as u8);
            place.is_some() && number < game.realms.len() && game.seat(nation) == seat
        });
        let mut picture =
            Picture { bodies: ArrayVec::new(), stores: ArrayVec::new(), mover, eager: [0.0; 2] };
        for force in game.forces.iter() {
            let muster = force.muster;
            let Some(side) = game.side(muster.nation) else { continue };
            if force.supply + force.depots > 0 {
                let stores = Stores { hex: muster.hex, side, count: force.supply + force.depots };
                let _ = picture.stores.try_push(stores);
            }
            if force.factors.is_empty() {
                continue;
            }
            let inside = muster.stance == Stance::Inside;
            let (factors, nation) = (force.factors.total(), muster.nation);
            let is_same = |body: &Body| body.hex == muster.hex && body.side == side && body.inside == inside;
            let recent = picture.bodies.len().saturating_sub(3);
            let known = picture.bodies[recent..].iter().position(is_same).map(|place| recent + place);
            let place = known.unwrap_or_else(|| {
                let new = Body {
                    hex: muster.hex,
                    side,
                    inside,
                    nation,
                    largest: 0,
                    factors: 0,
                    leaders: 0,
                    led: 0,
                    ready: 0,
                    hears: false,
                    mounted: false,
                    fed: 1.0,
                };
                let _ = picture.bodies.try_push(new);
                picture.bodies.len() - 1
            });
            let body = &mut picture.bodies[place];
            body.factors += factors;
            body.mounted |= force.factors[Arm::Cavalry] > 0 || force.factors[Arm::Cossack] > 0;
            if factors > body.largest {
                (body.nation, body.largest) = (nation, factors);
            }
            let has_not_moved = matches!(muster.record, Record::Fresh | Record::Marching);
            if moves[nation.index()] && !inside && has_not_moved {
                body.ready += factors;
            }
        }
        picture.lead(game, &moves);
        picture.feed(game);
        picture
    }

    /// How well everybody is fed: roughly, by how far it is to the nearest supply unit, depot or city.
    fn feed(&mut self, game: &Marshals) {
        let Picture { bodies, stores, .. } = self;
        for body in bodies.iter_mut().filter(|body| !body.inside) {
            let near = stores.iter().filter(|store| store.side == body.side);
            let store = near.map(|store| MAP.grid.distance(body.hex, store.hex)).min();
            let attack = store.and_then(|way| FED.get(usize::from(way))).copied().unwrap_or(HUNGRY);
            let at_home = || {
                let mut prizes = game.roads().prizes.iter();
                prizes.any(|prize| {
                    MAP.grid.distance(prize.hex, body.hex) <= RANGE.into()
                        && game.controls(prize.hex) == Some(body.side)
                })
            };
            body.fed = if attack < AT_HOME && at_home() { AT_HOME } else { attack };
        }
    }

    /// The leaders join those with whom they stand.
    fn lead(&mut self, game: &Marshals, moves: &[bool; 64]) {
        for (leader, post) in game.staff.in_play() {
            let line = leader.get();
            let (hex, inside) = match post {
                Post::Open(hex) => (hex, false),
                Post::Inside(hex) => (hex, true),
                _ => continue,
            };
            let Some(side) = game.side(line.nation).filter(|_| !line.is_admiral()) else { continue };
            let first = self.bodies.partition_point(|body| body.hex < hex);
            let here = self.bodies[first..].iter_mut().take_while(|body| body.hex == hex);
            let mut own = here.filter(|body| body.side == side && body.inside == inside);
            let Some(body) = own.next() else { continue };
            let highest = if game.is_reformed(line.nation) { u8::MAX } else { 2 };
            body.leaders += u16::from(line.combat.min(highest));
            body.led += 1;
            body.hears |= line.initiative >= EAR && !game.staff.spent.contains(leader);
            let waits = game.staff.activated.contains(leader) && !game.staff.moved.contains(leader);
            if waits && body.ready > 0 {
                self.eager[side as usize] += f32::from(body.ready.min(6));
            }
        }
        // Without a leader or a command point nobody marches any more.
        for body in &mut self.bodies {
            let has_point = || game.realm(game.commands(body.nation)).points > 0;
            let is_activated = || {
                let here = game.staff.activated.iter();
                here.filter(|leader| !game.staff.moved.contains(*leader))
                    .any(|leader| game.staff.hex(leader) == Some(body.hex))
            };
            if body.ready > 0 && !(moves[body.nation.index()] && (has_point() || is_activated())) {
                body.ready = 0;
            }
        }
    }
}
