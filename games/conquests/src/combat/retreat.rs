//! Retreats of the beaten, and of others who must leave. Rulebook 11.4, 11.5, 17.2.4.

use arrayvec::ArrayVec;
use engine::steps::Flow;
use engine::{Choice, Currency, Denied, Recorder, Target, Verb, rule};
use serde::{Deserialize, Serialize};

use super::{Battle, Column, Flight, Sort};
use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet, LANDS};
use crate::combat::{Avoid, Captor, Effects, Losses};
use crate::effects::Role;
use crate::event::Event;
use crate::nations::{Nation, Nations};
use crate::questions::{Asked, Next};
use crate::retreat::Escape;
use crate::state::{Conquests, FRIGATES, FrigateId};
use crate::troops::{Arms, Kind, Troops};
use crate::view::keys::Units;
use crate::view::{choices, points};

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
    /// Whether a nation has the movement points for that.
    fn can_pay(&self, nation: Nation, fare: i16) -> bool {
        self.treasury.points[nation].checked_add_signed(-fare).is_some()
    }
}

/// Those who must leave say how (11.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Retreat;

impl Asked for Retreat {
    fn decider(&self, game: &Conquests) -> Option<Nation> {
        let battle = game.fighting();
        Some(battle.leader(game, battle.leaving))
    }

    fn list(&self, game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
        game.fighting().list_retreat(game, out);
    }

    fn act(
        self,
        game: &mut Conquests,
        _nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<Next, Denied> {
        let battle = game.fighting();
        battle.may_retreat(game, action)?;
        Ok(battle.leave_by(game, action, log))
    }

    /// Nobody is asked where there is but one way.
    fn settle(self, game: &mut Conquests, log: &mut Recorder<Event>) -> Option<Next> {
        let battle = game.fighting();
        let stays = battle.sort == Sort::Division && battle.leaving.contains(Nation::France);
        if stays || battle.engaged(game, battle.leaving) == 0 {
            return Some(battle.end_retreat(game));
        }
        let mut options = Vec::new();
        battle.list_retreat(game, &mut options);
        match options[..] {
            [] | [Action::Done] => {
                battle.eliminate_rest(game, log);
                Some(Flow::stay(self))
            }
            [only] if battle.terms == Terms::Free => Some(battle.leave_by(game, only, log)),
            _ => battle.march_of_all(game).map(|all| battle.leave_by(game, all, log)),
        }
    }

    fn key(&self, _game: &Conquests, _nation: Nation) -> &'static str {
        "retreat"
    }

    /// Who retreats, on which terms, and what there is to pay with.
    fn question(&self, game: &Conquests, _nation: Nation) -> String {
        let battle = game.fighting();
        let area = battle.area;
        let terms = match battle.terms {
            Terms::Free => {
                return format!("Retreat from {area}, unit by unit or all together; it costs nothing.");
            }
            Terms::Choice => "Pay for each unit, or give one up and go for nothing.",
            Terms::Paid | Terms::Lost => "Units that are not paid for are lost.",
        };
        let purse = |nation: Nation| format!("{nation} has {} MP", points(game.treasury.points[nation]));
        let purses: Vec<String> = battle.leaving.iter().map(purse).collect();
        format!("Retreat from {area}. {terms} {}.", purses.join(", "))
    }

    fn choice(&self, game: &Conquests, own: Nation, action: Action) -> Choice {
        let battle = game.fighting();
        let choice = match action {
            Action::Retreat { nation, kind, to } => choices::retreating(game, nation, kind, battle.area, to),
            Action::Board { nation, kind, frigate } => {
                choices::boarding(game, nation, kind, battle.area, frigate)
            }
            Action::RetreatAll { nation, to } => {
                choices::there(Verb::Retreat, to, format!("Retreat all {} units to {to}", nation.adjective()))
            }
            Action::Sail { frigate, to } => choices::sailing(game, Verb::Retreat, frigate, to),
            Action::Flee(to) => {
                let (lost, entered) = battle.price_of_flight(game, to).unwrap_or_default();
                let choice = choices::there(Verb::Retreat, to, format!("Break out to {to}"));
                let areas = if entered == 1 { "area" } else { "areas" };
                let losses = match lost {
                    0 => "no unit is lost",
                    1 => "a unit is lost",
                    _ => "units are lost",
                };
                let choice =
                    choices::with_words(choice, format!("{entered} {areas} away; {losses} on the way"));
                if lost > 0 { choice.costing(lost.into(), Currency::Unit) } else { choice }
            }
            Action::Sacrifice => {
                let units = battle.ransom(game).unwrap_or(1);
                Choice::button(Verb::Lose, "Give up units to retreat without MP")
                    .costing(units.into(), Currency::Unit)
            }
            _ => choices::grave("Give up all that are left", "they are lost"),
        };
        match battle.toll_of_retreat(game, action) {
            Some((payer, toll)) => choices::with_toll(own, payer, toll, choice),
            None => choice,
        }
    }

    fn aimed(&self, action: Action, target: &Target) -> Option<Action> {
        let to = choices::area_meant(target)?;
        Some(match (action, target) {
            (Action::RetreatAll { nation, .. }, Target::Space(_)) => Action::RetreatAll { nation, to },
            (Action::Flee(_), Target::Space(_)) => Action::Flee(to),
            (Action::Retreat { .. }, _) => {
                let Units { nation, kind, .. } = choices::units_moved(target)?;
                Action::Retreat { nation, kind, to }
            }
            (Action::Sail { .. }, _) => Action::Sail { frigate: choices::frigate_moved(target)?, to },
            _ => return None,
        })
    }
}

impl Battle {
    /// Free of cost, each nation has but one place to go to and no frigate to board: the next units go.
    fn march_of_all(&self, game: &Conquests) -> Option<Action> {
        if self.terms != Terms::Free {
            return None;
        }
        let next = |nation: Nation, to: Area| match self.is_at_sea() {
            true => game.forces.fleet(nation, self.area).next().map(|frigate| Action::Sail { frigate, to }),
            false => Some(Action::RetreatAll { nation, to }),
        };
        let mut go = None;
        for nation in self.leaving.iter().filter(|nation| game.forces.stands_in(*nation, self.area)) {
            let exits = self.exits(game, nation);
            if exits.len() != 1 || !self.berths(game, nation).is_empty() {
                return None;
            }
            go = go.or(exits.iter().next().and_then(|to| next(nation, to)));
        }
        go
    }

    /// All have left: the combat goes on to what follows.
    fn end_retreat(&self, game: &mut Conquests) -> Next {
        let fight = game.fight();
        fight.column = None;
        fight.flight = None;
        fight.begun = false;
        fight.leaving = Nations::NONE;
        let avoided = self.sort == Sort::Open && self.verdict.is_none();
        let garrison =
            avoided && game.control.is_garrisoned(self.area) && self.engaged(game, self.sides[0]) > 0;
        if self.is_third() {
            Flow::goto(Avoid)
        } else if self.sort == Sort::Division {
            self.resume_put_off(game)
        } else if garrison {
            // Whoever came to the aid of the garrison is gone: the garrison is not.
            let fight = game.fight();
            fight.sort = Sort::Garrison;
            fight.sides[1] = Nations::NONE;
            Flow::goto(Effects { role: Role::Attacker })
        } else {
            Flow::goto(Captor)
        }
    }

    /// Where units of a nation can go: to lands beside, or as the chosen flight leads.
    fn exits(&self, game: &Conquests, nation: Nation) -> AreaSet {
        let havens = self.ways_back(game, nation);
        match self.flight {
            Some(flight) if havens.is_empty() => AreaSet::from(flight.to),
            _ => havens,
        }
    }

    /// Where units of a nation, or frigates, can retreat to without crossing anything.
    fn ways_back(&self, game: &Conquests, nation: Nation) -> AreaSet {
        match self.is_at_sea() {
            true => game.roadsteads(nation, self.area),
            false => game.havens(nation, self.area),
        }
    }

    /// The ways out of an encirclement, while none is chosen (N-11.4-encircled). One on which strangers destroy all leads
    /// nowhere (N-11.4-none).
    fn flights(&self, game: &Conquests) -> ArrayVec<Flight, LANDS> {
        if self.flight.is_some() {
            return ArrayVec::new();
        }
        let Some(nation) = self.encircled(game).next() else { return ArrayVec::new() };
        let mut flights = match self.is_at_sea() {
            true => game.sea_flights(nation, self.area),
            false => {
                let escapes = game.escapes(nation, self.area).into_iter();
                let flight = |Escape { to, entered, losses }| Flight { to, entered, strangers: losses };
                escapes.map(flight).collect()
            }
        };
        let units = self.engaged(game, self.leaving);
        flights.retain(|flight| flight.strangers < units);
        flights
    }

    /// Those of the leaving that no place beside takes.
    fn encircled(&self, game: &Conquests) -> impl Iterator<Item = Nation> {
        let beset = |nation: &Nation| {
            game.forces.stands_in(*nation, self.area) && self.ways_back(game, *nation).is_empty()
        };
        self.leaving.iter().filter(beset)
    }

    /// The ways out that one unit at least can pay for.
    fn open_flights(&self, game: &Conquests) -> ArrayVec<Flight, LANDS> {
        let mut flights = self.flights(game);
        flights.retain(|flight| {
            let under_way = Battle { flight: Some(*flight), ..*self };
            self.encircled(game).any(|nation| {
                let purse = game.treasury.points[nation];
                let fare = |kind| under_way.fare(game, nation, Troops::one(kind), flight.to);
                match self.is_at_sea() {
                    true => {
                        game.forces.fleet(nation, self.area).any(|own| under_way.passage(game, own) <= purse)
                    }
                    false => {
                        let mut kinds = game.forces.troops(nation, self.area).kinds();
                        kinds.any(|kind| game.can_pay(nation, fare(kind)))
                    }
                }
            })
        });
        flights
    }

    /// Areas that a force enters on its way, and strangers it meets.
    fn way(&self, game: &Conquests, nation: Nation) -> (u16, u16) {
        match self.flight {
            Some(flight) if self.ways_back(game, nation).is_empty() => {
                (flight.entered.into(), flight.strangers.into())
            }
            _ => (1, 0),
        }
    }

    /// What it costs a nation to have these units follow those that went before, in halves: together they pay as one group
    /// (N-11.4-cost). A cavalry that makes a corps of an infantry and a cannon ahead of it brings back what these have paid
    /// too much: less than nothing.
    fn fare(&self, game: &Conquests, nation: Nation, troops: Troops, to: Area) -> i16 {
        if self.terms == Terms::Free {
            return 0;
        }
        let price = |troops: Troops| Arms::default().with(nation, troops).price() as i16;
        let ahead = match self.column {
            Some(column) if (column.nation, column.to) == (nation, to) => column.troops,
            _ => Troops::NONE,
        };
        (price(ahead + troops) - price(ahead)) * self.way(game, nation).0 as i16
    }

    /// What it costs a frigate to leave, in halves (N-11.4-sea).
    pub(super) fn passage(&self, game: &Conquests, frigate: FrigateId) -> u16 {
        if self.terms == Terms::Free {
            return 0;
        }
        let nation = frigate.nation();
        let light = nation == Nation::England && game.forces.frigate(frigate).cargo.is_empty();
        let (entered, strangers) = self.way(game, nation);
        (if light { 2 } else { 4 }) * entered + 2 * strangers
    }

    /// Who pays for a way to leave, and how much, in halves; nothing for one that is free, less than nothing for one that
    /// brings some back (N-11.4-cost, N-11.4-frigate, N-11.4-sea).
    pub(crate) fn toll_of_retreat(&self, game: &Conquests, action: Action) -> Option<(Nation, i16)> {
        let (nation, halves) = match action {
            Action::Retreat { nation, kind, to } => (nation, self.fare(game, nation, Troops::one(kind), to)),
            Action::RetreatAll { nation, to } => {
                (nation, self.fare(game, nation, game.forces.troops(nation, self.area), to))
            }
            Action::Board { nation, .. } => (nation, BOARDING as i16),
            Action::Sail { frigate, .. } => (frigate.nation(), self.passage(game, frigate) as i16),
            _ => return None,
        };
        (self.terms != Terms::Free || halves > 0).then_some((nation, halves))
    }

    /// What is lost on the way out of an encirclement to a place, and how many areas are entered (N-11.4-encircled-losses).
    pub(crate) fn price_of_flight(&self, game: &Conquests, to: Area) -> Option<(u8, u8)> {
        let flight = self.open_flights(game).into_iter().find(|flight| flight.to == to)?;
        Some((flight.strangers.min(self.engaged(game, self.leaving)), flight.entered))
    }

    /// Frigates beside the combat that have room for units of their nation, if it can pay for one
    /// (N-11.4-frigate, N-15-sea-no-bar).
    fn berths(&self, game: &Conquests, nation: Nation) -> ArrayVec<FrigateId, FRIGATES> {
        let mut berths = ArrayVec::<FrigateId, FRIGATES>::new();
        if self.is_at_sea() || game.treasury.points[nation] < BOARDING {
            return berths;
        }
        let seas = self.area.seas_beside();
        for id in FrigateId::of(nation) {
            let frigate = game.forces.frigate(id);
            let beside = frigate.at.is_some_and(|sea| seas.contains(sea)) && frigate.cargo.len() < ROOM;
            let alike = |other: &FrigateId| {
                let other = game.forces.frigate(*other);
                (other.at, other.cargo) == (frigate.at, frigate.cargo)
            };
            if beside && !berths.iter().any(alike) {
                berths.push(id);
            }
        }
        berths
    }

    /// How many units have to be given up to go without movement points, if that is an option: some must get away.
    pub(crate) fn ransom(&self, game: &Conquests) -> Option<u8> {
        if self.begun || matches!(self.terms, Terms::Free | Terms::Lost) {
            return None;
        }
        let flights = self.flights(game);
        let price = match self.terms {
            Terms::Choice => 1,
            _ => flights.first()?.entered,
        };
        let beside = self.leaving.iter().any(|nation| !self.ways_back(game, nation).is_empty());
        let losses = if beside { Some(0) } else { flights.iter().map(|flight| flight.strangers).min() };
        (price + losses? < self.engaged(game, self.leaving)).then_some(price)
    }

    pub(super) fn list_retreat(&self, game: &Conquests, out: &mut Vec<Action>) {
        if self.terms == Terms::Lost {
            return;
        }
        let before = out.len();
        if self.ransom(game).is_some() {
            out.push(Action::Sacrifice);
        }
        out.extend(self.open_flights(game).into_iter().map(|flight| Action::Flee(flight.to)));
        match self.is_at_sea() {
            true => self.list_sailings(game, out),
            false => self.list_marches(game, out),
        }
        let bound =
            self.terms == Terms::Free && out[before..].iter().any(|way| !matches!(way, Action::Board { .. }));
        if !bound && out.len() > before {
            out.push(Action::Done);
        }
    }

    fn list_marches(&self, game: &Conquests, out: &mut Vec<Action>) {
        for nation in self.leaving.iter() {
            let troops = game.forces.troops(nation, self.area);
            for to in self.exits(game, nation).iter() {
                let payable = |troops| game.can_pay(nation, self.fare(game, nation, troops, to));
                let kinds = troops.kinds().filter(|kind| payable(Troops::one(*kind)));
                out.extend(kinds.map(|kind| Action::Retreat { nation, kind, to }));
                if troops.len() > 1 && payable(troops) {
                    out.push(Action::RetreatAll { nation, to });
                }
            }
            if troops.is_empty() {
                continue;
            }
            for frigate in self.berths(game, nation) {
                out.extend(troops.kinds().map(|kind| Action::Board { nation, kind, frigate }));
            }
        }
    }

    fn list_sailings(&self, game: &Conquests, out: &mut Vec<Action>) {
        for frigate in self.distinct_frigates(game) {
            let nation = frigate.nation();
            if self.passage(game, frigate) <= game.treasury.points[nation] {
                let exits = self.exits(game, nation);
                out.extend(exits.iter().map(|to| Action::Sail { frigate, to }));
            }
        }
    }

    /// Whether this is a way to leave.
    fn may_retreat(&self, game: &Conquests, action: Action) -> Result<(), Denied> {
        match action {
            Action::Retreat { nation, kind, to } if kind != Kind::Frigate => {
                self.may_march(game, nation, Troops::one(kind), to)
            }
            Action::RetreatAll { nation, to } if !self.is_at_sea() => {
                let troops = game.forces.troops(nation, self.area);
                if troops.len() < 2 {
                    return Err(Denied::new(rule!("N-11.4-where"), "there are not so many units to retreat"));
                }
                self.may_march(game, nation, troops, to)
            }
            Action::Board { nation, kind, frigate } => self.may_board(game, nation, kind, frigate),
            Action::Sail { frigate, to } if self.is_at_sea() => self.may_sail_off(game, frigate, to),
            Action::Flee(to) => match self.open_flights(game).iter().any(|flight| flight.to == to) {
                true => Ok(()),
                false => {
                    let why = "only an encircled force crosses others, to the nearest place that takes it";
                    Err(Denied::new(rule!("N-11.4-encircled"), why))
                }
            },
            Action::Sacrifice => match self.ransom(game) {
                Some(_) => Ok(()),
                None if self.terms == Terms::Paid => {
                    let why = "after such a defeat every unit is paid for, or lost";
                    Err(Denied::new(rule!("N-11.3.2-a-retreat"), why))
                }
                None => Err(Denied::new(rule!("N-11.3.2-b-retreat"), "no unit can be given up for that now")),
            },
            Action::Done => {
                let mut ways = Vec::new();
                self.list_retreat(game, &mut ways);
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

    fn may_march(&self, game: &Conquests, nation: Nation, troops: Troops, to: Area) -> Result<(), Denied> {
        if self.is_at_sea()
            || !self.leaving.contains(nation)
            || !game.forces.troops(nation, self.area).includes(troops)
        {
            return Err(Denied::new(rule!("N-11.4-where"), "there is no such unit to retreat"));
        }
        if !self.exits(game, nation).contains(to) {
            return Err(self.no_refuge(game, nation, to));
        }
        let fare = self.fare(game, nation, troops, to);
        if !game.can_pay(nation, fare) {
            let (has, needs) = (points(game.treasury.points[nation]), points(fare.unsigned_abs()));
            let why = format!("that costs {needs} MP; {nation} has {has}");
            return Err(Denied::new(rule!("N-11.4-cost"), why));
        }
        Ok(())
    }

    /// Why a land does not take those who retreat.
    fn no_refuge(&self, game: &Conquests, nation: Nation, to: Area) -> Denied {
        if to.is_sea() || !self.area.lands_beside().contains(to) {
            return Denied::new(rule!("N-11.4-where"), "a retreat goes to a land beside");
        }
        if game.control.is_garrisoned(to) || game.control.is_disputed(to) {
            let why = "a garrison or a combat bars the way";
            return Denied::new(rule!("N-11.4-not-garrison"), why);
        }
        match game.is_haven(nation, to) {
            true => Denied::new(rule!("N-11.4-where"), "another land is closer to the capital"),
            false => Denied::new(rule!("N-11.4-where"), "others hold that land"),
        }
    }

    fn may_board(
        &self,
        game: &Conquests,
        nation: Nation,
        kind: Kind,
        frigate: FrigateId,
    ) -> Result<(), Denied> {
        let there = !self.is_at_sea()
            && self.leaving.contains(nation)
            && kind != Kind::Frigate
            && game.forces.troops(nation, self.area).count(kind) > 0;
        if !there {
            return Err(Denied::new(rule!("N-11.4-frigate"), "there is no such unit to retreat"));
        }
        if !self.berths(game, nation).contains(&frigate) {
            let why = "it takes a frigate of the same nation beside the combat with room, and 1 MP a unit";
            return Err(Denied::new(rule!("N-11.4-frigate"), why));
        }
        Ok(())
    }

    fn may_sail_off(&self, game: &Conquests, frigate: FrigateId, to: Area) -> Result<(), Denied> {
        let nation = frigate.nation();
        if !self.distinct_frigates(game).contains(&frigate) || !self.exits(game, nation).contains(to) {
            let why = "a beaten frigate goes to a sea beside without strangers, closest to its capital";
            return Err(Denied::new(rule!("N-11.4-sea"), why));
        }
        let fare = self.passage(game, frigate);
        if fare > game.treasury.points[nation] {
            let (has, needs) = (points(game.treasury.points[nation]), points(fare));
            let why = format!("that costs {needs} MP; {nation} has {has}");
            return Err(Denied::new(rule!("N-11.4-sea"), why));
        }
        Ok(())
    }

    /// Carries out a way to leave that is one.
    fn leave_by(&self, game: &mut Conquests, action: Action, log: &mut Recorder<Event>) -> Next {
        game.fight().begun = true;
        match action {
            Action::Retreat { nation, kind, to } => self.march_off(game, nation, Troops::one(kind), to, log),
            Action::RetreatAll { nation, to } => {
                self.march_off(game, nation, game.forces.troops(nation, self.area), to, log);
            }
            Action::Board { nation, kind, frigate } => self.board_ship(game, nation, kind, frigate, log),
            Action::Sail { frigate, to } => {
                game.treasury.points[frigate.nation()] -= self.passage(game, frigate);
                game.forces.frigate_mut(frigate).at = Some(to);
                log.record(|| Event::SailedOff { who: game.party(frigate.nation()), from: self.area, to });
            }
            Action::Flee(to) => {
                self.take_flight(game, to);
                return Losses::of_retreat();
            }
            Action::Sacrifice => {
                let units = self.ransom(game).unwrap_or(1);
                self.sacrifice(game, units);
                let fight = game.fight();
                fight.terms = Terms::Free;
                return Losses::of_retreat();
            }
            _ => game.fight().terms = Terms::Lost,
        }
        Flow::stay(Retreat)
    }

    fn march_off(
        &self,
        game: &mut Conquests,
        nation: Nation,
        troops: Troops,
        to: Area,
        log: &mut Recorder<Event>,
    ) {
        let fare = self.fare(game, nation, troops, to);
        game.treasury.points[nation] = game.treasury.points[nation].saturating_add_signed(-fare);
        let empty = game.forces.present(to).is_empty();
        game.take(nation, troops, self.area);
        game.put(nation, troops, to);
        let fight = game.fight();
        if empty {
            fight.entered.insert(to);
        }
        let ahead = fight.column.filter(|column| (column.nation, column.to) == (nation, to));
        let ahead = ahead.map_or(Troops::NONE, |column| column.troops);
        fight.column = Some(Column { nation, to, troops: ahead + troops });
        log.record(|| Event::Retreated { who: game.party(nation), troops, from: self.area, to });
    }

    fn board_ship(
        &self,
        game: &mut Conquests,
        nation: Nation,
        kind: Kind,
        frigate: FrigateId,
        log: &mut Recorder<Event>,
    ) {
        game.treasury.points[nation] -= BOARDING;
        game.take(nation, Troops::one(kind), self.area);
        game.forces.frigate_mut(frigate).cargo += Troops::one(kind);
        log.record(|| Event::Boarded { who: game.party(nation), kind, from: self.area });
    }

    /// An encircled force chooses its way, and loses as many units as there are strangers on it
    /// (N-11.4-encircled-losses).
    fn take_flight(&self, game: &mut Conquests, to: Area) {
        let flights = self.flights(game);
        let flight = flights.into_iter().find(|flight| flight.to == to);
        let units = self.engaged(game, self.leaving);
        let fight = game.fight();
        fight.flight = flight;
        fight.due = [0, flight.map_or(0, |flight| flight.strangers).min(units)];
    }

    /// Whether all units of nations can leave for movement points (N-17.2.4-before-combat).
    pub(super) fn can_all_leave(&self, game: &Conquests, side: Nations) -> bool {
        side.iter().all(|nation| match self.is_at_sea() {
            true => {
                let paid = Battle { terms: Terms::Paid, flight: None, ..*self };
                let fares = game.forces.fleet(nation, self.area).map(|frigate| paid.passage(game, frigate));
                !game.roadsteads(nation, self.area).is_empty()
                    && fares.sum::<u16>() <= game.treasury.points[nation]
            }
            false => self.can_leave_land(game, nation),
        })
    }

    /// Over land or aboard: a cannon goes aboard for less than it marches.
    fn can_leave_land(&self, game: &Conquests, nation: Nation) -> bool {
        let troops = game.forces.troops(nation, self.area);
        let purse = game.treasury.points[nation];
        let seas = self.area.seas_beside();
        let beside = FrigateId::of(nation).map(|frigate| game.forces.frigate(frigate));
        let beside = beside.filter(|frigate| frigate.at.is_some_and(|sea| seas.contains(sea)));
        let room: u8 = beside.map(|frigate| ROOM - frigate.cargo.len()).sum();
        if game.havens(nation, self.area).is_empty() {
            return troops.len() <= room && u16::from(troops.len()) * BOARDING <= purse;
        }
        let cannon = troops.count(Kind::Cannon);
        (0..=room.min(cannon)).any(|aboard| {
            let march = (0..aboard).fold(troops, |left, _| left.without(Kind::Cannon));
            Arms::default().with(nation, march).price() + u16::from(aboard) * BOARDING <= purse
        })
    }
}
