//! How far the units of a nation can get. Rulebook 10.
//!
//! Every unit goes on its own and stops where it meets somebody; an Overrun is not reckoned with. Cards are hidden, and so what
//! they add is not counted; what can still be bought is.

use std::collections::VecDeque;

use crate::areas::{Area, AreaSet};
use crate::by::ByArea;
use crate::forces::single;
use crate::movement::Mover;
use crate::movement::price::unit_price;
use crate::movement::sea::BOARDING;
use crate::nations::{Nation, Nations};
use crate::refusal::No;
use crate::state::{Conquests, FrigateId, Phase};
use crate::tables::{MilitarySpace, Zone};
use crate::troops::{Kind, Troops};

/// The fewest halves of movement points with which each area is entered.
struct Fares {
    spent: ByArea<u16>,
    fresh: VecDeque<Area>,
}

impl Fares {
    fn new() -> Fares {
        Fares { spent: ByArea::all(u16::MAX), fresh: VecDeque::new() }
    }

    fn enter(&mut self, area: Area, spent: u16, goes_on: bool) {
        if spent < self.spent[area] {
            self.spent[area] = spent;
            if goes_on {
                self.fresh.push_back(area);
            }
        }
    }

    fn entered(&self) -> impl Iterator<Item = Area> {
        Area::all().filter(|area| self.spent[*area] < u16::MAX)
    }
}

/// The areas that units of a nation, and those of its forced Ally if it is France, can enter in this turn.
pub(crate) fn range(game: &Conquests, nation: Nation) -> AreaSet {
    let points = points_in_sight(game, nation);
    let mover = Mover { lent: Nations::NONE, points, ..game.moves_of(nation) };
    let mut range = AreaSet::EMPTY;
    for own in mover.own.iter() {
        for kind in [Kind::Cavalry, Kind::Infantry, Kind::Cannon] {
            range.extend(mover.marches(game, own, kind).entered());
        }
        for frigate in FrigateId::of(own) {
            mover.voyages(game, frigate, &mut range);
        }
    }
    range
}

/// Halves of movement points that a nation has, and can buy before it moves.
fn points_in_sight(game: &Conquests, nation: Nation) -> u16 {
    let ceiling = match game.phase {
        Phase::Deploy(_) | Phase::Advisors(_) => {
            (1..=Zone::Military.spaces()).map(|space| MilitarySpace::numbered(space).ceiling).max()
        }
        Phase::Resolve(..) => (0..Zone::Military.spaces())
            .filter(|space| game.council.advisor(Zone::Military, *space) == Some(nation))
            .map(|space| MilitarySpace::numbered(space + 1).ceiling)
            .max(),
        _ => None,
    };
    // Two points for 1 FG (N-8.6.3-costs).
    let bought = u16::from(ceiling.unwrap_or(0)).min(2 * game.treasury.money[nation]);
    game.treasury.points[nation] + 2 * bought
}

impl Mover {
    /// Where single units of an arm can march.
    fn marches(&self, game: &Conquests, nation: Nation, arm: Kind) -> Fares {
        let (price, unit) = (unit_price(arm), single(nation, Troops::one(arm)));
        let mut fares = Fares::new();
        let step = |fares: &mut Fares, from: Area, spent: u16| {
            if self.points < spent {
                return;
            }
            for to in from.lands_beside().iter() {
                if self.may_enter::<No>(game, &unit, to).is_ok() {
                    let stops = game.provokes(self.nation, to) || game.control.is_disputed(to);
                    fares.enter(to, spent, !stops);
                }
            }
        };
        for land in Area::lands().filter(|land| game.forces.troops(nation, *land).arm(arm) > 0) {
            let exit = self.exit(game, land);
            if exit.lets_go::<No>(1).is_ok() {
                step(&mut fares, land, price + exit.fee);
            }
        }
        while let Some(land) = fares.fresh.pop_front() {
            let spent = fares.spent[land];
            step(&mut fares, land, spent + price);
        }
        fares
    }

    /// Where a frigate can sail, and put ashore what it carries.
    fn voyages(&self, game: &Conquests, frigate: FrigateId, range: &mut AreaSet) {
        let ship = game.forces.frigate(frigate);
        let Some(from) = ship.at else { return };
        let (waters, mut fares) = (self.waters(game), Fares::new());
        fares.enter(from, 0, game.may_leave_sea(frigate, from).is_ok());
        while let Some(sea) = fares.fresh.pop_front() {
            for to in sea.seas_beside().iter() {
                let spent = fares.spent[sea] + waters.price(frigate, ship.cargo, to);
                if spent <= self.points {
                    fares.enter(to, spent, true);
                }
            }
        }
        let Some(kind) = ship.cargo.kinds().next().filter(|_| game.may_put_ashore(frigate).is_ok()) else {
            range.extend(fares.entered());
            return;
        };
        let unit = single(frigate.nation(), Troops::one(kind));
        for sea in fares.entered() {
            range.insert(sea);
            if fares.spent[sea] + BOARDING <= self.points {
                let ashore = sea.lands_beside();
                range.extend(ashore.iter().filter(|land| self.may_enter::<No>(game, &unit, *land).is_ok()));
            }
        }
    }
}
