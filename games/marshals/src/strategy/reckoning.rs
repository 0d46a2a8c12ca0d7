//! What a nation's losses do to it when its replacements are in, and how seasons and years begin. Rulebook: National Morale, Turn
//! Sequence.

use arrayvec::ArrayVec;
use engine::{Recorder, Seat};
use serde::{Deserialize, Serialize};

use crate::boxes::Case;
use crate::calendar::Date;
use crate::combat::Stack;
use crate::combat::morale::after_the_turn;
use crate::event::Event;
use crate::forces::Factors;
use crate::ground::{LandId, LandSet};
use crate::ids::NationId;
use crate::map::{MAP, Theatre};
use crate::state::Marshals;
use crate::strategy::orders::Orders;

/// The maps.
const THEATRES: [Theatre; 4] = [Theatre::Iberia, Theatre::North, Theatre::SouthEast, Theatre::Central];

/// The shares of a nation's factors on a map that shake it when they are lost, in hundredths (M-nm-28).
const MARKS: [u16; 2] = [50, 60];

/// The share of all its factors that breaks it (M-nm-29).
const BREAKING: u16 = 65;

/// The last battle of a nation on a map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fought {
    nation: NationId,
    theatre: Theatre,
    /// The turn.
    date: Date,
    /// The place in its order of the seat that moved then.
    place: u8,
    /// The most factors that it had in a battle of that part of the turn.
    factors: u16,
}

/// The last battles of all nations.
pub(crate) type Annals = ArrayVec<Fought, 40>;

impl Marshals {
    /// Remembers with how much each power has fought a battle on a map, its clients with it (M-nm-27).
    pub(crate) fn remember_battle(&mut self, theatre: Theatre, attacker: Seat, stacks: &[Stack]) {
        let (date, place) = (self.date, place_of(self, attacker));
        for power in &self.scenario().power {
            let nation = power.nation;
            let contingents = stacks.iter().flat_map(|stack| &stack.contingents);
            let own = contingents.filter(|contingent| contingent.answers == Some(nation));
            let factors: u16 = own.map(|contingent| contingent.all().total()).sum();
            if factors == 0 {
                continue;
            }
            let mut fought = Fought { nation, theatre, date, place, factors };
            match self.annals.iter_mut().find(|own| (own.nation, own.theatre) == (nation, theatre)) {
                Some(own) => {
                    if (own.date, own.place) == (date, place) {
                        fought.factors = fought.factors.max(own.factors);
                    }
                    *own = fought;
                }
                // One for each power and map: there is room for all.
                None => self.annals.push(fought),
            }
        }
    }

    /// The replacements of a seat are in: its losses are judged, its boxes shifted (M-turn-9, M-turn-10), and the land that it lived
    /// on is bare (M-turn-11).
    pub(crate) fn reckon(&mut self, seat: Seat, log: &mut Recorder<Event>) {
        for power in self.player(seat).powers_of().collect::<Vec<_>>() {
            let in_boxes = self.boxes.factors(power, Case::is_current).total();
            for (nation, change) in after_the_turn(power, in_boxes, &fought_against(self, power, seat)) {
                self.change_morale(nation, change, log);
            }
            weigh_losses(self, power, log);
        }
        for nation in self.player(seat).nations_of() {
            self.shift_boxes(nation);
        }
        let bare = self.foraged.iter().filter(|(whose, _)| *whose == seat);
        let bare: LandSet = bare.filter_map(|(_, hex)| LandId::of(*hex)).collect();
        self.depleted.unite(&bare);
        self.foraged.retain(|(whose, _)| *whose != seat);
    }

    /// A season begins: what was left of the last is forfeited, new factors are ready, and points are collected (M-prod-10,
    /// M-prod-16).
    pub(crate) fn open_season(&mut self) {
        let is_new_year = self.date.month() == 1;
        for nation in NationId::all() {
            let treasury = self.treasury_mut(nation);
            let fresh = std::mem::take(&mut treasury.fresh);
            treasury.ready += fresh;
            (treasury.replacements, treasury.replacing, treasury.shaken, treasury.disbanded) = (0, 0, 0, 0);
            treasury.orders = Orders::default();
            if is_new_year {
                (treasury.raised, treasury.levied, treasury.fined, treasury.heartened) = (0, 0, false, false);
            }
        }
        if is_new_year {
            self.depleted = LandSet::EMPTY;
        }
        self.boxes.wait();
        self.collect();
    }
}

/// The place of a seat in the order of the turn.
fn place_of(game: &Marshals, seat: Seat) -> u8 {
    game.order().iter().position(|other| *other == seat).unwrap_or_default() as u8
}

/// The enemies that have fought since a seat's last turn on the maps where a nation has lost factors, with the most that each had
/// in a battle there.
fn fought_against(game: &Marshals, nation: NationId, seat: Seat) -> ArrayVec<(NationId, u16), 16> {
    let place = place_of(game, seat);
    let is_recent = |fought: &Fought| match game.date.since(fought.date) {
        0 => true,
        1 => fought.place >= place,
        _ => false,
    };
    let has_lost = |theatre: Theatre| {
        game.boxes.of(nation).any(|lot| lot.case.is_current() && lot.case.theatre() == theatre)
    };
    let recent = game.annals.iter().filter(|fought| is_recent(fought) && has_lost(fought.theatre));
    let largest = |opponent: NationId| {
        let own = recent.clone().filter(|fought| fought.nation == opponent);
        own.map(|fought| fought.factors).max().map(|factors| (opponent, factors))
    };
    game.country(nation).opponents().filter_map(largest).take(16).collect()
}

/// Strategic losses: at half of the factors on a map, at three fifths, and above 65 of a hundred of all (M-nm-28, M-nm-29).
fn weigh_losses(game: &mut Marshals, nation: NationId, log: &mut Recorder<Event>) {
    let lost = |game: &Marshals, on: &dyn Fn(Theatre) -> bool| {
        game.boxes.factors(nation, |case| on(case.theatre())).total()
    };
    let in_play = |game: &Marshals, on: &dyn Fn(Theatre) -> bool| {
        let own = game.forces.iter().filter(|force| force.muster.nation == nation);
        let there = own.filter(|force| MAP.theatre(force.muster.hex).is_some_and(on));
        there.map(|force| force.factors).sum::<Factors>().total()
    };
    let share = |game: &Marshals, on: &dyn Fn(Theatre) -> bool| {
        let lost = lost(game, on);
        (lost > 0).then(|| (lost, lost + in_play(game, on)))
    };
    for theatre in THEATRES {
        let Some((lost, all)) = share(game, &|other| other == theatre) else { continue };
        for (number, mark) in (0..).zip(MARKS) {
            if game.treasury(nation).shaken == number && lost * 100 >= all * mark {
                game.treasury_mut(nation).shaken += 1;
                game.change_morale(nation, -1, log);
                for opponent in game.country(nation).opponents().collect::<Vec<_>>() {
                    game.change_morale(opponent, 1, log);
                }
            }
        }
    }
    if share(game, &|_| true).is_some_and(|(lost, all)| lost * 100 > all * BREAKING) {
        let morale = game.realm(nation).morale;
        game.change_morale(nation, 1 - morale as i8, log);
    }
}
