//! A stack on the march. Rulebook: Land Movement.
//!
//! Whoever marches has that on record: the factors in the forces on the map, the leaders on the staff. The step knows the rest.

mod entry;
mod feeding;
pub(crate) mod plans;
pub(crate) mod price;
pub(crate) mod reach;
pub(crate) mod routes;

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::steps::{Flow, Step};
use engine::{
    Choice, Denied, Gauge, PieceKey, Plans, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule,
};
use serde::{Deserialize, Serialize};

pub(crate) use self::entry::OpenLand;
use self::feeding::Feeding;
use crate::action::Action;
use crate::battle::Sort;
use crate::command::Contingents;
use crate::control::around;
use crate::event::{Event, Mover, hex_at, hex_name, space};
use crate::field::{Muster, Record, Stance, by_choice};
use crate::forces::{Arm, Factors};
use crate::ground::{Way, way, ways};
use crate::ids::{LeaderId, NationId};
use crate::intrinsic::Alarm;
use crate::questions::Question;
use crate::staff::Post;
use crate::state::Marshals;
use crate::supply::depots::{Demolition, may_destroy};
use crate::view::{Units, waiting};
use crate::wording::words;

/// The factors of a client that stay together under a leader (M-stack-8).
const TOGETHER: u16 = 6;

/// A stack on the march.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Marching {
    /// Who leads it, if somebody does.
    leader: Option<LeaderId>,
    /// Whose march it is.
    nation: NationId,
    /// Where it is.
    hex: HexId,
    /// The movement that it has spent.
    spent: u8,
    /// The hexes that it has entered.
    steps: u8,
    /// The most factors that it has had on the way.
    size: u16,
    /// Whether winter slows it.
    wintry: bool,
    /// Whether an enemy zone has stopped it.
    stopped: bool,
    /// Where it set out.
    origin: HexId,
    /// How it stands there: inside a fort if enemies hold the ground before it (M-siege-8).
    camp: Stance,
    /// What it lives on.
    feeding: Feeding,
}

impl Marching {
    /// A march that sets out from a hex, with nobody but its leader yet.
    pub(crate) fn begin(
        game: &mut Marshals,
        leader: Option<LeaderId>,
        nation: NationId,
        hex: HexId,
    ) -> Marching {
        if let Some(leader) = leader {
            game.staff.marching.insert(leader);
            if game.quarters_in(nation, hex) == Stance::Open {
                game.staff.send(leader, Post::Open(hex));
            }
        }
        let feeding = Feeding::at(game, hex, nation, &mut |other, hex| game.has_store(other, hex));
        Marching::with(game, leader, nation, hex, feeding)
    }

    fn with(
        game: &Marshals,
        leader: Option<LeaderId>,
        nation: NationId,
        hex: HexId,
        feeding: Feeding,
    ) -> Marching {
        let wintry = game.is_wintry(hex);
        Marching {
            leader,
            nation,
            hex,
            spent: 0,
            steps: 0,
            size: 0,
            wintry,
            stopped: false,
            origin: hex,
            camp: game.quarters_in(nation, hex),
            feeding,
        }
    }

    /// Takes along as much as the leader commands: troops of his own nation first.
    pub(crate) fn form_up(self, game: &mut Marshals, leader: LeaderId) -> Marching {
        let mut room = game.general(leader).limit().unwrap_or(u16::MAX);
        let mut nations: Vec<NationId> =
            game.forces.at(self.hex).iter().map(|force| force.muster.nation).collect();
        nations.dedup();
        nations.sort_by_key(|nation| *nation != self.nation);
        nations.retain(|nation| game.leads(leader, *nation));
        for nation in nations {
            let fresh = game.forces.factors(self.fresh(nation));
            for arm in by_choice(leader.get().is_cavalry) {
                let taken = room.min(fresh[arm].into()) as u8;
                if taken > 0 {
                    self.join(game, nation, Factors::of(arm, taken));
                    room -= u16::from(taken);
                }
            }
        }
        let mut march = self;
        for (nation, _) in self.contingents(game) {
            march = march.fed(game, nation);
        }
        march.sized(game)
    }

    /// Fresh factors of the hex join the march.
    pub(crate) fn join(self, game: &mut Marshals, nation: NationId, factors: Factors) {
        game.forces.shift(self.fresh(nation), factors, |muster| muster.record = Record::Marching);
    }

    /// How it stands where it is: inside a fort at most where it sets out.
    fn stance(self) -> Stance {
        if self.steps > 0 { Stance::Open } else { self.camp }
    }

    /// What a nation has here that could join.
    fn fresh(self, nation: NationId) -> Muster {
        Muster::fresh(self.hex, nation).standing(self.stance())
    }

    /// With the size that the stack has now, if it was never larger.
    pub(crate) fn sized(self, game: &Marshals) -> Marching {
        Marching { size: self.size.max(self.factors(game).total()), ..self }
    }

    fn seat(self, game: &Marshals) -> Seat {
        game.seat(self.nation).expect("who marches is played")
    }

    fn factors(self, game: &Marshals) -> Factors {
        self.column(game).map(|force| force.factors).sum()
    }

    /// What marches with it: it is all in one hex.
    fn column(self, game: &Marshals) -> impl Iterator<Item = &crate::field::Force> {
        game.forces.at(self.hex).iter().filter(|force| force.muster.record.marches())
    }

    fn contingents(self, game: &Marshals) -> Contingents {
        game.marching()
    }

    /// How much movement is left.
    fn left(self, game: &Marshals) -> u8 {
        self.rate(game, self.full(game)).saturating_sub(self.spent)
    }

    /// With the winter of a hex that it comes into: it has one movement factor less from then on (M-terrain-11).
    fn chilled(self, game: &Marshals, to: HexId) -> Marching {
        Marching { wintry: self.wintry || game.is_wintry(to), ..self }
    }

    /// How far it goes in full supply.
    fn full(self, game: &Marshals) -> u8 {
        game.allowance(self.leader, self.factors(game), self.size, self.wintry)
    }

    /// The piece that stands for the stack.
    pub(crate) fn piece(self, game: &Marshals) -> PieceKey {
        match self.leader {
            Some(leader) => PieceKey::of(&leader),
            None => {
                let force = game.forces.marching().next().expect("a march without a leader has troops");
                let Muster { hex, nation, stance, .. } = force.muster;
                let (arm, _) = force.factors.arms().next().expect("troops");
                PieceKey::of(&Units { hex, nation, arm, stance })
            }
        }
    }

    /// Whether it may stay where it has come to (M-stack-2): who sets out from there could stay before.
    fn may_stay(self, game: &Marshals) -> Result<(), Denied> {
        if self.steps == 0 { Ok(()) } else { self.may_stay_at(game, self.hex) }
    }

    fn may_stay_at(self, game: &Marshals, hex: HexId) -> Result<(), Denied> {
        let nations = self.contingents(game).into_iter().map(|(nation, _)| nation);
        let leaders: ArrayVec<LeaderId, 32> = game.staff.marching.iter().take(32).collect();
        game.may_stay(hex, nations, &leaders)
    }

    /// Whether it can go on from a hex where it may not stay.
    fn passes(self, game: &Marshals, to: HexId, price: u8) -> bool {
        let left = self.left(game).saturating_sub(price);
        !game.is_covered(self.nation, to)
            && ways(to).iter().any(|way| {
                game.is_open(way)
                    && way.to != self.hex
                    && game.price_of(self.nation, way) <= left
                    && game.may_come(self.nation, to, way.to).is_ok()
                    && self.may_stay_at(game, way.to).is_ok()
            })
    }

    /// Whether it may attack a hex: not out of a fort, from where it attacks those before it only (M-siege-22).
    fn may_attack(self, game: &Marshals, to: HexId) -> Result<(), Denied> {
        if self.stance() == Stance::Inside {
            let why = words!("Enemies stand before {}; leave it first, or attack them.", hex_name(self.hex));
            return Err(Denied::new(rule!("M-siege-22"), why));
        }
        self.may_stay(game)?;
        game.may_attack(self.leader, self.hex, to)
    }

    /// The way to a hex, if the stack may take it.
    fn may_step(self, game: &Marshals, to: HexId) -> Result<Way, Denied> {
        let Some(way) = way(self.hex, to).filter(|way| game.is_open(way)) else {
            let why = words!("No way leads from {} to {}.", hex_name(self.hex), hex_name(to));
            return Err(Denied::new(rule!("M-map-3"), why));
        };
        if self.factors(game).is_empty() {
            let why = "A leader without troops travels alone instead.";
            return Err(Denied::new(rule!("M-lead-36"), why));
        }
        if self.stopped {
            let why = words!("An enemy zone of control stops the march at {}.", hex_name(self.hex));
            return Err(Denied::new(rule!("M-move-13"), why));
        }
        game.may_come(self.nation, self.hex, to)?;
        if game.may_land(self.nation, self.hex).is_ok() {
            game.may_land(self.nation, to)?;
        }
        self.keeps_clients_together(game)?;
        let (price, left) = (game.price_of(self.nation, &way), self.chilled(game, to).left(game));
        // The first hex is always within reach (M-lead-34).
        if price > left && self.steps > 0 {
            let why = words!("{} costs {price}; {left} of the movement is left.", hex_name(to));
            return Err(Denied::new(rule!("M-move-10"), why));
        }
        self.may_stay_at(game, to)
            .or_else(|denied| if self.passes(game, to, price) { Ok(()) } else { Err(denied) })?;
        Ok(way)
    }

    /// Whether the clients of France in the stack leave no more behind them under a leader than may be split off.
    fn keeps_clients_together(self, game: &Marshals) -> Result<(), Denied> {
        self.parts_from(game, self.hex, &self.contingents(game))
    }

    /// The same where the stack would come to a hex and go on.
    fn parts_from(self, game: &Marshals, hex: HexId, troops: &Contingents) -> Result<(), Denied> {
        if self.leader.is_none() {
            return Ok(());
        }
        for (nation, factors) in troops.iter().copied() {
            if game.realm(nation).patron != Some(NationId::FRANCE) {
                continue;
            }
            let there = game.forces.open(hex, |other| other == nation);
            let behind = if hex == self.hex { there - factors } else { there };
            let led = game
                .staff
                .at(hex, Stance::Open)
                .any(|leader| !game.staff.marching.contains(leader) && game.leads(leader, nation));
            if led && !behind.is_empty() && behind.total().max(factors.total()) < TOGETHER {
                let (name, behind) = (nation.name(), behind.total());
                let why = words!(
                    "Led troops of {name} stay together up to {TOGETHER} factors; {behind} would stay behind."
                );
                return Err(Denied::new(rule!("M-stack-8"), why));
            }
        }
        Ok(())
    }

    fn may_take(self, game: &Marshals, nation: NationId, arm: Arm) -> Result<(), Denied> {
        let fresh = game.forces.factors(self.fresh(nation));
        self.may_stay(game)?;
        if game.party(nation) != game.party(self.nation) || fresh[arm] == 0 {
            let why = words!("{} has no {arm} here that may still move.", nation.name());
            return Err(Denied::new(rule!("M-lead-33"), why));
        }
        if self.stopped {
            return Err(Denied::new(rule!("M-move-13"), "An enemy zone of control has stopped the march."));
        }
        let Some(leader) = self.leader else {
            if nation != self.nation {
                let why = "Units without a leader are joined by their own nation's only.";
                return Err(Denied::new(rule!("M-lead-33"), why));
            }
            return game.has_point(nation).map(|_| ());
        };
        let mut troops = self.contingents(game);
        let one = Factors::of(arm, 1);
        if let Some((_, factors)) = troops.iter_mut().find(|(own, _)| *own == nation) {
            *factors += one;
        } else if troops.try_push((nation, one)).is_err() {
            return Err(self.not_now(game));
        }
        game.can_command(&self.leaders(game, leader), &troops)
    }

    fn may_leave(self, game: &Marshals, nation: NationId, arm: Arm) -> Result<(), Denied> {
        self.may_stay(game)?;
        let marching = game.forces.factors(self.fresh(nation).with(Record::Marching));
        if marching[arm] == 0 {
            let why = words!("No {arm} of {} is on the march.", nation.name());
            return Err(Denied::new(rule!("M-lead-33"), why));
        }
        if self.leader.is_none() && self.factors(game).total() == 1 {
            return Err(Denied::new(rule!("M-lead-33"), "The last factor on the march halts instead."));
        }
        Ok(())
    }

    fn leaders(self, game: &Marshals, leader: LeaderId) -> Vec<LeaderId> {
        std::iter::once(leader).chain(self.carried(game)).collect()
    }

    /// Who is carried along.
    fn carried(self, game: &Marshals) -> impl Iterator<Item = LeaderId> {
        game.staff.marching.iter().filter(move |leader| Some(*leader) != self.leader)
    }

    fn stands_here(self, game: &Marshals, leader: LeaderId) -> bool {
        game.staff.at(self.hex, self.stance()).any(|other| other == leader)
    }

    fn may_take_leader(self, game: &Marshals, leader: LeaderId) -> Result<(), Denied> {
        let Some(commander) = self.leader.filter(|own| game.general(*own).is_army_commander()) else {
            return Err(Denied::new(rule!("M-lead-9"), "Only an army commander takes other leaders along."));
        };
        let name = leader.name();
        if !game.general(leader).is_subordinate(commander) || !self.stands_here(game, leader) {
            let why = words!("{name} does not stand with {} or under him.", commander.name());
            return Err(Denied::new(rule!("M-lead-9"), why));
        }
        if game.staff.marching.contains(leader) || game.staff.moved.contains(leader) {
            return Err(Denied::new(rule!("M-move-2"), words!("{name} has moved, or marches already.")));
        }
        if game.staff.activated.contains(leader) {
            let why = words!("{name} is activated and marches by himself.");
            return Err(Denied::new(rule!("M-lead-9"), why));
        }
        if self.stopped {
            return Err(Denied::new(rule!("M-move-13"), "An enemy zone of control has stopped the march."));
        }
        let carried = self.carried(game).count();
        match game.general(commander).may_carry().filter(|most| carried >= *most) {
            Some(most) => {
                let why = words!("{} carries {most} other leaders at most.", commander.name());
                Err(Denied::new(rule!("M-lead-12"), why))
            }
            None => Ok(()),
        }
    }

    /// Whether the leader destroys a depot where he stands, for a movement factor (M-loc-22).
    fn may_raze(
        self,
        game: &Marshals,
        hex: HexId,
        nation: NationId,
        is_depot: bool,
    ) -> Result<Muster, Denied> {
        let deny = |why: String| Err(Denied::new(rule!("M-loc-22"), why));
        if !game.optional.sparing || !is_depot || hex != self.hex || self.stance() != Stance::Open {
            return deny("A depot is destroyed on the spot only where few are destroyed by order.".into());
        }
        if self.leader.is_none() || self.factors(game).infantry == 0 {
            return deny("That takes a leader with a factor of infantry.".into());
        }
        let left = self.left(game);
        if left == 0 || self.stopped {
            return deny(words!("That takes a movement factor; {left} is left."));
        }
        may_destroy(true, true, Demolition::OnTheSpot, game.razed)?;
        let own = game.forces.at(hex).iter().find(|force| {
            force.depots > 0 && force.muster.nation == nation && game.seat(nation) == Some(self.seat(game))
        });
        own.map(|force| force.muster)
            .ok_or_else(|| Denied::new(rule!("M-loc-21"), words!("{} has no depot here.", nation.name())))
    }

    fn may_leave_leader(self, game: &Marshals, leader: LeaderId) -> Result<(), Denied> {
        let Some(commander) = self.leader.filter(|_| self.carried(game).any(|carried| carried == leader))
        else {
            return Err(Denied::new(rule!("M-lead-13"), words!("{} is not carried along.", leader.name())));
        };
        self.may_stay(game)?;
        let rest: Vec<LeaderId> =
            self.leaders(game, commander).into_iter().filter(|other| *other != leader).collect();
        game.can_command(&rest, &self.contingents(game))
    }

    /// What those have done who stay behind here.
    fn record(self) -> Record {
        if self.steps > 0 { Record::Moved } else { Record::Fresh }
    }

    fn step(self, game: &mut Marshals, way: &Way, log: &mut Recorder<Event>) -> Flow<Question> {
        let (from, to, seat) = (self.hex, way.to, self.seat(game));
        let mut march = self.chilled(game, to);
        march.spent = march.spent.saturating_add(game.price_of(march.nation, way));
        march.steps = march.steps.saturating_add(1);
        game.forces.rewrite(
            |force| force.muster.record == Record::Marching,
            |muster| (muster.hex, muster.stance) = (to, Stance::Open),
        );
        let marching = game.staff.marching;
        marching.iter().for_each(|leader| game.staff.send(leader, Post::Open(to)));
        march.hex = to;
        let who = match game.top_of(marching.iter()) {
            Some(leader) => Mover::Leader(leader),
            None => Mover::Troops(self.nation),
        };
        let known = game.confidants(self.nation);
        log.record(|| Event::Marched { seat, who, from, to, known });
        game.sweep(self.nation, to, log);
        game.trespass(self.nation, to, log);
        march.stopped = game.is_covered(self.nation, to);
        game.settle_control(around(from).chain(around(to)), log);
        game.alarm(march.nation, Some(from), to);
        let march = march.feel(game);
        match game.booty(self.nation, to) {
            Some(capture) => Flow::call(march, capture),
            None => Flow::stay(march),
        }
    }

    /// The march is over. Who moves elsewhere while an attack waits gives it up (M-lead-42).
    fn halt(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Flow<Question> {
        let record = self.record();
        let toll = self.arrive(game);
        if record == Record::Moved {
            game.stand_down(log);
        }
        game.forces.rewrite(|force| force.muster.record == Record::Marching, |muster| muster.record = record);
        let marching = game.staff.marching;
        for leader in marching.iter() {
            game.staff.marching.remove(leader);
            if record == Record::Moved || Some(leader) == self.leader {
                game.staff.moved.insert(leader);
            }
        }
        toll.map_or(Flow::End, Flow::goto)
    }
}

impl Step<Marshals> for Marching {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        let near = || ways(self.hex).iter().map(|way| way.to);
        if !self.stopped {
            out.extend(near().filter(|to| self.may_step(game, *to).is_ok()).map(Action::Step));
        }
        let targets = near().filter(|to| game.faces_enemies(self.nation, *to));
        out.extend(targets.filter(|to| self.may_attack(game, *to).is_ok()).map(Action::Attack));
        if game.may_assault_fort(self.leader, self.hex, self.steps > 0).is_ok() {
            out.push(Action::Attack(self.hex));
        }
        let mut last = None;
        for force in game.forces.at(self.hex) {
            let Muster { nation, stance, record, .. } = force.muster;
            // Those who have fought once are no other kind.
            if last.replace((nation, stance, record)) == Some((nation, stance, record)) {
                continue;
            }
            let force = crate::field::Force { factors: game.forces.factors(force.muster), ..*force };
            for (arm, _) in force.factors.arms() {
                match record {
                    _ if stance != self.stance() => {}
                    Record::Fresh if self.may_take(game, nation, arm).is_ok() => {
                        out.push(Action::Take { nation, arm });
                    }
                    Record::Marching if self.may_leave(game, nation, arm).is_ok() => {
                        out.push(Action::Leave { nation, arm });
                    }
                    _ => {}
                }
            }
        }
        for leader in game.staff.at(self.hex, self.stance()) {
            if self.may_take_leader(game, leader).is_ok() {
                out.push(Action::TakeLeader(leader));
            } else if self.may_leave_leader(game, leader).is_ok() {
                out.push(Action::LeaveLeader(leader));
            }
        }
        if game.optional.sparing {
            let own = game.forces.at(self.hex).iter().filter(|force| force.depots > 0);
            let mut depots: Vec<NationId> = own.map(|force| force.muster.nation).collect();
            depots.dedup();
            depots.retain(|nation| self.may_raze(game, self.hex, *nation, true).is_ok());
            out.extend(depots.into_iter().map(|nation| Action::Demolish {
                hex: self.hex,
                nation,
                is_depot: true,
            }));
        }
        if self.may_forage(game).is_ok() {
            out.push(Action::Forage);
        }
        if self.may_burn(game).is_ok() {
            out.push(Action::Feed);
        }
        if self.may_stay(game).is_ok() {
            out.push(Action::Halt);
        }
    }

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Step(to) => {
                let way = self.may_step(game, to)?;
                Ok(self.step(game, &way, log))
            }
            Action::Take { nation, arm } => {
                self.may_take(game, nation, arm)?;
                if self.leader.is_none() {
                    let payer = game.commands(nation);
                    game.realm_mut(payer).points -= 1;
                }
                let march = self.fed(game, nation);
                march.join(game, nation, Factors::of(arm, 1));
                Ok(Flow::stay(march.sized(game)))
            }
            Action::Leave { nation, arm } => {
                self.may_leave(game, nation, arm)?;
                let marching = self.fresh(nation).with(Record::Marching);
                game.forces.shift(marching, Factors::of(arm, 1), |muster| muster.record = self.record());
                if self.steps > 0 {
                    self.bring_hunger(game, nation);
                }
                // Before it sets out the stack has no size yet (M-stack-23).
                let size = if self.steps > 0 { self.size } else { 0 };
                Ok(Flow::stay(Marching { size, ..self }.sized(game)))
            }
            Action::TakeLeader(leader) => {
                self.may_take_leader(game, leader)?;
                game.staff.marching.insert(leader);
                Ok(Flow::stay(self))
            }
            Action::LeaveLeader(leader) => {
                self.may_leave_leader(game, leader)?;
                game.staff.marching.remove(leader);
                if self.record() == Record::Moved {
                    game.staff.moved.insert(leader);
                }
                Ok(Flow::stay(self))
            }
            Action::Demolish { hex, nation, is_depot } => {
                let muster = self.may_raze(game, hex, nation, is_depot)?;
                game.scrap_stores(muster, 0, 1);
                Ok(Flow::stay(Marching { spent: self.spent + 1, ..self }))
            }
            Action::Forage => {
                self.may_forage(game)?;
                Ok(Flow::stay(self.forage(game)))
            }
            Action::Feed => {
                self.may_burn(game)?;
                Ok(Flow::stay(self.burn(game)?))
            }
            Action::Attack(to) if to == self.hex => {
                game.may_assault_fort(self.leader, to, self.steps > 0)?;
                let toll = self.arrive(game);
                game.assault(self.leader.expect("who attacks is led"), to, log);
                Ok(toll.map_or(Flow::End, Flow::goto))
            }
            Action::Attack(to) => {
                self.may_attack(game, to)?;
                let leader = self.leader.expect("who attacks is led");
                let toll = self.arrive(game);
                game.declare(leader, to, Sort::Field, log);
                Ok(toll.map_or(Flow::End, Flow::goto))
            }
            Action::Halt => {
                self.may_stay(game)?;
                Ok(self.halt(game, log))
            }
            _ => Err(self.not_now(game)),
        }
    }

    /// Coasts that the march has come near to may be defended at once (M-intrinsic-5).
    fn settle(self, game: &mut Marshals, _log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        game.levies.is_alarmed().then(|| Flow::call(self, Alarm))
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.seat(game)) {
            return waiting();
        }
        let who = self.leader.map_or_else(|| self.nation.name(), LeaderId::name);
        let gauges = vec![
            Gauge::number("movement left", self.left(game).into()),
            Gauge::new("factors on the march", self.factors(game).total()),
            Gauge::new("supply", self.supply_gauge(game)),
        ];
        Prompt { gauges, ..Prompt::new("march", format!("{who} marches: go on, or halt.")) }
    }

    fn choice(&self, game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let units = |nation, arm| {
            let piece = PieceKey::of(&Units { hex: self.hex, nation, arm, stance: self.stance() });
            Target::Piece { piece }
        };
        let leader_piece = |leader: LeaderId| Target::Piece { piece: PieceKey::of(&leader) };
        match *action {
            Action::Step(to) => {
                let target = Target::Move { piece: self.piece(game), to: space(to) };
                Choice::new(Verb::Move, format!("March to {}", hex_name(to)), target)
            }
            Action::Attack(to) if to == self.hex => {
                let target = Target::Space(space(to));
                Choice::new(Verb::Attack, format!("Assault the fort of {}", hex_name(to)), target)
            }
            Action::Attack(to) => {
                let target = Target::Move { piece: self.piece(game), to: space(to) };
                Choice::new(Verb::Attack, format!("Attack {}", hex_name(to)), target)
            }
            Action::Take { nation, arm } => {
                let label = format!("Take {arm} of {} along", nation.name());
                Choice::new(Verb::Select, label, units(nation, arm))
            }
            Action::Leave { nation, arm } => {
                let label = format!("Leave {arm} of {} behind", nation.name());
                Choice::new(Verb::Deselect, label, units(nation, arm))
            }
            Action::TakeLeader(leader) => {
                Choice::new(Verb::Select, format!("Take {} along", leader.name()), leader_piece(leader))
            }
            Action::LeaveLeader(leader) => {
                Choice::new(Verb::Deselect, format!("Leave {} behind", leader.name()), leader_piece(leader))
            }
            Action::Demolish { hex, .. } => {
                let label = format!("Destroy the depot at {} for a movement factor", hex_name(hex));
                Choice::button(Verb::Discard, label)
            }
            Action::Forage => Choice::button(Verb::Support, "Live off the land"),
            Action::Feed => Choice::button(Verb::Discard, "Burn a supply unit for full movement"),
            _ => Choice::button(Verb::Done, "Halt"),
        }
    }

    fn plans(&self, game: &Marshals, seat: Seat, out: &mut Plans<Action>) {
        plans::on_the_march(*self, game, seat, out);
    }

    fn plan_choices(&self, game: &Marshals, _seat: Seat, plan: &[Action]) -> Vec<Choice> {
        plans::shown(game, plan, Some(self)).into_iter().collect()
    }

    fn attempts(&self, game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        match *target {
            Target::Space(to) | Target::Move { to, .. } => match hex_at(to) {
                Some(to) if game.faces_enemies(self.nation, to) || to == self.hex => vec![Action::Attack(to)],
                Some(to) => vec![Action::Step(to)],
                None => Vec::new(),
            },
            Target::Piece { piece } => match (piece.get::<LeaderId>(), piece.get::<Units>()) {
                (Some(leader), _) => vec![Action::TakeLeader(leader), Action::LeaveLeader(leader)],
                (_, Some(Units { nation, arm, .. })) => {
                    vec![Action::Take { nation, arm }, Action::Leave { nation, arm }]
                }
                _ => Vec::new(),
            },
            Target::Button => Vec::new(),
        }
    }
}
