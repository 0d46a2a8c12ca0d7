//! What a nation orders in a strategic turn, and what stands against it. Rulebook: Production, Production Limits, Mobilization and
//! Demobilization.
//!
//! Orders are kept until every seat has given its own; nothing is paid before.

use std::cell::OnceCell;
use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::{Denied, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::boxes::PATIENCE;
use crate::calendar::Date;
use crate::counters::shown_by;
use crate::event::hex_name;
use crate::field::{Force, Muster, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId, PlaceId};
use crate::map::Class;
use crate::production::{Item, cost};
use crate::scenarios::Part;
use crate::staff::{LeaderSet, Post};
use crate::state::{Country, General, Marshals};
use crate::wording::words;

/// How many factors go with a leader (M-prod-6, M-mob-12).
const LED: u16 = 5;

/// The morale that it takes to mobilize (M-mob-3).
const STEADY: u8 = 3;

/// The turns that must pass after demobilizing: that season, and two full ones (M-mob-17).
const REST: u16 = 12;

/// The highest morale to which a nation raises itself (M-nm-31).
const RAISED: u8 = 5;

/// More command points than anybody could spend in a turn.
const COMMAND: u8 = 20;

/// How many factors can be demobilized in a strategic turn.
const DISMISSED: usize = 32;

/// What one nation orders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Orders {
    /// Command points for each turn of the season.
    pub command: u8,
    /// Replacement points.
    pub replacements: u8,
    /// Factors to be built.
    pub built: Factors,
    /// Supply units to be built.
    pub supply: u8,
    /// Factors to be mobilized.
    pub called: Factors,
    /// Whether national morale is raised.
    pub heartened: bool,
    /// Whether the works of Torres Vedras go on.
    pub works: bool,
    /// Whether Army Reform is begun.
    pub reformed: bool,
    /// Whether disrupted factors are given up that have waited for three seasons.
    pub given_up: bool,
}

/// The orders that are about leaders and single factors, of all nations.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Decrees {
    /// Leaders who are not paid any longer.
    pub dismissed: LeaderSet,
    /// Leaders who come back.
    pub recalled: LeaderSet,
    /// Factors that go home.
    pub demobilized: ArrayVec<(HexId, NationId, Arm), DISMISSED>,
}

impl Orders {
    /// What they cost, at the prices of whoever pays (M-prod-26).
    fn price(&self, payer: NationId, date: Date) -> u16 {
        let each = |item, count: u8| u16::from(cost(item, payer, date)) * u16::from(count);
        each(Item::Command, self.command)
            + each(Item::Replacement, self.replacements)
            + each(Item::Infantry, self.built.infantry)
            + each(Item::Cavalry, self.built.cavalry)
            + each(Item::Artillery, self.built.artillery)
            + each(Item::Supply, self.supply)
            + each(Item::Works, self.works.into())
            + self.called.total() * u16::from(cost(Item::Mobilizing, payer, date))
    }
}

impl Marshals {
    pub(crate) fn buy(&mut self, nation: NationId, item: Item) {
        let orders = &mut self.treasury_mut(nation).orders;
        match item {
            Item::Command => orders.command += 1,
            Item::Replacement => orders.replacements += 1,
            Item::Infantry => orders.built.infantry += 1,
            Item::Cavalry => orders.built.cavalry += 1,
            Item::Artillery => orders.built.artillery += 1,
            Item::Supply => orders.supply += 1,
            Item::Works => orders.works = true,
            Item::Reform => orders.reformed = true,
            _ => {}
        }
    }
}

/// What is worked out once for everything that a nation may order.
pub(crate) struct Means {
    /// What its power has left.
    funds: i32,
    /// Whether it pays the leaders whom it has to keep, once somebody has asked.
    is_led: OnceCell<Result<(), Denied>>,
}

impl Country<'_> {
    /// Whether a nation has seasons of its own: it is at war, or stands by as a power of the scenario or as a client of one (M-mob-4). Who
    /// has sued for peace has none.
    pub(crate) fn is_active(self) -> bool {
        let stands_by = || {
            self.realm(self.nation).part == Some(Part::Neutral) && self.has_morale(self.commands(self.nation))
        };
        self.side(self.nation).is_some() || stands_by()
    }

    /// The nations for which a power pays: itself and its clients.
    pub(crate) fn wards(self) -> impl Iterator<Item = NationId> {
        NationId::all()
            .filter(move |nation| self.commands(*nation) == self.nation && self.country(*nation).is_active())
    }

    /// The leaders whom a power keeps: those in play and those called back, but for those dismissed (M-prod-4).
    pub(crate) fn kept(self) -> impl Iterator<Item = LeaderId> {
        let pays = move |leader: &LeaderId| self.commands(leader.get().nation) == self.nation;
        let serving = self.game.staff.in_play().map(|(leader, _)| leader);
        let serving = serving.filter(move |leader| !self.decrees.dismissed.contains(*leader));
        serving.chain(self.game.decrees.recalled.iter()).filter(pays)
    }

    /// What a power has to spend: its balance, less what is ordered and the upkeep of its leaders, and what demobilized factors
    /// bring (M-sheet-1). Less than nothing if it cannot keep its leaders.
    pub(crate) fn funds(self) -> i32 {
        let date = self.date;
        let price = |nation: NationId| i32::from(self.treasury(nation).orders.price(self.nation, date));
        let reform = if self.treasury(self.nation).orders.reformed { self.price_of_reform() } else { 0 };
        let orders: i32 = self.wards().map(price).sum::<i32>() + i32::from(reform);
        let home =
            self.decrees.demobilized.iter().filter(|(_, nation, _)| self.commands(*nation) == self.nation);
        let upkeep = self.kept().count() + owed_leaders(self.game, self.nation);
        i32::from(self.realm(self.nation).balance) + home.count() as i32 - orders - upkeep as i32
    }

    pub(crate) fn owed_by(self) -> usize {
        owed_for(self.game, self.nation, self.treasury(self.nation).orders.called.total())
    }

    /// The production cities and forts at home that a nation's friends control, where factors can be placed: those that no enemy
    /// besieges (M-prod-17).
    pub(crate) fn depots_of_recruits(self) -> impl Iterator<Item = HexId> {
        self.home_sources(false).filter(move |hex| !self.is_besieged(*hex))
    }

    /// Out of what a nation's orders are paid, if its power has so many points left.
    pub(crate) fn means(self, funds: i32) -> Means {
        Means { funds, is_led: OnceCell::new() }
    }

    /// Whether an item can be bought for a nation.
    pub(crate) fn may_buy(self, item: Item) -> Result<(), Denied> {
        let funds = self.country(self.commands(self.nation)).funds();
        self.may_buy_with(item, &self.means(funds))
    }

    /// The same with means that are known.
    pub(crate) fn may_buy_with(self, item: Item, means: &Means) -> Result<(), Denied> {
        let deny = |rule, why: String| Err(Denied::new(rule, why));
        let name = self.nation.name();
        let power = self.commands(self.nation);
        let treasury = self.treasury(self.nation);
        let orders = &treasury.orders;
        let is_client = self.nation != power;
        if !self.has_morale(power) || !self.is_active() {
            return deny(rule!("M-prod-26"), words!("Nobody pays for {name}."));
        }
        if is_client && self.nation.class() != Class::Client && self.nation.class() != Class::Minor {
            return deny(rule!("M-prod-26"), words!("{name} has no units of its own."));
        }
        let arm = match item {
            Item::Infantry => Some(Arm::Infantry),
            Item::Cavalry => Some(Arm::Cavalry),
            Item::Artillery => Some(Arm::Artillery),
            _ => None,
        };
        if let Some(arm) = arm {
            let by = shown_by(self.nation);
            let mix = &self.treasury(by).unbuilt;
            let shown = NationId::all().filter(|other| {
                let is_ordered = !self.treasury(*other).orders.built.is_empty();
                is_ordered && shown_by(*other) == by
            });
            let ordered: Factors = shown.map(|other| self.treasury(other).orders.built).sum();
            if ordered[arm] >= mix[arm] {
                let why = words!("{name} has no free counter of {arm}: {} are ordered.", ordered[arm]);
                return deny(rule!("M-limits-8"), why);
            }
            if is_client && self.nation.class() == Class::Client && !orders.built.is_empty() {
                return deny(rule!("M-prod-29"), words!("{name} builds 1 factor in a strategic turn."));
            }
            if self.nation == NationId::SWEDEN && !orders.built.is_empty() {
                return deny(rule!("M-sweden-4"), words!("{name} builds 1 new factor in a strategic turn."));
            }
            if arm != Arm::Infantry && orders.built[arm] > 0 {
                let id = if arm == Arm::Cavalry { rule!("M-cost-9") } else { rule!("M-cost-10") };
                return deny(id, words!("{name} builds 1 factor of {arm} in a strategic turn."));
            }
            let places = self.home_sources(false).count();
            if usize::from(orders.built.infantry) >= places && arm == Arm::Infantry {
                let why =
                    words!("{name} builds infantry in {places} cities and forts; that many are ordered.");
                return deny(rule!("M-cost-3"), why);
            }
        }
        if arm.is_some() || item == Item::Replacement {
            means.is_led.get_or_init(|| keeps_enough_leaders(self.game, self.nation)).clone()?;
        }
        match item {
            Item::Command if is_client => {
                return deny(rule!("M-command-1"), words!("{name} has no command of its own."));
            }
            Item::Command if orders.command >= COMMAND => {
                return deny(rule!("M-cost-7"), words!("{COMMAND} command points are more than enough."));
            }
            Item::Replacement if is_client => {
                let why = words!("The points of {} replace the infantry of {name}.", power.name());
                return deny(rule!("M-prod-11"), why);
            }
            Item::Reform => {
                self.may_reform()?;
                return affords(power, means.funds, self.price_of_reform());
            }
            Item::Supply if orders.supply >= treasury.unbuilt_supply => {
                let why = words!("{name} has {} free supply units.", treasury.unbuilt_supply);
                return deny(rule!("M-limits-8"), why);
            }
            Item::Works => self.may_build_works()?,
            Item::Leader | Item::Depot | Item::SeaLift | Item::Ship | Item::Mobilizing => {
                return deny(rule!("M-turn-4"), "That is not bought here.".to_owned());
            }
            _ => {}
        }
        affords(power, means.funds, cost(item, power, self.date).into())
    }

    /// Whether a factor can be called from the mobilization box (M-mob-5).
    pub(crate) fn may_mobilize(self, arm: Arm) -> Result<(), Denied> {
        let funds = self.country(self.commands(self.nation)).funds();
        self.may_mobilize_with(arm, &self.means(funds))
    }

    /// The same with means that are known.
    pub(crate) fn may_mobilize_with(self, arm: Arm, means: &Means) -> Result<(), Denied> {
        let name = self.nation.name();
        let power = self.commands(self.nation);
        let treasury = self.treasury(self.nation);
        let left = treasury.ready[arm].saturating_sub(treasury.orders.called[arm]);
        if left == 0 || !self.has_morale(power) || !self.is_active() {
            let why = words!(
                "{name} has no {arm} ready for mobilization; what is new is ready in the next season."
            );
            return Err(Denied::new(rule!("M-mob-1"), why));
        }
        let is_attacked = self.is_invaded();
        let morale = self.morale(self.nation);
        if morale < STEADY && !is_attacked {
            let why = words!("Mobilizing takes a morale of {STEADY}; {} has {morale}.", power.name());
            return Err(Denied::new(rule!("M-mob-3"), why));
        }
        if let Some(date) = treasury.demobilized.filter(|date| self.date.since(*date) <= REST && !is_attacked)
        {
            let why = words!("{name} demobilized in {date} and waits for two full strategic turns.");
            return Err(Denied::new(rule!("M-mob-17"), why));
        }
        // A leader is due with every five factors, if one waits.
        let called = treasury.orders.called.total();
        let due = owed_for(self.game, self.nation, called + 1) - owed_for(self.game, self.nation, called);
        affords(power, means.funds, 1 + due as u16)
    }

    /// Where a leader of a nation comes back: with the stack of its own troops that most lacks one, else to a city at home
    /// (M-mob-14). At peace no stack has two (M-mob-19).
    pub(crate) fn billet(self) -> Option<HexId> {
        let troops =
            self.forces.iter().filter(|force| force.is_in_the_open() && force.muster.nation == self.nation);
        let leaders = |hex: HexId| self.staff.at(hex, Stance::Open).count();
        let is_at_war = self.side(self.nation).is_some();
        let troops = troops.filter(|force| is_at_war || leaders(force.muster.hex) == 0);
        let with_troops = troops.map(|force| force.muster.hex).min_by_key(|hex| (leaders(*hex), *hex));
        let mut homes = self.depots_of_recruits().filter(|hex| !self.is_shut_in(self.nation, *hex));
        with_troops.or_else(|| homes.next())
    }

    /// Whether a factor can go home: at home, in supply, not invested, and not one of the last (M-mob-16, M-mob-18).
    pub(crate) fn may_demobilize(self, hex: HexId, arm: Arm) -> Result<(), Denied> {
        self.has_at_home(hex, arm)?;
        self.spares_a_factor()?;
        self.leaves_its_leaders_led(hex)?;
        if !self.is_supplied(self.nation, hex) {
            let why = words!("The troops at {} are out of supply.", hex_name(hex));
            return Err(Denied::new(rule!("M-mob-16"), why));
        }
        Ok(())
    }

    /// Whether a nation has a factor in a hex that could go home.
    fn has_at_home(self, hex: HexId, arm: Arm) -> Result<(), Denied> {
        let name = self.nation.name();
        let gone = |wanted: &(HexId, NationId, Arm)| {
            self.decrees.demobilized.iter().filter(|other| *other == wanted).count() as u8
        };
        let here = self.forces.open(hex, |other| other == self.nation);
        if here[arm] <= gone(&(hex, self.nation, arm)) || !self.has_morale(self.commands(self.nation)) {
            let why = words!("{name} has no {arm} at {} to send home.", hex_name(hex));
            return Err(Denied::new(rule!("M-mob-16"), why));
        }
        if self.home(hex) != Some(self.nation) {
            let why = words!("{} is not in {name}.", hex_name(hex));
            return Err(Denied::new(rule!("M-mob-16"), why));
        }
        if arm == Arm::Cossack || self.decrees.demobilized.is_full() {
            let why = "Cossacks are not demobilized, nor more factors than the ledger holds.";
            return Err(Denied::new(rule!("M-mob-16"), why));
        }
        Ok(())
    }

    /// Whether a nation keeps enough factors if another goes home: one for each of its production cities and forts (M-mob-18). For a
    /// client or a minor power those of any friend in its land count (M-mob-20).
    fn spares_a_factor(self) -> Result<(), Denied> {
        let is_power = self.commands(self.nation) == self.nation;
        let is_guest = |of: NationId, hex| {
            !is_power && self.are_friends(of, self.nation) && self.home(hex) == Some(self.nation)
        };
        let counts = |force: &&Force| {
            let Muster { nation, hex, .. } = force.muster;
            nation == self.nation || is_guest(nation, hex)
        };
        let factors: u16 = self.forces.iter().filter(counts).map(|force| force.factors.total()).sum();
        let least = KEPT.iter().filter(|hex| self.control.get(**hex) == Some(self.nation)).count();
        if usize::from(factors) > least + leaving(self.game, self.nation, None) {
            return Ok(());
        }
        let why = words!("{} keeps {least} factors for as many cities and forts.", self.nation.name());
        let id = if is_power { rule!("M-mob-18") } else { rule!("M-mob-20") };
        Err(Denied::new(id, why))
    }

    /// Whether leaders who must stay in a hex keep somebody to lead if a factor goes home (M-mob-19).
    fn leaves_its_leaders_led(self, hex: HexId) -> Result<(), Denied> {
        let friends = self.forces.open(hex, |other| self.are_friends(other, self.nation)).total();
        if usize::from(friends) > leaving(self.game, self.nation, Some(hex)) + 1 {
            return Ok(());
        }
        let stays = |leader: &LeaderId| {
            leader.get().nation == self.nation
                && !leader.get().is_admiral()
                && !self.decrees.dismissed.contains(*leader)
        };
        let Some(leader) = self.staff.at(hex, Stance::Open).find(stays) else { return Ok(()) };
        let why = words!("The last factor at {} stays with {}.", hex_name(hex), leader.name());
        Err(Denied::new(rule!("M-mob-19"), why))
    }

    /// Whether a nation has leaders on land whom it need not keep: more than the least number, or no points to pay them (M-prod-6).
    pub(crate) fn keeps_its_leaders(self) -> Result<(), Denied> {
        let (factors, least, kept) = least_leaders(self.game, self.nation);
        if kept > least || self.country(self.commands(self.nation)).funds() < 0 {
            return Ok(());
        }
        let why =
            words!("{} keeps {least} leaders for its {factors} factors; it has {kept}.", self.nation.name());
        Err(Denied::new(rule!("M-prod-6"), why))
    }

    /// Whether a nation can give up disrupted factors (M-prod-25).
    pub(crate) fn may_give_up(self) -> Result<(), Denied> {
        let waits = self.boxes.of(self.nation).any(|lot| lot.case.is_forlorn());
        if waits && !self.treasury(self.nation).orders.given_up && self.is_active() {
            return Ok(());
        }
        let why = words!(
            "{} has no disrupted factors that have waited for {PATIENCE} strategic turns.",
            self.nation.name()
        );
        Err(Denied::new(rule!("M-prod-25"), why))
    }

    /// Lists what a nation can send home.
    pub(crate) fn list_demobilizations(self, out: &mut Vec<Action>) {
        let (mut last, mut spares) = (None, None);
        let own =
            self.forces.iter().filter(|force| force.muster.nation == self.nation && force.is_in_the_open());
        for hex in own.map(|force| force.muster.hex).filter(|hex| self.home(*hex) == Some(self.nation)) {
            if last.replace(hex) == Some(hex) {
                continue;
            }
            if !*spares.get_or_insert_with(|| self.spares_a_factor().is_ok()) {
                return;
            }
            let here = self.forces.open(hex, |other| other == self.nation);
            let first = out.len();
            for (arm, _) in here.arms().filter(|(arm, _)| self.has_at_home(hex, *arm).is_ok()) {
                out.push(Action::Demobilize { hex, nation: self.nation, arm });
            }
            let can_go = || self.leaves_its_leaders_led(hex).is_ok() && self.is_supplied(self.nation, hex);
            if out.len() > first && !can_go() {
                out.truncate(first);
            }
        }
    }

    /// Whether a nation can raise its morale: once in a year, if it is stronger at home than its enemies (M-nm-31).
    pub(crate) fn may_hearten(self) -> Result<(), Denied> {
        let name = self.nation.name();
        let treasury = self.treasury(self.nation);
        if !self.has_morale(self.nation)
            || self.side(self.nation).is_none()
            || treasury.heartened
            || treasury.orders.heartened
        {
            let why = words!("{name} has raised its morale in this year, or has none.");
            return Err(Denied::new(rule!("M-nm-31"), why));
        }
        let (own, enemies) = self.at_home();
        if own <= enemies {
            let why = words!("{name} has {own} factors at home; its enemies have as many there, or more.");
            return Err(Denied::new(rule!("M-nm-31"), why));
        }
        let morale = self.realm(self.nation).morale;
        if morale >= RAISED {
            let why = words!("Morale is raised to {RAISED} at most; that of {name} is {morale}.");
            return Err(Denied::new(rule!("M-nm-31"), why));
        }
        Ok(())
    }
}

impl General<'_> {
    /// Whether a leader's upkeep can be saved. The least number stays, if it can be paid (M-prod-6).
    pub(crate) fn may_dismiss(self) -> Result<(), Denied> {
        self.may_dismiss_of(|nation| self.country(nation).keeps_its_leaders())
    }

    /// The same where it is known whether a nation keeps those whom it has.
    pub(crate) fn may_dismiss_of(
        self,
        keeps: impl FnOnce(NationId) -> Result<(), Denied>,
    ) -> Result<(), Denied> {
        let nation = self.leader.get().nation;
        if self.staff.hex(self.leader).is_none()
            || self.decrees.dismissed.contains(self.leader)
            || !self.has_morale(self.commands(nation))
        {
            let why = words!("{} is not in play.", self.leader.name());
            return Err(Denied::new(rule!("M-prod-4"), why));
        }
        if self.leader.get().is_admiral() { Ok(()) } else { keeps(nation) }
    }

    /// Whether a leader who was not paid can come back: to a city or fort at home, or to troops of his own (M-prod-5).
    pub(crate) fn may_recall(self) -> Result<(), Denied> {
        let nation = self.leader.get().nation;
        if !self.staff.resting.contains(self.leader)
            || self.decrees.recalled.contains(self.leader)
            || !self.country(nation).is_active()
        {
            let why = words!("{} does not wait for his pay.", self.leader.name());
            return Err(Denied::new(rule!("M-prod-5"), why));
        }
        let is_in_play = |other: LeaderId| other != self.leader && self.staff.post(other) != Post::Away;
        if self.leader.versions().any(is_in_play) {
            let why = words!("{} is in play with another counter.", self.leader.name());
            return Err(Denied::new(rule!("M-lead-55"), why));
        }
        if self.country(nation).billet().is_none() {
            let why = words!("There is no place for {} to come back to.", self.leader.name());
            return Err(Denied::new(rule!("M-mob-14"), why));
        }
        // The leader who is due with mobilized factors is reckoned in already.
        let price = u16::from(self.country(nation).owed_by() == 0);
        affords(self.commands(nation), self.country(self.commands(nation)).funds(), price)
    }
}

/// How many leaders are to be called back with the factors that are mobilized, beyond those who are (M-mob-12).
fn owed_leaders(game: &Marshals, power: NationId) -> usize {
    game.country(power).wards().map(|nation| game.country(nation).owed_by()).sum()
}

/// The same if so many factors are mobilized.
fn owed_for(game: &Marshals, nation: NationId, called: u16) -> usize {
    let wanted = usize::from(called.div_ceil(LED));
    let of_nation = |leader: &LeaderId| leader.get().nation == nation;
    let recalled = game.decrees.recalled.iter().filter(of_nation).count();
    let resting = game.staff.resting.iter().filter(of_nation).count();
    wanted.min(resting).saturating_sub(recalled)
}

/// Whether a power has the points for something.
fn affords(power: NationId, funds: i32, price: u16) -> Result<(), Denied> {
    if funds >= i32::from(price) {
        return Ok(());
    }
    let why = words!("That costs {price} production points; {} has {funds}.", power.name());
    Err(Denied::new(rule!("M-sheet-2"), why))
}

/// A nation's factors on the map, how many leaders on land it has to keep for them, and how many it keeps (M-prod-6).
fn least_leaders(game: &Marshals, nation: NationId) -> (u16, usize, usize) {
    let own = game.forces.iter().filter(|force| force.muster.nation == nation);
    let factors: u16 = own.map(|force| force.factors.total()).sum();
    let of_land = |leader: &LeaderId| leader.get().nation == nation && !leader.get().is_admiral();
    let kept = game.country(game.commands(nation)).kept().filter(of_land).count();
    (factors, usize::from(factors.div_ceil(LED)), kept)
}

/// Whether a nation pays the leaders that it has to keep: else it raises no factors (M-prod-8). Those who are not there to be paid
/// are not asked for.
fn keeps_enough_leaders(game: &Marshals, nation: NationId) -> Result<(), Denied> {
    let waits = |leader: LeaderId| {
        let line = leader.get();
        line.nation == nation && !line.is_admiral() && !game.decrees.recalled.contains(leader)
    };
    let mut unpaid = game.staff.resting.iter().chain(game.decrees.dismissed.iter());
    if !unpaid.any(waits) {
        return Ok(());
    }
    let (factors, least, kept) = least_leaders(game, nation);
    if kept >= least {
        return Ok(());
    }
    let why = words!(
        "{} pays {kept} leaders; its {factors} factors take {least} before any are raised.",
        nation.name()
    );
    Err(Denied::new(rule!("M-prod-8"), why))
}

/// The cities and forts for each of which a factor stays.
static KEPT: LazyLock<Vec<HexId>> = LazyLock::new(|| {
    let counts = |place: &PlaceId| place.get().stars > 0 || place.get().fort > 0;
    PlaceId::all().filter(counts).map(PlaceId::hex).collect()
});

/// How many factors of a nation are to go home, out of one hex or in all.
fn leaving(game: &Marshals, nation: NationId, at: Option<HexId>) -> usize {
    let gone = game.decrees.demobilized.iter().filter(|(_, other, _)| *other == nation);
    gone.filter(|(from, ..)| at.is_none_or(|at| at == *from)).count()
}
