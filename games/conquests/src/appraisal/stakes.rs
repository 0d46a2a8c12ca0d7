//! What cards in hand are worth, and advisors that have still to act. Rulebook 7, 8.

use std::sync::LazyLock;

use atlas::topology::Id;

use super::Outlook;
use super::account::Part;
use crate::by::{By, ByNation};
use crate::cards::{Card, Cards};
use crate::effects::{DOMAINS, Domain, Effect, Main, Military, Tab};
use crate::nations::{Nation, Nations};
use crate::parley::points_of;
use crate::state::{Conquests, Phase};
use crate::tables::{MilitarySpace, Zone, prices};

/// What is left of the best effect of a card that has still to be played.
const KEEPING: f32 = 0.4;

/// What is left of cards for want of time: of any, and of those for combat.
#[derive(Clone, Copy)]
struct Season {
    any: f32,
    combat: f32,
}

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

/// What cards are worth to each nation, by rule of thumb: in each domain, and the best of them.
struct Worths {
    tabs: ByNation<Vec<[f32; DOMAINS]>>,
    best: ByNation<Vec<f32>>,
}

static WORTHS: LazyLock<Worths> = LazyLock::new(|| {
    let tab = |nation, card: Card, domain| card.tab(domain).map_or(0.0, |tab| tab_worth(nation, tab));
    let tabs =
        |nation| Card::all().map(|card| Domain::all().map(|domain| tab(nation, card, domain))).collect();
    let best = |tabs: &[f32; DOMAINS]| tabs.iter().copied().fold(0.0, f32::max);
    let tabs: ByNation<Vec<[f32; DOMAINS]>> = By::from_fn(tabs);
    Worths { best: By::from_fn(|nation| tabs[nation].iter().map(best).collect()), tabs }
});

/// What the best effect of a card is worth to a nation.
#[inline]
pub(super) fn card_worth(nation: Nation, card: Card) -> f32 {
    WORTHS.best[nation][card.index()]
}

/// What the effect of a card in a domain is worth to a nation.
#[inline]
pub(super) fn worth_in(nation: Nation, card: Card, domain: Domain) -> f32 {
    WORTHS.tabs[nation][card.index()][domain.index()]
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
    pub(super) fn count_stakes(&mut self, nation: Nation) {
        let hand = self.game.cards.hands[nation];
        let season = self.season();
        let keeping = |card: Card| {
            let lasting = if card.is_combat_effect() { season.combat } else { season.any };
            KEEPING * lasting * card_worth(nation, card).min(3.0)
        };
        let cards = hand.iter().map(keeping).sum::<f32>() + self.reserve_of_effects(nation);
        self.account.add(nation, Part::Cards, cards);
        let mut worth = 0.0;
        let mut used = Cards::EMPTY;
        let mut military = 0;
        for (zone, space) in self.waiting(nation) {
            worth += self.bonus(zone, space);
            if let Some(domain) = zone.domain().filter(|domain| *domain != Domain::Diplomacy) {
                let open = (hand - used) & Card::with_tab(domain);
                let gains = open.iter().map(|card| (card, worth_in(nation, card, domain) - keeping(card)));
                match gains.max_by(|(_, a), (_, b)| a.total_cmp(b)).filter(|(_, gain)| *gain > 0.1) {
                    Some((card, gain)) => {
                        worth += gain;
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
        self.account.add(nation, Part::Advisors, worth);
    }

    /// What is left of cards as long as they can still be played: in this Age, and rather soon.
    fn season(&self) -> Season {
        if self.game.rules.campaign && self.game.turn == 3 && self.rest < 0.5 {
            return Season { any: 0.5, combat: 0.5 };
        }
        match () {
            () if self.left > 0.0 => Season { any: 1.0, combat: 1.0 },
            () if self.rest > 0.5 => Season { any: 0.6, combat: 0.6 },
            () if self.rest >= 0.2 => Season { any: 0.0, combat: 0.4 },
            () => Season { any: 0.0, combat: 0.0 },
        }
    }

    /// The advisors of a nation that have not acted yet, in the order in which they will.
    fn waiting(&self, nation: Nation) -> impl Iterator<Item = (Zone, u8)> + use<> {
        let council = self.game.council.spaces;
        let after = match self.game.phase {
            Phase::Advisors(_) => 0,
            Phase::Resolve(zone, space, _) => zone.first() + usize::from(space) + 1,
            Phase::Powers(_) => Zone::Military.first(),
            _ => council.len(),
        };
        let mine = (after..council.len()).filter(move |space| council[*space] == Some(nation));
        mine.map(|space| {
            let zone =
                Zone::all().into_iter().rfind(|zone| zone.first() <= space).unwrap_or(Zone::Initiative);
            (zone, (space - zone.first()) as u8)
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
            + self.coin * f32::from(pays.fg)
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
        staff + (0.5 * units + kinds * units.min(1.0)) * self.service() + 0.14 * bought * wanting
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
