//! Sieges, and what they cost a garrison. Rulebook "Sieges".
//!
//! A siege is looked at when a seat's turn begins and ends, and after every battle. Its losses are due before the garrison's own turn.

use arrayvec::ArrayVec;
use atlas::topology::HexId;
use engine::steps::{Flow, OneOf};
use engine::{Choice, Denied, PieceKey, Prompt, Recorder, Seat, Target, Verb, Viewer, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::battle::Sort;
use crate::boxes::Fate;
use crate::combat::fort::{Pressure, may_assault, pressure, starves};
use crate::control::around;
use crate::event::{Event, hex_name};
use crate::field::{Force, Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::ids::{LeaderId, NationId};
use crate::questions::Question;
use crate::state::{Marshals, Player};
use crate::strategy::arrivals::Arrivals;
use crate::view::{Units, waiting};
use crate::wording::words;

/// How many forts can be besieged at a time.
const SIEGES: usize = 48;

/// Enemies before a fort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Siege {
    /// Where.
    pub hex: HexId,
    /// Whether it is in force; else the fort is only threatened (M-siege-5).
    pub in_force: bool,
    /// Whether the garrison's side has had a turn since it began: only then can it come into force by the ratio alone.
    pub waited: bool,
    /// In how many phases of its owner it has been in force.
    pub phases: u8,
    /// Whether a loss is to be looked at in this turn of its owner.
    pub due: bool,
}

/// All sieges, and the forts that have been assaulted in this operational turn.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Sieges {
    pub(crate) list: ArrayVec<Siege, SIEGES>,
    pub(crate) assaulted: ArrayVec<HexId, 16>,
}

impl Marshals {
    /// The sieges.
    pub fn sieges(&self) -> &[Siege] {
        &self.sieges.list
    }

    /// Whether the garrison of a hex is besieged: the siege is in force, and there are enough besiegers (M-siege-18).
    pub fn is_besieged(&self, hex: HexId) -> bool {
        let in_force = self.sieges.list.iter().any(|siege| siege.hex == hex && siege.in_force);
        in_force && pressure_on(self, hex) >= Some(Pressure::Threatened)
    }

    /// Looks at every fort: sieges begin, wait or end. Those that only threaten come into force when `begins` says so, at the beginning
    /// of the besieger's turn (M-siege-5).
    pub(crate) fn watch_sieges(
        &mut self,
        begins: impl Fn(&Marshals, NationId) -> bool,
        log: &mut Recorder<Event>,
    ) {
        let ended: ArrayVec<HexId, SIEGES> = self
            .sieges
            .list
            .iter()
            .map(|siege| siege.hex)
            .filter(|hex| pressure_on(self, *hex) < Some(Pressure::Threatened))
            .collect();
        self.sieges.list.retain(|siege| !ended.contains(&siege.hex));
        for hex in ended {
            log.record(|| Event::Relieved(hex));
        }
        let mut hexes: Vec<HexId> = self.forces.iter().map(|force| force.muster.hex).collect();
        hexes.dedup();
        hexes.retain(|hex| self.fort(*hex) > 0);
        for hex in hexes {
            let Some(pressure) = pressure_on(self, hex).filter(|pressure| *pressure > Pressure::Occupied)
            else {
                continue;
            };
            let nation = garrison_of(self, hex).expect("somebody is pressed");
            let at_once = pressure == Pressure::Besieged;
            let starts = begins(self, nation);
            let known = self.sieges.list.iter_mut().find(|siege| siege.hex == hex);
            let newly = match known {
                Some(siege) => {
                    let begins = !siege.in_force && (at_once || siege.waited && starts);
                    siege.in_force |= begins;
                    begins
                }
                None => {
                    let siege = Siege { hex, in_force: at_once, waited: false, phases: 0, due: false };
                    // A board has fewer forts that armies can reach at a time.
                    let _ = self.sieges.list.try_push(siege);
                    at_once
                }
            };
            if newly {
                log.record(|| Event::Besieged(hex));
            }
        }
    }

    /// A seat's turn is over: sieges are looked at, and those of its side's garrisons are known to have lasted through it.
    pub(crate) fn close_sieges(&mut self, seat: Seat, log: &mut Recorder<Event>) {
        self.watch_sieges(|_, _| false, log);
        let side = self.side_of(seat);
        for place in 0..self.sieges.list.len() {
            let garrison = garrison_of(self, self.sieges.list[place].hex);
            let own = garrison.is_some_and(|nation| self.side(nation) == side);
            self.sieges.list[place].waited |= own;
        }
    }

    /// Sieges that a scenario begins with (M-siege-29).
    pub(crate) fn begin_sieges(&mut self) {
        let mut silent = Recorder::silent();
        self.watch_sieges(|_, _| true, &mut silent);
        for siege in &mut self.sieges.list {
            siege.in_force = true;
        }
    }

    /// If nobody of a nation's side is left to hold a fort, its leaders are captured and it changes hands (M-lead-22).
    pub(crate) fn fall_of(&mut self, hex: HexId, nation: NationId, log: &mut Recorder<Event>) {
        let captor = self
            .forces
            .at(hex)
            .iter()
            .find(|force| force.is_in_the_open() && self.are_enemies(force.muster.nation, nation));
        let Some(captor) = captor.map(|force| force.muster.nation) else { return };
        if !self.forces.inside(hex, |other| self.are_friends(other, nation)).is_empty() {
            return;
        }
        let leaders: Vec<LeaderId> = self
            .staff
            .at(hex, Stance::Inside)
            .filter(|leader| self.are_enemies(leader.get().nation, captor))
            .collect();
        for leader in leaders {
            self.capture(leader, captor, log);
        }
        self.sieges.list.retain(|siege| siege.hex != hex);
        log.record(|| Event::Fallen(hex));
        self.settle_control(around(hex), log);
    }

    /// Whether the stack on the march may assault the fort of its hex (M-siege-24).
    pub(crate) fn may_assault_fort(
        &self,
        leader: Option<LeaderId>,
        hex: HexId,
        has_moved: bool,
    ) -> Result<(), Denied> {
        let Some(leader) = leader else {
            return Err(Denied::new(rule!("M-combat-13"), "Troops without a leader do not attack."));
        };
        let nation = leader.get().nation;
        if self.battle.as_ref().is_some_and(|battle| battle.target != hex || battle.sort != Sort::Assault) {
            let why = words!("The attack on {} comes first.", hex_name(self.fray().target));
            return Err(Denied::new(rule!("M-lead-42"), why));
        }
        if self.forces.inside(hex, |other| self.are_enemies(other, nation)).is_empty() {
            let why = words!("No enemies are inside a fort at {}.", hex_name(hex));
            return Err(Denied::new(rule!("M-siege-24"), why));
        }
        let gun = self.forces.at(hex).iter().any(|force| {
            let Muster { nation: whose, stance, record, fights, .. } = force.muster;
            let stays = record == Record::Fresh || record == Record::Marching && !has_moved;
            // Whoever has fought has come by a march to the guns.
            stays
                && fights == 0
                && stance == Stance::Open
                && force.factors.artillery > 0
                && self.are_friends(whose, nation)
        });
        let waits = self.battle.is_some();
        may_assault(self.sieges.assaulted.contains(&hex) && !waits, gun || waits, false)?;
        self.general(leader).may_engage(hex)
    }

    /// A fort is assaulted.
    pub(crate) fn assault(&mut self, leader: LeaderId, hex: HexId, log: &mut Recorder<Event>) {
        if !self.sieges.assaulted.contains(&hex) {
            let _ = self.sieges.assaulted.try_push(hex);
        }
        self.declare(leader, hex, Sort::Assault, log);
    }

    /// Supply units or depots that a nation's side has inside a fort, units first.
    pub(crate) fn store_inside(&self, hex: HexId, nation: NationId) -> Option<Muster> {
        let own = || {
            self.forces.at(hex).iter().filter(|force| {
                force.muster.stance == Stance::Inside && self.are_friends(force.muster.nation, nation)
            })
        };
        let unit = own().find(|force| force.supply > 0);
        unit.or_else(|| own().find(|force| force.depots > 0)).map(|force| force.muster)
    }

    /// A supply unit inside a fort is given up, or a depot if there is none.
    pub(crate) fn burn_inside(&mut self, muster: Muster) {
        let force = self.forces.at(muster.hex).iter().find(|force| force.muster == muster).copied();
        let is_unit = force.is_some_and(|force| force.supply > 0);
        self.scrap_stores(muster, is_unit.into(), (!is_unit).into());
    }

    /// A garrison comes out to attack the besiegers.
    pub(crate) fn sortie(&mut self, leader: LeaderId, hex: HexId, log: &mut Recorder<Event>) {
        let nation = leader.get().nation;
        let payer = self.general(leader).pays_for().expect("a point is left");
        self.pay_point(payer);
        let store = self.store_inside(hex, nation).expect("supply is inside");
        for (muster, factors) in sallying(self, leader, hex) {
            self.forces.shift(muster, factors, |muster| muster.record = Record::Engaged);
        }
        self.burn_inside(store);
        self.staff.activated.insert(leader);
        self.staff.moved.insert(leader);
        self.staff.engaged.insert(leader);
        let known = self.confidants(nation);
        let seat = self.keeper(nation);
        log.record(|| Event::Declared { seat, leader, target: hex, known });
        self.open_battle(hex, Sort::Sortie, leader, hex);
    }
}

impl Player<'_> {
    /// Whether a leader shut up in a fort may attack those outside (M-siege-22).
    pub(crate) fn may_sortie(self, leader: LeaderId) -> Result<HexId, Denied> {
        let (name, nation) = (leader.name(), leader.get().nation);
        if self.seat(nation) != Some(self.seat) {
            return Err(Denied::new(rule!("M-terms-4"), words!("Another plays {}.", nation.name())));
        }
        let inside = self.staff.hex(leader).filter(|hex| {
            self.staff.post(leader) == crate::staff::Post::Inside(*hex) && self.faces_enemies(nation, *hex)
        });
        let Some(hex) = inside else {
            return Err(Denied::new(rule!("M-siege-22"), words!("{name} is not shut up in a fort.")));
        };
        // With those who relieve it a garrison attacks together (M-siege-23).
        if let Some(battle) = self.battle.as_ref().filter(|battle| battle.target != hex) {
            let why = words!("The attack on {} comes first.", hex_name(battle.target));
            return Err(Denied::new(rule!("M-lead-42"), why));
        }
        if self.staff.moved.contains(leader) || self.staff.spent.contains(leader) {
            return Err(Denied::new(rule!("M-move-2"), words!("{name} has moved or fought in this turn.")));
        }
        if sallying(self.game, leader, hex).is_empty() {
            return Err(Denied::new(rule!("M-siege-22"), words!("{name} has nobody to lead out.")));
        }
        if !self.country(nation).is_steady() {
            let why = words!("{} has National Morale 2 or less.", nation.name());
            return Err(Denied::new(rule!("M-combat-32"), why));
        }
        if self.store_inside(hex, nation).is_none() {
            let why = "A sortie takes a supply unit or depot inside the fort.";
            return Err(Denied::new(rule!("M-siege-14"), why));
        }
        self.general(leader).pays_for()?;
        Ok(hex)
    }
}

/// A nation that has something inside the fort of a hex.
fn garrison_of(game: &Marshals, hex: HexId) -> Option<NationId> {
    let inside = |force: &&Force| force.muster.stance == Stance::Inside && !force.factors.is_empty();
    let force = game.forces.at(hex).iter().filter(inside).max_by_key(|force| force.factors.total());
    let leader = || game.staff.at(hex, Stance::Inside).next().map(|leader| leader.get().nation);
    force.map(|force| force.muster.nation).or_else(leader)
}

/// What enemies in the hex of a fort do to those inside, if both are there (M-siege-4).
fn pressure_on(game: &Marshals, hex: HexId) -> Option<Pressure> {
    let nation = garrison_of(game, hex)?;
    let outside = game.forces.open(hex, |other| game.are_enemies(other, nation));
    let inside = game.forces.inside(hex, |other| game.are_friends(other, nation)).total();
    (!outside.is_empty()).then(|| pressure(outside, inside))
}

/// Sieges at the beginning of a seat's turn: those that threaten come into force if it is the besieger's; losses fall due if it is
/// the garrison's.
fn open_sieges(game: &mut Marshals, seat: Seat, log: &mut Recorder<Event>) {
    let side = game.side_of(seat);
    game.watch_sieges(|game, nation| side.is_some() && game.side(nation) != side, log);
    for place in 0..game.sieges.list.len() {
        let siege = game.sieges.list[place];
        let own = garrison_of(game, siege.hex).is_some_and(|nation| game.keeper(nation) == seat);
        game.sieges.list[place].due = siege.in_force && own;
    }
}

/// What a leader leads out of a fort: his own nation's troops first, as many as he commands.
fn sallying(game: &Marshals, leader: LeaderId, hex: HexId) -> Vec<(Muster, Factors)> {
    let mut room = game.general(leader).limit().unwrap_or(u16::MAX);
    let mut sallying = Vec::new();
    for force in game.forces.at(hex) {
        let Muster { nation, stance, record, fights, .. } = force.muster;
        let able = stance == Stance::Inside && record == Record::Fresh && fights < crate::battle::MOST;
        if !able || !game.leads(leader, nation) {
            continue;
        }
        let mut taken = Factors::NONE;
        for (arm, count) in force.factors.arms() {
            let count = u16::from(count).min(room);
            taken += Factors::of(arm, count as u8);
            room -= count;
        }
        if !taken.is_empty() {
            sallying.push((force.muster, taken));
        }
    }
    sallying
}

/// What a besieged garrison loses before its owner's turn, fort by fort (M-siege-10 to M-siege-12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hunger {
    /// The place of the seat in the order of the turn.
    pub(crate) place: u8,
    /// The fort that is asked about, if one is.
    fort: Option<HexId>,
}

/// What a garrison gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toll {
    /// A factor.
    Factor(NationId, Arm),
    /// A supply unit or a depot.
    Store(Muster),
    /// Nothing: it surrenders.
    Nothing,
}

impl Hunger {
    /// Before the turn of the seat at this place.
    pub(crate) fn at(game: &mut Marshals, place: u8, log: &mut Recorder<Event>) -> Flow<Question> {
        let seat = game.order()[usize::from(place)];
        open_sieges(game, seat, log);
        Hunger { place, fort: None }.go_on(game, log)
    }

    /// Goes on with the next fort that has something to choose; then the turn begins.
    fn go_on(self, game: &mut Marshals, log: &mut Recorder<Event>) -> Flow<Question> {
        while let Some(place) = game.sieges.list.iter().position(|siege| siege.due) {
            let siege = &mut game.sieges.list[place];
            siege.due = false;
            let hex = siege.hex;
            siege.phases = siege.phases.saturating_add(1);
            let phase = siege.phases;
            if !game.is_besieged(hex) {
                continue;
            }
            let nation = garrison_of(game, hex).expect("somebody is besieged");
            let supplied = game.store_inside(hex, nation).is_some();
            let asked = Hunger { fort: Some(hex), ..self };
            let tolls = asked.tolls(game);
            let is_empty = game.forces.inside(hex, |_| true).is_empty();
            if !is_empty && !starves(phase.into(), supplied) {
                continue;
            }
            if tolls.len() > 1 {
                return Flow::goto(asked);
            }
            asked.pay(game, tolls[0], log);
        }
        Flow::goto(Arrivals::begin(game, self.place))
    }

    fn tolls(self, game: &Marshals) -> Vec<Toll> {
        let hex = self.fort.expect("a fort is asked about");
        let mut tolls = Vec::new();
        for force in game.forces.at(hex).iter().filter(|force| force.muster.stance == Stance::Inside) {
            tolls.extend(force.factors.arms().map(|(arm, _)| Toll::Factor(force.muster.nation, arm)));
        }
        tolls.dedup();
        if tolls.is_empty() {
            return vec![Toll::Nothing];
        }
        let nation = garrison_of(game, hex).expect("somebody is besieged");
        tolls.extend(game.store_inside(hex, nation).map(Toll::Store));
        tolls
    }

    fn pay(self, game: &mut Marshals, toll: Toll, log: &mut Recorder<Event>) {
        let hex = self.fort.expect("a fort is asked about");
        let nation = garrison_of(game, hex).expect("somebody is besieged");
        match toll {
            Toll::Factor(nation, arm) => {
                let one = Factors::of(arm, 1);
                let muster = Muster::fresh(hex, nation).standing(Stance::Inside);
                game.forces.take(muster, one);
                game.lose(nation, hex, one, Fate::Casualty);
                log.record(|| Event::Wasted { hex, nation });
            }
            Toll::Store(muster) => game.burn_inside(muster),
            Toll::Nothing => {}
        }
        game.fall_of(hex, nation, log);
    }
}

impl OneOf for Hunger {
    type Game = Marshals;
    type Item = Toll;

    fn decider(&self, game: &Marshals) -> Seat {
        game.order()[usize::from(self.place)]
    }

    fn candidates(&self, game: &Marshals) -> impl Iterator<Item = Toll> {
        self.tolls(game).into_iter()
    }

    fn action(&self, toll: Toll) -> Action {
        match toll {
            Toll::Factor(nation, arm) => Action::Waste { nation, arm },
            Toll::Store(_) => Action::GiveUp,
            Toll::Nothing => Action::Done,
        }
    }

    fn chosen(self, game: &mut Marshals, toll: Toll, log: &mut Recorder<Event>) -> Flow<Question> {
        self.pay(game, toll, log);
        self.go_on(game, log)
    }

    fn ask(&self, game: &Marshals, viewer: Viewer) -> Prompt {
        if !viewer.is(self.decider(game)) {
            return waiting();
        }
        let name = self.fort.map(hex_name).unwrap_or_default();
        Prompt::new(
            "hunger",
            format!("The besieged in {name} lose a factor: choose which, or what is given up."),
        )
    }

    fn show(&self, _game: &Marshals, toll: Toll) -> Choice {
        match (toll, self.fort) {
            (Toll::Factor(nation, arm), Some(hex)) => {
                let piece = PieceKey::of(&Units { hex, nation, arm, stance: Stance::Inside });
                let label = format!("Lose {arm} of {}", nation.name());
                Choice::new(Verb::Lose, label, Target::Piece { piece })
            }
            (Toll::Store(_), _) => Choice::button(Verb::Discard, "Give up a supply unit or depot"),
            _ => Choice::button(Verb::Done, "Surrender"),
        }
    }

    fn insist(&self, _game: &Marshals) -> Denied {
        Denied::new(rule!("M-siege-12"), "The besieged lose a factor, or give up supply.")
    }
}
