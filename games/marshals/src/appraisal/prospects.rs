//! How likely each level of victory is: what the scenario asks for, weighed by what is held, who stands near, and how many turns are
//! left.

use std::sync::LazyLock;

use atlas::topology::HexId;

use super::Balance;
use super::picture::Picture;
use super::roads::Roads;
use crate::calendar::Date;
use crate::ids::{NationId, PlaceId};
use crate::morale::BROKEN;
use crate::nations::Side;
use crate::scenarios::conditions::{Area, Condition, Holds};
use crate::state::Marshals;

/// The most turns that anybody looks ahead.
const HORIZON: usize = 24;

/// How many movement factors make half a stack's weight of it, on the last turn and more for each before.
const PULL: (f32, f32) = (2.5, 0.5);

/// How much more a garrison weighs for each level of its fort, and who stands in the place itself.
const WALLS: f32 = 0.7;
const THERE: f32 = 1.35;

/// How much can still change in the last turn, and how fast that grows with the turns.
const OPEN: (f32, f32) = (0.12, 5.0);

/// How sure it is what a nation's morale will be: on the last turn, and by the root of the turns.
const SPIRITS: (f32, f32) = (0.3, 0.32);

/// How much morale the stronger side gains in a turn, if it has everything.
const DRIFT: f32 = 0.16;

/// The French cities that are to be lost before France sues for the first time (M-sue-4).
const LAST_CITIES: [&str; 3] = ["Lyon", "Paris", "Lille"];

/// What a stack weighs at a distance, by the turns that are left.
static WEIGHTS: LazyLock<Vec<[f32; 256]>> = LazyLock::new(|| {
    let weights = |turns: usize| {
        let half = PULL.0 + PULL.1 * turns as f32;
        std::array::from_fn(|way| if way == 255 { 0.0 } else { (-0.693 * way as f32 / half).exp() })
    };
    (0..=HORIZON).map(weights).collect()
});

/// What is likely to become of places and levels of victory.
pub(super) struct Prospects<'a> {
    game: &'a Marshals,
    balance: &'a Balance,
    picture: &'a Picture,
    pub(super) roads: &'static Roads,
    /// The turns that are left, this one included.
    turns: u16,
    /// The share of the French of the armies.
    share: f32,
    /// How likely the French are to hold each prize in the end.
    pub(super) held: Vec<f32>,
}

/// Rises from 0 to 1.
fn sure(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl<'a> Prospects<'a> {
    pub(super) fn of(game: &'a Marshals, picture: &'a Picture, balance: &'a Balance) -> Prospects<'a> {
        let roads = game.roads();
        let turns = 1 + game.scenario().last_turn.since(game.date);
        let share = super::share(balance.armies, Side::French);
        let mut prospects =
            Prospects { game, balance, picture, roads, turns, share, held: Vec::with_capacity(64) };
        prospects.weigh_prizes();
        prospects
    }

    /// How much can still change in so many turns.
    fn open(turns: u16) -> f32 {
        (1.0 - (1.0 - OPEN.0) * (-f32::from(turns.saturating_sub(1)) / OPEN.1).exp()).min(0.8)
    }

    /// Who is likely to hold each prize in the end.
    fn weigh_prizes(&mut self) {
        let weights = &WEIGHTS[usize::from(self.turns - 1).min(HORIZON)];
        let open = Prospects::open(self.turns);
        for prize in &self.roads.prizes {
            let mut might = [0.5, 0.5];
            for (body, exposed) in self.picture.bodies.iter().zip(&self.balance.exposed) {
                let way = prize.way(body.hex);
                let mut value =
                    weights[way] * f32::from(body.value()) * (0.5 + 0.5 * body.fed) * (1.0 - exposed);
                if way == 0 {
                    value *= THERE + if body.inside { WALLS * prize.fort } else { 0.0 };
                } else if body.inside {
                    value *= 0.3;
                }
                might[body.side as usize] += value;
            }
            let [french, coalition] = might.map(|might: f32| might * might.sqrt());
            let reach = french / (french + coalition);
            let won = self.balance.won.filter(|(hex, _)| *hex == prize.hex).map(|(_, side)| side);
            let now = match won.or_else(|| self.game.controls(prize.hex)) {
                Some(Side::French) => 1.0,
                Some(Side::Coalition) => 0.0,
                None => 0.5,
            };
            self.held.push(now + open * (reach - now));
        }
    }

    /// How likely a side is to hold a place in the end.
    pub(super) fn holds(&self, side: Side, place: PlaceId) -> f32 {
        let french = match self.roads.number(place) {
            Some(number) => self.held[number],
            None => match self.game.controls(place.hex()) {
                Some(Side::French) => 0.9,
                Some(Side::Coalition) => 0.1,
                None => 0.5,
            },
        };
        if side == Side::French { french } else { 1.0 - french }
    }

    /// How likely each side is to win: the French, then the Coalition; a draw is what is left.
    pub(super) fn levels(&self) -> [f32; 2] {
        let mut chances = [0.0; 2];
        let mut left = 1.0;
        for victory in &self.game.scenario().victory {
            let chance = self.chance(&victory.when);
            chances[victory.level.side() as usize] += left * chance;
            left *= 1.0 - chance;
        }
        chances
    }

    /// How likely a condition is to hold in the end.
    fn chance(&self, condition: &Condition) -> f32 {
        match condition {
            Condition::All(parts) => parts.iter().map(|part| self.chance(part)).product(),
            Condition::Any(parts) => 1.0 - parts.iter().map(|part| 1.0 - self.chance(part)).product::<f32>(),
            Condition::Not(part) => 1.0 - self.chance(part),
            Condition::Sued { nation, by } => self.sues(*nation, *by),
            Condition::Holds(holds) => self.holds_all(holds),
            Condition::Morale(bounds) => {
                let below = |mark: u8| self.morale_below(bounds.nation, mark, self.turns);
                bounds.at_most.map_or(1.0, |most| below(most + 1))
                    * (1.0 - bounds.at_least.map_or(0.0, below))
            }
            Condition::PointsLead { side, points } => {
                let lead = self.game.points(*side) - self.game.points(side.enemy()) - i32::from(*points);
                sure((lead as f32 + 0.5) / (0.7 + 0.7 * f32::from(self.turns)))
            }
            Condition::NoStack { side, area, led, .. } => {
                let (there, near) = self.factors_in(*side, area, *led);
                let open = Prospects::open(self.turns);
                let now = if there == 0.0 { 1.0 } else { 0.0 };
                let share = if *side == Side::French { self.share } else { 1.0 - self.share };
                let later = (-(there + 0.3 * near) / (4.0 + 10.0 * (1.0 - share))).exp();
                now + open * (later - now)
            }
            Condition::FactorsBelow { side, area, factors } => {
                let (there, _) = self.factors_in(*side, area, false);
                let mark = f32::from(*factors);
                sure((mark - there - 0.5) / (1.0 + 0.05 * mark * f32::from(self.turns).sqrt()))
            }
            Condition::LeaderAt { .. } | Condition::Entered { .. } => {
                f32::from(u8::from(condition.is_so(self.game)))
            }
        }
    }

    /// What a side has in an area, and what it has elsewhere.
    fn factors_in(&self, side: Side, area: &Area, led: bool) -> (f32, f32) {
        let holdings = self.game.scenario().holdings();
        let (mut there, mut elsewhere) = (0.0, 0.0);
        for body in self.picture.bodies.iter().filter(|body| body.side == side && (!led || body.led > 0)) {
            let sum = if area.contains(body.hex, holdings) { &mut there } else { &mut elsewhere };
            *sum += f32::from(body.factors);
        }
        (there, elsewhere)
    }

    fn holds_all(&self, holds: &Holds) -> f32 {
        let side = holds.side.or_else(|| self.game.side(holds.nation?));
        let Some(side) = side else { return 0.0 };
        let chances = holds.places.iter().map(|place| self.holds(side, *place));
        let wanted = holds.at_least.map_or(holds.places.len(), usize::from);
        // How likely exactly so many are held; who holds more than are wanted counts with those.
        let mut exactly = [0.0_f32; 16];
        exactly[0] = 1.0;
        for chance in chances {
            for count in (0..wanted).rev() {
                let moved = exactly[count] * chance;
                exactly[count] -= moved;
                exactly[count + 1] += moved;
            }
        }
        exactly[wanted]
    }

    /// How likely the morale of a nation is to be below a mark in so many turns.
    fn morale_below(&self, nation: NationId, mark: u8, turns: u16) -> f32 {
        let side = self.game.side(nation);
        let share = match side {
            Some(Side::French) => self.share,
            Some(Side::Coalition) => 1.0 - self.share,
            None => 0.5,
        };
        let turns = f32::from(turns);
        let expected = f32::from(self.game.realm(nation).morale)
            + self.balance.cheered(nation)
            + DRIFT * turns * (2.0 * share - 1.0);
        sure((f32::from(mark) - 0.5 - expected) / (SPIRITS.0 + SPIRITS.1 * turns.sqrt()))
    }

    /// How likely a nation is to have sued for peace by a date: for its morale, or for its cities (M-sue-1).
    fn sues(&self, nation: NationId, by: Option<Date>) -> f32 {
        let game = self.game;
        if let Some(date) = game.realm(nation).sued {
            return if by.is_none_or(|by| date <= by) { 1.0 } else { 0.0 };
        }
        let by = by.unwrap_or(game.scenario().last_turn).min(game.scenario().last_turn);
        let Some(side) = game.side(nation).filter(|_| nation != NationId::BRITAIN && by >= game.date) else {
            return 0.0;
        };
        let turns = 1 + by.since(game.date);
        let hurried = (f32::from(turns) / f32::from(self.turns)).sqrt();
        let lost = |place: PlaceId| hurried * (1.0 - self.holds(side, place));
        let mut cities = game.country(nation).home_cities().peekable();
        let landless = if cities.peek().is_some() { cities.map(lost).product() } else { 0.0 };
        let broken = self.morale_below(nation, BROKEN + 1, turns);
        let gives_up = 1.0 - (1.0 - broken) * (1.0 - landless);
        if nation == NationId::FRANCE && !game.country(nation).is_last_surrender() {
            let last: f32 = LAST_CITIES.into_iter().filter_map(PlaceId::find).map(lost).product();
            return gives_up * last;
        }
        gives_up
    }

    /// The stars that the French are likely to hold in the end, as a share of all.
    pub(super) fn stars(&self) -> f32 {
        let prizes = self.roads.prizes.iter().zip(&self.held);
        prizes.map(|(prize, held)| prize.stars * held).sum::<f32>() / self.roads.stars
    }

    /// The prizes, with how likely the French are to hold each.
    pub(super) fn prizes(&self) -> impl Iterator<Item = (PlaceId, HexId, f32, f32)> + '_ {
        let prizes = self.roads.prizes.iter().zip(&self.held);
        prizes.map(|(prize, held)| (prize.place, prize.hex, prize.stars, *held))
    }
}
