//! Plans: a stack goes somewhere at one go, or a commander is activated with those under him.
//!
//! A turn is made of many small actions: a leader is activated, sets out, goes hex by hex, halts or attacks. People make all of that
//! with one click, and a search has it as one edge. What a stack could want is to attack whom it can reach, to take a city, to come
//! nearer to the enemy, or to join friends. Plans are found with nothing but what their seat knows.

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::{Choice, Currency, Effect, EffectKind, PieceKey, Plans, Seat, Target, Verb};

use super::Marching;
use super::reach::{Feeds, Leg, Reach};
use crate::action::Action;
use crate::event::{hex_name, space};
use crate::field::Stance;
use crate::ground::{self, LandSet, way, ways};
use crate::ids::{LeaderId, PlaceId};
use crate::map::MAP;
use crate::nations::Side;
use crate::state::{Marshals, Player};

/// The most enemies that a stack has plans against, the nearest.
const TARGETS: usize = 2;

/// Of how many leaders of a hex who still need orders there are plans: others would do the same.
const NAMED: u8 = 2;

/// What plans of a seat are found with.
struct Scene {
    side: Side,
    /// The enemy's zones of control.
    zones: LandSet,
    /// Where enemies stand in the open.
    enemies: Vec<HexId>,
    /// Production cities and capitals that the enemy holds, with nobody in the open there.
    prizes: Vec<(HexId, u8)>,
    /// Where friends stand under a leader, and how many.
    friends: Vec<(HexId, u16)>,
}

impl Scene {
    fn of(game: &Marshals, seat: Seat) -> Option<Scene> {
        let side = game.side_of(seat)?;
        let mut enemies: Vec<HexId> = Vec::new();
        let mut friends: Vec<(HexId, u16)> = Vec::new();
        for force in game.forces.iter().filter(|force| force.is_in_the_open()) {
            let hex = force.muster.hex;
            match game.side(force.muster.nation) {
                Some(other) if other == side => match friends.last_mut() {
                    Some((last, factors)) if *last == hex => *factors += force.factors.total(),
                    _ => friends.push((hex, force.factors.total())),
                },
                Some(_) if enemies.last() != Some(&hex) => enemies.push(hex),
                _ => {}
            }
        }
        friends.retain(|(hex, _)| game.staff.at(*hex, Stance::Open).next().is_some());
        let prizes = PlaceId::all()
            .filter(|place| place.get().stars > 0 && game.controls(place.hex()) == Some(side.enemy()))
            .map(|place| (place.hex(), place.get().stars))
            .filter(|(hex, _)| !enemies.contains(hex))
            .collect();
        Some(Scene { side, zones: game.zones_of(side.enemy()), enemies, prizes, friends })
    }

    /// How far it is to the nearest enemy, over land and water.
    fn distance(&self, hex: HexId) -> u16 {
        self.enemies.iter().map(|enemy| MAP.grid.distance(hex, *enemy)).min().unwrap_or(0)
    }
}

/// Where a stack could go, and whom it could attack from there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Go(Leg),
    Attack { from: Option<Leg>, target: HexId },
}

impl Marching {
    /// What the stack could want.
    fn aims(self, game: &Marshals, scene: &Scene, reach: &Reach) -> ArrayVec<Aim, 8> {
        let mut aims = ArrayVec::new();
        self.find_attacks(game, scene, reach, &mut aims);
        if game.battle.is_some() {
            // Who goes anywhere else gives the attack up that is declared (M-lead-42).
            return aims;
        }
        let mut add = |leg: Option<Leg>| {
            let aim = leg.map(Aim::Go).filter(|aim| !aims.contains(aim) && !aims.is_full());
            aims.extend(aim);
        };
        let prize = scene.prizes.iter().filter_map(|(hex, stars)| Some((reach.to(*hex)?, *stars)));
        let prize = prize.filter(|(leg, _)| leg.hex != self.hex);
        add(prize.max_by_key(|(leg, stars)| (*stars, std::cmp::Reverse(leg.price))).map(|(leg, _)| leg));
        let here = scene.distance(self.hex);
        let nearer = reach.legs().iter().copied().filter(|leg| scene.distance(leg.hex) < here);
        add(nearer.min_by_key(|leg| (scene.distance(leg.hex), leg.price, leg.hex)));
        let friends = scene.friends.iter().filter_map(|(hex, factors)| Some((reach.to(*hex)?, *factors)));
        let friends = friends.filter(|(leg, _)| leg.hex != self.hex);
        add(friends.max_by_key(|(leg, factors)| (*factors, std::cmp::Reverse(leg.hex))).map(|(leg, _)| leg));
        let farther = reach.legs().iter().copied().filter(|leg| !leg.ends && scene.distance(leg.hex) > here);
        if here <= 2 {
            add(farther.max_by_key(|leg| (scene.distance(leg.hex), std::cmp::Reverse((leg.price, leg.hex)))));
        }
        aims
    }

    /// Whom the stack could attack, each from the best hex that it can come to.
    fn find_attacks(self, game: &Marshals, scene: &Scene, reach: &Reach, aims: &mut ArrayVec<Aim, 8>) {
        let Some(leader) = self.leader else { return };
        if let Some(battle) = &game.battle
            && (battle.sort != crate::battle::Sort::Field
                || game.side(battle.nation) != Some(scene.side)
                || self.aim_at(game, leader, battle.target, reach, aims))
        {
            return;
        }
        let mut near: Vec<(u8, HexId)> = Vec::new();
        for target in &scene.enemies {
            let price = ways(*target).iter().filter_map(|way| reach.to(way.to)).map(|leg| leg.price).min();
            near.extend(price.map(|price| (price, *target)));
        }
        near.sort_unstable();
        for (_, target) in near.into_iter().take(TARGETS) {
            self.aim_at(game, leader, target, reach, aims);
        }
    }

    /// Adds an attack on a hex, if it can be made: rather not over a river or mountains.
    fn aim_at(
        self,
        game: &Marshals,
        leader: LeaderId,
        target: HexId,
        reach: &Reach,
        aims: &mut ArrayVec<Aim, 8>,
    ) -> bool {
        let legs = ways(target).iter().filter_map(|way| reach.to(way.to)).filter(|leg| !leg.is_asked);
        let over = |leg: &Leg| {
            way(leg.hex, target).map_or(2, |way| u8::from(way.side.river) + 2 * u8::from(way.side.mountain))
        };
        let Some(leg) = legs.min_by_key(|leg| (over(leg), leg.price, leg.hex)) else { return false };
        let (after, march) = self.tried_at(game, leg.hex);
        let may = after.may_attack(Some(leader), march.hex, target).is_ok();
        if may && !aims.is_full() {
            aims.push(Aim::Attack { from: (leg.hex != self.hex).then_some(leg), target });
        }
        may
    }
}

/// The actions that follow once a march has begun.
fn actions(reach: &Reach, aim: Aim) -> Vec<Action> {
    let (way, last) = match aim {
        Aim::Go(leg) if leg.is_asked => (reach.way(leg), None),
        Aim::Go(leg) => (reach.way(leg), Some(Action::Halt)),
        Aim::Attack { from, target } => {
            (from.map(|leg| reach.way(leg)).unwrap_or_default(), Some(Action::Attack(target)))
        }
    };
    Marching::steps_along(&way).chain(last).collect()
}

/// Adds what stacks can do that have not set out: a leader who is activated, or can be, goes with what he leads.
pub(crate) fn from_camp(game: &Marshals, seat: Seat, out: &mut Plans<Action>) {
    let Some(scene) = Scene::of(game, seat) else { return };
    let mut feeds = Feeds::of(game);
    let mut usual: ArrayVec<(HexId, u8), 64> = ArrayVec::new();
    for leader in by_merit(game) {
        if game.seat(leader.get().nation) != Some(seat) {
            continue;
        }
        let Some((hex, activates)) = game.player(seat).may_set_out(leader) else { continue };
        if activates && game.general(leader).has_subordinates() {
            add_summons(game, seat, leader, out);
            continue;
        }
        // Of those in a hex who still need orders, the best.
        if activates {
            match usual.iter_mut().find(|(other, _)| *other == hex) {
                Some((_, count)) if *count == NAMED => continue,
                Some((_, count)) => *count += 1,
                None => usual.extend((!usual.is_full()).then_some((hex, 1))),
            }
        }
        let (after, march, companions) = Marching::tried(game, leader, hex, &mut feeds);
        let reach = march.reach(&after, &scene.zones);
        for aim in march.aims(&after, &scene, &reach) {
            let first = activates.then_some(Action::Activate(leader));
            let begun = first.into_iter().chain([Action::March(leader)]);
            let taken = companions.iter().copied().map(Action::TakeLeader);
            out.push(begun.chain(taken).chain(actions(&reach, aim)));
        }
    }
}

/// Adds what the stack on the march can do.
pub(crate) fn on_the_march(march: Marching, game: &Marshals, seat: Seat, out: &mut Plans<Action>) {
    let Some(scene) = Scene::of(game, seat) else { return };
    let reach = march.reach(game, &scene.zones);
    for aim in march.aims(game, &scene, &reach) {
        let actions = actions(&reach, aim);
        if actions.len() > 1 {
            out.push(actions);
        }
    }
}

/// A commander is activated, and at once those under him: those who stand elsewhere, or those who would march from his hex without
/// him as well.
fn add_summons(game: &Marshals, seat: Seat, leader: LeaderId, out: &mut Plans<Action>) {
    let left = leader.get().initiative;
    let begin = |all: Summoned| [Action::Activate(leader)].into_iter().chain(all.actions());
    let [together, apart] = [false, true]
        .map(|apart| game.player(seat).summons_of(leader, left, apart).filter(Summoned::is_anything));
    if apart != together {
        apart.into_iter().for_each(|all| out.push(begin(all)));
    }
    together.into_iter().for_each(|all| out.push(begin(all)));
}

/// Those whom a commander activates who is doing so.
pub(crate) fn add_summoned(game: &Marshals, seat: Seat, leader: LeaderId, left: u8, out: &mut Plans<Action>) {
    let [together, apart] = [false, true].map(|apart| game.player(seat).summons_of(leader, left, apart));
    let longer = |all: &Summoned| all.actions().count() > 1;
    if apart != together {
        apart.into_iter().filter(longer).for_each(|all| out.push(all.actions()));
    }
    together.into_iter().filter(longer).for_each(|all| out.push(all.actions()));
}

/// Whom a commander activates with himself if he does what is usual.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Summoned {
    under: ArrayVec<LeaderId, 8>,
    /// Whether he could activate more, and does not.
    closes: bool,
}

impl Summoned {
    pub(super) fn actions(&self) -> impl Iterator<Item = Action> + use<> {
        let done = self.closes.then_some(Action::Done);
        self.under.clone().into_iter().map(Action::Summon).chain(done)
    }

    fn is_anything(&self) -> bool {
        !self.under.is_empty() || self.closes
    }
}

impl Player<'_> {
    /// From where a leader can set out with troops, and whether he has to be activated for it.
    pub(crate) fn may_set_out(self, leader: LeaderId) -> Option<(HexId, bool)> {
        let hex = self.may_order(leader).ok()?;
        let activated = self.staff.activated.contains(leader);
        if !activated && self.has_point(leader.get().nation).is_err() {
            return None;
        }
        let led =
            self.general(leader).has_fresh(hex) || !activated && self.general(leader).has_subordinates();
        led.then_some((hex, !activated))
    }

    /// Whom a commander who has just been activated activates if he does what is usual: those who have troops to lead that nobody
    /// else leads, the nearest to the enemy first. In his own hex the commander leads by himself, unless they are to go `apart`.
    pub(super) fn summons_of(self, commander: LeaderId, left: u8, apart: bool) -> Option<Summoned> {
        let side = self.side_of(self.seat)?;
        let enemy = |force: &&crate::field::Force| {
            force.is_in_the_open() && self.side(force.muster.nation) == Some(side.enemy())
        };
        let enemies: Vec<HexId> = self.forces.iter().filter(enemy).map(|force| force.muster.hex).collect();
        let distance = |hex| enemies.iter().map(|enemy| MAP.grid.distance(hex, *enemy)).min();
        let all: Vec<(LeaderId, HexId)> = summonable(self.game, self.seat, commander).collect();
        let mut able: Vec<(Option<u16>, u8, LeaderId, HexId)> = all
            .iter()
            .filter(|(leader, hex)| self.general(*leader).has_fresh(*hex))
            .map(|(leader, hex)| (distance(*hex), u8::MAX - leader.get().combat, *leader, *hex))
            .collect();
        able.sort_unstable();
        let most = usize::from(left);
        // How many factors of a hex have somebody to lead them.
        let limit = |leader| self.general(leader).limit().unwrap_or(u16::MAX);
        let own = self.staff.hex(commander).filter(|_| !apart);
        let mut led: Vec<(HexId, u16)> = own.map(|hex| (hex, limit(commander))).into_iter().collect();
        let mut under = ArrayVec::new();
        for (_, _, leader, hex) in able {
            let there = self.forces.open(hex, |nation| self.side(nation) == Some(side)).total();
            let led_there = led.iter().filter(|(other, _)| *other == hex).map(|(_, led)| u32::from(*led));
            if led_there.sum::<u32>() < u32::from(there) && under.len() < most.min(under.capacity()) {
                led.push((hex, limit(leader)));
                under.push(leader);
            }
        }
        Some(Summoned { closes: under.len() < most && all.len() > under.len(), under })
    }
}

/// Those in play, the best in battle first.
fn by_merit(game: &Marshals) -> ArrayVec<LeaderId, 256> {
    let mut leaders: ArrayVec<LeaderId, 256> = game.staff.in_play().map(|(leader, _)| leader).collect();
    leaders.sort_by_key(|leader| {
        let line = leader.get();
        (std::cmp::Reverse((line.combat, line.initiative)), *leader)
    });
    leaders
}

/// Those whom a commander who is activated can activate as well.
fn summonable(
    game: &Marshals,
    seat: Seat,
    commander: LeaderId,
) -> impl Iterator<Item = (LeaderId, HexId)> + '_ {
    let able = game.staff.in_play().map(|(leader, _)| leader);
    able.filter_map(move |leader| {
        let free = game.general(leader).is_subordinate(commander) && !game.staff.activated.contains(leader);
        let hex = free.then(|| game.player(seat).may_order(leader).ok()).flatten()?;
        game.general(commander).orders_reach(hex).then_some((leader, hex))
    })
}

/// How a plan of a march shows: on the leader's way to where it ends.
pub(crate) fn shown(game: &Marshals, plan: &[Action], own: Option<&Marching>) -> Option<Choice> {
    let starter = plan.iter().find_map(|action| match action {
        Action::March(leader) => Some(*leader),
        _ => None,
    });
    if let (None, [Action::Activate(leader), rest @ ..]) = (starter, plan) {
        return Some(shown_summons(*leader, rest));
    }
    let leader = starter.or_else(|| own.and_then(|march| march.leader));
    let piece = match (leader, own) {
        (Some(leader), _) => PieceKey::of(&leader),
        (None, Some(march)) => march.piece(game),
        (None, None) => return None,
    };
    let name = leader.map_or_else(|| own.map_or("the stack", |march| march.nation.name()), LeaderId::name);
    let from = leader.and_then(|leader| game.staff.hex(leader)).or(own.map(|march| march.hex))?;
    let way: Vec<HexId> = plan
        .iter()
        .filter_map(|action| match action {
            Action::Step(hex) => Some(*hex),
            _ => None,
        })
        .collect();
    let last = way.last().copied().unwrap_or(from);
    let choice = match plan.last()? {
        Action::Attack(target) => {
            let by_way = if way.is_empty() { String::new() } else { format!(" from {}", hex_name(last)) };
            let label = format!("Attack {} with {name}{by_way}", hex_name(*target));
            let target_shown = Target::Move { piece, to: space(*target) };
            let words = game.attack_in_words(last, *target);
            let effect = Some(Effect::new(EffectKind::Attack, words));
            Choice { effect, ..Choice::new(Verb::Attack, label, target_shown) }
        }
        _ => {
            let label = format!("March with {name} to {}", hex_name(last));
            Choice::new(Verb::Move, label, Target::Move { piece, to: space(last) })
        }
    };
    let nation = leader.map(|leader| leader.get().nation).or(own.map(|march| march.nation))?;
    let over = std::iter::once(&from).chain(&way).zip(&way).filter_map(|(from, to)| ground::way(*from, *to));
    let price: u16 = over.map(|way| u16::from(game.price_of(nation, &way))).sum();
    Some(if price > 0 { choice.costing(price, Currency::Mp) } else { choice })
}

fn shown_summons(leader: LeaderId, rest: &[Action]) -> Choice {
    let label = match summoned(rest) {
        none if none.is_empty() => format!("Activate {} alone", leader.name()),
        names => format!("Activate {} with {names}", leader.name()),
    };
    Choice::new(Verb::Lead, label, Target::Piece { piece: PieceKey::of(&leader) })
        .costing(1, Currency::CommandPoint)
}

/// How a plan of summons shows.
pub(crate) fn shown_summoned(plan: &[Action]) -> Choice {
    Choice::button(Verb::Select, format!("Activate {} as well", summoned(plan)))
}

/// "Ney, Reille".
fn summoned(plan: &[Action]) -> String {
    let names: Vec<&str> = plan
        .iter()
        .filter_map(|action| match action {
            Action::Summon(leader) => Some(leader.name()),
            _ => None,
        })
        .collect();
    names.join(", ")
}

/// How likely a sensible player is to carry out such a plan, against 1 for an ordinary action.
pub(crate) fn prior(plan: &[Action]) -> f32 {
    match plan.last() {
        Some(Action::Attack(_)) => 2.0,
        Some(Action::Summon(_) | Action::Done) => 3.0,
        _ => 1.5,
    }
}

impl Marshals {
    /// How an attack comes: "attacks over a river".
    pub(crate) fn attack_in_words(&self, from: HexId, target: HexId) -> String {
        let over = match way(from, target) {
            Some(way) if way.side.mountain => " over mountains",
            Some(way) if way.side.river && !self.is_frozen(&way) => " over a river",
            _ => "",
        };
        let fort = if MAP.fort(target) > 0 { " outside a fort" } else { "" };
        let woods = match MAP.terrain(target) {
            crate::map::Terrain::Woods => " in woods",
            _ => "",
        };
        let plain = if [over, woods, fort] == [""; 3] { " in open country" } else { "" };
        format!("attacks{over}{woods}{fort}{plain}")
    }
}
