//! Free units, units lost by cards, and frigates that go down. Rulebook 8.6.4, 17.2.4.

use engine::{Denied, Recorder, rule};

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::cards::Card;
use crate::effects::{Domain, Effect, Gift, Main, Military};
use crate::errands::Errand;
use crate::event::Event;
use crate::military;
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, Frigate, FrigateId};
use crate::troops::{Kind, Troops};

/// What it costs to bring a unit ashore, in halves of a movement point (N-11-cargo).
pub(crate) const LANDING: u16 = 2;

/// The Military effect of a card.
pub(crate) fn military(card: Card) -> Option<&'static Military> {
    match &card.tab(Domain::Military)?.effect {
        Effect::Military(military) => Some(military),
        _ => None,
    }
}

/// The units that a card grants, by number.
pub(crate) fn gift(card: Card, number: u8) -> Option<&'static Gift> {
    match &military(card)?.main {
        Main::Units(gifts) => gifts.get(usize::from(number)),
        _ => None,
    }
}

/// What a card destroys.
#[derive(Clone, Copy)]
struct Blow {
    kinds: Troops,
    nations: Nations,
    places: Option<AreaSet>,
}

fn blow(card: Card) -> Option<Blow> {
    match military(card)?.main {
        Main::Lose { kinds, nations, places, .. } => Some(Blow { kinds, nations, places }),
        _ => None,
    }
}

impl Conquests {
    /// Places a free unit.
    pub(crate) fn place_gift(
        &mut self,
        nation: Nation,
        gift: &Gift,
        at: Area,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        if gift_places(self, nation, gift.kind, gift.places).contains(at) {
            self.raise(nation, gift.kind, at, log);
            return Ok(());
        }
        let empty_capital =
            self.control.is_garrisoned(at) || at.capital_of().is_some_and(|owner| owner != nation);
        Err(if gift.places.is_some_and(|places| !places.contains(at)) {
            let why = "the unit appears in a place that the card names";
            Denied::new(rule!("N-17.2.4-free-region"), why)
        } else if empty_capital && self.forces.present(at).is_empty() {
            let why = "a free unit does not take a capital";
            Denied::new(rule!("N-17.2.4-free-capital"), why)
        } else {
            let why = "a free unit appears where no stranger is, with a unit of yours or an Ally's there or next to it";
            Denied::new(rule!("N-8.6.4-free-units"), why)
        })
    }

    /// Destroys a unit that the player of a card names.
    pub(crate) fn strike(
        &mut self,
        card: Card,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        if !matches!(action, Action::Strike { .. } | Action::Sink(_)) {
            return Err(not_now());
        }
        let mut choices = Vec::new();
        list_strikes(self, card, &mut choices);
        if !choices.contains(&action) {
            return Err(spared(self, card, action));
        }
        match action {
            Action::Strike { nation, kind: Kind::Frigate, at } => self.sink_empty(nation, at, log),
            Action::Strike { nation, kind, at } => {
                self.take(nation, Troops::one(kind), at);
                log.record(|| Event::Struck { who: self.party(nation), kind, at });
            }
            Action::Sink(frigate) => self.send_down(frigate, log),
            _ => {}
        }
        Ok(())
    }

    /// A frigate that was named goes down; its troops come ashore first, as far as they can (N-11-cargo), and before
    /// anything else is lost.
    pub(crate) fn send_down(&mut self, frigate: FrigateId, log: &mut Recorder<Event>) {
        let errand = Errand::Abandon { frigate };
        let next = self.errands.len().min(1);
        match self.is_void(&errand) {
            true => self.sink(frigate, log),
            false => self.errands.insert(next, errand),
        }
    }

    /// Takes a frigate without troops off a sea.
    pub(crate) fn sink_empty(&mut self, nation: Nation, sea: Area, log: &mut Recorder<Event>) {
        let empty =
            self.forces.fleet(nation, sea).find(|frigate| self.forces.frigate(*frigate).cargo.is_empty());
        if let Some(frigate) = empty {
            self.sink(frigate, log);
        }
    }

    /// Takes a frigate off the map with what is aboard.
    pub(crate) fn sink(&mut self, frigate: FrigateId, log: &mut Recorder<Event>) {
        let Frigate { at, cargo, .. } = std::mem::take(self.forces.frigate_mut(frigate));
        if let Some(at) = at {
            log.record(|| Event::Sunk { who: self.party(frigate.nation()), at, cargo });
        }
    }

    /// Brings a unit ashore from a frigate that goes down, or gives the rest up; whether more can be saved is seen after.
    pub(crate) fn abandon(
        &mut self,
        frigate: FrigateId,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<bool, Denied> {
        let nation = frigate.nation();
        match action {
            Action::Done => Ok(false),
            Action::Land { kind, frigate: from, to } if from == frigate => {
                if self.forces.frigate(frigate).cargo.count(kind) == 0 {
                    return Err(Denied::new(rule!("N-11-cargo"), "no such unit is aboard"));
                }
                if !lifelines(self, frigate).contains(to) {
                    let why = "troops of a lost frigate land for 1 MP each in a land beside it that is empty, yours or an Ally's";
                    return Err(Denied::new(rule!("N-11-cargo"), why));
                }
                let ship = self.forces.frigate_mut(frigate);
                ship.cargo -= Troops::one(kind);
                self.treasury.points[nation] -= LANDING;
                self.put(nation, Troops::one(kind), to);
                log.record(|| Event::Saved { who: self.party(nation), kind, at: to });
                Ok(true)
            }
            _ => Err(not_now()),
        }
    }
}

/// Whether a nation can come into an area without a fight: nobody is there but its own and its Allies' units, no
/// garrison stands, and it is not the empty capital of another nation in play (N-17.2.4-free-capital,
/// N-13-eliminated-capital).
pub(crate) fn is_open_to(game: &Conquests, nation: Nation, area: Area) -> bool {
    let foreign = area.capital_of().is_some_and(|owner| owner != nation && game.order.contains(&owner));
    game.is_haven(nation, area) && (!foreign || !game.forces.present(area).is_empty())
}

/// Where a free unit can appear: in a place that is named, else where free units may (N-8.6.4-free-units,
/// N-17.2.4-free-anywhere, N-17.2.4-free-frigate, N-17.2.4-free-region).
pub(crate) fn gift_places(game: &Conquests, nation: Nation, kind: Kind, named: Option<AreaSet>) -> AreaSet {
    if game.forces.contingent(nation).count(kind) == 0 {
        return AreaSet::EMPTY;
    }
    let candidates = match (named, kind) {
        (Some(named), _) => named,
        (None, Kind::Frigate) => military::shores(game, nation),
        (None, _) => game.forces.lands.manned(),
    };
    let friends = game.treaties.friends(nation);
    let held = friends.iter().fold(AreaSet::EMPTY, |held, friend| held | game.forces.places(friend));
    let near = |area: &Area| held.contains(*area) || area.neighbours().meets(&held);
    let open = |area: &Area| named.is_none() && area.is_sea() || is_open_to(game, nation, *area);
    candidates.iter().filter(near).filter(open).collect()
}

/// Whether any of the free units can be had.
pub(crate) fn can_grant_any(game: &Conquests, nation: Nation, gifts: &[Gift]) -> bool {
    gifts.iter().any(|gift| !gift_places(game, nation, gift.kind, gift.places).is_empty())
}

/// The ground units and empty frigates, then the frigates with troops, that a card can destroy.
///
/// What is in the capital of its nation only if there is nothing else (N-17.2.4-lose-unit); a unit of the Guard only
/// where there is no other of its arm (N-17.2.4-lose-grognard); a frigate with troops only where there is no empty
/// one (N-17.2.4-lose-frigate).
pub(crate) fn list_strikes(game: &Conquests, card: Card, out: &mut Vec<Action>) {
    let before = out.len();
    list_blows(game, card, false, out);
    if out.len() == before {
        list_blows(game, card, true, out);
    }
}

fn list_blows(game: &Conquests, card: Card, in_capital: bool, out: &mut Vec<Action>) {
    let Some(blow) = blow(card) else { return };
    for nation in (blow.nations & game.in_play()).iter() {
        let reached = |area: &Area| {
            (*area == Area::capital(nation)) == in_capital
                && blow.places.is_none_or(|places| places.contains(*area))
        };
        for at in game.forces.places(nation).iter().filter(reached) {
            if at.is_sea() {
                list_sinkings(game, nation, at, blow.kinds, out);
            } else {
                let troops = game.forces.troops(nation, at);
                let exposed = |arm: Kind| match arm.guard() {
                    Some(guard) if troops.count(arm) == 0 => guard,
                    _ => arm,
                };
                let kinds = blow.kinds.kinds().map(exposed).filter(|kind| troops.count(*kind) > 0);
                out.extend(kinds.map(|kind| Action::Strike { nation, kind, at }));
            }
        }
    }
}

/// The frigates of a nation in a sea that can be named to be lost: one without troops, or else any.
pub(crate) fn list_sinkings(
    game: &Conquests,
    nation: Nation,
    sea: Area,
    kinds: Troops,
    out: &mut Vec<Action>,
) {
    if kinds.count(Kind::Frigate) == 0 {
        return;
    }
    match game.forces.fleet(nation, sea).any(|frigate| game.forces.frigate(frigate).cargo.is_empty()) {
        true => out.push(Action::Strike { nation, kind: Kind::Frigate, at: sea }),
        false => out.extend(game.forces.fleet(nation, sea).map(Action::Sink)),
    }
}

/// Why a card cannot destroy a unit.
fn spared(game: &Conquests, card: Card, action: Action) -> Denied {
    let within = |nation: Nation, kind: Kind, at: Area| {
        blow(card).is_some_and(|blow| {
            blow.nations.contains(nation)
                && blow.kinds.count(kind.arm()) > 0
                && blow.places.is_none_or(|places| places.contains(at))
        })
    };
    match action {
        Action::Sink(_) => {
            let why = "an empty frigate there is lost first, where the card reaches";
            Denied::new(rule!("N-17.2.4-lose-frigate"), why)
        }
        Action::Strike { nation, kind: Kind::Frigate, at }
            if within(nation, Kind::Frigate, at) && game.forces.stands_in(nation, at) =>
        {
            let why = "all frigates there have troops aboard: name one";
            Denied::new(rule!("N-17.2.4-lose-frigate"), why)
        }
        Action::Strike { nation, kind, at }
            if kind.is_guard() && within(nation, kind, at) && !at.is_sea() =>
        {
            let why = "the Guard is lost only where there is no other unit of its arm";
            Denied::new(rule!("N-17.2.4-lose-grognard"), why)
        }
        _ => {
            let why = "the card reaches no such unit; a capital is spared while there is another choice";
            Denied::new(rule!("N-17.2.4-lose-unit"), why)
        }
    }
}

/// Where the troops of a frigate that goes down can land, for 1 MP each: where the nation or its Allies are, or nobody.
fn lifelines(game: &Conquests, frigate: FrigateId) -> AreaSet {
    let nation = frigate.nation();
    let Some(sea) = game.forces.frigate(frigate).at else { return AreaSet::EMPTY };
    if game.treasury.points[nation] < LANDING {
        return AreaSet::EMPTY;
    }
    sea.lands_beside().iter().filter(|land| is_open_to(game, nation, *land)).collect()
}

pub(crate) fn list_landings(game: &Conquests, frigate: FrigateId, out: &mut Vec<Action>) {
    let lands = lifelines(game, frigate);
    let before = out.len();
    for kind in game.forces.frigate(frigate).cargo.kinds() {
        out.extend(lands.iter().map(|to| Action::Land { kind, frigate, to }));
    }
    if out.len() > before {
        out.push(Action::Done);
    }
}
