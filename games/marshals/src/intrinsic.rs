//! Garrisons that rise where enemies come near. Rulebook: Intrinsic Defenses.
//!
//! A coast is guarded by whoever lives there. When enemies come near, its owner may at once place what it has, once; it can be called
//! again when as much has gone back. Who lands would alarm a coast like whoever marches up to it.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use atlas::topology::{ArraySet, HexId, Id};
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, Gauge, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::combat::fort::check_garrison;
use crate::control::around;
use crate::counters::shown_by;
use crate::event::{Event, hex_at, hex_name, space};
use crate::field::{Muster, Stance};
use crate::forces::{Arm, Factors};
use crate::ground::{LandId, LandSet};
use crate::ids::{NationId, PlaceId};
use crate::map::{MAP, Weather};
use crate::questions::Question;
use crate::state::Marshals;
use crate::view::waiting;
use crate::wording::words;

/// How near enemies must come (M-intrinsic-3, M-intrinsic-19).
const NEAR: u16 = 4;

/// What a French fort or production port has, and a reference city (M-intrinsic-3, M-intrinsic-4).
const FRENCH: (u8, u8) = (2, 1);

/// From this year on France raises no more than so many factors in a year (M-intrinsic-9).
const FRENCH_YEAR: (u16, u8) = (1812, 10);

/// Where British factors stand up by themselves (M-intrinsic-19).
const ROCKS: [&str; 2] = ["Malta", "Gibraltar"];

/// What Sicily has in its first years, and later (M-intrinsic-19).
const SICILY: [(u16, u8); 3] = [(1805, 0), (1806, 1), (1807, 2)];
const SICILY_LATER: u8 = 3;

atlas::id! {
    /// A place with an intrinsic defence, or an island, by its number.
    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct HoldId(u8);
}

/// A set of places with an intrinsic defence.
pub type HoldSet = ArraySet<HoldId, 3>;

/// What rule a place has its defence by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// So many French factors.
    French(u8),
    /// A British one.
    Rock,
    /// As many British ones as the year has, anywhere on the island.
    Sicily,
}

/// A place with an intrinsic defence, or an island.
struct Hold {
    name: &'static str,
    hexes: Vec<HexId>,
    kind: Kind,
}

static HOLDS: LazyLock<Vec<Hold>> = LazyLock::new(|| {
    let french = |place: PlaceId| {
        let line = place.get();
        let has_shore = MAP.is_coastal(place.hex());
        let is_port = line.stars > 0 && MAP.sources.is_port(&line.name);
        let factors = match () {
            () if is_port || has_shore && line.fort > 0 => FRENCH.0,
            () if has_shore && line.stars == 0 => FRENCH.1,
            () => return None,
        };
        let kind = Kind::French(factors);
        is_french_coast(place.hex()).then(|| Hold { name: place.name(), hexes: vec![place.hex()], kind })
    };
    let rock = |name: &&'static str| {
        let place = PlaceId::find(name)?;
        Some(Hold { name, hexes: vec![place.hex()], kind: Kind::Rock })
    };
    let sicily = PlaceId::all()
        .map(PlaceId::hex)
        .filter(|hex| MAP.region(*hex).is_some_and(|region| region.name == "Sicily"));
    let sicily = Hold { name: "Sicily", hexes: sicily.collect(), kind: Kind::Sicily };
    PlaceId::all().filter_map(french).chain(ROCKS.iter().filter_map(rock)).chain([sicily]).collect()
});

/// Whether a hex could be French, with its coast on the list: what is home to France or to the Kingdom of Italy differs by scenario.
fn is_french_coast(hex: HexId) -> bool {
    crate::scenarios::SCENARIOS.iter().any(|scenario| {
        let home = scenario.holdings().get(hex).map(|holding| holding.home);
        home.is_some_and(|home| is_french_home(home, hex))
    })
}

/// Whether a hex with this home is one of France, or of the Kingdom of Italy north of weather line 1 (M-intrinsic-3).
fn is_french_home(home: NationId, hex: HexId) -> bool {
    home == NationId::FRANCE || home.name() == "Kingdom of Italy" && MAP.weather(hex) != Weather::South
}

/// From where enemies alarm anybody.
static ALARMING: LazyLock<LandSet> = LazyLock::new(|| {
    let near = |hex: HexId| {
        HOLDS.iter().flat_map(|hold| &hold.hexes).any(|own| MAP.grid.distance(*own, hex) <= NEAR)
    };
    LandId::all().filter(|land| near(land.hex())).collect()
});

impl HoldId {
    fn all() -> impl Iterator<Item = HoldId> {
        (0..HOLDS.len()).map(HoldId::from_index)
    }

    fn get(self) -> &'static Hold {
        &HOLDS[self.index()]
    }

    fn distance(self, hex: HexId) -> u16 {
        self.get().hexes.iter().map(|own| MAP.grid.distance(*own, hex)).min().unwrap_or(u16::MAX)
    }

    /// Whose factors stand up here.
    fn nation(self) -> NationId {
        match self.get().kind {
            Kind::French(_) => NationId::FRANCE,
            Kind::Rock | Kind::Sicily => NationId::BRITAIN,
        }
    }

    /// How many factors it has in a year.
    fn strength(self, year: u16) -> u8 {
        match self.get().kind {
            Kind::French(factors) => factors,
            Kind::Rock => 1,
            Kind::Sicily => {
                SICILY.into_iter().find(|(of, _)| *of == year).map_or(SICILY_LATER, |(_, factors)| factors)
            }
        }
    }
}

/// What has been called to defend a place, and has not gone back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Called {
    hold: HoldId,
    factors: u8,
}

/// Intrinsic defences as they stand.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Levies {
    /// Those that are called, the first first.
    called: ArrayVec<Called, 96>,
    /// Those that may be called now, for enemies have just come near.
    alarmed: HoldSet,
    /// Those that were not called in this turn, though they could have been.
    declined: HoldSet,
}

impl Levies {
    /// A new operational turn begins.
    pub(crate) fn forget(&mut self) {
        self.declined = HoldSet::EMPTY;
    }

    /// Whether somebody may call a defence now.
    pub(crate) fn is_alarmed(&self) -> bool {
        !self.alarmed.is_empty()
    }

    /// How much of a defence is called and has not gone back.
    fn owed(&self, hold: HoldId) -> u8 {
        self.called.iter().find(|called| called.hold == hold).map_or(0, |called| called.factors)
    }
}

impl Marshals {
    /// Troops of a nation have come to a hex, from another or from the sea: the defences are alarmed that they have come nearer to
    /// (M-intrinsic-3, M-intrinsic-7). Nobody is asked twice in a turn about the same place.
    pub(crate) fn alarm(&mut self, nation: NationId, from: Option<HexId>, to: HexId) {
        for hold in holds_near(self, nation, from, to) {
            let able = |hex: &HexId| may_stand_up_at(self, hold, *hex, Arm::Infantry).is_ok();
            if hold.get().hexes.iter().any(able) {
                self.levies.alarmed.insert(hold);
            }
        }
    }

    /// Whether a march from one hex to the next may alarm somebody.
    pub(crate) fn may_alarm(&self, nation: NationId, from: HexId, to: HexId) -> bool {
        !holds_near(self, nation, Some(from), to).is_empty()
    }

    /// Whether a factor on the map can go back to a defence that was called, from wherever it stands, once nobody threatens that place
    /// any more (M-intrinsic-8, M-intrinsic-22).
    pub(crate) fn may_restore(
        &self,
        power: NationId,
        hex: HexId,
        nation: NationId,
        arm: Arm,
    ) -> Result<(Muster, HoldId), Denied> {
        let deny = |rule, why: String| Err(Denied::new(rule, why));
        let name = nation.name();
        let mine = |called: &&Called| called.hold.nation() == nation;
        if nation != power || !self.levies.called.iter().any(|called| mine(&called)) {
            return deny(rule!("M-intrinsic-22"), words!("{name} has called no intrinsic defence."));
        }
        let is_gun = arm == Arm::Artillery
            && self.levies.called.iter().any(|called| called.hold.get().name == "Gibraltar");
        let unit = self.dispensable(hex, nation, arm).filter(|_| arm == Arm::Infantry || is_gun);
        let Some(muster) = unit else {
            let why = words!("{name} has no {arm} at {} for that.", hex_name(hex));
            return deny(rule!("M-intrinsic-22"), why);
        };
        let mut called = self.levies.called.iter().filter(mine);
        match called.find(|called| is_quiet_round(self, called.hold)) {
            Some(called) => Ok((muster, called.hold)),
            None => {
                let why = words!("Enemies are still within {NEAR} hexes of what {name} has called.");
                deny(rule!("M-intrinsic-8"), why)
            }
        }
    }

    /// A factor goes back to a defence.
    pub(crate) fn restore(&mut self, muster: Muster, arm: Arm, hold: HoldId, log: &mut Recorder<Event>) {
        let Muster { hex, nation, .. } = muster;
        self.dismiss_factor(muster, arm, log);
        self.scrap(nation, Factors::of(arm, 1));
        if let Some(called) = self.levies.called.iter_mut().find(|called| called.hold == hold) {
            called.factors -= 1;
        }
        self.levies.called.retain(|called| called.factors > 0);
        log.record(|| Event::WentBack { nation, hex });
    }
}

/// Whether a place has an intrinsic defence now: France and Britain have them where they rule.
fn has_intrinsic(game: &Marshals, hold: HoldId, hex: HexId) -> bool {
    let nation = hold.nation();
    let rules = game.control.get(hex).is_some_and(|holder| game.commands(holder) == nation);
    let is_theirs = match hold.get().kind {
        Kind::French(_) => game.home(hex).is_some_and(|home| is_french_home(home, hex)),
        Kind::Rock | Kind::Sicily => true,
    };
    rules && is_theirs && game.side(nation).is_some()
}

/// How many factors more a nation can raise in this year.
fn year_left(game: &Marshals, nation: NationId) -> u8 {
    let (from, most) = FRENCH_YEAR;
    let is_bounded = nation == NationId::FRANCE && game.date.year() >= from;
    if is_bounded { most.saturating_sub(game.treasury(nation).levied) } else { u8::MAX }
}

/// The defences that troops of a nation may alarm by coming from one hex to another: so far everybody can tell.
fn holds_near(game: &Marshals, nation: NationId, from: Option<HexId>, to: HexId) -> ArrayVec<HoldId, 192> {
    if !LandId::of(to).is_some_and(|land| ALARMING.contains(land)) {
        return ArrayVec::new();
    }
    let is_near = |hold: &HoldId| {
        hold.distance(to) <= NEAR
            && from.is_none_or(|from| hold.distance(to) < hold.distance(from))
            && game.are_enemies(nation, hold.nation())
            && !game.levies.declined.contains(*hold)
            && game.levies.owed(*hold) == 0
    };
    HoldId::all().filter(is_near).collect()
}

/// Whether a factor of a defence can stand up in a hex (M-intrinsic-5).
fn may_stand_up_at(game: &Marshals, hold: HoldId, hex: HexId, arm: Arm) -> Result<(), Denied> {
    let deny = |rule, why: String| Err(Denied::new(rule, why));
    let (nation, place) = (hold.nation(), || hex_name(hex));
    let strength = hold.strength(game.date.year());
    if game.levies.owed(hold) >= strength {
        let why = words!("{} has {strength} factors of its own; all are called.", hold.get().name);
        return deny(rule!("M-intrinsic-1"), why);
    }
    if !has_intrinsic(game, hold, hex) || game.is_shut_in(nation, hex) {
        let why = words!("{} does not hold {}, or enemies stand before it.", nation.name(), place());
        return deny(rule!("M-intrinsic-5"), why);
    }
    let is_gun = arm == Arm::Artillery && hold.get().name == "Gibraltar";
    if arm != Arm::Infantry && !is_gun {
        return deny(rule!("M-intrinsic-20"), words!("No {arm} stands up at {}.", place()));
    }
    if game.treasury(shown_by(nation)).unbuilt[arm] == 0 {
        return deny(rule!("M-intrinsic-5"), words!("{} has no free counter of {arm}.", nation.name()));
    }
    if year_left(game, nation) == 0 {
        let (from, most) = FRENCH_YEAR;
        let why = words!("From {from} on {} raises {most} such factors a year; it has.", nation.name());
        return deny(rule!("M-intrinsic-9"), why);
    }
    Ok(())
}

/// A factor stands up: inside a fort if it has room there.
fn stand_up(game: &mut Marshals, hold: HoldId, hex: HexId, arm: Arm, log: &mut Recorder<Event>) {
    let nation = hold.nation();
    let factor = Factors::of(arm, 1);
    let is_inside = MAP.fort(hex) > 0
        && check_garrison(MAP.fort(hex), game.forces.inside(hex, |_| true) + factor).is_ok();
    let stance = if is_inside { Stance::Inside } else { Stance::Open };
    game.treasury_mut(shown_by(nation)).unbuilt -= factor;
    game.treasury_mut(nation).levied = game.treasury(nation).levied.saturating_add(1);
    game.forces.put(Muster::fresh(hex, nation).standing(stance), factor);
    match game.levies.called.iter_mut().find(|called| called.hold == hold) {
        Some(called) => called.factors += 1,
        None => game.levies.called.push(Called { hold, factors: 1 }),
    }
    log.record(|| Event::StoodUp { nation, hex });
    game.settle_control(around(hex), log);
    if arm == Arm::Infantry {
        game.count_infantry(nation, 1, log);
    }
}

/// Whether no enemies are near a place with a defence, and it is back in the hands of its owner.
fn is_quiet_round(game: &Marshals, hold: HoldId) -> bool {
    let nation = hold.nation();
    let mut enemies = game
        .forces
        .iter()
        .filter(|force| !force.factors.is_empty() && game.are_enemies(force.muster.nation, nation));
    hold.get().hexes.iter().all(|hex| has_intrinsic(game, hold, *hex))
        && enemies.all(|force| hold.distance(force.muster.hex) > NEAR)
}

/// Enemies have come near: the owner of what lies there may call its defence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Alarm;

impl Alarm {
    /// Whose defences are alarmed: they have one owner, for one side marches.
    fn nation(game: &Marshals) -> Option<NationId> {
        game.levies.alarmed.iter().next().map(HoldId::nation)
    }

    fn seat(game: &Marshals) -> Seat {
        Alarm::nation(game).map_or(Seat(0), |nation| game.keeper(nation))
    }

    /// What can stand up, and where.
    fn offers(game: &Marshals) -> impl Iterator<Item = (HoldId, HexId, Arm)> + '_ {
        let hexes = |hold: HoldId| hold.get().hexes.iter().map(move |hex| (hold, *hex));
        let arms = [Arm::Infantry, Arm::Artillery];
        let all = game.levies.alarmed.iter().flat_map(hexes);
        all.flat_map(move |(hold, hex)| arms.map(|arm| (hold, hex, arm)))
            .filter(|(hold, hex, arm)| may_stand_up_at(game, *hold, *hex, *arm).is_ok())
    }

    fn may_call(game: &Marshals, hex: HexId, arm: Arm) -> Result<HoldId, Denied> {
        let Some(hold) = game.levies.alarmed.iter().find(|hold| hold.get().hexes.contains(&hex)) else {
            let why = words!("No enemies have just come within {NEAR} hexes of {}.", hex_name(hex));
            return Err(Denied::new(rule!("M-intrinsic-3"), why));
        };
        may_stand_up_at(game, hold, hex, arm).map(|()| hold)
    }

    fn end(game: &mut Marshals) {
        let levies = &mut game.levies;
        let declined: ArrayVec<HoldId, 192> = levies.alarmed.iter().collect();
        for hold in declined {
            levies.declined.insert(hold);
        }
        levies.alarmed = HoldSet::EMPTY;
    }
}

impl Step<Marshals> for Alarm {
    fn deciders(&self, game: &Marshals) -> Seats {
        Alarm::seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        out.extend(Alarm::offers(game).map(|(_, hex, arm)| Action::StandUp { hex, arm }));
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Marshals,
        _seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::StandUp { hex, arm } => {
                let hold = Alarm::may_call(game, hex, arm)?;
                stand_up(game, hold, hex, arm, log);
                Ok(Flow::stay(self))
            }
            Action::Done => {
                Alarm::end(game);
                Ok(Flow::End)
            }
            _ => Err(self.not_now(game)),
        }
    }

    /// Where nothing is left to call, nothing is asked.
    fn settle(self, game: &mut Marshals, _log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        if Alarm::offers(game).next().is_some() {
            return None;
        }
        Alarm::end(game);
        Some(Flow::End)
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(Alarm::seat(game)) {
            return waiting();
        }
        let nation = Alarm::nation(game).unwrap_or(NationId::FRANCE);
        let bounded = Some(year_left(game, nation)).filter(|left| *left < u8::MAX);
        Prompt {
            gauges: bounded.map(|left| Gauge::new("factors left this year", left)).into_iter().collect(),
            ..Prompt::new("alarm", "Enemies come near the coast: call its intrinsic defence, or do not.")
        }
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        match *action {
            Action::StandUp { hex, arm } => {
                let label = format!("Call {arm} to defend {}", hex_name(hex));
                Choice::new(Verb::Recruit, label, Target::Space(space(hex)))
            }
            _ => Choice::button(Verb::Done, "Call nobody else"),
        }
    }

    fn attempts(&self, _game: &Marshals, _seat: Seat, target: &Target) -> Vec<Action> {
        let (Target::Space(to) | Target::Move { to, .. }) = *target else { return Vec::new() };
        hex_at(to).map(|hex| Action::StandUp { hex, arm: Arm::Infantry }).into_iter().collect()
    }
}
