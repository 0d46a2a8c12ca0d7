//! Retreats of the beaten, and of others who must leave. Rulebook 11.4, 11.5, 17.2.4.

use arrayvec::ArrayVec;
use engine::{Denied, Recorder, rule};
use serde::{Deserialize, Serialize};

use super::{After, Battle, Column, Flight, Sort, Stage};
use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet, LANDS};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::retreat::Escape;
use crate::state::{Conquests, FRIGATES, FrigateId};
use crate::troops::{Arms, Kind, Troops};
use crate::view::points;

/// Ground units that a frigate carries (N-10.3-capacity).
const ROOM: u8 = 3;

/// What a unit pays to go aboard, in halves of a movement point (N-11.4-frigate).
const BOARDING: u16 = 2;

/// On which terms somebody leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Terms {
    /// Without movement points.
    Free,
    /// For movement points; units that are not paid for are lost.
    Paid,
    /// For movement points, or all without after one unit has been given up.
    Choice,
    /// Not at all: whoever is left is lost.
    Lost,
}

impl Conquests {
    /// Those who have to leave are asked how, unless there is but one way.
    pub(super) fn ask_to_retreat(&mut self, battle: &Battle, log: &mut impl Recorder<Event>) {
        let stays = battle.sort == Sort::Division && battle.leaving.contains(Nation::France);
        if stays || self.engaged(battle, battle.leaving) == 0 {
            return self.end_retreat(battle);
        }
        let mut options = Vec::new();
        self.list_retreat(battle, &mut options);
        match options[..] {
            [] | [Action::Done] => self.eliminate_rest(battle, log),
            [only] if battle.terms == Terms::Free => self.leave_by(battle, only, log),
            _ => match self.march_of_all(battle) {
                Some(all) => self.leave_by(battle, all, log),
                None => self.wait_for(self.leader(battle, battle.leaving)),
            },
        }
    }

    /// Free of cost, each nation has but one place to go to and no frigate to board: the next units go.
    fn march_of_all(&self, battle: &Battle) -> Option<Action> {
        if battle.terms != Terms::Free {
            return None;
        }
        let next = |nation: Nation, to: Area| match battle.is_at_sea() {
            true => self.forces.fleet(nation, battle.area).next().map(|frigate| Action::Sail { frigate, to }),
            false => Some(Action::RetreatAll { nation, to }),
        };
        let mut go = None;
        for nation in battle.leaving.iter().filter(|nation| self.forces.stands_in(*nation, battle.area)) {
            let exits = self.exits(battle, nation);
            if exits.len() != 1 || !self.berths(battle, nation).is_empty() {
                return None;
            }
            go = go.or(exits.iter().next().and_then(|to| next(nation, to)));
        }
        go
    }

    /// All have left: the combat goes on to what follows.
    fn end_retreat(&mut self, battle: &Battle) {
        let fight = self.fight();
        fight.column = None;
        fight.flight = None;
        fight.begun = false;
        fight.leaving = Nations::NONE;
        let avoided = battle.sort == Sort::Open && battle.verdict.is_none();
        let garrison =
            avoided && self.control.is_garrisoned(battle.area) && self.engaged(battle, battle.sides[0]) > 0;
        if self.is_third(battle) {
            self.turn_to(Stage::Avoid);
        } else if battle.sort == Sort::Division {
            self.turn_to(Stage::Aftermath);
        } else if garrison {
            // Whoever came to the aid of the garrison is gone: the garrison is not.
            let fight = self.fight();
            fight.sort = Sort::Garrison;
            fight.sides[1] = Nations::NONE;
            self.turn_to(Stage::Effects(Role::Attacker));
        } else {
            self.turn_to(Stage::Fall);
        }
    }

    /// Where units of a nation can go: to lands beside, or as the chosen flight leads.
    fn exits(&self, battle: &Battle, nation: Nation) -> AreaSet {
        let havens = self.ways_back(battle, nation);
        match battle.flight {
            Some(flight) if havens.is_empty() => AreaSet::from(flight.to),
            _ => havens,
        }
    }

    /// Where units of a nation, or frigates, can retreat to without crossing anything.
    fn ways_back(&self, battle: &Battle, nation: Nation) -> AreaSet {
        match battle.is_at_sea() {
            true => self.roadsteads(nation, battle.area),
            false => self.havens(nation, battle.area),
        }
    }

    /// The ways out of an encirclement, while none is chosen (N-11.4-encircled). One on which strangers destroy all leads
    /// nowhere (N-11.4-none).
    fn flights(&self, battle: &Battle) -> ArrayVec<Flight, LANDS> {
        if battle.flight.is_some() {
            return ArrayVec::new();
        }
        let Some(nation) = self.encircled(battle).next() else { return ArrayVec::new() };
        let mut flights = match battle.is_at_sea() {
            true => self.sea_flights(nation, battle.area),
            false => {
                let escapes = self.escapes(nation, battle.area).into_iter();
                let flight = |Escape { to, entered, losses }| Flight { to, entered, strangers: losses };
                escapes.map(flight).collect()
            }
        };
        let units = self.engaged(battle, battle.leaving);
        flights.retain(|flight| flight.strangers < units);
        flights
    }

    /// Those of the leaving that no place beside takes.
    fn encircled(&self, battle: &Battle) -> impl Iterator<Item = Nation> {
        let beset = |nation: &Nation| {
            self.forces.stands_in(*nation, battle.area) && self.ways_back(battle, *nation).is_empty()
        };
        battle.leaving.iter().filter(beset)
    }

    /// The ways out that one unit at least can pay for.
    fn open_flights(&self, battle: &Battle) -> ArrayVec<Flight, LANDS> {
        let mut flights = self.flights(battle);
        flights.retain(|flight| {
            let under_way = Battle { flight: Some(*flight), ..*battle };
            self.encircled(battle).any(|nation| {
                let purse = self.treasury.points[nation];
                let fare = |kind| self.fare(&under_way, nation, Troops::one(kind), flight.to);
                match battle.is_at_sea() {
                    true => self
                        .forces
                        .fleet(nation, battle.area)
                        .any(|own| self.passage(&under_way, own) <= purse),
                    false => {
                        let mut kinds = self.forces.troops(nation, battle.area).kinds();
                        kinds.any(|kind| self.can_pay(nation, fare(kind)))
                    }
                }
            })
        });
        flights
    }

    /// Areas that a force enters on its way, and strangers it meets.
    fn way(&self, battle: &Battle, nation: Nation) -> (u16, u16) {
        match battle.flight {
            Some(flight) if self.ways_back(battle, nation).is_empty() => {
                (flight.entered.into(), flight.strangers.into())
            }
            _ => (1, 0),
        }
    }

    /// What it costs a nation to have these units follow those that went before, in halves: together they pay as one group
    /// (N-11.4-cost). A cavalry that makes a corps of an infantry and a cannon ahead of it brings back what these have paid
    /// too much: less than nothing.
    fn fare(&self, battle: &Battle, nation: Nation, troops: Troops, to: Area) -> i16 {
        if battle.terms == Terms::Free {
            return 0;
        }
        let price = |troops: Troops| Arms::default().with(nation, troops).price() as i16;
        let ahead = match battle.column {
            Some(column) if (column.nation, column.to) == (nation, to) => column.troops,
            _ => Troops::NONE,
        };
        (price(ahead + troops) - price(ahead)) * self.way(battle, nation).0 as i16
    }

    /// Whether a nation has the movement points for that.
    fn can_pay(&self, nation: Nation, fare: i16) -> bool {
        self.treasury.points[nation].checked_add_signed(-fare).is_some()
    }

    /// What it costs a frigate to leave, in halves (N-11.4-sea).
    pub(super) fn passage(&self, battle: &Battle, frigate: FrigateId) -> u16 {
        if battle.terms == Terms::Free {
            return 0;
        }
        let nation = frigate.nation();
        let light = nation == Nation::England && self.forces.frigate(frigate).cargo.is_empty();
        let (entered, strangers) = self.way(battle, nation);
        (if light { 2 } else { 4 }) * entered + 2 * strangers
    }

    /// Who pays for a way to leave, and how much, in halves; nothing for one that is free, less than nothing for one that
    /// brings some back (N-11.4-cost, N-11.4-frigate, N-11.4-sea).
    pub(crate) fn toll_of_retreat(&self, battle: &Battle, action: Action) -> Option<(Nation, i16)> {
        if battle.stage != Stage::Retreat {
            return None;
        }
        let (nation, halves) = match action {
            Action::Retreat { nation, kind, to } => {
                (nation, self.fare(battle, nation, Troops::one(kind), to))
            }
            Action::RetreatAll { nation, to } => {
                (nation, self.fare(battle, nation, self.forces.troops(nation, battle.area), to))
            }
            Action::Board { nation, .. } => (nation, BOARDING as i16),
            Action::Sail { frigate, .. } => (frigate.nation(), self.passage(battle, frigate) as i16),
            _ => return None,
        };
        (battle.terms != Terms::Free || halves > 0).then_some((nation, halves))
    }

    /// What is lost on the way out of an encirclement to a place, and how many areas are entered (N-11.4-encircled-losses).
    pub(crate) fn price_of_flight(&self, battle: &Battle, to: Area) -> Option<(u8, u8)> {
        let flight = self.open_flights(battle).into_iter().find(|flight| flight.to == to)?;
        Some((flight.strangers.min(self.engaged(battle, battle.leaving)), flight.entered))
    }

    /// Frigates beside the combat that have room for units of their nation, if it can pay for one
    /// (N-11.4-frigate, N-15-sea-no-bar).
    fn berths(&self, battle: &Battle, nation: Nation) -> ArrayVec<FrigateId, FRIGATES> {
        let mut berths = ArrayVec::<FrigateId, FRIGATES>::new();
        if battle.is_at_sea() || self.treasury.points[nation] < BOARDING {
            return berths;
        }
        let seas = battle.area.seas_beside();
        for id in FrigateId::of(nation) {
            let frigate = self.forces.frigate(id);
            let beside = frigate.at.is_some_and(|sea| seas.contains(sea)) && frigate.cargo.len() < ROOM;
            let alike = |other: &FrigateId| {
                let other = self.forces.frigate(*other);
                (other.at, other.cargo) == (frigate.at, frigate.cargo)
            };
            if beside && !berths.iter().any(alike) {
                berths.push(id);
            }
        }
        berths
    }

    /// How many units have to be given up to go without movement points, if that is an option: some must get away.
    pub(crate) fn ransom(&self, battle: &Battle) -> Option<u8> {
        if battle.begun || matches!(battle.terms, Terms::Free | Terms::Lost) {
            return None;
        }
        let flights = self.flights(battle);
        let price = match battle.terms {
            Terms::Choice => 1,
            _ => flights.first()?.entered,
        };
        let beside = battle.leaving.iter().any(|nation| !self.ways_back(battle, nation).is_empty());
        let losses = if beside { Some(0) } else { flights.iter().map(|flight| flight.strangers).min() };
        (price + losses? < self.engaged(battle, battle.leaving)).then_some(price)
    }

    pub(super) fn list_retreat(&self, battle: &Battle, out: &mut Vec<Action>) {
        if battle.terms == Terms::Lost {
            return;
        }
        let before = out.len();
        if self.ransom(battle).is_some() {
            out.push(Action::Sacrifice);
        }
        out.extend(self.open_flights(battle).into_iter().map(|flight| Action::Flee(flight.to)));
        match battle.is_at_sea() {
            true => self.list_sailings(battle, out),
            false => self.list_marches(battle, out),
        }
        let bound = battle.terms == Terms::Free
            && out[before..].iter().any(|way| !matches!(way, Action::Board { .. }));
        if !bound && out.len() > before {
            out.push(Action::Done);
        }
    }

    fn list_marches(&self, battle: &Battle, out: &mut Vec<Action>) {
        for nation in battle.leaving.iter() {
            let troops = self.forces.troops(nation, battle.area);
            for to in self.exits(battle, nation).iter() {
                let payable = |troops| self.can_pay(nation, self.fare(battle, nation, troops, to));
                let kinds = troops.kinds().filter(|kind| payable(Troops::one(*kind)));
                out.extend(kinds.map(|kind| Action::Retreat { nation, kind, to }));
                if troops.len() > 1 && payable(troops) {
                    out.push(Action::RetreatAll { nation, to });
                }
            }
            if troops.is_empty() {
                continue;
            }
            for frigate in self.berths(battle, nation) {
                out.extend(troops.kinds().map(|kind| Action::Board { nation, kind, frigate }));
            }
        }
    }

    fn list_sailings(&self, battle: &Battle, out: &mut Vec<Action>) {
        for frigate in self.distinct_frigates(battle) {
            let nation = frigate.nation();
            if self.passage(battle, frigate) <= self.treasury.points[nation] {
                let exits = self.exits(battle, nation);
                out.extend(exits.iter().map(|to| Action::Sail { frigate, to }));
            }
        }
    }

    pub(super) fn act_in_retreat(
        &mut self,
        battle: &Battle,
        action: Action,
        log: &mut impl Recorder<Event>,
    ) -> Result<(), Denied> {
        self.may_retreat(battle, action)?;
        self.leave_by(battle, action, log);
        Ok(())
    }

    /// Whether this is a way to leave.
    fn may_retreat(&self, battle: &Battle, action: Action) -> Result<(), Denied> {
        match action {
            Action::Retreat { nation, kind, to } if kind != Kind::Frigate => {
                self.may_march(battle, nation, Troops::one(kind), to)
            }
            Action::RetreatAll { nation, to } if !battle.is_at_sea() => {
                let troops = self.forces.troops(nation, battle.area);
                if troops.len() < 2 {
                    return Err(Denied::new(rule!("N-11.4-where"), "there are not so many units to retreat"));
                }
                self.may_march(battle, nation, troops, to)
            }
            Action::Board { nation, kind, frigate } => self.may_board(battle, nation, kind, frigate),
            Action::Sail { frigate, to } if battle.is_at_sea() => self.may_sail_off(battle, frigate, to),
            Action::Flee(to) => match self.open_flights(battle).iter().any(|flight| flight.to == to) {
                true => Ok(()),
                false => {
                    let why = "only an encircled force crosses others, to the nearest place that takes it";
                    Err(Denied::new(rule!("N-11.4-encircled"), why))
                }
            },
            Action::Sacrifice => match self.ransom(battle) {
                Some(_) => Ok(()),
                None if battle.terms == Terms::Paid => {
                    let why = "after such a defeat every unit is paid for, or lost";
                    Err(Denied::new(rule!("N-11.3.2-a-retreat"), why))
                }
                None => Err(Denied::new(rule!("N-11.3.2-b-retreat"), "no unit can be given up for that now")),
            },
            Action::Done => {
                let mut ways = Vec::new();
                self.list_retreat(battle, &mut ways);
                match ways.contains(&Action::Done) {
                    true => Ok(()),
                    false => {
                        Err(Denied::new(rule!("N-11.4-where"), "those who can retreat for nothing must"))
                    }
                }
            }
            _ => Err(not_now()),
        }
    }

    fn may_march(&self, battle: &Battle, nation: Nation, troops: Troops, to: Area) -> Result<(), Denied> {
        if battle.is_at_sea()
            || !battle.leaving.contains(nation)
            || !self.forces.troops(nation, battle.area).includes(troops)
        {
            return Err(Denied::new(rule!("N-11.4-where"), "there is no such unit to retreat"));
        }
        if !self.exits(battle, nation).contains(to) {
            return Err(self.no_refuge(battle, nation, to));
        }
        let fare = self.fare(battle, nation, troops, to);
        if !self.can_pay(nation, fare) {
            let (has, needs) = (points(self.treasury.points[nation]), points(fare.unsigned_abs()));
            let why = format!("that costs {needs} MP; {nation} has {has}");
            return Err(Denied::new(rule!("N-11.4-cost"), why));
        }
        Ok(())
    }

    /// Why a land does not take those who retreat.
    fn no_refuge(&self, battle: &Battle, nation: Nation, to: Area) -> Denied {
        if to.is_sea() || !battle.area.lands_beside().contains(to) {
            return Denied::new(rule!("N-11.4-where"), "a retreat goes to a land beside");
        }
        if self.control.is_garrisoned(to) || self.control.is_disputed(to) {
            let why = "a garrison or a combat bars the way";
            return Denied::new(rule!("N-11.4-not-garrison"), why);
        }
        match self.is_haven(nation, to) {
            true => Denied::new(rule!("N-11.4-where"), "another land is closer to the capital"),
            false => Denied::new(rule!("N-11.4-where"), "others hold that land"),
        }
    }

    fn may_board(
        &self,
        battle: &Battle,
        nation: Nation,
        kind: Kind,
        frigate: FrigateId,
    ) -> Result<(), Denied> {
        let there = !battle.is_at_sea()
            && battle.leaving.contains(nation)
            && kind != Kind::Frigate
            && self.forces.troops(nation, battle.area).count(kind) > 0;
        if !there {
            return Err(Denied::new(rule!("N-11.4-frigate"), "there is no such unit to retreat"));
        }
        if !self.berths(battle, nation).contains(&frigate) {
            let why = "it takes a frigate of the same nation beside the combat with room, and 1 MP a unit";
            return Err(Denied::new(rule!("N-11.4-frigate"), why));
        }
        Ok(())
    }

    fn may_sail_off(&self, battle: &Battle, frigate: FrigateId, to: Area) -> Result<(), Denied> {
        let nation = frigate.nation();
        if !self.distinct_frigates(battle).contains(&frigate) || !self.exits(battle, nation).contains(to) {
            let why = "a beaten frigate goes to a sea beside without strangers, closest to its capital";
            return Err(Denied::new(rule!("N-11.4-sea"), why));
        }
        let fare = self.passage(battle, frigate);
        if fare > self.treasury.points[nation] {
            let (has, needs) = (points(self.treasury.points[nation]), points(fare));
            let why = format!("that costs {needs} MP; {nation} has {has}");
            return Err(Denied::new(rule!("N-11.4-sea"), why));
        }
        Ok(())
    }

    /// Carries out a way to leave that is one.
    fn leave_by(&mut self, battle: &Battle, action: Action, log: &mut impl Recorder<Event>) {
        self.fight().begun = true;
        match action {
            Action::Retreat { nation, kind, to } => {
                self.march_off(battle, nation, Troops::one(kind), to, log)
            }
            Action::RetreatAll { nation, to } => {
                self.march_off(battle, nation, self.forces.troops(nation, battle.area), to, log);
            }
            Action::Board { nation, kind, frigate } => self.board_ship(battle, nation, kind, frigate, log),
            Action::Sail { frigate, to } => {
                self.treasury.points[frigate.nation()] -= self.passage(battle, frigate);
                self.forces.frigate_mut(frigate).at = Some(to);
                log.record(|| Event::SailedOff { who: self.party(frigate.nation()), from: battle.area, to });
            }
            Action::Flee(to) => self.take_flight(battle, to),
            Action::Sacrifice => {
                let units = self.ransom(battle).unwrap_or(1);
                self.sacrifice(battle, units);
                let fight = self.fight();
                fight.terms = Terms::Free;
                self.turn_to(Stage::Losses(After::Retreat));
            }
            _ => self.fight().terms = Terms::Lost,
        }
    }

    fn march_off(
        &mut self,
        battle: &Battle,
        nation: Nation,
        troops: Troops,
        to: Area,
        log: &mut impl Recorder<Event>,
    ) {
        let fare = self.fare(battle, nation, troops, to);
        self.treasury.points[nation] = self.treasury.points[nation].saturating_add_signed(-fare);
        let empty = self.forces.present(to).is_empty();
        self.take(nation, troops, battle.area);
        self.put(nation, troops, to);
        let fight = self.fight();
        if empty {
            fight.entered.insert(to);
        }
        let ahead = fight.column.filter(|column| (column.nation, column.to) == (nation, to));
        let ahead = ahead.map_or(Troops::NONE, |column| column.troops);
        fight.column = Some(Column { nation, to, troops: ahead + troops });
        log.record(|| Event::Retreated { who: self.party(nation), troops, from: battle.area, to });
    }

    fn board_ship(
        &mut self,
        battle: &Battle,
        nation: Nation,
        kind: Kind,
        frigate: FrigateId,
        log: &mut impl Recorder<Event>,
    ) {
        self.treasury.points[nation] -= BOARDING;
        self.take(nation, Troops::one(kind), battle.area);
        self.forces.frigate_mut(frigate).cargo += Troops::one(kind);
        log.record(|| Event::Boarded { who: self.party(nation), kind, from: battle.area });
    }

    /// An encircled force chooses its way, and loses as many units as there are strangers on it
    /// (N-11.4-encircled-losses).
    fn take_flight(&mut self, battle: &Battle, to: Area) {
        let flights = self.flights(battle);
        let flight = flights.into_iter().find(|flight| flight.to == to);
        let units = self.engaged(battle, battle.leaving);
        let fight = self.fight();
        fight.flight = flight;
        fight.due = [0, flight.map_or(0, |flight| flight.strangers).min(units)];
        self.turn_to(Stage::Losses(After::Retreat));
    }

    /// Whether all units of nations can leave for movement points (N-17.2.4-before-combat).
    pub(super) fn can_all_leave(&self, battle: &Battle, side: Nations) -> bool {
        side.iter().all(|nation| match battle.is_at_sea() {
            true => {
                let paid = Battle { terms: Terms::Paid, flight: None, ..*battle };
                let fares =
                    self.forces.fleet(nation, battle.area).map(|frigate| self.passage(&paid, frigate));
                !self.roadsteads(nation, battle.area).is_empty()
                    && fares.sum::<u16>() <= self.treasury.points[nation]
            }
            false => self.can_leave_land(battle, nation),
        })
    }

    /// Over land or aboard: a cannon goes aboard for less than it marches.
    fn can_leave_land(&self, battle: &Battle, nation: Nation) -> bool {
        let troops = self.forces.troops(nation, battle.area);
        let purse = self.treasury.points[nation];
        let seas = battle.area.seas_beside();
        let beside = FrigateId::of(nation).map(|frigate| self.forces.frigate(frigate));
        let beside = beside.filter(|frigate| frigate.at.is_some_and(|sea| seas.contains(sea)));
        let room: u8 = beside.map(|frigate| ROOM - frigate.cargo.len()).sum();
        if self.havens(nation, battle.area).is_empty() {
            return troops.len() <= room && u16::from(troops.len()) * BOARDING <= purse;
        }
        let cannon = troops.count(Kind::Cannon);
        (0..=room.min(cannon)).any(|aboard| {
            let march = (0..aboard).fold(troops, |left, _| left.without(Kind::Cannon));
            Arms::default().with(nation, march).price() + u16::from(aboard) * BOARDING <= purse
        })
    }
}
