//! How good a position looks, for computer players.
//!
//! The unit is one victory point (13.2.3). A nation is worth what it would count if the game ended now, and what its lands,
//! units, money, cards and advisors will still bring: an [`Account`](account::Account) of named parts, which is kept for all
//! nations at once. Who stands where is taken in first (`situation`); then lands, seas and pending combats are counted (`lands`,
//! `clash`), what forces can hope for (`prospects`), what a nation has (`means`, `stakes`), and how near it is to a condition of
//! victory (`goals`). The chance of a nation follows from how far it is ahead of the others; that of a player is the sum over the
//! nations that he plays, and a part of it for others of the Coalition.

mod account;
pub(crate) mod character;
mod clash;
mod goals;
mod lands;
mod means;
pub(crate) mod motives;
mod prospects;
mod situation;
pub(crate) mod stakes;
pub(crate) mod urge;
mod ways;

use engine::{Seat, Seats};

use crate::by::{By, ByNation};
use crate::nations::{Nation, Nations};
use crate::state::{Conquests, Pace, Phase};
use crate::victory;

use account::Account;
use prospects::each_march;
use situation::Situation;

/// What the victory of another nation of the Coalition is worth to one of them, against 1 for its own: if each plays for itself
/// alone, Napoleon takes them one by one.
const COMMON_CAUSE: f32 = 0.85;

/// What everybody is worth, and how it has been found.
struct Outlook<'a> {
    game: &'a Conquests,
    situation: Situation,
    account: Account,
    /// Turns that will still begin.
    left: f32,
    /// What is left of this turn, from 1 to 0.
    rest: f32,
    /// How much units are still good for, from 1 to 0.
    life: f32,
    /// What 1 FG is worth: what it buys, as long as something can be bought.
    coin: f32,
    /// What a movement point is worth before a movement.
    mile: f32,
    /// What a level of Morale is worth.
    level: f32,
}

/// How likely each of `seats` is to win, from 0 to 1.
pub(crate) fn appraise_each(game: &Conquests, seats: Seats) -> [f32; Seats::MAX as usize] {
    let mut values = [0.0; Seats::MAX as usize];
    if let Some(outcome) = victory::outcome(game) {
        seats.iter().for_each(|seat| values[seat.index()] = outcome.share(seat));
        return values;
    }
    let chances = marched(game).map_or_else(|| Outlook::of(game).chances(), |(_, chances)| chances);
    for seat in seats.iter() {
        values[seat.index()] = prospects_of(game, seat, &chances);
    }
    values
}

/// What the best march of a group leads to that is being formed, and the chances then: so much the group is worth.
fn marched(game: &Conquests) -> Option<(Conquests, ByNation<f32>)> {
    let group = game.movement.group.filter(|group| group.pace == Pace::Forming)?;
    let Phase::Move(place) = game.phase else { return None };
    if game.movement.asked.is_some() {
        return None;
    }
    let nation = game.order[usize::from(place)];
    let seat = game.seat(nation);
    let mut best = None;
    let mut top = f32::MIN;
    each_march(game, group, nation, |after| {
        let chances = Outlook::of(&after).chances();
        let value = prospects_of(&after, seat, &chances);
        if value > top {
            top = value;
            best = Some((after, chances));
        }
    });
    best
}

/// What a seat makes of the chances of all nations.
fn prospects_of(game: &Conquests, seat: Seat, chances: &ByNation<f32>) -> f32 {
    let own = game.nations(seat);
    let glad = |nation: Nation| sympathy(own, nation) * chances[nation];
    game.order.iter().map(|nation| glad(*nation)).sum::<f32>().clamp(0.0, 1.0)
}

/// The same of one seat.
pub(crate) fn appraise(game: &Conquests, seat: Seat) -> f32 {
    appraise_each(game, seat.into())[seat.index()]
}

/// How glad the player of some nations would be of the victory of one: nations of the Coalition want Napoleon beaten first, by
/// themselves if possible.
fn sympathy(own: Nations, nation: Nation) -> f32 {
    match own.contains(nation) {
        true => 1.0,
        false if own.with(nation).contains(Nation::France) => 0.0,
        false => COMMON_CAUSE,
    }
}

/// How likely something is that needs a lead: half as likely as not without any, certain with `enough`.
#[inline]
fn ramp(lead: f32, enough: f32) -> f32 {
    (0.5 + 0.5 * lead / enough).clamp(0.0, 1.0)
}

impl<'a> Outlook<'a> {
    fn of(game: &'a Conquests) -> Outlook<'a> {
        let left = f32::from(game.last_turn().saturating_sub(game.turn));
        let rest = match game.phase {
            Phase::Deploy(_) | Phase::Advisors(_) => 1.0,
            Phase::Resolve(..) | Phase::Powers(_) => 0.8,
            Phase::Exchange { .. } | Phase::Separate => 0.6,
            Phase::Move(_) | Phase::Challenge(_) => 0.5,
            Phase::Combat(_) => 0.2,
            Phase::Idle(_) | Phase::Keep(_) => 0.0,
        };
        let life = ((left + rest) / 2.0).min(1.0);
        let mut outlook = Outlook {
            game,
            situation: Situation::of(game),
            account: Account::new(),
            left,
            rest,
            life,
            coin: if left > 0.0 { 0.3 } else { 0.2 + 0.08 * rest },
            mile: 0.17,
            level: 1.0 + 0.25 * life,
        };
        outlook.count_lands();
        outlook.count_seas();
        for nation in game.order.iter().copied() {
            outlook.count_means(nation);
            outlook.count_record(nation);
            outlook.count_stakes(nation);
            outlook.count_prospects(nation);
            outlook.count_goals(nation);
        }
        outlook
    }

    /// How likely each nation is to win.
    fn chances(&self) -> ByNation<f32> {
        let scale = 4.5 + 2.75 * (self.left + self.rest);
        let worth: ByNation<f32> = By::from_fn(|nation| self.account.total(nation));
        let best = self.game.order.iter().map(|nation| worth[*nation]).fold(f32::MIN, f32::max);
        let mut chances = By::all(0.0);
        let mut all = 0.0;
        for nation in self.game.order.iter().copied() {
            chances[nation] = ((worth[nation] - best) / scale).exp();
            all += chances[nation];
        }
        chances.iter_mut().for_each(|chance| *chance /= all.max(f32::MIN_POSITIVE));
        chances
    }

    /// What a unit is still worth, as a share of what it is worth while the game lasts.
    fn service(&self) -> f32 {
        0.3 + 0.7 * self.life
    }

    /// Whether a nation has still to move in this turn.
    fn will_move(&self, nation: Nation) -> bool {
        let place = || self.game.order.iter().position(|other| *other == nation);
        match self.game.phase {
            Phase::Move(now) => place().is_some_and(|place| usize::from(now) <= place),
            Phase::Challenge(now) => place().is_some_and(|place| usize::from(now) < place),
            Phase::Combat(_) | Phase::Idle(_) | Phase::Keep(_) => false,
            _ => true,
        }
    }
}
