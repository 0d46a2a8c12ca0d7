//! Supply on the map of a game: who can draw on what at this moment. Rulebook "Supply", "Line of Communications and Depots".

use std::cell::{OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use arrayvec::ArrayVec;
use atlas::topology::{Barriers, BoxSet, HexId};
use engine::{Denied, Seat};

use super::forage::may_draw;
use super::sharing::{Tie, may_use};
use super::{
    Area, Base, Communications, Event, Fields, Found, Kind, Obstacles, RANGE, Stack, Store, Supply, Tracer,
    WITH_BERTHIER, supply, within_reach,
};
use crate::calendar::Date;
use crate::command::{BERTHIER, NAPOLEON, PARIS};
use crate::control::Control;
use crate::field::{Forces, Muster, Record};
use crate::forces::Factors;
use crate::ground::{LandId, LandSet};
use crate::ids::NationId;
use crate::map::{Class, MAP};
use crate::march::Ground;
use crate::movement::OpenLand;
use crate::scenarios::Part;
use crate::staff::Posts;
use crate::state::{Country, Marshals, NATIONS, ScenarioId};

/// A counter that can feed somebody: whose it is, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counter {
    owner: NationId,
    store: Store,
}

/// Where a nation's lines can run and what they can lead to. Worked out once, for as many questions as there are.
pub(crate) struct Commissariat<'g> {
    game: &'g Marshals,
    lay: Rc<Lay>,
    /// It goes back to the desk; until then it is here.
    tracer: Option<Tracer>,
}

/// What a position makes of a nation's supply.
struct Lay {
    nation: NationId,
    enemy: BoxSet<HexId>,
    zones: BoxSet<HexId>,
    friends: BoxSet<HexId>,
    cossacks: Vec<HexId>,
    communications: Rc<Communications>,
    /// What can feed the nation, once somebody has asked.
    counters: OnceCell<Vec<Counter>>,
    /// Where infantry can go along the line, from the hex last asked about; by whether there is an armistice.
    reach: RefCell<Option<(HexId, bool, LandSet)>>,
}

fn nothing() -> BoxSet<HexId> {
    BoxSet::with_room(MAP.grid.len())
}

/// All that supply depends on in a position.
struct Grounds {
    scenario: ScenarioId,
    players: u8,
    date: Date,
    forces: Forces,
    control: Control,
    staff: Posts,
    realms: ArrayVec<(Option<Part>, Option<NationId>), NATIONS>,
    spent: ArrayVec<(NationId, HexId), 24>,
}

impl Grounds {
    fn of(game: &Marshals) -> Grounds {
        Grounds {
            scenario: game.scenario,
            players: game.players,
            date: game.date,
            forces: game.forces.clone(),
            control: game.control,
            staff: game.staff.posts().clone(),
            realms: game.realms.iter().map(|realm| (realm.part, realm.patron)).collect(),
            spent: game.spent.clone(),
        }
    }

    /// Whether a position is no other in all of this.
    fn are(&self, game: &Marshals) -> bool {
        let realms = game.realms.iter().map(|realm| (realm.part, realm.patron));
        (self.scenario, self.players, self.date) == (game.scenario, game.players, game.date)
            && self.forces == game.forces
            && self.staff == *game.staff.posts()
            && self.spent == game.spent
            && self.control == game.control
            && self.realms.iter().copied().eq(realms)
    }
}

/// All that the communications of a power depend on.
struct Bounds {
    scenario: ScenarioId,
    power: NationId,
    range: u8,
    ground: &'static Ground,
    /// Where no line runs.
    closed: BoxSet<HexId>,
    cossacks: Vec<HexId>,
    /// Where Cossacks harass nobody, if there are any.
    friends: BoxSet<HexId>,
    sources: BoxSet<HexId>,
    depots: BoxSet<HexId>,
}

impl PartialEq for Bounds {
    fn eq(&self, other: &Bounds) -> bool {
        (self.scenario, self.power, self.range) == (other.scenario, other.power, other.range)
            && std::ptr::eq(self.ground, other.ground)
            && self.closed == other.closed
            && self.sources == other.sources
            && self.depots == other.depots
            && self.cossacks == other.cossacks
            && self.friends == other.friends
    }
}

/// How many powers' communications a desk keeps.
const LAID: usize = 12;

/// The desk of a thread: what the last position makes of the supply of nations, for the same is asked again and again while a list is
/// made and checked; the last communications, which most moves leave as they are; and a tracer.
#[derive(Default)]
struct Desk {
    grounds: Option<Box<Grounds>>,
    lays: Vec<Rc<Lay>>,
    laid: VecDeque<(Bounds, Rc<Communications>)>,
    tracer: Option<Tracer>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

impl Desk {
    /// What is known of a nation in a position. All that was known of another position is forgotten.
    fn known(&mut self, game: &Marshals, nation: NationId) -> Option<Rc<Lay>> {
        if self.grounds.as_ref().is_some_and(|grounds| grounds.are(game)) {
            return self.lays.iter().find(|lay| lay.nation == nation).map(Rc::clone);
        }
        self.grounds = Some(Box::new(Grounds::of(game)));
        self.lays.clear();
        None
    }

    fn laid(&self, bounds: &Bounds) -> Option<Rc<Communications>> {
        self.laid
            .iter()
            .find(|(known, _)| known == bounds)
            .map(|(_, communications)| Rc::clone(communications))
    }
}

impl<'g> Commissariat<'g> {
    /// For the units of a nation.
    pub(crate) fn of(game: &'g Marshals, nation: NationId) -> Commissariat<'g> {
        let (known, tracer) = DESK.with_borrow_mut(|desk| (desk.known(game, nation), desk.tracer.take()));
        let mut tracer = tracer.unwrap_or_default();
        let lay = known.unwrap_or_else(|| {
            let lay = Rc::new(Lay::of(game, nation, &mut tracer));
            DESK.with_borrow_mut(|desk| desk.lays.push(Rc::clone(&lay)));
            lay
        });
        Commissariat { game, lay, tracer: Some(tracer) }
    }
}

impl Drop for Commissariat<'_> {
    fn drop(&mut self) {
        let tracer = self.tracer.take();
        DESK.with_borrow_mut(|desk| desk.tracer = tracer);
    }
}

impl Lay {
    fn of(game: &Marshals, nation: NationId, tracer: &mut Tracer) -> Lay {
        let mut lay = Lay {
            nation,
            enemy: nothing(),
            zones: nothing(),
            friends: nothing(),
            cossacks: Vec::new(),
            communications: Rc::default(),
            counters: OnceCell::new(),
            reach: RefCell::default(),
        };
        lay.look_round(game);
        lay.communications = lay.communications_of(game, tracer, game.country(nation).feeder());
        lay
    }

    /// Where friends and enemies stand.
    fn look_round(&mut self, game: &Marshals) {
        for force in game.forces.iter() {
            let hex = force.muster.hex;
            if game.are_friends(force.muster.nation, self.nation) {
                self.friends.insert(hex);
            } else if game.are_enemies(force.muster.nation, self.nation) && !force.factors.is_empty() {
                if force.factors.total() > u16::from(force.factors.cossacks) {
                    self.enemy.insert(hex);
                }
                if force.factors.cossacks > 0 && !self.cossacks.contains(&hex) {
                    self.cossacks.push(hex);
                }
            }
        }
        // Who is shut up in a fort stops nobody's carts outside.
        for force in game.forces.iter().filter(|force| force.is_in_the_open()) {
            if game.are_friends(force.muster.nation, self.nation) {
                self.enemy.remove(force.muster.hex);
            }
        }
        if let Some(side) = game.side(self.nation) {
            self.zones.extend(game.zones_of(side.enemy()).iter().map(LandId::hex));
        }
    }

    /// The communications of a power: with its own depots and those of its clients (M-loc-13).
    fn communications_of(&self, game: &Marshals, tracer: &mut Tracer, power: NationId) -> Rc<Communications> {
        let bounds = self.bounds(game, power);
        if let Some(communications) = DESK.with_borrow(|desk| desk.laid(&bounds)) {
            return communications;
        }
        let Bounds { sources, depots, range, .. } = &bounds;
        let base = Base { home: game.country(power).home_land(), sources, depots, range: *range };
        let mut communications = Communications::default();
        communications.lay(tracer, &self.obstacles(game), &base);
        let communications = Rc::new(communications);
        DESK.with_borrow_mut(|desk| {
            desk.laid.truncate(LAID - 1);
            desk.laid.push_front((bounds, Rc::clone(&communications)));
        });
        communications
    }

    fn bounds(&self, game: &Marshals, power: NationId) -> Bounds {
        let (mut sources, mut depots) = (nothing(), nothing());
        sources.extend(game.country(power).home_sources(true));
        for force in game.forces.iter().filter(|force| force.depots > 0) {
            if game.country(force.muster.nation).feeder() == power {
                depots.insert(force.muster.hex);
            }
        }
        let mut closed = self.zones.clone();
        closed.subtract(&self.friends);
        closed.unite(&self.enemy);
        Bounds {
            scenario: game.scenario,
            power,
            range: if power == NationId::FRANCE && berthier_is_with_napoleon(game) {
                WITH_BERTHIER
            } else {
                RANGE
            },
            ground: Ground::on(game.date),
            closed,
            cossacks: self.cossacks.clone(),
            friends: if self.cossacks.is_empty() { nothing() } else { self.friends.clone() },
            sources,
            depots,
        }
    }

    /// What can feed the nation, wherever it is.
    fn stores(&self, game: &Marshals, tracer: &mut Tracer) -> Vec<Store> {
        let counters = self.counters.get_or_init(|| self.count(game, tracer));
        counters.iter().map(|counter| counter.store).collect()
    }

    fn count(&self, game: &Marshals, tracer: &mut Tracer) -> Vec<Counter> {
        let mut counters = Vec::new();
        let own = self.nation;
        let power = game.country(own).feeder();
        let mut allied: Vec<(NationId, Rc<Communications>)> = Vec::new();
        for hex in game.country(own).home_sources(false) {
            counters.push(Counter { owner: own, store: Store { kind: Kind::Home, hex, count: 1 } });
        }
        for force in game.forces.iter().filter(|force| force.supply > 0 || force.depots > 0) {
            let Muster { hex, nation: owner, .. } = force.muster;
            if may_use(own, owner, game.tie(own, owner)).is_err() {
                continue;
            }
            let mut add = |kind, count| {
                if count > 0 {
                    counters.push(Counter { owner, store: Store { kind, hex, count } });
                }
            };
            add(Kind::Unit, force.supply);
            if force.depots == 0 {
                continue;
            }
            let whose = game.country(owner).feeder();
            let is_linked = if whose == power {
                self.communications.linked().contains(hex)
            } else {
                if allied.iter().all(|(other, _)| *other != whose) {
                    let communications = self.communications_of(game, tracer, whose);
                    allied.push((whose, communications));
                }
                allied.iter().any(|(other, lines)| *other == whose && lines.linked().contains(hex))
            };
            let kind = if is_linked { Kind::Linked } else { Kind::Cut };
            counters.push(Counter { owner, store: Store { kind, hex, count: force.depots } });
        }
        for (owner, hex) in &game.spent {
            if may_use(own, *owner, game.tie(own, *owner)).is_ok() {
                let store = Store { kind: Kind::Spent, hex: *hex, count: 1 };
                counters.push(Counter { owner: *owner, store });
            }
        }
        counters
    }

    fn obstacles(&self, game: &Marshals) -> Obstacles<'_, Box<[u64]>> {
        let Lay { enemy, zones, friends, cossacks, .. } = self;
        Obstacles {
            ground: Ground::on(game.date),
            barriers: Barriers { enemy, controlled: zones, friends },
            cossacks,
            taken: None,
        }
    }
}

impl Commissariat<'_> {
    /// The sources that units in a hex can trace to, nearest first.
    pub(crate) fn sources(&mut self, hex: HexId, factors: u16) -> Vec<Found> {
        let stack = self.stack(hex, factors);
        let tracer = self.tracer.get_or_insert_default();
        let stores = self.lay.stores(self.game, tracer);
        within_reach(tracer, &self.lay.obstacles(self.game), stack, &stores).into_iter().collect()
    }

    fn stack(&self, hex: HexId, factors: u16) -> Stack {
        Stack { hex, factors, at_home: self.game.home(hex) == Some(self.lay.nation) }
    }

    /// From where the nation can trace to its sources, for all hexes at once.
    pub(crate) fn field(&mut self) -> Fields {
        let mut fields = Fields::default();
        let tracer = self.tracer.get_or_insert_default();
        let stores = self.lay.stores(self.game, tracer);
        fields.lay(tracer, &self.lay.obstacles(self.game), &stores);
        fields
    }

    /// Whether units in a hex have any source: a city, a depot, a supply unit, or a foraged hex (M-attr-1). In remote country what was
    /// burned in the turn is one, too, since that is how armies live there (M-supply-22).
    pub(crate) fn feeds(&mut self, hex: HexId) -> bool {
        self.game.country(self.lay.nation).draws_on_forage(hex) || self.has_store(hex)
    }

    /// The same without foraged land.
    pub(crate) fn has_store(&mut self, hex: HexId) -> bool {
        let lasts = |found: &Found| found.kind != Kind::Spent || Area::of(hex) != Area::Developed;
        self.sources(hex, 1).iter().any(lasts)
    }

    /// What units in a hex get for an event, or why they get nothing.
    pub(crate) fn supply(&mut self, event: Event, hex: HexId, factors: u16) -> Result<Supply, Denied> {
        let found = self.sources(hex, factors);
        supply(event, self.stack(hex, factors), &found)
    }

    /// Whether infantry of the nation may go along the line of communications from a hex (M-loc-25).
    pub(crate) fn may_forward(&self, from: HexId, moved: u8) -> Result<(), Denied> {
        self.lay.communications.may_move(from, Factors::infantry(1), false, moved, &self.lay.zones)
    }

    /// Where infantry can go along the line of communications; not into a zone of the enemy without a friend there (M-loc-27).
    pub(crate) fn reach(&self, from: HexId) -> LandSet {
        let armistice = self.game.armistice;
        if let Some((of, during, reach)) = &*self.lay.reach.borrow()
            && (*of, *during) == (from, armistice)
        {
            return *reach;
        }
        let mut land = OpenLand::to(self.game, self.lay.nation);
        let enters = |from, to| land.lets_pass(from, to);
        let ground = Ground::on(self.game.date);
        let reach = self.lay.communications.reach(ground, &self.lay.zones, from, enters);
        *self.lay.reach.borrow_mut() = Some((from, armistice, reach));
        reach
    }

    /// The lines of the power that feeds the nation.
    pub(crate) fn communications(&self) -> &Communications {
        &self.lay.communications
    }
}

impl Marshals {
    /// What the owner of stores is to a nation that wants to use them.
    pub(super) fn tie(&self, user: NationId, owner: NationId) -> Tie {
        let is_client =
            |nation: NationId, of| nation.class() != Class::Minor && self.realm(nation).patron == Some(of);
        if user == owner {
            Tie::Own
        } else if !self.are_friends(user, owner) {
            Tie::Stranger
        } else if is_client(owner, user) {
            Tie::Client
        } else if is_client(user, owner) {
            Tie::Controller
        } else {
            Tie::Ally
        }
    }

    /// What so many factors of a nation in a hex get for an event, or why they get nothing (M-supply-14, M-supply-15).
    pub(crate) fn provision(
        &self,
        event: Event,
        nation: NationId,
        hex: HexId,
        factors: u16,
    ) -> Result<Supply, Denied> {
        Commissariat::of(self, nation).supply(event, hex, factors)
    }

    /// Burns what an event takes. Supply units that are burned cover all in their range for the rest of the turn (M-supply-4,
    /// M-supply-22); depots leave nothing.
    pub(crate) fn burn(&mut self, nation: NationId, supply: &Supply) {
        for found in &supply.burned {
            let hex = found.line.end();
            let usable = |game: &Marshals, owner| may_use(nation, owner, game.tie(nation, owner)).is_ok();
            let is_unit = found.kind == Kind::Unit;
            let source = self.forces.at(hex).iter().find(|force| {
                let there = if is_unit { force.supply } else { force.depots };
                there > 0 && usable(self, force.muster.nation)
            });
            let Some(muster) = source.map(|force| force.muster) else { continue };
            self.scrap_stores(muster, is_unit.into(), (!is_unit).into());
            if is_unit && !self.spent.is_full() {
                self.spent.push((muster.nation, hex));
            }
        }
    }

    /// Those who have stayed where they are in a seat's turn: six factors or more away from home in remote country burn a supply
    /// unit in reach, unless they live off the land or one has been burned round them (M-supply-22).
    pub(crate) fn maintain(&mut self, seat: Seat) {
        let mut stayed: Vec<(HexId, NationId, u16)> = Vec::new();
        for force in self.forces.iter().filter(|force| force.is_in_the_open()) {
            let Muster { hex, nation, record, .. } = force.muster;
            let stays = record == Record::Fresh && self.seat(nation) == Some(seat);
            if stays && self.side(nation).is_some() && Area::of(hex) != Area::Developed {
                stayed.push((hex, nation, force.factors.total()));
            }
        }
        for stack in stayed.chunk_by(|a, b| a.0 == b.0) {
            let hex = stack[0].0;
            let factors = stack.iter().map(|(_, _, factors)| factors).sum();
            let (_, nation, _) = *stack.iter().rev().max_by_key(|(_, _, factors)| *factors).expect("a stack");
            if self.country(nation).draws_on_forage(hex) {
                continue;
            }
            let supply = self.provision(Event::Move, nation, hex, factors);
            let units = |supply: &Supply| supply.burned.iter().all(|found| found.kind == Kind::Unit);
            if let Some(supply) = supply.ok().filter(units) {
                self.burn(nation, &supply);
            }
        }
    }

    /// Supply units and depots leave the map for the counters that can be built.
    pub(crate) fn scrap_stores(&mut self, muster: Muster, supply: u8, depots: u8) {
        self.forces.unstore(muster, supply, depots);
        self.treasury_mut(crate::counters::shown_by(muster.nation)).unbuilt_supply += supply + depots;
    }
}

impl Country<'_> {
    /// On whose lines of communications a nation lives: a client on those of its power, a minor power on its own even if another
    /// commands it (M-loc-24).
    pub(crate) fn feeder(self) -> NationId {
        if self.nation.class() == Class::Minor { self.nation } else { self.commands(self.nation) }
    }

    /// The production cities and forts at home of a nation that no enemy holds, with ports that build ships or without (M-loc-5,
    /// M-supply-6).
    pub(crate) fn home_sources(self, with_ports: bool) -> impl Iterator<Item = HexId> {
        let places = self.home_places().iter().filter(move |home| home.feeds || with_ports);
        places.map(|home| home.hex).filter(move |hex| {
            let holder = self.control.get(*hex);
            holder.is_some_and(|holder| self.are_friends(holder, self.nation))
        })
    }

    /// Whether units of a nation in a hex live on land that their seat has foraged (M-supply-9).
    pub(crate) fn draws_on_forage(self, hex: HexId) -> bool {
        let own = self.foraged.iter().filter(|(seat, _)| Some(*seat) == self.seat(self.nation));
        own.map(|(_, foraged)| *foraged).any(|foraged| may_draw(hex, foraged, Ground::on(self.date)).is_ok())
    }

    /// Whether a supply unit has been burned in this turn that covers units of a nation in a hex.
    pub(crate) fn is_covered_by_burned(self, hex: HexId) -> bool {
        let is_near = |(_, spent): &(NationId, HexId)| MAP.grid.distance(hex, *spent) <= RANGE.into();
        self.spent.iter().any(is_near)
            && Commissariat::of(self.game, self.nation)
                .sources(hex, 1)
                .iter()
                .any(|found| found.kind == Kind::Spent)
    }
}

/// Whether Berthier is with Napoleon and not in Paris (M-lead-53).
fn berthier_is_with_napoleon(game: &Marshals) -> bool {
    let Some(hex) = game.staff.hex(*BERTHIER).filter(|hex| *hex != *PARIS) else { return false };
    NAPOLEON.iter().any(|leader| game.staff.hex(*leader) == Some(hex))
}
