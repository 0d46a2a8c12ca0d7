//! What units have at hand, without a look at anything farther away than a line of supply is long: whether they have a source, and how
//! many factors their sources serve. What exactly they would burn, and by which line, says the [`Commissariat`]; a test holds both
//! against each other.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::{Graph, HexId, Id};

use super::sharing::may_use;
use super::{Area, Commissariat, Event, Kind, RANGE, terms};
use crate::field::Force;
use crate::ids::NationId;
use crate::map::MAP;
use crate::march::Ground;
use crate::nations::Side;
use crate::state::Marshals;

/// How many hexes lie within the range of a line.
const HEXES: usize = 1 + 3 * RANGE as usize * (RANGE as usize + 1);

/// How many factors of a stack one source serves in a remote area (M-supply-21).
const SERVED: u16 = 5;

/// How many sources of each kind units can trace to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct AtHand {
    /// Cities and forts at home.
    pub home: u16,
    /// Depots, in a line of communications or cut off.
    pub depots: u16,
    /// Supply units burned in this turn.
    pub spent: u16,
    /// Supply units.
    pub units: u16,
}

/// A place with sources, and what they are.
type Source = (HexId, AtHand);

/// What stops lines near a hex.
struct Near {
    enemies: ArrayVec<HexId, HEXES>,
    /// Enemy stacks with a zone of control.
    zones: ArrayVec<HexId, 128>,
    friends: ArrayVec<HexId, HEXES>,
}

impl AtHand {
    /// Whether there is any source that lasts. In remote country what was burned in the turn does, too (M-supply-22).
    fn feeds(self, hex: HexId) -> bool {
        self.home + self.depots + self.units > 0 || self.spent > 0 && Area::of(hex) != Area::Developed
    }

    /// How many factors of a stack are served; nothing if there is no source for it.
    fn served(self, event: Event, hex: HexId, factors: u16, at_home: bool) -> Option<u16> {
        let AtHand { home, depots, mut spent, mut units } = self;
        let attacks = event == Event::Attack;
        let mut depots = depots;
        // What it lives on: the source that is least missed.
        let bases = if attacks {
            [None, Some(&mut depots), Some(&mut spent), Some(&mut units)]
        } else {
            [Some(&mut { home }), Some(&mut depots), Some(&mut spent), Some(&mut units)]
        };
        let base = bases.into_iter().flatten().find(|left| **left > 0)?;
        *base -= 1;
        let terms = terms(event, Area::of(hex), factors, at_home);
        let mut used = 1;
        for wanted in 0..terms.burned + terms.shown {
            let burns = wanted < terms.burned;
            let kinds =
                if burns { [&mut spent, &mut units, &mut depots] } else { [&mut spent, &mut units, &mut 0] };
            let Some(extra) = kinds.into_iter().find(|left| **left > 0) else { break };
            *extra -= 1;
            used += 1;
        }
        let all = u16::from(terms.burned + terms.shown) + 1;
        Some(if used < all { factors.min(SERVED * used) } else { factors })
    }
}

impl Near {
    fn of(game: &Marshals, nation: NationId, hex: HexId) -> Near {
        let mut near = Near { enemies: ArrayVec::new(), zones: ArrayVec::new(), friends: ArrayVec::new() };
        let side = game.side(nation);
        let mut held: Option<HexId> = None;
        for force in forces_near(game, hex) {
            let at = force.muster.hex;
            if MAP.grid.distance(hex, at) > u16::from(RANGE) + 1 {
                continue;
            }
            if game.are_friends(force.muster.nation, nation) {
                if near.friends.last() != Some(&at) {
                    let _ = near.friends.try_push(at);
                }
                if force.is_in_the_open() {
                    // Who is shut up in a fort stops nobody's carts outside.
                    held = Some(at);
                    near.enemies.retain(|enemy| *enemy != at);
                }
            } else if game.are_enemies(force.muster.nation, nation) && !force.factors.is_empty() {
                let stands = force.factors.total() > u16::from(force.factors.cossacks);
                if stands && held != Some(at) && near.enemies.last() != Some(&at) {
                    let _ = near.enemies.try_push(at);
                }
                let enemy = side.map(Side::enemy).filter(|_| near.zones.last() != Some(&at));
                if enemy.is_some_and(|enemy| game.zone_at(enemy, at).is_some()) {
                    let _ = near.zones.try_push(at);
                }
            }
        }
        near
    }

    /// Whether a line may run through a hex.
    fn is_open(&self, game: &Marshals, hex: HexId) -> bool {
        if self.enemies.contains(&hex) {
            return false;
        }
        let is_covered = || self.zones.iter().any(|zone| game.covers(*zone, hex));
        self.zones.is_empty() || self.friends.contains(&hex) || !is_covered()
    }
}

impl Marshals {
    /// Whether units of a nation in a hex can trace to any source: a city, a depot, a supply unit, or a foraged hex (M-attr-1).
    pub fn is_supplied(&self, nation: NationId, hex: HexId) -> bool {
        self.country(nation).draws_on_forage(hex) || self.has_store(nation, hex)
    }

    /// The same without foraged land.
    pub(crate) fn has_store(&self, nation: NationId, hex: HexId) -> bool {
        let here = self.forces.at(hex).iter().filter(|force| force.supply > 0 || force.depots > 0);
        let mut owners = here.map(|force| force.muster.nation);
        let is_source = || {
            let holder = self.control.get(hex).filter(|_| self.home(hex) == Some(nation));
            let counts = MAP.place(hex).is_some_and(|place| place.stars > 0 || place.fort > 0);
            counts && holder.is_some_and(|holder| self.are_friends(holder, nation))
        };
        owners.any(|owner| may_use(nation, owner, self.tie(nation, owner)).is_ok())
            || is_source()
            || sources_at_hand(self, nation, hex, |found| found.feeds(hex)).feeds(hex)
    }

    /// How many of so many factors of a nation in a hex are served for an event; nothing if they have no source for it (M-supply-14,
    /// M-supply-15).
    pub(crate) fn served(&self, event: Event, nation: NationId, hex: HexId, factors: u16) -> Option<u16> {
        let at_home = self.home(hex) == Some(nation);
        sources_at_hand(self, nation, hex, |_| false).served(event, hex, factors, at_home)
    }
}

/// The places near a hex where a nation has sources, lines left aside.
fn sources_near(game: &Marshals, nation: NationId, hex: HexId) -> ArrayVec<Source, HEXES> {
    let mut sources: ArrayVec<Source, HEXES> = ArrayVec::new();
    let near = |other: HexId| MAP.grid.distance(hex, other) <= RANGE.into();
    let mut add = |at: HexId, what: AtHand| match sources.iter_mut().find(|source| source.0 == at) {
        Some((_, known)) => {
            known.home += what.home;
            known.depots += what.depots;
            known.spent += what.spent;
            known.units += what.units;
        }
        None => {
            let _ = sources.try_push((at, what));
        }
    };
    let usable = |owner: NationId| may_use(nation, owner, game.tie(nation, owner)).is_ok();
    let stores = |force: &&Force| force.supply > 0 || force.depots > 0;
    for force in forces_near(game, hex).iter().filter(stores).filter(|force| near(force.muster.hex)) {
        if usable(force.muster.nation) {
            let (depots, units) = (force.depots.into(), force.supply.into());
            add(force.muster.hex, AtHand { depots, units, ..AtHand::default() });
        }
    }
    for (owner, at) in game.spent.iter().filter(|(_, at)| near(*at)) {
        if usable(*owner) {
            add(*at, AtHand { spent: 1, ..AtHand::default() });
        }
    }
    if game.home(hex) == Some(nation) {
        let feeding = game.country(nation).home_places().iter().filter(|home| home.feeds && near(home.hex));
        for at in feeding.map(|home| home.hex) {
            if game.control.get(at).is_some_and(|holder| game.are_friends(holder, nation)) {
                add(at, AtHand { home: 1, ..AtHand::default() });
            }
        }
    }
    sources
}

/// For each hex the lowest and the highest near it: what stands beyond is not looked at.
static NEAR: LazyLock<Vec<(HexId, HexId)>> = LazyLock::new(|| {
    let near = |hex| {
        let mut near = MAP.grid.within(hex, u16::from(RANGE) + 1);
        let first = near.next().unwrap_or(hex);
        (first, near.last().unwrap_or(first))
    };
    MAP.grid.hexes().map(near).collect()
});

/// The forces that may be near a hex.
fn forces_near(game: &Marshals, hex: HexId) -> &[Force] {
    let (first, last) = NEAR[hex.index()];
    game.forces.between(first, last)
}

/// What units of a nation in a hex can trace to, as far as one has to know: until it is enough.
fn sources_at_hand(
    game: &Marshals,
    nation: NationId,
    hex: HexId,
    is_enough: impl Fn(AtHand) -> bool,
) -> AtHand {
    let harasses = |force: &Force| {
        force.factors.cossacks > 0
            && game.are_enemies(force.muster.nation, nation)
            && MAP.grid.distance(hex, force.muster.hex) <= u16::from(RANGE) + 1
    };
    if forces_near(game, hex).iter().any(harasses) {
        return counted_by_commissariat(game, nation, hex);
    }
    let mut sources = sources_near(game, nation, hex);
    let mut found = AtHand::default();
    let mut take = |at: HexId| {
        if let Some(place) = sources.iter().position(|source| source.0 == at) {
            let (_, what) = sources.swap_remove(place);
            found.home += what.home;
            found.depots += what.depots;
            found.spent += what.spent;
            found.units += what.units;
        }
        sources.is_empty() || is_enough(found)
    };
    if take(hex) {
        return found;
    }
    let near = Near::of(game, nation, hex);
    let ground = Ground::on(game.date);
    let mut seen: ArrayVec<HexId, HEXES> = ArrayVec::new();
    seen.push(hex);
    let (mut first, mut steps) = (0, 0);
    while steps < RANGE && first < seen.len() {
        let ring = seen.len();
        for number in first..ring {
            let from = seen[number];
            for (to, over) in MAP.grid.leaving(from) {
                if seen.contains(&to) || !ground.passes(from, to, over) || !near.is_open(game, to) {
                    continue;
                }
                seen.push(to);
                if take(to) {
                    return found;
                }
            }
        }
        (first, steps) = (ring, steps + 1);
    }
    found
}

/// The same where Cossacks make lines count for more than they are long.
fn counted_by_commissariat(game: &Marshals, nation: NationId, hex: HexId) -> AtHand {
    let mut found = AtHand::default();
    for source in Commissariat::of(game, nation).sources(hex, 1) {
        *match source.kind {
            Kind::Home => &mut found.home,
            Kind::Linked | Kind::Cut => &mut found.depots,
            Kind::Spent => &mut found.spent,
            Kind::Unit => &mut found.units,
        } += 1;
    }
    found
}
