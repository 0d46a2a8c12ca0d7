//! Every seat decides at once and in secret what its nations buy. Rulebook: Turn Sequence, Limited Intelligence.
//!
//! Each may give as many orders as it likes before it is done. When all are, everything is paid and comes to light as far as it is
//! announced (M-intel-1 to M-intel-3).

use arrayvec::ArrayVec;
use atlas::topology::{HexId, Id};
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, Gauge, PieceKey, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::counters::shown_by;
use crate::event::{Event, hex_name};
use crate::field::Stance;
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::production::{Item, Standing, annual_limit, cost};
use crate::questions::Question;
use crate::staff::Post;
use crate::state::{Marshals, NATIONS, Player};
use crate::strategy::orders::{Decrees, Orders};
use crate::turn::Morning;
use crate::view::{Units, waiting};
use crate::wording::words;

/// What can be bought for land war.
const GOODS: [Item; 8] = [
    Item::Command,
    Item::Replacement,
    Item::Infantry,
    Item::Cavalry,
    Item::Artillery,
    Item::Supply,
    Item::Works,
    Item::Reform,
];

/// The seats that have not decided yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Council {
    waiting: Seats,
}

impl Council {
    /// Every seat that plays a power at war.
    pub(crate) fn of(game: &Marshals) -> Council {
        let powers = game.scenario().power.iter().map(|power| power.nation);
        let seats =
            powers.filter(|nation| game.country(*nation).is_active()).filter_map(|nation| game.seat(nation));
        Council { waiting: seats.collect() }
    }

    /// Whether a seat has yet to decide.
    pub(crate) fn waits_for(self, seat: Seat) -> bool {
        self.waiting.contains(seat)
    }

    fn may_end(game: &Marshals, seat: Seat) -> Result<(), Denied> {
        for power in game.player(seat).powers_of() {
            let funds = game.country(power).funds();
            let can_save =
                || game.country(power).kept().any(|leader| game.general(leader).may_dismiss().is_ok());
            if funds < 0 && can_save() {
                let why = words!(
                    "{} lacks {} production points for the upkeep of its leaders.",
                    power.name(),
                    funds.unsigned_abs()
                );
                return Err(Denied::new(rule!("M-prod-4"), why));
            }
        }
        Ok(())
    }
}

impl Marshals {
    fn pay(&mut self, power: NationId, log: &mut Recorder<Event>) {
        let wards: Vec<NationId> = self.country(power).wards().collect();
        for nation in &wards {
            call_owed(self, *nation);
        }
        let left = self.country(power).funds().max(0);
        let kept = self.country(power).kept().count() as u8;
        let leaders: Vec<LeaderId> = self
            .staff
            .in_play()
            .map(|(leader, _)| leader)
            .filter(|leader| self.decrees.dismissed.contains(*leader))
            .collect();
        for leader in leaders.into_iter().filter(|leader| wards.contains(&leader.get().nation)) {
            self.staff.send(leader, Post::Away);
            self.staff.resting.insert(leader);
        }
        let recalled: Vec<LeaderId> =
            self.decrees.recalled.iter().filter(|leader| wards.contains(&leader.get().nation)).collect();
        for leader in recalled {
            if let Some(hex) = self.country(leader.get().nation).billet() {
                self.staff.resting.remove(leader);
                self.staff.send(leader, Post::Open(hex));
            }
        }
        let (mut called, mut command) = (0, 0);
        for nation in wards {
            let orders = std::mem::take(&mut self.treasury_mut(nation).orders);
            deliver(self, nation, &orders, log);
            called += orders.called.total();
            command += orders.command;
        }
        let realm = self.realm_mut(power);
        realm.balance = u16::try_from(left).unwrap_or(u16::MAX);
        realm.command = command;
        log.record(|| Event::Decided { nation: power, leaders: kept, called, command });
    }

    /// Infantry is built or replaced: what goes beyond the figure of the year, as it is now, costs morale (M-limits-2).
    pub(crate) fn count_infantry(&mut self, nation: NationId, factors: u16, log: &mut Recorder<Event>) {
        let before = self.treasury(nation).raised;
        let after = before + factors;
        self.treasury_mut(nation).raised = after;
        let others = [NationId::BRITAIN, NationId::PRUSSIA, NationId::AUSTRIA, NationId::RUSSIA];
        let standing = Standing {
            is_reformed: self.realm(nation).is_reformed,
            is_against_all: nation == NationId::FRANCE
                && others.iter().all(|other| self.are_enemies(nation, *other)),
            is_invaded: self.country(nation).is_invaded(),
        };
        let Some(limit) = annual_limit(nation, self.date.year(), standing).map(u16::from) else { return };
        let excess = |raised: u16| raised.saturating_sub(1) / limit;
        let passed = excess(after) - excess(before);
        // Who is beyond a figure that did not hold before pays with the next factor.
        let is_first = factors > 0 && excess(after) > 0 && !self.treasury(nation).fined;
        for _ in 0..passed.max(is_first.into()) {
            self.treasury_mut(nation).fined = true;
            self.change_morale(nation, -1, log);
        }
    }
}

impl Player<'_> {
    /// The powers at war that a seat plays.
    pub(crate) fn powers_of(self) -> impl Iterator<Item = NationId> {
        let powers = self.scenario().power.iter().map(|power| power.nation);
        powers
            .filter(move |nation| self.seat(*nation) == Some(self.seat) && self.country(*nation).is_active())
    }
}

fn is_played_by(game: &Marshals, nation: NationId, seat: Seat) -> Result<(), Denied> {
    if game.seat(nation) == Some(seat) {
        return Ok(());
    }
    let why = words!("Another plays {}.", nation.name());
    Err(Denied::new(rule!("M-terms-4"), why))
}

/// Whether a seat has given any order.
fn has_ordered(game: &Marshals, seat: Seat) -> bool {
    let own = |nation: NationId| game.seat(nation) == Some(seat);
    let decrees = &game.decrees;
    let mut leaders = decrees.dismissed.iter().chain(decrees.recalled.iter());
    NationId::all().any(|nation| own(nation) && game.treasury(nation).orders != Orders::default())
        || leaders.any(|leader| own(leader.get().nation))
        || decrees.demobilized.iter().any(|(_, nation, _)| own(*nation))
}

/// A seat begins anew with its orders.
fn revoke(game: &mut Marshals, seat: Seat) {
    let own = game.player(seat).nations_of();
    for nation in &own {
        game.treasury_mut(*nation).orders = Orders::default();
    }
    for leader in LeaderId::all().filter(|leader| own.contains(&leader.get().nation)) {
        game.decrees.dismissed.remove(leader);
        game.decrees.recalled.remove(leader);
    }
    game.decrees.demobilized.retain(|(_, nation, _)| !own.contains(nation));
}

/// All have decided: what was ordered is paid and done.
fn carry_out(game: &mut Marshals, log: &mut Recorder<Event>) {
    let powers: ArrayVec<NationId, 16> = game.scenario().power.iter().map(|power| power.nation).collect();
    for power in powers.into_iter().filter(|power| game.country(*power).is_active()).collect::<Vec<_>>() {
        game.pay(power, log);
    }
    demobilize(game, log);
    game.decrees = Decrees::default();
}

/// Leaders who are due with mobilized factors and were not named come in the order of their numbers (M-mob-12).
fn call_owed(game: &mut Marshals, nation: NationId) {
    for _ in 0..game.country(nation).owed_by() {
        let mut resting = game.staff.resting.iter().filter(|leader| leader.get().nation == nation);
        let next =
            resting.find(|leader| !game.decrees.recalled.contains(*leader) && is_single(game, *leader));
        let Some(leader) = next else { return };
        game.decrees.recalled.insert(leader);
    }
}

/// Whether no other counter of a man is in play or comes.
fn is_single(game: &Marshals, leader: LeaderId) -> bool {
    leader.versions().all(|other| {
        other == leader || game.staff.post(other) == Post::Away && !game.decrees.recalled.contains(other)
    })
}

fn deliver(game: &mut Marshals, nation: NationId, orders: &Orders, log: &mut Recorder<Event>) {
    let date = game.date;
    game.treasury_mut(shown_by(nation)).unbuilt -= orders.built;
    let treasury = game.treasury_mut(nation);
    treasury.fresh += orders.built;
    treasury.ready -= orders.called;
    treasury.called += orders.called;
    treasury.replacements = orders.replacements;
    treasury.unbuilt_supply -= orders.supply;
    treasury.supply += orders.supply;
    if orders.reformed {
        treasury.reforming = Some(date);
    }
    if orders.given_up {
        game.give_up(nation);
    }
    let treasury = game.treasury_mut(nation);
    if orders.heartened {
        treasury.heartened = true;
        game.change_morale(nation, 1, log);
    }
    if orders.works {
        game.build_works(log);
    }
    if nation == game.commands(nation) {
        game.count_infantry(nation, orders.built.infantry.into(), log);
    }
}

fn demobilize(game: &mut Marshals, log: &mut Recorder<Event>) {
    let date = game.date;
    let leaving = game.decrees.demobilized.clone();
    let mut touched: Vec<HexId> = Vec::new();
    for (hex, nation, arm) in leaving {
        let here = game.forces.at(hex).iter().find(|force| {
            force.muster.nation == nation && force.muster.stance == Stance::Open && force.factors[arm] > 0
        });
        let Some(muster) = here.map(|force| force.muster) else { continue };
        game.forces.take(muster, Factors::of(arm, 1));
        let treasury = game.treasury_mut(nation);
        treasury.ready[arm] += 1;
        treasury.demobilized = Some(date);
        touched.push(hex);
        log.record(|| Event::Demobilized { nation, hex });
    }
    game.settle_control(touched, log);
}

impl Step<Marshals> for Council {
    fn deciders(&self, _game: &Marshals) -> Seats {
        self.waiting
    }

    fn list(&self, game: &Marshals, seat: Seat, out: &mut Vec<Action>) {
        for power in game.player(seat).powers_of() {
            let funds = game.country(power).funds();
            for country in game.country(power).wards().map(|nation| game.country(nation)) {
                let nation = country.nation;
                // Nothing costs less than a point.
                if funds > 0 {
                    let means = country.means(funds);
                    let goods = GOODS.into_iter().filter(|item| country.may_buy_with(*item, &means).is_ok());
                    out.extend(goods.map(|item| Action::Buy { nation, item }));
                    let arms =
                        Arm::ALL.into_iter().filter(|arm| country.may_mobilize_with(*arm, &means).is_ok());
                    out.extend(arms.map(|arm| Action::Mobilize { nation, arm }));
                }
                country.list_demobilizations(out);
                if country.may_give_up().is_ok() {
                    out.push(Action::GiveUpOn(nation));
                }
            }
            let mut keep: [Option<Result<(), Denied>>; NATIONS] = [const { None }; NATIONS];
            let mut keeps = |nation: NationId| {
                keep[nation.index()].get_or_insert_with(|| game.country(nation).keeps_its_leaders()).clone()
            };
            let leaders = game.country(power).kept();
            let leaders = leaders.filter(|leader| game.general(*leader).may_dismiss_of(&mut keeps).is_ok());
            out.extend(leaders.map(Action::Dismiss));
            if game.country(power).may_hearten().is_ok() {
                out.push(Action::Hearten(power));
            }
        }
        let resting = game.staff.resting.iter().filter(|leader| game.seat(leader.get().nation) == Some(seat));
        out.extend(resting.filter(|leader| game.general(*leader).may_recall().is_ok()).map(Action::Recall));
        if has_ordered(game, seat) {
            out.push(Action::Revoke);
        }
        if Council::may_end(game, seat).is_ok() {
            out.push(Action::Done);
        }
    }

    fn act(
        mut self,
        game: &mut Marshals,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Buy { nation, item } => {
                is_played_by(game, nation, seat)?;
                game.country(nation).may_buy(item)?;
                game.buy(nation, item);
            }
            Action::Mobilize { nation, arm } => {
                is_played_by(game, nation, seat)?;
                game.country(nation).may_mobilize(arm)?;
                game.treasury_mut(nation).orders.called[arm] += 1;
            }
            Action::Dismiss(leader) => {
                is_played_by(game, leader.get().nation, seat)?;
                game.general(leader).may_dismiss()?;
                game.decrees.dismissed.insert(leader);
            }
            Action::Recall(leader) => {
                is_played_by(game, leader.get().nation, seat)?;
                game.general(leader).may_recall()?;
                game.decrees.recalled.insert(leader);
            }
            Action::Demobilize { hex, nation, arm } => {
                is_played_by(game, nation, seat)?;
                game.country(nation).may_demobilize(hex, arm)?;
                game.decrees.demobilized.push((hex, nation, arm));
            }
            Action::Hearten(nation) => {
                is_played_by(game, nation, seat)?;
                game.country(nation).may_hearten()?;
                game.treasury_mut(nation).orders.heartened = true;
            }
            Action::GiveUpOn(nation) => {
                is_played_by(game, nation, seat)?;
                game.country(nation).may_give_up()?;
                game.treasury_mut(nation).orders.given_up = true;
            }
            Action::Revoke if has_ordered(game, seat) => revoke(game, seat),
            Action::Done => {
                Council::may_end(game, seat)?;
                self.waiting.remove(seat);
                if self.waiting.is_empty() {
                    log.reveal();
                    carry_out(game, log);
                    return Ok(Flow::goto(Morning));
                }
            }
            _ => return Err(self.not_now(game)),
        }
        Ok(Flow::stay(self))
    }

    /// With nobody at war there is nothing to decide.
    fn settle(self, _game: &mut Marshals, _log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        self.waiting.is_empty().then(|| Flow::goto(Morning))
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        let Viewer::Seat(seat) = viewer else { return waiting() };
        if !self.waits_for(seat) {
            return waiting();
        }
        let gauge = |power: NationId| {
            Gauge::new(format!("production points of {}", power.name()), game.country(power).funds())
        };
        Prompt {
            gauges: game.player(seat).powers_of().map(gauge).collect(),
            ..Prompt::new("council", "Spend production points for the season, or be done.")
        }
    }

    fn choice(&self, game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let who = |leader: LeaderId| Target::Piece { piece: PieceKey::of(&leader) };
        match *action {
            Action::Buy { nation, item } => {
                let price = match item {
                    Item::Reform => game.country(nation).price_of_reform(),
                    _ => cost(item, game.commands(nation), game.date).into(),
                };
                let label = format!("{}: {} for {price}", nation.name(), item.name());
                Choice::button(Verb::Buy, label)
            }
            Action::Mobilize { nation, arm } => {
                Choice::button(Verb::Levy, format!("Mobilize {arm} of {} for 1", nation.name()))
            }
            Action::Dismiss(leader) => {
                Choice::new(Verb::Disband, format!("Pay {} no longer", leader.name()), who(leader))
            }
            Action::Recall(leader) => {
                Choice::button(Verb::Recall, format!("Call {} back for 1", leader.name()))
            }
            Action::Demobilize { hex, nation, arm } => {
                let units = Units { hex, nation, arm, stance: Stance::Open };
                let label = format!("Send {arm} home from {} for a point", hex_name(hex));
                Choice::new(Verb::Disband, label, Target::Piece { piece: PieceKey::of(&units) })
            }
            Action::GiveUpOn(nation) => {
                let label = format!("{} gives up what has found no leader for three seasons", nation.name());
                Choice::button(Verb::Disband, label)
            }
            Action::Revoke => Choice::button(Verb::Recall, "Take back all orders"),
            Action::Hearten(nation) => {
                Choice::button(Verb::Support, format!("Raise the morale of {}", nation.name()))
            }
            _ => {
                let done = Choice::button(Verb::Done, "Nothing more this season");
                if self.waiting.len() == 1 { done.sealing() } else { done }
            }
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        let Target::Piece { piece } = target else { return Vec::new() };
        if let Some(leader) = piece.get::<LeaderId>() {
            return vec![Action::Dismiss(leader)];
        }
        let units = piece.get::<Units>();
        let home = |units: Units| Action::Demobilize { hex: units.hex, nation: units.nation, arm: units.arm };
        units.map(home).into_iter().collect()
    }
}
