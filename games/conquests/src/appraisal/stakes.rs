//! What cards in hand are worth, and advisors that have still to act. Rulebook 7, 8.

use super::Outlook;
use crate::cards::{Card, Cards};
use crate::effects::{Domain, Effect, Main, Military, Tab};
use crate::nations::{Nation, Nations};
use crate::parley::points_of;
use crate::state::{Conquests, Phase};
use crate::tables::{MilitarySpace, Zone, prices};

/// What an advisor of a nation is worth whose cards are not known.
const ADVISOR: f32 = 1.5;
/// What a card is worth whose face is not known.
const BACK: f32 = 0.55;
/// What is left of the best effect of a card that has still to be played.
const KEEPING: f32 = 0.4;

/// What a tab is worth to who plays it, by a rule of thumb.
pub(super) fn tab_worth(nation: Nation, tab: &Tab) -> f32 {
    let french = nation == Nation::France;
    if !tab.by.contains(nation) {
        return 0.0;
    }
    let against = tab.target.is_some();
    match &tab.effect {
        Effect::Money(money) => f32::from(money.unsigned_abs()) * if against { 0.14 } else { 0.3 },
        Effect::Morale(levels) => f32::from(levels.unsigned_abs()) * if against { 0.8 } else { 1.25 },
        Effect::Society(levels) => {
            f32::from(levels.unsigned_abs()) * if french || against { 3.3 } else { 3.0 }
        }
        Effect::Diplomacy { points, .. } => {
            let counted = if french || nation == Nation::Austria { *points } else { 1 };
            0.35 + 0.3 * f32::from(counted)
        }
        Effect::Military(military) => military_worth(military),
    }
}

fn military_worth(military: &Military) -> f32 {
    let price = 0.3 * f32::from(military.cost) + 0.15 * f32::from(military.cost_mp);
    let main = match &military.main {
        Main::Mp(points) => 0.15 * f32::from(*points),
        Main::Units(gifts) => 0.7 * gifts.iter().map(|gift| f32::from(gift.count)).sum::<f32>(),
        Main::Enlist(troops) => 0.8 * f32::from(troops.len()),
        Main::Guard { count, .. } => 0.5 * f32::from(*count),
        Main::Lose { count, .. } => 0.5 * f32::from(*count),
        Main::Strength(points) => 0.3 + 0.35 * f32::from(*points),
        Main::Division { .. } | Main::PushBack => 0.7,
        Main::RetreatBefore => 0.4,
    };
    let points = military.or_mp.map_or(0.0, |points| 0.15 * f32::from(points));
    (main - price).max(points).max(0.05)
}

/// What the best effect of a card is worth to a nation.
pub(super) fn card_worth(nation: Nation, card: Card) -> f32 {
    card.face().tabs.iter().map(|tab| tab_worth(nation, tab)).fold(0.0, f32::max)
}

/// The cards of a nation that could make or break an Alliance, by their points.
pub(super) fn envoys_worth(game: &Conquests, nation: Nation) -> u8 {
    let cards = game.cards.hands[nation] & Card::with_tab(Domain::Diplomacy);
    cards.iter().map(|card| points_of(nation, card)).sum()
}

/// Whether a nation has what it takes for an Alliance, or Napoleon for a Forced one, as far as it knows.
pub(super) fn could_ally(game: &Conquests, nation: Nation) -> bool {
    let money = game.treasury.money[nation];
    let others = game.in_play().without(nation) & Nations::COALITION;
    let mut near = others.iter().filter(|other| game.adjoins(nation, *other));
    match nation {
        Nation::France => {
            let weak = near.any(|other| other != Nation::England && game.treaties.bond(other).is_none());
            weak && money >= prices().forced_alliance.into() && envoys_worth(game, nation) >= 3
        }
        _ => {
            let ready = nation == Nation::Austria || envoys_worth(game, nation) > 0;
            let free = game.treaties.bond(nation).is_none();
            free && ready
                && money >= prices().alliance.into()
                && near.any(|other| game.treasury.money[other] >= prices().alliance.into())
        }
    }
}

impl Outlook<'_> {
    /// Cards in hand and advisors still to act.
    pub(super) fn stakes(&self, nation: Nation) -> f32 {
        let hand = self.game.cards.hands[nation];
        let advisors = self.waiting(nation);
        if !self.own.contains(nation) {
            let held = if self.left > 0.0 || self.rest > 0.5 { BACK } else { 0.0 };
            return held * hand.len() as f32 + ADVISOR * advisors.count() as f32;
        }
        let kept = |card: Card| self.kept(nation, card);
        let mut worth: f32 = hand.iter().map(kept).sum();
        let mut used = Cards::EMPTY;
        let mut military = 0;
        for (zone, space) in advisors {
            worth += self.bonus(zone, space);
            if let Some(domain) = zone.domain().filter(|domain| *domain != Domain::Diplomacy) {
                let gain = |card: &Card| {
                    card.tab(domain).map_or(0.0, |tab| tab_worth(nation, tab)) - self.kept(nation, *card)
                };
                let open = (hand - used) & Card::with_tab(domain);
                let best = open.iter().max_by(|a, b| gain(a).total_cmp(&gain(b)));
                match best.filter(|card| gain(card) > 0.1) {
                    Some(card) => {
                        worth += gain(&card);
                        used.insert(card);
                    }
                    None => worth += 0.1,
                }
            }
            match zone {
                Zone::Military => {
                    worth += self.market(nation, space, military);
                    military += 1;
                }
                Zone::Diplomacy => worth += self.embassy(nation),
                _ => {}
            }
        }
        worth + self.reserve_of_effects(nation)
    }

    /// What is left of a card as long as it can still be played: in this Age, and rather soon.
    fn kept(&self, nation: Nation, card: Card) -> f32 {
        let combat = card.is_combat_effect() && self.rest >= 0.2;
        let season = match () {
            () if self.left > 0.0 => 1.0,
            () if self.rest > 0.5 => 0.6,
            () if combat => 0.4,
            () => 0.0,
        };
        let closing = self.game.rules.campaign && self.game.turn == 3;
        let season = if closing && self.rest < 0.5 { 0.5 } else { season };
        KEEPING * season * card_worth(nation, card).min(3.0)
    }

    /// The advisors of a nation that have not acted yet, in the order in which they will.
    fn waiting(&self, nation: Nation) -> impl Iterator<Item = (Zone, u8)> {
        let game = self.game;
        let after = match game.phase {
            Phase::Advisors(_) => Some((0, 0)),
            Phase::Resolve(zone, space, _) => Some((zone.index(), usize::from(space) + 1)),
            Phase::Powers(_) => Some((Zone::Military.index(), 0)),
            _ => None,
        };
        let spaces =
            Zone::all().into_iter().flat_map(|zone| (0..zone.spaces()).map(move |space| (zone, space)));
        spaces.filter(move |(zone, space)| {
            after.is_some_and(|after| (zone.index(), usize::from(*space)) >= after)
                && game.council.advisor(*zone, *space) == Some(nation)
        })
    }

    /// What a space pays, and in Initiative what its place in the order is worth.
    fn bonus(&self, zone: Zone, space: u8) -> f32 {
        let pays = zone.space(space + 1);
        let cards = if self.left > 0.0 { 0.75 } else { 0.35 };
        let order = match zone {
            Zone::Initiative if self.left > 0.0 => 0.12 * f32::from(4 - space.min(4)),
            _ => 0.0,
        };
        cards * f32::from(pays.cards)
            + self.coin() * f32::from(pays.fg)
            + 0.15 * f32::from(pays.mp)
            + 1.25 * f32::from(pays.morale)
            + order
    }

    /// What can be made of money in a space of the Military zone.
    fn market(&self, nation: Nation, space: u8, others: u8) -> f32 {
        let game = self.game;
        let offer = MilitarySpace::numbered(space + 1);
        let money = f32::from(game.treasury.money[nation]) * if others > 0 { 0.4 } else { 1.0 };
        let points = f32::from(game.treasury.points[nation]) / 2.0;
        let units = f32::from(offer.units).min(money / 2.6);
        let room = f32::from(offer.ceiling) - 2.0 * units;
        let bought = room.min(2.0 * (money - 2.6 * units).max(0.0));
        let wanting = ((9.0 - points) / 9.0).clamp(0.1, 1.0);
        let kinds = 0.05 * f32::from(offer.kinds.len());
        let staff = if others > 0 { 0.3 } else { 0.5 };
        staff + (0.5 * units + kinds * units.min(1.0)) * (0.3 + 0.7 * self.life()) + 0.14 * bought * wanting
    }

    /// What an advisor in Diplomacy can bring about.
    fn embassy(&self, nation: Nation) -> f32 {
        let game = self.game;
        match nation {
            _ if could_ally(game, nation) => 2.4,
            Nation::France => {
                let enemies = game.treaties.bonds().filter(|treaty| !treaty.is_forced()).count() as f32;
                let can = envoys_worth(game, nation) >= 2 && game.treasury.money[nation] >= 4;
                if can { 1.2 * enemies } else { 0.0 }
            }
            _ => 0.1,
        }
    }

    /// An advisor who has stayed in the Military zone lets combat effects be played (N-8.6.4-combat-effect).
    fn reserve_of_effects(&self, nation: Nation) -> f32 {
        let game = self.game;
        let staying = match game.phase {
            Phase::Resolve(Zone::Military, space, _) => {
                (0..=space).any(|earlier| game.council.advisor(Zone::Military, earlier) == Some(nation))
            }
            Phase::Resolve(Zone::Diplomacy, ..)
            | Phase::Exchange { .. }
            | Phase::Separate
            | Phase::Move(_)
            | Phase::Challenge(_)
            | Phase::Combat(_) => game.council.advisors(nation, Zone::Military) > 0,
            _ => false,
        };
        let hand = game.cards.hands[nation];
        match staying && hand.iter().any(Card::is_combat_effect) {
            true => 0.45,
            false => 0.0,
        }
    }
}
