//! How far a march can go: every hex by the way that costs least. Rulebook: Land Movement.
//!
//! What stands in the way of a step does not change while the march goes on, so that one search answers for all hexes at once.

use atlas::topology::{HexId, Id};

use super::Marching;
use super::entry::ZONE;
use super::feeding::Feeding;
use crate::action::Action;
use crate::field::Stance;
use crate::ground::{LANDS, LandId, LandSet, ways};
use crate::ids::{LeaderId, NationId};
use crate::staff::Post;
use crate::state::Marshals;
use crate::supply::Commissariat;

/// The most hexes that a march is followed to.
const MOST: usize = 250;

/// The dearest way that is followed.
const DEAREST: usize = 32;

/// A hex that a march can come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leg {
    pub(crate) hex: HexId,
    /// What it costs to come there, from where the march is.
    pub(super) price: u8,
    /// Whether the march cannot go on from there.
    pub(super) ends: bool,
    /// Whether something may be asked there before the march can halt: what becomes of enemy stores, or whether a coast defends itself.
    pub(super) is_asked: bool,
    /// The leg before it, by its number.
    before: u8,
}

impl Leg {
    /// Where the march is.
    pub(super) fn here(hex: HexId) -> Leg {
        Leg { hex, price: 0, ends: false, is_asked: false, before: 0 }
    }
}

/// Where a march can go. The first leg is where it is.
pub(crate) struct Reach {
    legs: Vec<Leg>,
    numbers: Box<[u8; LANDS]>,
}

impl Reach {
    /// Every hex but the one where the march is, the nearest first.
    pub(crate) fn legs(&self) -> &[Leg] {
        &self.legs[1..]
    }

    /// How a march comes to a hex, if it can.
    pub(super) fn to(&self, hex: HexId) -> Option<Leg> {
        let number = self.numbers[LandId::of(hex)?.index()];
        (number > 0).then(|| self.legs[usize::from(number) - 1])
    }

    /// The hexes on the way to a hex, itself the last.
    pub(super) fn way(&self, leg: Leg) -> Vec<HexId> {
        let mut way = Vec::new();
        let mut at = leg;
        while at != self.legs[0] {
            way.push(at.hex);
            at = self.legs[usize::from(at.before)];
        }
        way.reverse();
        way
    }
}

/// Whose units find supply where, asked again and again of a game that does not change.
pub(super) struct Feeds<'g> {
    game: &'g Marshals,
    known: Vec<(NationId, Commissariat<'g>)>,
}

impl<'g> Feeds<'g> {
    pub(super) fn of(game: &'g Marshals) -> Feeds<'g> {
        Feeds { game, known: Vec::new() }
    }

    pub(super) fn has(&mut self, nation: NationId, hex: HexId) -> bool {
        self.of_nation(nation).feeds(hex)
    }

    fn of_nation(&mut self, nation: NationId) -> &mut Commissariat<'g> {
        let place = self.known.iter().position(|(known, _)| *known == nation).unwrap_or_else(|| {
            self.known.push((nation, Commissariat::of(self.game, nation)));
            self.known.len() - 1
        });
        &mut self.known[place].1
    }
}

impl Marching {
    /// The march on which a leader would set out with what he takes along by himself, on a copy of the game.
    pub(super) fn tried(
        game: &Marshals,
        leader: LeaderId,
        hex: HexId,
        feeds: &mut Feeds<'_>,
    ) -> (Marshals, Marching, Vec<LeaderId>) {
        let mut after = game.clone();
        after.staff.activated.insert(leader);
        after.staff.marching.insert(leader);
        after.staff.send(leader, Post::Open(hex));
        let nation = leader.get().nation;
        let feeding =
            Feeding::at(&after, hex, nation, &mut |other, hex| feeds.of_nation(other).has_store(hex));
        let march = Marching::with(&after, Some(leader), nation, hex, feeding);
        let march = march.form_up(&mut after, leader);
        let companions = march.companions(&after);
        companions.iter().for_each(|other| {
            after.staff.marching.insert(*other);
        });
        (after, march, companions)
    }

    /// Those who would stay behind with nobody to lead, and can be carried along.
    pub(super) fn companions(self, game: &Marshals) -> Vec<LeaderId> {
        let idle = |leader: &LeaderId| {
            !game.general(*leader).has_fresh(self.hex) && self.may_take_leader(game, *leader).is_ok()
        };
        let most = self.leader.and_then(|leader| game.general(leader).may_carry()).unwrap_or(usize::MAX);
        game.staff.at(self.hex, Stance::Open).filter(idle).take(most).collect()
    }

    /// The zones of control that stop it.
    pub(super) fn zones(self, game: &Marshals) -> LandSet {
        game.side(self.nation).map_or(LandSet::EMPTY, |side| game.zones_of(side.enemy()))
    }

    /// Everywhere that it can go from where it is.
    pub(super) fn reach(self, game: &Marshals, zones: &LandSet) -> Reach {
        let may_go = !self.stopped && !self.factors(game).is_empty();
        if !may_go || self.keeps_clients_together(game).is_err() {
            return Reach::nowhere(self.hex);
        }
        let troops = self.contingents(game);
        let left = self.left(game);
        let winter = left.saturating_sub(Marching { wintry: true, ..self }.left(game));
        let pace = Pace { nation: self.nation, left, winter, has_moved: self.steps > 0 };
        spread(game, self.hex, pace, zones, |hex| self.parts_from(game, hex, &troops).is_err())
    }

    /// The same march at another hex, on a copy of the game: as far as an attack from there depends on it.
    pub(super) fn tried_at(self, game: &Marshals, hex: HexId) -> (Marshals, Marching) {
        let mut after = game.clone();
        if hex == self.hex {
            return (after, self);
        }
        let is_marching = |force: &crate::field::Force| force.muster.record == crate::field::Record::Marching;
        after.forces.rewrite(is_marching, |muster| muster.hex = hex);
        let marching = after.staff.marching;
        marching.iter().for_each(|leader| after.staff.send(leader, Post::Open(hex)));
        after.settle_control([hex], &mut engine::Recorder::silent());
        (after, Marching { hex, steps: self.steps.saturating_add(1), ..self })
    }

    /// The actions that lead it along a way.
    pub(super) fn steps_along(way: &[HexId]) -> impl Iterator<Item = Action> {
        way.iter().map(|hex| Action::Step(*hex))
    }
}

/// How far somebody goes.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) nation: NationId,
    /// The movement that is left.
    pub(crate) left: u8,
    /// What coming into the winter of the north takes of it (M-terrain-11).
    pub(crate) winter: u8,
    /// Whether he has moved already: the first hex is always within reach (M-lead-34).
    pub(crate) has_moved: bool,
}

/// Everywhere that somebody can go from a hex, past these zones of control; not on from where `ends` holds.
pub(crate) fn spread(
    game: &Marshals,
    from: HexId,
    pace: Pace,
    zones: &LandSet,
    ends: impl Fn(HexId) -> bool,
) -> Reach {
    let mut reach = Reach::nowhere(from);
    let Some(land) = LandId::of(from) else { return reach };
    reach.numbers[land.index()] = 1;
    let left = usize::from(pace.left);
    // Those who wait to be gone on from, by what it costs to come there: the hex, and the leg before it.
    let mut open: [Vec<(HexId, u8)>; DEAREST] = std::array::from_fn(|_| Vec::new());
    reach.look_round(game, pace, zones, 0, &mut open);
    for price in 0..DEAREST {
        let mut next = 0;
        while let Some(&(hex, before)) = open[price].get(next) {
            next += 1;
            let Some(land) = LandId::of(hex).filter(|land| reach.numbers[land.index()] == 0) else {
                continue;
            };
            let is_first = before == 0 && !pace.has_moved;
            if price > left && !is_first || reach.legs.len() == MOST {
                continue;
            }
            let enemies = |other: NationId| game.are_enemies(other, pace.nation);
            let has_stores = game
                .forces
                .at(hex)
                .iter()
                .any(|force| (force.supply > 0 || force.depots > 0) && enemies(force.muster.nation));
            // A leader alone gets out of the way, which may give another stack a zone.
            let displaces = || game.staff.at(hex, Stance::Open).any(|leader| enemies(leader.get().nation));
            let is_asked =
                has_stores || game.may_alarm(pace.nation, reach.legs[usize::from(before)].hex, hex);
            let stops = zones.contains(land) || is_asked || price >= left || displaces() || ends(hex);
            reach.legs.push(Leg { hex, price: price as u8, is_asked, ends: stops, before });
            reach.numbers[land.index()] = reach.legs.len() as u8;
            if !stops {
                reach.look_round(game, pace, zones, reach.legs.len() - 1, &mut open);
            }
        }
    }
    reach
}

impl Reach {
    fn nowhere(from: HexId) -> Reach {
        Reach { legs: vec![Leg::here(from)], numbers: Box::new([0; LANDS]) }
    }

    /// Adds what lies next to a leg to those who wait.
    fn look_round(
        &self,
        game: &Marshals,
        pace: Pace,
        zones: &LandSet,
        from: usize,
        open: &mut [Vec<(HexId, u8)>; DEAREST],
    ) {
        let Leg { hex, price, .. } = self.legs[from];
        for way in ways(hex) {
            let Some(land) = LandId::of(way.to).filter(|land| self.numbers[land.index()] == 0) else {
                continue;
            };
            if !game.is_open(way) || game.may_come(pace.nation, hex, way.to).is_err() {
                continue;
            }
            let zone = if zones.contains(land) { ZONE } else { 0 };
            let winter = if game.is_wintry(way.to) && !game.is_wintry(hex) { pace.winter } else { 0 };
            let price = usize::from(price + game.step_price(way) + zone + winter);
            if price < DEAREST {
                open[price].push((way.to, from as u8));
            }
        }
    }
}
