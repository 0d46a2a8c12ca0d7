//! The change of Age. Rulebook 14, 8.4.

use engine::{Denied, Recorder, rule};

use crate::action::{Action, not_now};
use crate::areas::{Area, AreaSet};
use crate::cards::{Card, Cards};
use crate::effects::Age;
use crate::errands::Errand;
use crate::event::Event;
use crate::nations::{Nation, Nations, Side};
use crate::state::{Conquests, FrigateId, Phase};
use crate::troops::{Kind, Troops};
use crate::{gifts, setup};

/// The last turn of the first Age.
const LAST_OF_FIRST_AGE: u8 = 3;

/// The Society that a side must have before the second Age (N-8.4-threshold-napoleon, N-8.4-threshold-coalition).
fn threshold(side: Side) -> u8 {
    match side {
        Side::France => 5,
        Side::Coalition => 6,
    }
}

/// The units of a corps.
const CORPS: [Kind; 3] = [Kind::Infantry, Kind::Cavalry, Kind::Cannon];

/// Cards of the first Age that a nation of the Coalition can keep (N-14-keep-coalition).
const COALITION_KEEPS: usize = 2;

impl Conquests {
    /// After the victory check: the next turn, or the change of Age (N-14-when).
    pub(crate) fn after_check(&mut self, log: &mut Recorder<Event>) {
        if self.turn != LAST_OF_FIRST_AGE {
            return self.next_turn(log);
        }
        self.phase = Phase::Keep(0);
        for side in Side::all() {
            if self.tracks.society_of(side) < threshold(side) {
                self.demand_losses(side);
            }
        }
    }

    /// A side whose Society is too low has to give up units, as far as it has them (N-8.4-threshold-choice).
    fn demand_losses(&mut self, side: Side) {
        let by = match side {
            Side::France => Nation::France,
            Side::Coalition => {
                let members = self.order.iter().copied().filter(|nation| nation.is_coalition());
                let first = members.clone().find(|nation| *nation == Nation::Prussia);
                first.or_else(|| members.clone().next()).expect("the Coalition is not out")
            }
        };
        let due = if side == Side::Coalition { CORPS.as_slice() } else { &[] };
        for kind in due.iter().copied().chain([Kind::Frigate]) {
            let loss = Errand::GiveUp { by, kind, at: None };
            let mut answers = Vec::new();
            self.list_errand(&loss, &mut answers);
            if !answers.is_empty() {
                self.errands.push(loss);
            }
        }
    }

    /// Gives up a unit for want of Society.
    pub(crate) fn give_up(
        &mut self,
        by: Nation,
        (kind, bound): (Kind, Option<Area>),
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        let mut losses = Vec::new();
        list_forfeits(self, by, kind, bound, &mut losses);
        if !losses.contains(&action) {
            let why = match bound {
                _ if !matches!(action, Action::Strike { .. } | Action::Sink(_)) => return Err(not_now()),
                _ if kind == Kind::Frigate && matches!(action, Action::Sink(_)) => {
                    let why = "a frigate of your side is lost, an empty one first where there is one";
                    return Err(Denied::new(rule!("N-17.2.4-lose-frigate"), why));
                }
                _ if kind == Kind::Frigate => "a frigate of your side is lost".to_owned(),
                Some(land) => format!("the corps in {land} is lost: {kind} of it is next"),
                None => format!("{kind} of your side is lost, from a corps if one stands in one land"),
            };
            return Err(Denied::new(rule!("N-8.4-threshold-choice"), why));
        }
        match action {
            Action::Sink(frigate) => self.send_down(frigate, log),
            Action::Strike { nation, kind: Kind::Frigate, at } => self.sink_empty(nation, at, log),
            Action::Strike { nation, kind, at } => self.give_up_unit(by, (nation, kind), at, log),
            _ => {}
        }
        Ok(())
    }

    /// Gives up a ground unit, ashore or aboard; the rest of its corps goes, too.
    fn give_up_unit(
        &mut self,
        by: Nation,
        (nation, kind): (Nation, Kind),
        at: Area,
        log: &mut Recorder<Event>,
    ) {
        let formed = kind == Kind::Infantry && is_corps(self, by.side(), at);
        match carrier(self, nation, kind, at) {
            Some(carrier) => self.forces.frigate_mut(carrier).cargo -= Troops::one(kind),
            None => self.take(nation, Troops::one(kind), at),
        }
        log.record(|| Event::GaveUp { who: self.party(nation), kind, at });
        for errand in &mut self.errands {
            match errand {
                Errand::GiveUp { kind, at: bound, .. } if formed && *kind != Kind::Frigate => {
                    *bound = Some(at)
                }
                _ => {}
            }
        }
    }

    pub(crate) fn keep_cards(
        &mut self,
        nation: Nation,
        place: u8,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match action {
            Action::Keep(card) => {
                may_keep(self, nation, card)?;
                self.cards.kept.insert(card);
                log.record(|| Event::Kept { who: self.party(nation), card });
                let old = old_cards(self, nation);
                if old.iter().any(|card| may_keep(self, nation, card).is_ok()) {
                    return Ok(());
                }
            }
            Action::Done => {}
            _ => return Err(not_now()),
        }
        self.discard_old_cards(nation, log);
        match usize::from(place) + 1 < self.order.len() {
            true => self.phase = Phase::Keep(place + 1),
            false => self.begin_second_age(log),
        }
        Ok(())
    }

    /// All cards of the first Age that a nation does not keep are gone for good: only those of the second are reshuffled.
    fn discard_old_cards(&mut self, nation: Nation, log: &mut Recorder<Event>) {
        let kept = self.cards.kept.len() as u8;
        let rest = old_cards(self, nation) - self.cards.kept;
        for card in rest.iter() {
            self.spend_card(nation, card, log);
        }
        self.cards.kept.clear();
        log.record(|| Event::KeptCards { who: self.party(nation), kept, discarded: rest.len() as u8 });
    }

    /// The cards of the second Age are dealt, and turn 4 begins (N-14-deal, N-14-carry).
    pub(crate) fn begin_second_age(&mut self, log: &mut Recorder<Event>) {
        self.turn += 1;
        self.forget_treaties(log);
        log.record(|| Event::AgeBegins);
        setup::deal(self, log);
        self.begin_turn(log);
    }
}

/// The nations of a side that have a ground unit of a kind in an area, ashore or aboard.
fn owners(game: &Conquests, side: Side, kind: Kind, area: Area) -> Nations {
    let there = |nation: &Nation| match area.is_sea() {
        false => game.forces.troops(*nation, area).count(kind) > 0,
        true => carrier(game, *nation, kind, area).is_some(),
    };
    side.nations().iter().filter(there).collect()
}

/// A frigate in a sea with a unit of this kind aboard.
fn carrier(game: &Conquests, nation: Nation, kind: Kind, sea: Area) -> Option<FrigateId> {
    game.forces.fleet(nation, sea).find(|frigate| game.forces.frigate(*frigate).cargo.count(kind) > 0)
}

/// Where a ground unit of a kind can be given up: a corps that stands in one land goes as a whole.
fn losing_areas(game: &Conquests, side: Side, kind: Kind) -> AreaSet {
    let has = |kind: Kind, area: Area| !owners(game, side, kind, area).is_empty();
    let formed: AreaSet = Area::lands().filter(|land| is_corps(game, side, *land)).collect();
    match kind {
        Kind::Infantry if !formed.is_empty() => formed,
        _ => Area::all().filter(|area| has(kind, *area)).collect(),
    }
}

/// What can be given up for want of Society.
pub(crate) fn list_forfeits(
    game: &Conquests,
    by: Nation,
    kind: Kind,
    bound: Option<Area>,
    out: &mut Vec<Action>,
) {
    if kind == Kind::Frigate {
        for nation in by.side().nations().iter() {
            Area::seas().for_each(|sea| gifts::list_sinkings(game, nation, sea, Troops::one(kind), out));
        }
        return;
    }
    let areas = bound.map_or_else(|| losing_areas(game, by.side(), kind), AreaSet::from);
    for at in areas.iter() {
        let owners = owners(game, by.side(), kind, at);
        out.extend(owners.iter().map(|nation| Action::Strike { nation, kind, at }));
    }
}

/// Whether the units of a side in a land, Allied ones together, make a corps.
fn is_corps(game: &Conquests, side: Side, land: Area) -> bool {
    !land.is_sea() && CORPS.iter().all(|arm| !owners(game, side, *arm, land).is_empty())
}

/// Who chooses which cards of the first Age he keeps, if he has any.
pub(crate) fn keeper(game: &Conquests, place: u8) -> Option<Nation> {
    let nation = game.order[usize::from(place)];
    (!old_cards(game, nation).is_empty()).then_some(nation)
}

/// The cards of the first Age in a nation's hand.
fn old_cards(game: &Conquests, nation: Nation) -> Cards {
    let first = |side| Card::deck(side, Age::First);
    game.cards.hands[nation] & (first(Side::France) | first(Side::Coalition))
}

/// Whether a nation may keep a card besides those it keeps already (N-14-keep-coalition, N-14-keep-napoleon).
fn may_keep(game: &Conquests, nation: Nation, card: Card) -> Result<(), Denied> {
    let rule = match nation {
        Nation::France => rule!("N-14-keep-napoleon"),
        _ => rule!("N-14-keep-coalition"),
    };
    game.holds(nation, card, rule)?;
    let why = if !old_cards(game, nation).contains(card) {
        "that is no card of the first Age"
    } else if game.cards.kept.contains(card) {
        "that card is kept already"
    } else if game.cards.kept.meets(&Card::striped(card.stripe())) {
        "a card of that type is kept already"
    } else if nation.is_coalition() && game.cards.kept.len() >= COALITION_KEEPS {
        "two cards are kept already"
    } else {
        return Ok(());
    };
    Err(Denied::new(rule, why))
}

pub(crate) fn list_keeping(game: &Conquests, nation: Nation, out: &mut Vec<Action>) {
    let free = old_cards(game, nation);
    out.extend(free.iter().filter(|card| may_keep(game, nation, *card).is_ok()).map(Action::Keep));
    out.push(Action::Done);
}
