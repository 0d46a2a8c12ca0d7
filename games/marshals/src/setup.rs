//! A scenario as it begins, and what it sends later. Rulebook: Reinforcements.

use atlas::topology::{HexId, Id};
use engine::steps::{Stack, settle};
use engine::{Dice, Recorder, Setup, SetupError};

use crate::boxes::Boxes;
use crate::control::Control;
use crate::event::Event;
use crate::field::{Forces, Muster, Stance};
use crate::forces::Factors;
use crate::ground::{LandId, LandSet};
use crate::ids::{LeaderId, NationId};
use crate::map::Class;
use crate::options::{INFO, Optional};
use crate::scenarios::special::Special;
use crate::scenarios::{Force, Part, Scenario, Spot, Stands, Troops};
use crate::siege::Sieges;
use crate::staff::{Post, Staff};
use crate::state::{Entries, EntryId, Marshals, Realm, ScenarioId};
use crate::treasury::treasury;
use crate::turn::Dawn;

impl Troops {
    /// What fights on land.
    pub(crate) fn land(self) -> Factors {
        Factors {
            infantry: self.infantry,
            cavalry: self.cavalry,
            artillery: self.artillery,
            cossacks: self.cossacks,
        }
    }
}

/// A game as it begins.
pub(crate) fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Marshals, SetupError> {
    let settings = INFO.resolve(setup)?;
    let scenario = ScenarioId::all()
        .find(|scenario| scenario.key() == settings.scenario)
        .expect("every scenario that is offered is there");
    let data = scenario.get();
    let mut game = Marshals {
        scenario,
        players: settings.seats,
        optional: Optional::of(&settings),
        date: data.first_turn,
        forces: Forces::default(),
        staff: Staff::default(),
        control: Control::of(data),
        boxes: Boxes::default(),
        battle: None,
        sieges: Sieges::default(),
        realms: NationId::all().map(|nation| realm(data, nation)).collect(),
        treasuries: NationId::all().map(|nation| treasury(data, nation)).collect(),
        spent: Default::default(),
        foraged: Default::default(),
        depleted: LandSet::EMPTY,
        hunger: Default::default(),
        tolls: Default::default(),
        decrees: Default::default(),
        placed: Default::default(),
        mixed: Default::default(),
        works: 0,
        razed: 0,
        trespasses: 0,
        armistice: false,
        annals: Default::default(),
        levies: Default::default(),
        whitehall: Default::default(),
        awards: [0; 2],
        arrived: Entries::EMPTY,
        withdrawn: Entries::EMPTY,
        steps: Stack::of(Dawn),
        dice: Dice::new(settings.seed),
        is_over: false,
        verdict: None,
    };
    log.record(|| Event::Begun(scenario));
    for force in &data.setup {
        game.place(force);
    }
    game.settle_control(LandId::all().map(LandId::hex), &mut Recorder::silent());
    game.begin_sieges();
    settle(&mut game, log);
    Ok(game)
}

fn realm(scenario: &Scenario, nation: NationId) -> Realm {
    let power = scenario.power(nation);
    Realm {
        part: scenario.part(nation),
        patron: scenario.patron(nation),
        is_reformed: scenario.reformed.contains(&nation),
        is_power: power.is_some() || nation.class() == Class::Major,
        morale: power.map_or(0, |power| power.morale),
        balance: power.map_or(0, |power| power.balance.into()),
        command: power.map_or(0, |power| power.command),
        points: 0,
        sued: None,
    }
}

impl Marshals {
    /// Puts a force where the scenario wants it. What is at sea waits for the rules of the sea.
    fn place(&mut self, force: &Force) {
        let Spot::Land(place, stands) = force.spot else { return };
        let hex = place.hex();
        let stance = if stands == Stands::Fort { Stance::Inside } else { Stance::Open };
        let muster = Muster::fresh(hex, force.nation).standing(stance);
        let Troops { supply, depots, .. } = force.troops;
        let factors = force.troops.land();
        if !factors.is_empty() {
            self.forces.put(muster, factors);
        }
        if supply > 0 || depots > 0 {
            self.forces.store(muster, supply, depots);
        }
        for leader in &force.leaders {
            if self.general(*leader).is_lost() {
                continue;
            }
            for other in leader.versions().filter(|other| other != leader) {
                self.staff.send(other, Post::Away);
            }
            self.staff.missing.retain(|(other, _)| other.get().person != leader.get().person);
            let post = if stance == Stance::Inside { Post::Inside(hex) } else { Post::Open(hex) };
            self.staff.send(*leader, post);
        }
    }

    /// Brings what is due by the scenario's order of appearance (M-reinf-1). What cannot come waits.
    pub(crate) fn reinforce(&mut self, log: &mut Recorder<Event>) {
        for (number, force) in self.scenario().reinforcements.iter().enumerate() {
            let entry = EntryId::from_index(number);
            let Spot::Land(place, _) = force.spot else { continue };
            let is_due = force.date.is_none_or(|date| date <= self.date) && !self.arrived.contains(entry);
            if is_due
                && !is_at_peace(self, force.nation)
                && welcomes(self, force.nation, place.hex())
                && self.may_land(force.nation, place.hex()).is_ok()
            {
                self.arrived.insert(entry);
                self.place(force);
                log.record(|| Event::Arrived(force.nation, place));
                self.settle_control(crate::control::around(place.hex()), log);
            }
        }
    }

    /// Sends away the leaders whom the scenario withdraws (M-reinf-2).
    pub(crate) fn withdraw(&mut self, log: &mut Recorder<Event>) {
        for (number, withdrawal) in self.scenario().withdrawals.iter().enumerate() {
            let entry = EntryId::from_index(number);
            // Those who die of history's wounds roll for their own (M-opt-5).
            let is_spared = withdrawal.dies && self.optional.wounds;
            if withdrawal.date > self.date || self.withdrawn.contains(entry) || is_spared {
                continue;
            }
            self.dismiss_for_good(entry, withdrawal.leader, log);
        }
    }

    /// A leader whom the scenario withdraws goes.
    pub(crate) fn dismiss_for_good(&mut self, entry: EntryId, leader: LeaderId, log: &mut Recorder<Event>) {
        self.withdrawn.insert(entry);
        self.staff.resting.remove(leader);
        self.staff.missing.retain(|(other, _)| *other != leader);
        if let Some(hex) = self.staff.hex(leader) {
            self.staff.send(leader, Post::Away);
            self.staff.rest(|other| other == leader);
            log.record(|| Event::Withdrawn(leader));
            self.settle_control(crate::control::around(hex), log);
        }
    }

    /// Has neutrals enter the war at their date, with their clients. Whoever has sued for peace does not come back.
    pub(crate) fn join_the_war(&mut self, log: &mut Recorder<Event>) {
        for special in &self.scenario().special {
            let Special::Entry { nation, side, at } = *special else { continue };
            if at > self.date || self.side(nation) == Some(side) || is_at_peace(self, nation) {
                continue;
            }
            for other in NationId::all() {
                if other == nation || self.realm(other).patron == Some(nation) {
                    self.realm_mut(other).part = Some(Part::On(side));
                }
            }
            log.record(|| Event::Entered(nation));
            self.settle_all(log);
        }
    }
}

/// Whether reinforcements of a nation can come into a hex: not where enemies stand or rule.
fn welcomes(game: &Marshals, nation: NationId, hex: HexId) -> bool {
    let holder = game.control.get(hex).is_some_and(|holder| game.are_friends(holder, nation));
    holder && game.forces.open(hex, |other| !game.are_friends(other, nation)).is_empty()
}

/// Whether a nation has sued for peace, or whoever controls it.
fn is_at_peace(game: &Marshals, nation: NationId) -> bool {
    let patron = game.realm(nation).patron;
    [Some(nation), patron].into_iter().flatten().any(|other| game.realm(other).sued.is_some())
}
