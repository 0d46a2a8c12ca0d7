//! What comes to a seat before its stacks move: disrupted factors rally, replacements, mobilized factors and supply units are placed.
//! Rulebook: Turn Sequence, Production.

use arrayvec::ArrayVec;
use atlas::topology::{BoxSet, HexId};
use engine::steps::{Flow, Step};
use engine::{Choice, Denied, Gauge, PieceKey, Prompt, Recorder, Seat, Seats, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::boxes::Case;
use crate::combat::fort::check_garrison;
use crate::command::priced;
use crate::control::around;
use crate::event::{Event, hex_at, hex_name, space};
use crate::field::Muster;
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId, PlaceId};
use crate::map::{Class, MAP};
use crate::nations::NationSet;
use crate::questions::Question;
use crate::scenarios::special::Special;
use crate::staff::Post;
use crate::state::{Country, Marshals, Player};
use crate::supply::Commissariat;
use crate::turn::{Campaign, Summons};
use crate::view::waiting;
use crate::wording::words;

/// How near a leader must be to factors that were disrupted a moment ago (M-prod-21).
const NEAR: u16 = 5;

/// How many factors a replacement point brings back (M-prod-14).
const A_POINT: u8 = 3;

/// Why a factor was placed somewhere: each kind has a place there by itself (M-prod-14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// It replaces a casualty.
    Replaced,
    /// It was mobilized.
    Raised,
}

/// Where factors have been placed in the turn of a seat.
pub(crate) type Placed = ArrayVec<(HexId, NationId, Entry), 96>;

/// What comes when, after the losses of besieged forts (M-turn-8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// Disrupted factors rally.
    Rally,
    /// Casualties are replaced.
    Replacements,
    /// Mobilized factors are placed.
    Mobilized,
}

/// What comes to a seat before its stacks move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Arrivals {
    /// The place of the seat in the order of the turn.
    place: u8,
    /// What has begun to come: what belongs before that comes no more.
    stage: Stage,
}

impl Arrivals {
    /// The turn of a seat begins.
    pub(crate) fn begin(game: &mut Marshals, place: u8) -> Arrivals {
        let arrivals = Arrivals { place, stage: Stage::Rally };
        let seat = arrivals.seat(game);
        game.placed.clear();
        game.razed = 0;
        game.staff.rallied.clear();
        for nation in game.player(seat).nations_of() {
            let treasury = game.treasury_mut(nation);
            (treasury.by_line, treasury.replacing, treasury.replaced) = (0, 0, 0);
            if mobilizes_freely(game, nation) {
                let treasury = game.treasury_mut(nation);
                let free = std::mem::take(&mut treasury.free).at_most(treasury.ready);
                treasury.ready -= free;
                treasury.called += free;
            }
        }
        arrivals
    }

    /// The place of the seat in the order of the turn.
    pub(crate) fn place(self) -> u8 {
        self.place
    }

    fn seat(self, game: &Marshals) -> Seat {
        game.order()[usize::from(self.place)]
    }

    /// Whether something can still come, for what comes after it has not.
    fn is_time_for(self, stage: Stage) -> Result<(), Denied> {
        if stage >= self.stage {
            return Ok(());
        }
        let why =
            "Disrupted factors rally first, then casualties are replaced, then mobilized factors are placed.";
        Err(Denied::new(rule!("M-turn-8"), why))
    }

    /// The same, with something of this stage in.
    fn past(self, stage: Stage) -> Arrivals {
        Arrivals { stage: self.stage.max(stage), ..self }
    }

    /// All that can come, the end left out.
    fn offers(self, game: &Marshals, out: &mut Vec<Action>) {
        let seat = self.seat(game);
        let nations = game.player(seat).nations_of();
        let mut disrupted: ArrayVec<(NationId, Arm), 64> = ArrayVec::new();
        for nation in &nations {
            let lost = game.boxes.factors(*nation, Case::is_disrupted);
            for (arm, _) in lost.arms() {
                let _ = disrupted.try_push((*nation, arm));
            }
        }
        if !disrupted.is_empty() && self.is_time_for(Stage::Rally).is_ok() {
            for (leader, _) in game.staff.in_play() {
                if may_activate_to_rally(game, seat, leader).is_ok() {
                    out.push(Action::Activate(leader));
                }
                for (nation, arm) in &disrupted {
                    if may_rally(game, seat, leader, *nation, *arm).is_ok() {
                        out.push(Action::Rally { leader, nation: *nation, arm: *arm });
                    }
                }
            }
        }
        for nation in nations {
            for hex in game.country(nation).depots_of_recruits() {
                if self.is_time_for(Stage::Replacements).is_ok()
                    && may_replace(game, seat, hex, nation).is_ok()
                {
                    out.push(Action::Replace { hex, nation });
                }
                for (arm, _) in game.treasury(nation).called.arms() {
                    if may_raise(game, seat, hex, nation, arm).is_ok() {
                        out.push(Action::Raise { hex, nation, arm });
                    }
                }
            }
            if game.treasury(nation).supply > 0 && game.country(nation).is_active() {
                out.extend(
                    game.country(nation).warehouses().into_iter().map(|hex| Action::Stock { hex, nation }),
                );
            }
        }
    }

    /// The arrivals are over: losses are judged, and the stacks move.
    fn end(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Flow<Question> {
        let seat = self.seat(game);
        game.placed.clear();
        game.reckon(seat, log);
        game.settle_peace(log);
        Flow::goto(Campaign::at(self.place))
    }
}

impl Player<'_> {
    /// The nations that a seat plays, as a set.
    pub(crate) fn nations(self) -> NationSet {
        NationId::all().filter(|nation| self.seat(*nation) == Some(self.seat)).collect()
    }

    /// The nations that a seat plays.
    pub(crate) fn nations_of(self) -> ArrayVec<NationId, 64> {
        NationId::all().filter(|nation| self.seat(*nation) == Some(self.seat)).collect()
    }
}

impl Country<'_> {
    /// Where new supply units of a nation can appear (M-loc-8); those of clients in their own production cities and on depots
    /// (M-loc-13).
    pub(crate) fn warehouses(self) -> Vec<HexId> {
        let power = self.feeder();
        let mut cities: BoxSet<HexId> = BoxSet::with_room(MAP.grid.len());
        let producing = PlaceId::all().filter(|place| place.get().stars > 0).map(PlaceId::hex);
        if self.nation == power {
            cities.extend(self.home_sources(false));
            let held =
                |hex: &HexId| self.control.get(*hex).is_some_and(|holder| self.commands(holder) == power);
            cities.extend(producing.filter(held));
        } else {
            let home: Vec<HexId> = self.home_sources(false).collect();
            cities.extend(producing.filter(|hex| home.contains(hex)));
        }
        let commissariat = Commissariat::of(self.game, self.nation);
        let lines = commissariat.communications();
        let depots = lines.linked().iter();
        let mut hexes: Vec<HexId> = cities.iter().chain(depots).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let builds = |hex: &HexId| {
            lines.may_build(*hex, &cities).is_ok()
                && builds_at(self.game, self.nation, *hex)
                && !self.is_shut_in(self.nation, *hex)
        };
        hexes.retain(builds);
        hexes
    }
}

/// Whether those with whom a nation's mobilization box began the scenario come free of cost.
fn mobilizes_freely(game: &Marshals, nation: NationId) -> bool {
    game.scenario().special.iter().any(|special| {
        matches!(special, Special::FreeMobilization { nation: of, until } if *of == nation && game.date <= *until)
    })
}

/// The box from which a factor can rally to a leader: near the place of loss, or on his map once a turn has passed (M-prod-21
/// to M-prod-23).
fn rallies_from(game: &Marshals, hex: HexId, nation: NationId, arm: Arm) -> Option<Case> {
    let lots = game.boxes.of(nation).filter(|lot| lot.factors[arm] > 0);
    lots.map(|lot| lot.case).find(|case| match case {
        Case::Shaken(lost) => MAP.grid.distance(hex, *lost) <= NEAR,
        Case::Scattered(theatre, _) => MAP.theatre(hex) == Some(*theatre),
        Case::Fallen(_) | Case::Mourned(_) => false,
    })
}

/// Whether a leader can be activated now, because he has somebody to rally (M-prod-20).
fn may_activate_to_rally(game: &Marshals, seat: Seat, leader: LeaderId) -> Result<Option<NationId>, Denied> {
    let hex = game.player(seat).may_order(leader)?;
    let name = leader.name();
    if game.staff.activated.contains(leader) {
        return Err(Denied::new(rule!("M-command-3"), words!("{name} is activated already.")));
    }
    game.general(leader).is_with_the_army()?;
    let has_any = game
        .player(seat)
        .nations_of()
        .into_iter()
        .filter(|nation| game.leads(leader, *nation) && game.may_land(*nation, hex).is_ok())
        .any(|nation| Arm::ALL.into_iter().any(|arm| rallies_from(game, hex, nation, arm).is_some()));
    if !has_any {
        let why = words!("There is nobody near {name} to rally: {NEAR} hexes, or his map after a turn.");
        return Err(Denied::new(rule!("M-prod-21"), why));
    }
    game.general(leader).pays_for()
}

/// Whether a leader can rally a factor (M-prod-20).
fn may_rally(
    game: &Marshals,
    seat: Seat,
    leader: LeaderId,
    nation: NationId,
    arm: Arm,
) -> Result<(HexId, Case), Denied> {
    let hex = game.player(seat).may_order(leader)?;
    let name = leader.name();
    if !game.staff.activated.contains(leader) || game.staff.post(leader) != Post::Open(hex) {
        let why = words!("{name} is not activated, or is inside a fort.");
        return Err(Denied::new(rule!("M-prod-20"), why));
    }
    if game.staff.rallied.contains(leader) {
        let why = words!("{name} has rallied a factor in this turn.");
        return Err(Denied::new(rule!("M-prod-20"), why));
    }
    game.may_land(nation, hex)?;
    let case = rallies_from(game, hex, nation, arm).filter(|_| game.leads(leader, nation));
    case.map(|case| (hex, case)).ok_or_else(|| {
        let why = words!("No disrupted {arm} of {} can come to {name}.", nation.name());
        Denied::new(rule!("M-prod-21"), why)
    })
}

/// Whether a nation is a seat's, and has seasons of its own. That is asked before anything that others may not know.
fn is_of(game: &Marshals, seat: Seat, nation: NationId) -> Result<(), Denied> {
    if game.seat(nation) == Some(seat) && game.country(nation).is_active() {
        return Ok(());
    }
    let why = words!("Another plays {}, or it is at peace.", nation.name());
    Err(Denied::new(rule!("M-terms-4"), why))
}

/// Whether a place takes in a factor of a nation (M-prod-15, M-mob-6).
fn takes_in(
    game: &Marshals,
    seat: Seat,
    hex: HexId,
    nation: NationId,
    arm: Arm,
    entry: Entry,
) -> Result<(), Denied> {
    let deny = |rule, why: String| Err(Denied::new(rule, why));
    let place = || hex_name(hex);
    is_of(game, seat, nation)?;
    if !game.country(nation).home_sources(false).any(|home| home == hex) {
        let why = words!("{} is no city or fort at home that {} holds.", place(), nation.name());
        return deny(rule!("M-turn-16"), why);
    }
    if game.is_besieged(hex) {
        return deny(rule!("M-prod-17"), words!("{} is besieged.", place()));
    }
    if game.is_shut_in(nation, hex) {
        // Past those who only occupy the ground before a fort factors come into it (M-siege-8).
        check_garrison(game.fort(hex), game.forces.inside(hex, |_| true) + Factors::of(arm, 1))?;
    }
    if game.placed.contains(&(hex, nation, entry)) || game.placed.is_full() {
        let id = if entry == Entry::Replaced { rule!("M-prod-15") } else { rule!("M-mob-6") };
        return deny(id, words!("1 factor a turn comes to {}; it has.", place()));
    }
    if !builds_at(game, nation, hex) {
        let why = words!("The scenario does not let {} build at {}.", nation.name(), place());
        return deny(rule!("M-turn-16"), why);
    }
    Ok(())
}

/// Whether the scenario lets a nation build in a place.
fn builds_at(game: &Marshals, nation: NationId, hex: HexId) -> bool {
    game.scenario().special.iter().all(|special| match special {
        Special::Builds { nation: of, places, in_forts } if *of == nation => {
            places.iter().any(|place| place.hex() == hex) || *in_forts && game.fort(hex) > 0
        }
        _ => true,
    })
}

/// Whether a casualty can be replaced in a place (M-prod-11, M-prod-14).
fn may_replace(game: &Marshals, seat: Seat, hex: HexId, nation: NationId) -> Result<Case, Denied> {
    let name = nation.name();
    is_of(game, seat, nation)?;
    let power = game.commands(nation);
    let treasury = game.treasury(power);
    if treasury.replacements == 0 && treasury.replacing == 0 {
        let why = words!("{} has no replacement points left.", power.name());
        return Err(Denied::new(rule!("M-prod-13"), why));
    }
    let mut lots = game.boxes.of(nation).filter(|lot| !lot.case.is_disrupted() && lot.factors.infantry > 0);
    let Some(lot) = lots.next() else {
        let why = words!("{name} has no infantry among its casualties.");
        return Err(Denied::new(rule!("M-prod-11"), why));
    };
    if nation.class() == Class::Client && game.treasury(nation).replaced > 0 {
        let why = words!("1 factor of {name} a turn is replaced; it has been.");
        return Err(Denied::new(rule!("M-prod-29"), why));
    }
    takes_in(game, seat, hex, nation, Arm::Infantry, Entry::Replaced)?;
    Ok(lot.case)
}

/// Whether a mobilized factor can be placed somewhere (M-mob-6).
fn may_raise(game: &Marshals, seat: Seat, hex: HexId, nation: NationId, arm: Arm) -> Result<(), Denied> {
    is_of(game, seat, nation)?;
    if game.treasury(nation).called[arm] == 0 {
        let why = words!("{} has no mobilized {arm} to place.", nation.name());
        return Err(Denied::new(rule!("M-mob-6"), why));
    }
    takes_in(game, seat, hex, nation, arm, Entry::Raised)
}

fn may_stock(game: &Marshals, seat: Seat, hex: HexId, nation: NationId) -> Result<(), Denied> {
    if game.seat(nation) != Some(seat)
        || game.treasury(nation).supply == 0
        || !game.country(nation).is_active()
    {
        let why = words!("{} has no new supply unit to place.", nation.name());
        return Err(Denied::new(rule!("M-cost-11"), why));
    }
    if game.country(nation).warehouses().contains(&hex) {
        return Ok(());
    }
    let why = words!("{} is no city, home fort or depot of a line of communications.", hex_name(hex));
    Err(Denied::new(rule!("M-loc-8"), why))
}

fn enter(game: &mut Marshals, hex: HexId, nation: NationId, factor: Factors, log: &mut Recorder<Event>) {
    game.forces.put(Muster::fresh(hex, nation).standing(game.quarters_in(nation, hex)), factor);
    game.settle_control(around(hex), log);
}

impl Step<Marshals> for Arrivals {
    fn deciders(&self, game: &Marshals) -> Seats {
        self.seat(game).into()
    }

    fn list(&self, game: &Marshals, _seat: Seat, out: &mut Vec<Action>) {
        self.offers(game, out);
        out.push(Action::Done);
    }

    fn act(
        self,
        game: &mut Marshals,
        seat: Seat,
        action: &Action,
        log: &mut Recorder<Event>,
    ) -> Result<Flow<Question>, Denied> {
        match *action {
            Action::Activate(leader) => {
                self.is_time_for(Stage::Rally)?;
                let payer = may_activate_to_rally(game, seat, leader)?;
                game.pay_point(payer);
                game.activate(seat, leader, log);
                if game.general(leader).has_subordinates() {
                    return Ok(Flow::call(self, Summons::of(leader)));
                }
            }
            Action::Rally { leader, nation, arm } => {
                self.is_time_for(Stage::Rally)?;
                let (hex, case) = may_rally(game, seat, leader, nation, arm)?;
                let factor = Factors::of(arm, 1);
                game.boxes.take(nation, case, factor);
                game.staff.rallied.insert(leader);
                enter(game, hex, nation, factor, log);
                let known = game.confidants(nation);
                log.record(|| Event::Rallied { seat, leader, nation, hex, known });
            }
            Action::Replace { hex, nation } => {
                self.is_time_for(Stage::Replacements)?;
                let case = may_replace(game, seat, hex, nation)?;
                let factor = Factors::infantry(1);
                game.boxes.take(nation, case, factor);
                game.placed.push((hex, nation, Entry::Replaced));
                let power = game.commands(nation);
                spend_replacement(game, power);
                game.treasury_mut(nation).replaced += 1;
                if power == nation {
                    game.count_infantry(nation, 1, log);
                }
                enter(game, hex, nation, factor, log);
                let known = game.confidants(nation);
                log.record(|| Event::Placed { nation, hex, known });
                return Ok(Flow::stay(self.past(Stage::Replacements)));
            }
            Action::Raise { hex, nation, arm } => {
                may_raise(game, seat, hex, nation, arm)?;
                let factor = Factors::of(arm, 1);
                game.treasury_mut(nation).called -= factor;
                game.placed.push((hex, nation, Entry::Raised));
                enter(game, hex, nation, factor, log);
                let known = game.confidants(nation);
                log.record(|| Event::Placed { nation, hex, known });
                return Ok(Flow::stay(self.past(Stage::Mobilized)));
            }
            Action::Stock { hex, nation } => {
                may_stock(game, seat, hex, nation)?;
                game.treasury_mut(nation).supply -= 1;
                game.forces.store(Muster::fresh(hex, nation), 1, 0);
            }
            Action::Done => return Ok(self.end(game, log)),
            _ => return Err(self.not_now(game)),
        }
        Ok(Flow::stay(self))
    }

    /// Where nothing can come, nothing is asked.
    fn settle(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Option<Flow<Question>> {
        let mut offers = Vec::new();
        self.offers(game, &mut offers);
        offers.is_empty().then(|| self.end(game, log))
    }

    fn prompt(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        let seat = self.seat(game);
        if !viewer.is(seat) {
            return waiting();
        }
        let mut gauges = Vec::new();
        for power in game.player(seat).powers_of() {
            let treasury = game.treasury(power);
            let name = power.name();
            gauges.push(Gauge::new(format!("command points of {name}"), game.realm(power).points));
            if treasury.replacements > 0 {
                gauges.push(Gauge::new(format!("replacement points of {name}"), treasury.replacements));
            }
        }
        Prompt { gauges, ..Prompt::new("arrivals", "Rally disrupted factors and place what arrives.") }
    }

    fn choice(&self, _game: &Marshals, _seat: Seat, action: &Action) -> Choice {
        let at = |hex: HexId| Target::Space(space(hex));
        match *action {
            Action::Activate(leader) => {
                let target = Target::Piece { piece: PieceKey::of(&leader) };
                let label = format!("Activate {} to rally", leader.name());
                priced(Choice::new(Verb::Lead, label, target), leader)
            }
            Action::Rally { leader, nation, arm } => {
                let target = Target::Piece { piece: PieceKey::of(&leader) };
                let label = format!("{} rallies {arm} of {}", leader.name(), nation.name());
                Choice::new(Verb::Regroup, label, target)
            }
            Action::Replace { hex, nation } => {
                let label = format!("Replace infantry of {} at {}", nation.name(), hex_name(hex));
                Choice::new(Verb::Recruit, label, at(hex))
            }
            Action::Raise { hex, nation, arm } => {
                let label = format!("Place {arm} of {} at {}", nation.name(), hex_name(hex));
                Choice::new(Verb::Place, label, at(hex))
            }
            Action::Stock { hex, nation } => {
                let label = format!("Place a supply unit of {} at {}", nation.name(), hex_name(hex));
                Choice::new(Verb::Build, label, at(hex))
            }
            _ => Choice::button(Verb::Done, "Nothing more arrives"),
        }
    }

    fn attempts(&self, game: &Marshals, seat: Seat, target: &Target) -> Vec<Action> {
        match *target {
            Target::Space(to) | Target::Move { to, .. } => {
                let Some(hex) = hex_at(to) else { return Vec::new() };
                let powers = game.player(seat).powers_of();
                powers
                    .flat_map(|nation| [Action::Replace { hex, nation }, Action::Stock { hex, nation }])
                    .collect()
            }
            Target::Piece { piece } => piece.get::<LeaderId>().map(Action::Activate).into_iter().collect(),
            Target::Button => Vec::new(),
        }
    }
}

/// A factor more of an open replacement point, or the first of the next (M-prod-14).
fn spend_replacement(game: &mut Marshals, power: NationId) {
    let treasury = game.treasury_mut(power);
    if treasury.replacing == 0 {
        treasury.replacements -= 1;
        treasury.replacing = A_POINT;
    }
    treasury.replacing -= 1;
}
