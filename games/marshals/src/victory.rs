//! Who has won, by the data of the scenario. Rulebook: Production ("check the Victory Conditions").
//!
//! Levels are tried in their order (M-players-4). When a season begins only decisive levels end the game; all of them count when it
//! is over.

use atlas::topology::HexId;
use engine::Recorder;

use crate::event::Event;
use crate::ids::{NationId, PlaceId};
use crate::leaders::Rank;
use crate::nations::Side;
use crate::scenarios::Level;
use crate::scenarios::conditions::{Area, Cities, Condition, Holds, Score};
use crate::scenarios::special::Special;
use crate::state::Marshals;

impl Marshals {
    /// The level of victory that holds now, if one does.
    pub fn level(&self) -> Option<Level> {
        self.scenario().victory.iter().find(|victory| victory.when.is_so(self)).map(|victory| victory.level)
    }

    /// The game is over: the first level that holds is the result (M-players-2).
    pub(crate) fn finish(&mut self, log: &mut Recorder<Event>) {
        if self.is_over {
            return;
        }
        self.is_over = true;
        self.verdict = self.level();
        let (scenario, verdict) = (self.scenario, self.verdict);
        log.record(|| Event::Over { scenario, verdict });
    }

    /// Ends the game if a side has won by the time a strategic turn begins (M-players-3).
    pub(crate) fn finish_if_won(&mut self, log: &mut Recorder<Event>) {
        if self.level().is_some_and(Level::is_decisive) {
            self.finish(log);
        }
    }

    /// The victory points of a side: what is counted now, and what was awarded on the way.
    pub fn points(&self, side: Side) -> i32 {
        let counted: i32 = self.scenario().points.iter().map(|score| score.count(self, side)).sum();
        counted + i32::from(self.awards[side as usize])
    }

    /// Points of the scenario for what holds at the end of this turn.
    pub(crate) fn award(&mut self, log: &mut Recorder<Event>) {
        for special in &self.scenario().special {
            let Special::Award { to, points, at, when } = special else { continue };
            if *at == self.date && when.is_so(self) {
                self.awards[*to as usize] += i16::from(*points);
                let (side, points) = (*to, *points);
                log.record(|| Event::Awarded { side, points });
            }
        }
    }
}

impl Condition {
    /// Whether a condition holds.
    pub(crate) fn is_so(&self, game: &Marshals) -> bool {
        match self {
            Condition::All(parts) => parts.iter().all(|part| part.is_so(game)),
            Condition::Any(parts) => parts.iter().any(|part| part.is_so(game)),
            Condition::Not(part) => !part.is_so(game),
            Condition::Sued { nation, by } => {
                game.realm(*nation).sued.is_some_and(|date| by.is_none_or(|by| date <= by))
            }
            Condition::Holds(holds) => holds.is_so(game),
            Condition::Morale(bounds) => {
                let morale = game.realm(bounds.nation).morale;
                bounds.at_least.is_none_or(|least| morale >= least)
                    && bounds.at_most.is_none_or(|most| morale <= most)
            }
            Condition::PointsLead { side, points } => {
                game.points(*side) - game.points(side.enemy()) >= i32::from(*points)
            }
            Condition::NoStack { side, area, led, in_supply } => !stacks_in(game, *side, area).any(|hex| {
                (!led || is_led(game, *side, hex)) && (!in_supply || is_side_supplied(game, *side, hex))
            }),
            Condition::FactorsBelow { side, area, factors } => {
                let holdings = game.scenario().holdings();
                let there = game.forces.iter().filter(|force| {
                    game.side(force.muster.nation) == Some(*side) && area.contains(force.muster.hex, holdings)
                });
                there.map(|force| force.factors.total()).sum::<u16>() < u16::from(*factors)
            }
            Condition::LeaderAt { leader, place } => game.staff.hex(*leader) == Some(place.hex()),
            Condition::Entered { side, place } => {
                let here = game.forces.at(place.hex());
                here.iter()
                    .any(|force| !force.factors.is_empty() && game.side(force.muster.nation) == Some(*side))
            }
        }
    }
}

impl Holds {
    fn is_so(&self, game: &Marshals) -> bool {
        let held = |place: &&PlaceId| {
            let hex = place.hex();
            let by_nation = self.nation.is_none_or(|nation| game.control.get(hex) == Some(nation));
            let by_side = self.side.is_none_or(|side| game.controls(hex) == Some(side));
            let of = |nation: NationId| {
                self.nation.is_none_or(|own| own == nation)
                    && self.side.is_none_or(|side| game.side(nation) == Some(side))
            };
            let supplied = || {
                let here = game.forces.at(hex).iter().filter(|force| !force.factors.is_empty());
                here.map(|force| force.muster.nation)
                    .any(|nation| of(nation) && game.is_supplied(nation, hex))
            };
            by_nation && by_side && (!self.in_supply || supplied())
        };
        let wanted = self.at_least.map_or(self.places.len(), usize::from);
        self.places.iter().filter(held).count() >= wanted
    }
}

impl Score {
    /// How many points it is for a side.
    fn count(&self, game: &Marshals, side: Side) -> i32 {
        let times = |count: usize, points: u8| count as i32 * i32::from(points);
        let held = |place: &&PlaceId| game.controls(place.hex()) == Some(side);
        match self {
            Score::Stars { of, side: whose, points } => {
                if whose.is_some_and(|whose| whose != side) {
                    return 0;
                }
                let cities = PlaceId::all().filter(|place| is_worth(game, of, *place, side));
                let stars = cities.filter(|place| held(&place)).map(|place| usize::from(place.get().stars));
                times(stars.sum(), *points)
            }
            Score::Sued { points } => {
                let beaten = NationId::all().filter(|nation| {
                    game.realm(*nation).sued.is_some() && fought_for(game, *nation) == Some(side.enemy())
                });
                times(beaten.count(), *points)
            }
            Score::Captured { points } => {
                let great = game.staff.captives().filter(|(leader, holder)| {
                    let is_great = matches!(game.general(*leader).rank(), Rank::National | Rank::Army);
                    is_great && fought_for(game, *holder) == Some(side)
                });
                times(great.count(), *points)
            }
            Score::Morale { nation, above, points } => {
                let powers = game.scenario().power.iter().map(|power| power.nation);
                let counted = powers
                    .filter(|power| nation.is_none_or(|only| only == *power))
                    .filter(|power| fought_for(game, *power) == Some(side));
                let excess =
                    counted.map(|power| usize::from(game.realm(power).morale.saturating_sub(*above)));
                times(excess.sum(), *points)
            }
            Score::Places { side: whose, places, points } => {
                let any = *whose == side && places.iter().any(|place| held(&place));
                times(any.into(), *points)
            }
            Score::EachPlace { side: whose, places, points } => {
                if *whose == side {
                    times(places.iter().filter(held).count(), *points)
                } else {
                    0
                }
            }
            Score::Factors { side: whose, per, points } => {
                if *whose != side {
                    return 0;
                }
                times(usize::from(game.strength(side) / u16::from(*per)), *points)
            }
            Score::Irregulars { points } => {
                let own = game.forces.iter().filter(|force| game.side(force.muster.nation) == Some(side));
                times(own.map(|force| usize::from(force.factors.cossacks)).sum(), *points)
            }
            Score::Forts { side: whose, outside, besieged, points } => {
                if *whose != side {
                    return 0;
                }
                let forts = PlaceId::all().filter(|place| place.get().fort > 0 && held(&place));
                let counted = forts.filter(|place| {
                    let hex = place.hex();
                    let abroad = outside.is_none_or(|nation| game.home(hex) != Some(nation));
                    abroad && (!besieged || is_beset(game, side, hex))
                });
                times(counted.count(), *points)
            }
        }
    }
}

/// The hexes of an area in which a side has combat units.
fn stacks_in<'s>(game: &'s Marshals, side: Side, area: &'s Area) -> impl Iterator<Item = HexId> + 's {
    let holdings = game.scenario().holdings();
    let own = game
        .forces
        .iter()
        .filter(move |force| !force.factors.is_empty() && game.side(force.muster.nation) == Some(side));
    own.map(|force| force.muster.hex).filter(move |hex| area.contains(*hex, holdings))
}

/// Whether a leader of a side on land is in a hex.
fn is_led(game: &Marshals, side: Side, hex: HexId) -> bool {
    game.staff.in_play().any(|(leader, _)| {
        game.staff.hex(leader) == Some(hex)
            && !leader.get().is_admiral()
            && game.side(leader.get().nation) == Some(side)
    })
}

fn is_side_supplied(game: &Marshals, side: Side, hex: HexId) -> bool {
    let here = game.forces.at(hex).iter().filter(|force| !force.factors.is_empty());
    here.map(|force| force.muster.nation)
        .any(|nation| game.side(nation) == Some(side) && game.is_supplied(nation, hex))
}

/// The side that a nation is on, or was on when it sued for peace.
fn fought_for(game: &Marshals, nation: NationId) -> Option<Side> {
    let patron = game.realm(nation).patron;
    let sued = [Some(nation), patron].into_iter().flatten().any(|other| game.realm(other).sued.is_some());
    game.side(nation).or_else(|| game.scenario().side(nation).filter(|_| sued))
}

/// Whether a garrison of a side is besieged in a fort.
fn is_beset(game: &Marshals, side: Side, hex: HexId) -> bool {
    let garrison = game.forces.inside(hex, |nation| game.side(nation) == Some(side));
    !garrison.is_empty() && game.is_besieged(hex)
}

/// Whether the stars of a city count for a side that holds it.
fn is_worth(game: &Marshals, cities: &Cities, place: PlaceId, side: Side) -> bool {
    let Some(home) = game.home(place.hex()).filter(|_| place.get().stars > 0) else { return false };
    let was_enemy = game.scenario().side(home) == Some(side.enemy());
    match cities {
        Cities::EnemyHome => was_enemy && game.has_morale(home),
        Cities::EnemyHomeOrClient => was_enemy,
        Cities::Home(nation) => home == *nation,
        Cities::Cities(places) => places.contains(&place),
    }
}
