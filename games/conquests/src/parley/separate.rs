//! Former Allies part. Rulebook 9.7, 11.4.
//!
//! Nothing of this is remembered: what is next follows from who stands with whom. Lands come one after the other.

use engine::{Denied, Recorder, rule};

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::errands::Errand;
use crate::event::Event;
use crate::movement::BOARDING;
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, FrigateId, Phase, Traffic, Treaty};
use crate::troops::{Kind, Troops};

/// What is next to be done about former Allies.
struct Parting {
    at: Area,
    /// Who decides it: whoever initiated their Alliance.
    by: Nation,
    /// Who goes; it is to be said first who stays, if nobody is named.
    leaver: Option<Nation>,
}

/// Where those who leave can go.
enum Exit {
    /// Beside it.
    Havens(AreaSet),
    /// Past others, to one of these, with so many losses: the force is encircled.
    Escapes(AreaSet, u8),
    /// Aboard frigates only.
    Boats,
    /// Nowhere.
    None,
}

impl Conquests {
    pub(crate) fn begin_separation(&mut self, _log: &mut Recorder<Event>) {
        self.phase = Phase::Separate;
    }

    /// What follows without a decision; when nobody is left who has to part, movement begins.
    pub(crate) fn go_on_parting(&mut self, log: &mut Recorder<Event>) {
        let Some(Parting { at, leaver: Some(leaver), .. }) = parting(self) else {
            self.strike_treaties();
            self.begin_movement(0, log);
            return self.note_holders();
        };
        match way_out(self, leaver, at) {
            Exit::Havens(havens) => {
                let to = havens.iter().next().expect("there is a haven");
                self.withdraw_to(leaver, self.forces.troops(leaver, at), at, to, log);
            }
            Exit::Escapes(escapes, losses) => {
                let to = escapes.iter().next().expect("there is a way out");
                self.break_out(leaver, at, to, losses, log);
            }
            Exit::Boats | Exit::None => self.perish(leaver, self.forces.troops(leaver, at), at, log),
        }
    }

    pub(crate) fn separate(
        &mut self,
        _nation: Nation,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let Some(Parting { at, leaver, .. }) = parting(self) else { return Err(not_now()) };
        match (action, leaver) {
            (Action::Stay(nation), None) => {
                if !groups(self, at).any(|first| first == nation) {
                    let why = "one of those who stand there stays, named by the first of its Allies";
                    return Err(Denied::new(rule!("N-9.7-chooser"), why));
                }
                self.control.holders[at] = Some(nation);
                log.record(|| Event::Stays { who: self.party(nation), at });
            }
            (Action::Stay(_), Some(_)) => {
                let why = "who last controlled the land stays";
                return Err(Denied::new(rule!("N-9.7-chooser"), why));
            }
            (Action::Part { nation, to }, Some(leaver)) => {
                match may_withdraw(self, leaver, nation, at, to)? {
                    None => self.withdraw_to(nation, self.forces.troops(nation, at), at, to, log),
                    Some(losses) => self.break_out(nation, at, to, losses, log),
                }
            }
            (Action::Retreat { nation, kind, to }, Some(leaver)) => {
                if may_withdraw(self, leaver, nation, at, to)?.is_some() {
                    let why = "a force that is encircled goes together";
                    return Err(Denied::new(rule!("N-11.4-encircled"), why));
                }
                let troops = self.forces.troops(nation, at);
                if troops.count(kind) == 0 || troops.len() < 2 {
                    let why = "part of the units there can go one way and part another";
                    return Err(Denied::new(rule!("N-11.4-split"), why));
                }
                self.withdraw_to(nation, Troops::one(kind), at, to, log);
            }
            (Action::Board { nation, kind, frigate }, Some(leaver)) => {
                may_leave_aboard(self, leaver, nation, kind, at, frigate)?;
                self.take(nation, Troops::one(kind), at);
                self.treasury.points[nation] -= BOARDING;
                let ship = self.forces.frigate_mut(frigate);
                ship.cargo += Troops::one(kind);
                ship.traffic = Traffic::Embarked;
                log.record(|| Event::Boarded { who: self.party(nation), kind, from: at });
            }
            (Action::Done, Some(leaver)) if matches!(way_out(self, leaver, at), Exit::Boats) => {
                self.perish(leaver, self.forces.troops(leaver, at), at, log);
            }
            (Action::Done, _) => {
                return Err(Denied::new(rule!("N-9.7-separate"), "former Allies cannot stay together"));
            }
            _ => return Err(not_now()),
        }
        Ok(())
    }

    /// Units go to a land, without MP (N-9.7-separate); the empty capital of a stranger they attack, as on a march
    /// (N-11.8-captured).
    fn withdraw_to(
        &mut self,
        nation: Nation,
        troops: Troops,
        from: Area,
        to: Area,
        log: &mut Recorder<Event>,
    ) {
        self.take(nation, troops, from);
        self.provoke(nation, to, log);
        self.put(nation, troops, to);
        log.record(|| Event::Parted { who: self.party(nation), troops, from, to });
    }

    /// A force that is encircled loses a unit for each stranger that it passes, Allies together; who speaks for them says
    /// which (N-11.4-encircled-free, N-11.4-encircled-losses, N-11.5-initiator).
    fn break_out(&mut self, nation: Nation, from: Area, to: Area, count: u8, log: &mut Recorder<Event>) {
        let company = company(self, nation, from);
        let alone = company.only();
        let troops = self.forces.troops(nation, from);
        if count > 0 && alone.is_some() && troops.kinds().count() == 1 {
            self.perish(nation, troops.units().take(count.into()).collect(), from, log);
        } else if count > 0 {
            let by = alone.or_else(|| self.treaties.bond(nation).map(|treaty| self.spokesman(treaty)));
            return self.send(Errand::Shed { nation: by.unwrap_or(nation), from, to, count }, log);
        }
        self.lead_out(company, from, to, log);
    }

    /// A unit of a nation is given up in a break-out; after the last the rest goes.
    pub(crate) fn shed(
        &mut self,
        errand: Errand,
        nation: Nation,
        kind: Kind,
        log: &mut Recorder<Event>,
    ) -> Result<Option<Errand>, Denied> {
        let Errand::Shed { nation: by, from, to, count } = errand else { return Err(not_now()) };
        let company = company(self, by, from);
        if !company.contains(nation) || self.forces.troops(nation, from).count(kind) == 0 {
            let why = "a unit of the force that breaks out is lost";
            return Err(Denied::new(rule!("N-11.4-encircled-losses"), why));
        }
        self.perish(nation, Troops::one(kind), from, log);
        if count > 1 {
            return Ok(Some(Errand::Shed { nation: by, from, to, count: count - 1 }));
        }
        self.lead_out(company, from, to, log);
        Ok(None)
    }

    /// What is left of those who break out goes.
    fn lead_out(&mut self, company: Nations, from: Area, to: Area, log: &mut Recorder<Event>) {
        for nation in company.iter() {
            let troops = self.forces.troops(nation, from);
            if !troops.is_empty() {
                self.withdraw_to(nation, troops, from, to, log);
            }
        }
    }

    /// Units that can go nowhere are lost (N-11.4-none).
    fn perish(&mut self, nation: Nation, troops: Troops, at: Area, log: &mut Recorder<Event>) {
        self.take(nation, troops, at);
        log.record(|| Event::Perished { who: self.party(nation), troops, at });
    }
}

/// Those of these lands that are closest to the capital of one of these nations.
fn closest(nations: Nations, lands: AreaSet) -> AreaSet {
    let steps = |land: Area, nation: Nation| land.steps_to_capital(nation);
    let least = |nation: Nation| lands.iter().map(|land| steps(land, nation)).min();
    let is_closest = |land: &Area| nations.iter().any(|nation| Some(steps(*land, nation)) == least(nation));
    lands.iter().filter(is_closest).collect()
}

/// The first land that former Allies share (N-9.7-separate); frigates need not part (N-9.7-sea).
fn shared_land(game: &Conquests) -> Option<Area> {
    let shared = game.forces.lands.shared();
    shared.iter().find(|land| {
        !game.control.is_disputed(*land) && game.treaties.are_hostile(game.forces.present(*land))
    })
}

/// Who stays is whoever last controlled the land, with its Allies, or one that the initiator picks (N-9.7-chooser).
fn parting(game: &Conquests) -> Option<Parting> {
    let at = shared_land(game)?;
    let present = game.forces.present(at);
    let Some(holder) = game.control.holders[at].filter(|holder| present.contains(*holder)) else {
        return Some(Parting { at, by: chooser_among(game, present), leaver: None });
    };
    let leaving = present - game.treaties.friends(holder);
    let leaver = game.order.iter().copied().find(|nation| leaving.contains(*nation))?;
    let by = chooser_among(game, Nations::from(holder).with(leaver));
    Some(Parting { at, by, leaver: Some(leaver) })
}

/// Who decides for former Allies: the initiator of their last Alliance or, if that nation is out, the first of them in
/// the order (N-9.7-chooser). Those who have made none with each other were Allies as Napoleon's (N-11.8-old-forced).
fn chooser_among(game: &Conquests, nations: Nations) -> Nation {
    let theirs = |treaty: &&Treaty| {
        let makers = treaty.makers() & nations;
        makers.iter().any(|nation| !(makers - game.treaties.friends(nation)).is_empty())
    };
    let treaty = game.treaties.list.iter().rev().find(theirs);
    let initiator = treaty.map_or(Nation::France, |treaty| treaty.initiator);
    let makers = treaty.map_or(nations, Treaty::makers);
    let present = Some(initiator).filter(|nation| game.order.contains(nation));
    let first = || game.order.iter().copied().find(|nation| makers.contains(*nation));
    present.or_else(first).unwrap_or(initiator)
}

/// A nation that leaves a land and its Allies that do: those who are encircled break out together, as one side does
/// after a combat (N-11.4-encircled).
fn company(game: &Conquests, nation: Nation, from: Area) -> Nations {
    game.forces.present(from) & game.treaties.friends(nation)
}

/// Where a nation can go: to a land beside it, else past others to the nearest if anybody gets through, else aboard
/// (N-11.4-where, N-11.4-encircled, N-11.4-none).
fn way_out(game: &Conquests, nation: Nation, from: Area) -> Exit {
    let havens = game.havens(nation, from);
    if !havens.is_empty() {
        return Exit::Havens(havens);
    }
    let company = company(game, nation, from);
    let escapes = game.escapes(nation, from);
    match escapes.iter().map(|escape| escape.losses).min() {
        Some(least) if least < game.forces.arms(company, from).len() => {
            let best = escapes.iter().filter(|escape| escape.losses == least);
            Exit::Escapes(closest(company, best.map(|escape| escape.to).collect()), least)
        }
        _ if boats(game, nation, from).next().is_some() => Exit::Boats,
        _ => Exit::None,
    }
}

/// The frigates that a nation's units can board from a land: always for 1 MP each (N-11.4-frigate). Whatever boards
/// here has embarked in this turn (N-10.3-no-both).
fn boats(game: &Conquests, nation: Nation, from: Area) -> impl Iterator<Item = FrigateId> {
    let seas = from.seas_beside();
    let paid = game.treasury.points[nation] >= BOARDING;
    FrigateId::of(nation).filter(move |frigate| {
        let frigate = game.forces.frigate(*frigate);
        paid && frigate.at.is_some_and(|at| seas.contains(at)) && frigate.cargo.len() < 3
    })
}

/// The land in which former Allies part next.
pub(crate) fn parting_land(game: &Conquests) -> Option<Area> {
    if game.phase == Phase::Separate { shared_land(game) } else { None }
}

/// Who decides how former Allies part, if there is anything to choose.
pub(crate) fn separator(game: &Conquests) -> Option<Nation> {
    let Parting { at, by, leaver } = parting(game)?;
    let Some(leaver) = leaver else { return Some(by) };
    match way_out(game, leaver, at) {
        Exit::Havens(havens) => (havens.len() > 1).then_some(by),
        Exit::Escapes(escapes, _) => (escapes.len() > 1).then_some(by),
        Exit::Boats => Some(leaver),
        Exit::None => None,
    }
}

/// What is asked of whoever decides how former Allies part.
pub(crate) fn question_of_parting(game: &Conquests) -> String {
    let Some(Parting { at, leaver, .. }) = parting(game) else {
        return "Former Allies part.".to_owned();
    };
    match leaver.map(|leaver| (leaver, way_out(game, leaver, at))) {
        None => format!("Former Allies part in {at}: say who stays."),
        Some((_, Exit::Boats)) => {
            format!("You leave {at}: board frigates for 1 MP each, or give units up.")
        }
        Some((leaver, _)) => match those_who_part(game, leaver) {
            alone if alone.len() == 1 => format!("Former Allies part in {at}: say where {alone} goes."),
            company => format!("Former Allies part in {at}: say where {company} go together."),
        },
    }
}

/// Who goes with a nation that leaves a shared land, itself included.
pub(crate) fn those_who_part(game: &Conquests, nation: Nation) -> Nations {
    match parting(game).map(|parting| parting.at) {
        Some(at) if matches!(way_out(game, nation, at), Exit::Escapes(..)) => company(game, nation, at),
        _ => nation.into(),
    }
}

pub(crate) fn list_separation(game: &Conquests, _nation: Nation, out: &mut Vec<Action>) {
    let Some(Parting { at, leaver, .. }) = parting(game) else { return };
    let Some(leaver) = leaver else {
        return out.extend(groups(game, at).map(Action::Stay));
    };
    let troops = game.forces.troops(leaver, at);
    match way_out(game, leaver, at) {
        Exit::Havens(havens) => {
            for to in havens.iter() {
                out.push(Action::Part { nation: leaver, to });
                if troops.len() > 1 {
                    out.extend(troops.kinds().map(|kind| Action::Retreat { nation: leaver, kind, to }));
                }
            }
        }
        Exit::Escapes(escapes, _) => {
            out.extend(escapes.iter().map(|to| Action::Part { nation: leaver, to }));
        }
        Exit::Boats => {
            for frigate in boats(game, leaver, at) {
                out.extend(troops.kinds().map(|kind| Action::Board { nation: leaver, kind, frigate }));
            }
            out.push(Action::Done);
        }
        Exit::None => {}
    }
}

/// The first nation of each group of Allies in a land (N-9.7-chooser).
fn groups(game: &Conquests, land: Area) -> impl Iterator<Item = Nation> {
    let present = game.forces.present(land);
    Nation::all()
        .filter(move |nation| (present & game.treaties.friends(*nation)).iter().next() == Some(*nation))
}

/// Whether units of a nation can be sent to a land, and with which losses if they are encircled.
fn may_withdraw(
    game: &Conquests,
    leaver: Nation,
    nation: Nation,
    from: Area,
    to: Area,
) -> Result<Option<u8>, Denied> {
    if nation != leaver {
        return Err(Denied::new(rule!("N-9.7-chooser"), "another nation leaves first"));
    }
    match way_out(game, leaver, from) {
        Exit::Havens(havens) if havens.contains(to) => Ok(None),
        Exit::Escapes(escapes, losses) if escapes.contains(to) => Ok(Some(losses)),
        _ => {
            let why = "a retreat goes to a land that can take it, closest to the capital";
            Err(Denied::new(rule!("N-11.4-where"), why))
        }
    }
}

fn may_leave_aboard(
    game: &Conquests,
    leaver: Nation,
    nation: Nation,
    kind: Kind,
    at: Area,
    frigate: FrigateId,
) -> Result<(), Denied> {
    let exit = matches!(way_out(game, leaver, at), Exit::Boats);
    let room = boats(game, leaver, at).any(|own| own == frigate);
    if nation != leaver || !exit || !room || game.forces.troops(nation, at).count(kind) == 0 {
        let why = "units without a land to go to board a frigate beside them with room, for 1 MP each";
        return Err(Denied::new(rule!("N-11.4-frigate"), why));
    }
    Ok(())
}

/// The units of which one is given up in a break-out that this nation decides about.
pub(crate) fn list_shedding(game: &Conquests, nation: Nation, from: Area, out: &mut Vec<Action>) {
    for nation in company(game, nation, from).iter() {
        out.extend(game.forces.troops(nation, from).kinds().map(|kind| Action::Lose { nation, kind }));
    }
}
