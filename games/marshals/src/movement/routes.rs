//! Whole stacks to far hexes by one click.
//!
//! A route is the same small actions that could be made one by one, tried on a copy: the leader is activated, takes along what is in
//! hand, marches and halts, or attacks. Every hex is told with its price and with what is wrong there.

use atlas::topology::HexId;
use engine::{
    Choice, Cost, Currency, Effect, EffectKind, Game, PieceKey, Recorder, Route, Seat, SpaceRef, Target, Verb,
};

use super::Marching;
use super::reach::{Feeds, Leg, Reach};
use crate::action::Action;
use crate::event::{hex_at, hex_name, space};
use crate::field::{Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::ground::{LandId, way, ways};
use crate::ids::{LeaderId, NationId};
use crate::questions::Question;
use crate::state::Marshals;
use crate::supply::haul::Hauling;
use crate::view::{Stores, Units};

/// What is in hand: leaders and troops in the open in one hex.
struct Hand {
    hex: HexId,
    leaders: Vec<LeaderId>,
    units: Vec<Units>,
}

pub(crate) fn routes(
    game: &Marshals,
    seat: Seat,
    pieces: &[PieceKey],
    via: &[SpaceRef],
) -> Vec<Route<Action>> {
    if !game.to_act().contains(seat) {
        return Vec::new();
    }
    let Some(via) = via.iter().map(|at| hex_at(*at)).collect::<Option<Vec<HexId>>>() else {
        return Vec::new();
    };
    if let [piece] = pieces
        && let Some(stores) = piece.get::<Stores>()
    {
        return carts(game, seat, stores, &via);
    }
    let found = Hand::of(game, pieces).and_then(|hand| match game.asked()? {
        Question::Campaign(_) => hand.set_out(game, seat),
        Question::Marching(march) => hand.go_on(game, seat, march),
        _ => None,
    });
    found.and_then(|start| start.over(seat, &via)).map(|start| start.routes(game)).unwrap_or_default()
}

impl Hand {
    fn of(game: &Marshals, pieces: &[PieceKey]) -> Option<Hand> {
        let mut leaders: Vec<LeaderId> = Vec::new();
        let mut units: Vec<Units> = Vec::new();
        for piece in pieces {
            match (piece.get::<LeaderId>(), piece.get::<Units>()) {
                (Some(leader), _) => leaders.push(leader),
                (_, Some(unit)) if unit.stance == Stance::Open => units.push(unit),
                _ => return None,
            }
        }
        let mut hexes = leaders
            .iter()
            .map(|leader| game.staff.hex(*leader))
            .chain(units.iter().map(|unit| Some(unit.hex)));
        let hex = hexes.next()??;
        hexes.all(|other| other == Some(hex)).then_some(Hand { hex, leaders, units })
    }

    /// Who leads what is in hand: of the leaders in it the first, else whoever stands there and can.
    fn leader(&self, game: &Marshals, seat: Seat) -> Option<(LeaderId, bool)> {
        let able = |leader: &LeaderId| game.player(seat).may_set_out(*leader).map(|(_, activates)| activates);
        let ranked = |leaders: &mut dyn Iterator<Item = LeaderId>| {
            let able: Vec<(bool, LeaderId)> =
                leaders.filter_map(|leader| Some((able(&leader)?, leader))).collect();
            let free = able.iter().any(|(activates, _)| !activates);
            let of_first = able.iter().filter(|(activates, _)| !free || !activates);
            game.top_of(of_first.map(|(_, leader)| *leader)).map(|leader| (leader, !free))
        };
        if !self.leaders.is_empty() {
            return ranked(&mut self.leaders.iter().copied());
        }
        let leads = |leader: &LeaderId| self.units.iter().all(|unit| game.leads(*leader, unit.nation));
        ranked(&mut game.staff.at(self.hex, Stance::Open).filter(leads))
    }

    /// A stack that has not set out.
    fn set_out(&self, game: &Marshals, seat: Seat) -> Option<Start> {
        let mut start =
            Start { after: game.clone(), actions: Vec::new(), way: Vec::new(), spent: 0, label: None };
        let Some((leader, activates)) = self.leader(game, seat) else {
            return self.detach(seat, start);
        };
        if activates {
            start.act(seat, Action::Activate(leader))?;
            if let Some(Question::Summons(_)) = start.after.asked() {
                let under = start.after.player(seat).summons_of(leader, leader.get().initiative, false)?;
                for action in under.actions() {
                    start.act(seat, action)?;
                }
            }
        }
        start.act(seat, Action::March(leader))?;
        start.label = Some(leader);
        if let ([_] | [], []) = (&self.leaders[..], &self.units[..]) {
            let companions = start.march()?.companions(&start.after);
            companions.into_iter().try_for_each(|other| start.act(seat, Action::TakeLeader(other)))?;
        }
        self.muster(&mut start, seat, leader)?;
        Some(start)
    }

    /// Troops without a leader: a counter of one arm, for a command point.
    fn detach(&self, seat: Seat, mut start: Start) -> Option<Start> {
        let [unit] = self.units[..] else { return None };
        if !self.leaders.is_empty() {
            return None;
        }
        let Units { hex, nation, arm, .. } = unit;
        start.act(seat, Action::Detach { hex, nation, arm })?;
        let there = start.after.forces.open(hex, |other| other == nation)[arm];
        let marching = start.after.forces.marching().map(|force| force.factors[arm]).sum::<u8>();
        (marching == there).then_some(start)
    }

    /// A stack that has set out.
    fn go_on(&self, game: &Marshals, seat: Seat, march: Marching) -> Option<Start> {
        if march.hex != self.hex {
            return None;
        }
        let mut start = Start {
            after: game.clone(),
            actions: Vec::new(),
            way: Vec::new(),
            spent: 0,
            label: march.leader,
        };
        match march.leader {
            Some(leader) => self.muster(&mut start, seat, leader)?,
            None => {
                let all = |unit: &Units| {
                    let marching = march.factors(game)[unit.arm];
                    unit.nation == march.nation
                        && marching == game.forces.open(self.hex, |other| other == unit.nation)[unit.arm]
                };
                if !self.leaders.is_empty() || !self.units.iter().all(all) {
                    return None;
                }
            }
        }
        Some(start)
    }

    /// Has those march who are in hand: if troops are, all of them and no others; else what the leader takes by himself.
    fn muster(&self, start: &mut Start, seat: Seat, leader: LeaderId) -> Option<()> {
        for other in self.leaders.iter().filter(|other| **other != leader) {
            if !start.after.staff.marching.contains(*other) {
                start.act(seat, Action::TakeLeader(*other))?;
            }
        }
        if self.units.is_empty() {
            return Some(());
        }
        let wanted = |nation: NationId, arm: Arm| {
            self.units.iter().any(|unit| (unit.nation, unit.arm) == (nation, arm))
        };
        let here: Vec<Muster> = start.after.forces.at(self.hex).iter().map(|force| force.muster).collect();
        let mut nations: Vec<NationId> = here.iter().map(|muster| muster.nation).collect();
        nations.dedup();
        for take in [false, true] {
            for nation in nations.iter().copied() {
                for arm in Arm::ALL.into_iter().filter(|arm| wanted(nation, *arm) == take) {
                    let record = if take { Record::Fresh } else { Record::Marching };
                    let muster = Muster::fresh(self.hex, nation).with(record);
                    let action =
                        if take { Action::Take { nation, arm } } else { Action::Leave { nation, arm } };
                    for _ in 0..start.after.forces.factors(muster)[arm] {
                        start.act(seat, action)?;
                    }
                }
            }
        }
        let all = |unit: &Units| {
            let marching: Factors = start
                .after
                .forces
                .marching()
                .filter(|force| force.muster.nation == unit.nation)
                .map(|force| force.factors)
                .sum();
            marching[unit.arm] == start.after.forces.open(self.hex, |other| other == unit.nation)[unit.arm]
        };
        self.units.iter().all(all).then_some(())
    }
}

/// A march that has begun, on a copy of the game, with the actions that led to it.
struct Start {
    after: Marshals,
    actions: Vec<Action>,
    /// The hexes that it has gone over.
    way: Vec<HexId>,
    spent: u16,
    label: Option<LeaderId>,
}

impl Start {
    fn act(&mut self, seat: Seat, action: Action) -> Option<()> {
        self.after.apply(seat, &action, &mut Recorder::silent()).ok()?;
        self.actions.push(action);
        Some(())
    }

    fn march(&self) -> Option<Marching> {
        match self.after.asked()? {
            Question::Marching(march) => Some(march),
            _ => None,
        }
    }

    /// Over these hexes in their order.
    fn over(mut self, seat: Seat, via: &[HexId]) -> Option<Start> {
        for stop in via {
            let march = self.march()?;
            let reach = march.reach(&self.after, &march.zones(&self.after));
            let leg = reach.to(*stop).filter(|leg| leg.hex != march.hex)?;
            let way = reach.way(leg);
            for action in Marching::steps_along(&way) {
                self.act(seat, action)?;
            }
            self.way.extend(way);
            self.spent += u16::from(leg.price);
        }
        Some(self)
    }

    fn routes(&self, game: &Marshals) -> Vec<Route<Action>> {
        let Some(march) = self.march() else { return Vec::new() };
        let zones = march.zones(&self.after);
        let reach = march.reach(&self.after, &zones);
        let mut feeds = Feeds::of(&self.after);
        // Winter may take a single factor without supply as it halts: whoever wants that says so himself.
        let is_single = march.factors(&self.after).total() == 1;
        let gives_up = game.battle.as_ref().map(|battle| battle.target);
        let mut routes: Vec<Route<Action>> = Vec::new();
        for leg in reach.legs() {
            let stops = LandId::of(leg.hex).is_some_and(|land| zones.contains(land));
            let hungry =
                march.contingents(&self.after).iter().any(|(nation, _)| !feeds.has(*nation, leg.hex));
            let effect = match gives_up {
                Some(target) => Some(Effect::new(
                    EffectKind::Grave,
                    format!("gives up the attack on {}", hex_name(target)),
                )),
                None if hungry => Some(Effect::new(EffectKind::Hungry, "would be out of supply there")),
                None if leg.is_asked => {
                    Some(Effect::new(EffectKind::Plain, "something is asked there before it halts"))
                }
                None if stops => Some(Effect::new(EffectKind::Plain, "stops in an enemy zone of control")),
                None => None,
            };
            let halt = (!(leg.is_asked || hungry && is_single)).then_some(Action::Halt);
            let label = match self.label {
                Some(leader) => format!("March with {} to {}", leader.name(), hex_name(leg.hex)),
                None => format!("March to {}", hex_name(leg.hex)),
            };
            let choice = Choice { effect, ..Choice::new(Verb::Move, label, Target::Space(space(leg.hex))) };
            routes.push(self.route(&reach, *leg, halt, choice));
        }
        let feeds_here =
            march.contingents(&self.after).iter().all(|(nation, _)| feeds.has(*nation, march.hex));
        if !self.way.is_empty() && (feeds_here || !is_single) {
            // It can halt where it has been led.
            let here = Leg::here(march.hex);
            let label = format!("Halt at {}", hex_name(march.hex));
            let choice = Choice::new(Verb::Move, label, Target::Space(space(march.hex)));
            routes.push(self.route(&reach, here, Some(Action::Halt), choice));
        }
        if let Some(leader) = march.leader {
            self.add_attacks(march, leader, &reach, &mut routes);
        }
        routes
    }

    fn route(&self, reach: &Reach, leg: Leg, last: Option<Action>, choice: Choice) -> Route<Action> {
        let way = reach.way(leg);
        let actions = self.actions.iter().copied().chain(Marching::steps_along(&way)).chain(last).collect();
        let spent = self.spent + u16::from(leg.price);
        let choice = Choice { cost: (spent > 0).then(|| Cost::of(spent, Currency::Mp)), ..choice };
        Route { way: self.way.iter().chain(&way).map(|hex| space(*hex)).collect(), actions, choice }
    }

    /// Whom the stack can attack from a hex that it comes to.
    fn add_attacks(&self, march: Marching, leader: LeaderId, reach: &Reach, routes: &mut Vec<Route<Action>>) {
        let mut targets: Vec<HexId> = self
            .after
            .forces
            .iter()
            .map(|force| force.muster.hex)
            .filter(|hex| self.after.faces_enemies(march.nation, *hex))
            .filter(|hex| ways(*hex).iter().any(|way| reach.to(way.to).is_some() || way.to == march.hex))
            .collect();
        targets.dedup();
        for target in targets {
            let near = ways(target).iter().map(|way| way.to);
            let legs = near.filter_map(|hex| match hex == march.hex {
                true => Some(Leg::here(hex)),
                false => reach.to(hex).filter(|leg| !leg.is_asked),
            });
            let mut legs: Vec<Leg> = legs.collect();
            let over = |leg: &Leg| {
                way(leg.hex, target)
                    .map_or(2, |way| u8::from(way.side.river) + 2 * u8::from(way.side.mountain))
            };
            legs.sort_by_key(|leg| (over(leg), leg.price, leg.hex));
            let can = legs.into_iter().find(|leg| {
                let (after, there) = march.tried_at(&self.after, leg.hex);
                after.may_attack(Some(leader), there.hex, target).is_ok()
            });
            let Some(leg) = can else { continue };
            let from = if leg.hex == march.hex && self.way.is_empty() {
                String::new()
            } else {
                format!(" from {}", hex_name(leg.hex))
            };
            let label = format!("Attack {} with {}{from}", hex_name(target), leader.name());
            let effect = Effect::new(EffectKind::Attack, self.after.attack_in_words(leg.hex, target));
            let choice = Choice {
                effect: Some(effect),
                ..Choice::new(Verb::Attack, label, Target::Space(space(target)))
            };
            let mut route = self.route(reach, leg, Some(Action::Attack(target)), choice);
            route.way.push(space(target));
            routes.push(route);
        }
    }
}

/// Where a supply unit can be hauled, one after the other of a hex.
fn carts(game: &Marshals, seat: Seat, stores: Stores, via: &[HexId]) -> Vec<Route<Action>> {
    let Stores { hex, nation, stance: Stance::Open, is_depot: false } = stores else { return Vec::new() };
    let mut after = game.clone();
    let mut actions: Vec<Action> = Vec::new();
    let mut act = |after: &mut Marshals, action: Action| {
        actions.push(action);
        after.apply(seat, &action, &mut Recorder::silent()).is_ok()
    };
    let begun = match game.asked() {
        Some(Question::Campaign(_)) => act(&mut after, Action::Haul { hex, nation }),
        Some(Question::Hauling(own)) => own.hex == hex && own.nation == nation,
        _ => false,
    };
    let alone = game
        .forces
        .at(hex)
        .iter()
        .filter(|force| force.muster.nation == nation && force.muster.stance == Stance::Open);
    // Of several only one goes, and its counter stays.
    if !begun || alone.map(|force| force.supply).sum::<u8>() != 1 {
        return Vec::new();
    }
    for stop in via {
        if !act(&mut after, Action::Step(*stop)) {
            return Vec::new();
        }
    }
    let hauling = |after: &Marshals| match after.asked() {
        Some(Question::Hauling(own)) => Some(own),
        _ => None,
    };
    let Some(own) = hauling(&after) else { return Vec::new() };
    let spent_at_first = match game.asked() {
        Some(Question::Hauling(own)) => own.spent,
        _ => 0,
    };
    let route = |way: Vec<HexId>, own: Hauling| {
        let to = *way.last()?;
        let label = format!("Haul the supply unit to {}", hex_name(to));
        let choice = Choice::new(Verb::Move, label, Target::Space(space(to)))
            .costing(u16::from(own.spent - spent_at_first), Currency::Mp);
        let steps = way[via.len()..].iter().map(|hex| Action::Step(*hex));
        let actions = actions.iter().copied().chain(steps).chain([Action::Halt]).collect();
        Some(Route { way: way.iter().map(|hex| space(*hex)).collect(), actions, choice })
    };
    // It goes two hexes at most.
    let mut routes: Vec<Route<Action>> = Vec::new();
    let mut seen = vec![hex, own.hex];
    if !via.is_empty() {
        routes.extend(route(via.to_vec(), own));
    }
    let mut open = vec![(after, via.to_vec())];
    while let Some((state, way)) = open.pop() {
        let Some(own) = hauling(&state) else { continue };
        for next in ways(own.hex).iter().map(|way| way.to) {
            if seen.contains(&next) {
                continue;
            }
            let mut further = state.clone();
            if further.apply(seat, &Action::Step(next), &mut Recorder::silent()).is_err() {
                continue;
            }
            seen.push(next);
            let Some(own) = hauling(&further) else { continue };
            let mut on = way.clone();
            on.push(next);
            routes.extend(route(on.clone(), own));
            open.insert(0, (further, on));
        }
    }
    routes
}
