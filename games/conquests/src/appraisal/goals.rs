//! How near the conditions of victory are. Rulebook 13.1, 13.2.

use arrayvec::ArrayVec;

use super::Outlook;
use super::account::Part;
use crate::areas::{Area, AreaSet};
use crate::nations::{Nation, Nations, Side};
use crate::objectives::Wish;
use crate::troops::most_corps;
use crate::victory::points;

/// What it is worth to be about to win.
const VICTORY: f32 = 26.0;
/// What a condition is worth that is all but met.
const PROMISE: f32 = 13.0;
/// What an objective counts (N-13.2.3-objective).
const OBJECTIVE: f32 = 10.0;

/// How much of a level is reached.
fn level(have: u8, above: u8) -> f32 {
    (f32::from(have) / f32::from(above + 1)).min(1.0)
}

/// Parts of a condition: the sum of what is met, and how many there are.
#[derive(Clone, Copy, Default)]
struct Parts {
    met: f32,
    parts: f32,
    least: f32,
}

impl Parts {
    fn new() -> Parts {
        Parts { met: 0.0, parts: 0.0, least: 1.0 }
    }

    fn with(self, share: f32, weight: f32) -> Parts {
        Parts { met: self.met + share * weight, parts: self.parts + weight, least: self.least.min(share) }
    }

    /// From 0 to 1: little for half of it.
    fn nearness(self) -> f32 {
        let mean = self.met / self.parts.max(1.0);
        mean * mean * mean * mean * (0.4 + 0.6 * self.least)
    }

    fn is_met(self) -> bool {
        self.least >= 1.0
    }
}

impl Outlook<'_> {
    /// What the conditions of victory that a nation comes near to are worth to it, and its secret objective.
    pub(super) fn count_goals(&mut self, nation: Nation) {
        let best = match nation {
            Nation::France => self.best(&self.french()),
            _ => self.best(&self.lone(nation)).max(0.6 * self.best(&self.common())),
        };
        self.account.add(nation, Part::Victory, best);
        if nation.is_coalition() {
            self.account.add(nation, Part::Objective, self.objective(nation));
        }
    }

    fn best(&self, conditions: &[Parts]) -> f32 {
        let sure = if self.rest < 0.1 { 1.0 } else { 0.75 - 0.35 * self.rest };
        let worth = |parts: &Parts| match parts.is_met() {
            true => PROMISE + sure * VICTORY,
            false => PROMISE * parts.nearness(),
        };
        conditions.iter().map(worth).fold(0.0, f32::max)
    }

    /// Who controls an area (N-6-control).
    fn holder(&self, area: Area) -> Option<Nation> {
        match area.is_sea() {
            true => self.situation.afloat(area).only(),
            false => self.situation.present[area].only().filter(|_| !self.game.control.is_disputed(area)),
        }
    }

    /// How many of these lands such nations control, and how many there are.
    fn held(&self, nations: Nations, lands: impl IntoIterator<Item = Area>) -> (f32, f32) {
        let (mut held, mut all) = (0.0, 0.0);
        for land in lands {
            all += 1.0;
            if self.holder(land).is_some_and(|nation| nations.contains(nation)) {
                held += 1.0;
            }
        }
        (held, all)
    }

    fn neutrals(&self, nations: Nations, needed: f32) -> f32 {
        (self.held(nations, Area::neutral_capitals()).0 / needed).min(1.0)
    }

    /// N-13.2.1-nap-capital and following.
    fn french(&self) -> ArrayVec<Parts, 5> {
        let game = self.game;
        let own = Nations::from(Nation::France);
        let (society, morale) = (game.tracks.society[Side::France], game.tracks.morale[Nation::France]);
        let homes = Area::homeland(Nation::France) - AreaSet::from(Area::corsica());
        let (held, all) = self.held(own, homes.iter());
        let paris = self.held(own, [Area::capital(Nation::France)]).0;
        let [madrid, rome, ..] = Area::neutral_capitals();
        let holds = |nation| self.held(own, [Area::capital(nation)]).0;
        let levels = |least: u8, spirit: u8| {
            Parts::new().with(level(society, least), 3.0).with(level(morale, spirit), 2.0)
        };
        let south = self.held(own, [madrid, rome]).0;
        if game.rules.campaign {
            let british = self.held(own, Area::great_britain().iter());
            let german = holds(Nation::Prussia) + holds(Nation::Austria);
            let society = Parts::new().with(level(society, 7), 2.0).with(paris, 1.0);
            return ArrayVec::from([
                levels(11, 12).with(held / all, 3.0),
                levels(7, 9).with(paris, 1.0).with(self.neutrals(own, 4.0), 4.0),
                society.with(holds(Nation::Russia), 2.0).with(german.min(1.0), 2.0),
                society.with(german / 2.0, 3.0).with(south / 2.0, 2.0),
                society.with(british.0 / british.1.max(1.0), 4.0),
            ]);
        }
        let one = Nations::COALITION.iter().map(holds).fold(0.0, f32::max);
        ArrayVec::from_iter([
            levels(6, 9).with(held / all, 3.0),
            levels(7, 9).with(paris, 1.0).with(self.neutrals(own, 3.0), 3.0),
            levels(7, 9).with(paris, 1.0).with(one, 2.0).with(south.min(1.0), 1.0),
            Parts::new().with(level(society, 7), 2.0).with(paris, 1.0).with(holds(Nation::England), 3.0),
        ])
    }

    /// N-13.2.1-single-paris, N-13.2.1-single-neutral and those of the campaign.
    fn lone(&self, nation: Nation) -> [Parts; 2] {
        let game = self.game;
        let (society, morale, capitals) = if game.rules.campaign { (8, 7, 4.0) } else { (6, 5, 3.0) };
        let own = Nations::from(nation);
        let paris = self.held(own, [Area::capital(Nation::France)]).0;
        let levels = Parts::new()
            .with(level(game.tracks.society[Side::Coalition], society), 2.0)
            .with(level(game.tracks.morale[nation], morale), 1.0);
        [levels.with(paris, 4.0), Parts::new().with(self.neutrals(own, capitals), 2.0)]
    }

    /// N-13.2.1-coalition-neutral, N-13.2.1-coalition-paris and those of the campaign.
    fn common(&self) -> [Parts; 2] {
        let game = self.game;
        let coalition = game.in_play() & Nations::COALITION;
        let (society, morale, capitals) = if game.rules.campaign { (10, 8, 4.0) } else { (7, 6, 3.0) };
        let spirit: f32 = coalition.iter().map(|nation| level(game.tracks.morale[nation], morale)).sum();
        let least = coalition.iter().map(|nation| level(game.tracks.morale[nation], morale));
        let least = least.fold(1.0, f32::min);
        let mean = spirit / f32::from(coalition.len().max(1));
        let levels = Parts::new()
            .with(level(game.tracks.society[Side::Coalition], society), 3.0)
            .with(0.5 * (mean + least), 3.0);
        let present = self.situation.present[Area::capital(Nation::France)];
        let inside = if present.contains(Nation::France) { 0.0 } else { f32::from(present.len()) / 2.0 };
        [levels.with(self.neutrals(Nations::COALITION, capitals), 3.0), levels.with(inside.min(1.0), 4.0)]
    }

    /// What the secret objective of a nation promises.
    fn objective(&self, nation: Nation) -> f32 {
        let Some(objective) = self.game.cards.objectives[nation] else { return 0.0 };
        let parts = objective
            .wishes(nation)
            .iter()
            .fold(Parts::new(), |parts, wish| parts.with(self.share(nation, wish), 1.0));
        let mean = parts.met / parts.parts.max(1.0);
        let sure = if parts.is_met() { 1.0 - 0.08 * (self.left + self.rest) } else { 0.0 };
        OBJECTIVE * (0.45 * mean * mean * (1.0 - sure) + sure)
    }

    /// How much of a wish has come true.
    fn share(&self, nation: Nation, wish: &Wish) -> f32 {
        let game = self.game;
        let own = Nations::from(nation);
        let of = |have: f32, least: u8| (have / f32::from(least).max(1.0)).min(1.0);
        let part = |areas: AreaSet| {
            let (held, all) = self.held(own, areas.iter());
            (held, all.max(1.0))
        };
        match *wish {
            Wish::NeutralCapitals(least) => self.neutrals(own, f32::from(least).max(1.0)),
            Wish::Control(areas) => {
                let (held, all) = part(areas);
                held / all
            }
            Wish::ControlAny { of: areas, at_least } => of(part(areas).0, at_least),
            Wish::Present(areas) => {
                let there = areas.iter().filter(|area| game.forces.stands_in(nation, *area)).count() as f32;
                there / (areas.len() as f32).max(1.0)
            }
            Wish::Territories(least) => of(self.held(own, game.forces.lands.places(nation).iter()).0, least),
            Wish::HomeTerritories(least) => of(part(Area::homeland(nation)).0, least),
            Wish::Morale(least) => of(f32::from(game.tracks.morale[nation]), least),
            Wish::Society(least) => of(f32::from(game.tracks.society[Side::Coalition]), least),
            Wish::Alliances(least) => of(f32::from(game.feats.successes[nation]), least),
            Wish::Victories(least) => of(f32::from(game.feats.victories[nation]), least),
            Wish::Corps(least) => of(f32::from(self.situation.corps[nation].min(most_corps(nation))), least),
            Wish::Units { kind, count, places: None } => {
                of(f32::from(self.situation.units[nation].count(kind)), count)
            }
            Wish::Units { kind, count, places } => {
                of(f32::from(points::units_in(game, nation, kind, places)), count)
            }
            Wish::Fg(least) => of(f32::from(game.treasury.money[nation]), least),
            Wish::Deny(areas) => {
                let french = self.held(Nation::France.into(), areas.iter()).0;
                1.0 - french / (areas.len() as f32).max(1.0)
            }
        }
    }
}
