//! What is hidden from whom, and worlds that fit what somebody knows. Rulebook 3.6, 13.1.
//!
//! Everybody sees the backs of all cards: side, Age and stripe. A world is drawn from nothing but what its seat knows: the cards
//! with one back that it has not seen are dealt anew to where such cards lie. What others know of hidden cards is hidden, too,
//! but for what they know of the seat's own hand.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use engine::{Chance, Seat, Viewer};

use crate::by::ByNation;
use crate::cards::{Card, Cards};
use crate::effects::{Age, Domain};
use crate::nations::{NATIONS, Nation, Nations, Side};
use crate::objectives::Objective;
use crate::parley::{Parley, points_of};
use crate::state::{Conquests, Phase};
use crate::victory::points;
use crate::wishes::OBJECTIVES;

/// More than the cards of any back.
const ALIKE: usize = 64;

/// How often hands are dealt before pledged cards are left where they are.
const DEALS: usize = 32;

/// The cards of each back (N-3.6-stripe).
static BACKS: LazyLock<Vec<Cards>> = LazyLock::new(|| {
    let decks = Side::all().into_iter().flat_map(|side| [(side, Age::First), (side, Age::Second)]);
    let striped = |(side, age)| {
        Domain::all().into_iter().map(move |stripe| Card::deck(side, age) & Card::striped(stripe))
    };
    decks.flat_map(striped).collect()
});

/// The cards of each back.
pub(crate) fn backs() -> impl Iterator<Item = Cards> {
    BACKS.iter().copied()
}

/// The cards whose backs look like that of this one.
pub(crate) fn alike(card: Card) -> Cards {
    Card::deck(card.face().side, card.face().age) & Card::striped(card.stripe())
}

/// The cards in the hands of a seat's nations.
pub(crate) fn own_cards(game: &Conquests, seat: Seat) -> Cards {
    let hands = game.nations(seat).iter().map(|nation| game.cards.hands[nation]);
    hands.fold(Cards::EMPTY, |all, hand| all | hand)
}

/// The cards of a nation that a viewer sees the faces of (N-3.6-hidden, N-17.2.3-see-hand).
pub(crate) fn seen_cards(game: &Conquests, viewer: Viewer, nation: Nation) -> Cards {
    let hand = game.cards.hands[nation];
    match viewer {
        Viewer::Spectator => Cards::EMPTY,
        Viewer::Seat(seat) if game.seat(nation) == seat => hand,
        Viewer::Seat(seat) => hand & game.cards.known[seat],
    }
}

/// Whether a viewer knows the secret objective of a nation (N-13.1-secret, N-17.2.3-see-objective).
pub(crate) fn knows_objective(game: &Conquests, viewer: Viewer, nation: Nation) -> bool {
    let told = |seat: Seat| game.seat(nation) == seat || game.cards.seen[seat].contains(nation);
    game.ended.is_some() || matches!(viewer, Viewer::Seat(seat) if told(seat))
}

/// The points of a nation, as far as a viewer can count them.
pub(crate) fn score_known_to(game: &Conquests, viewer: Viewer, nation: Nation) -> i16 {
    match knows_objective(game, viewer, nation) {
        true => points::score(game, nation),
        false => points::open_score(game, nation),
    }
}

/// A world that fits what a seat knows.
pub(crate) fn determinize(game: &Conquests, seat: Seat, chance: &mut impl Chance) -> Conquests {
    let dealt = (0..DEALS).find_map(|_| dealt_anew(game, seat, chance));
    let mut world = dealt.unwrap_or_else(|| dealt_beside_pledges(game, seat, chance));
    if game.ended.is_none() {
        redraw_objectives(&mut world, seat, chance);
    }
    let own = own_cards(game, seat);
    for other in Seat::first(game.players).filter(|other| *other != seat) {
        world.cards.known[other] = game.cards.known[other] & own;
    }
    if let Phase::Keep(place) = game.phase
        && game.order.get(usize::from(place)).is_some_and(|nation| game.seat(*nation) != seat)
    {
        world.cards.kept.clear();
    }
    world.dice.reseed(chance);
    world
}

/// The same with all hidden cards dealt anew; nothing, if somebody then lacks cards for what he has pledged.
fn dealt_anew(game: &Conquests, seat: Seat, chance: &mut impl Chance) -> Option<Conquests> {
    let mut world = game.clone();
    redeal(&mut world, seat, game.cards.known[seat], chance);
    if let Some(parley) = &game.parley {
        let (pledged, spare) = pledges_in(game, &world.cards.hands, parley, seat, chance)?;
        world.parley = Some(Parley { pledged, spare, ..*parley });
    }
    Some(world)
}

/// The same with the cards that others have pledged where they are: for want of a better guess.
fn dealt_beside_pledges(game: &Conquests, seat: Seat, chance: &mut impl Chance) -> Conquests {
    let pledged = game.parley.map_or(Cards::EMPTY, |parley| parley.pledged);
    let mut world = game.clone();
    redeal(&mut world, seat, game.cards.known[seat] | pledged, chance);
    world
}

/// Cards that others could have pledged from such hands, for the same points; which they are is theirs to know.
fn pledges_in(
    game: &Conquests,
    hands: &ByNation<Cards>,
    parley: &Parley,
    seat: Seat,
    chance: &mut impl Chance,
) -> Option<(Cards, Option<Card>)> {
    let mut pledged = parley.pledged & own_cards(game, seat);
    let mut spare = parley.spare.filter(|card| pledged.contains(*card));
    for nation in (Nations::ALL - game.nations(seat)).iter() {
        let given = parley.pledges(game, nation);
        for points in [1, 2] {
            let count = given.iter().filter(|card| points_of(nation, *card) == points).count();
            let worth = |card: &Card| points_of(nation, *card) == points;
            let mut fit: Vec<Card> = hands[nation].iter().filter(worth).collect();
            chance.shuffle(&mut fit);
            let chosen = fit.get(..count)?;
            pledged.extend(chosen.iter().copied());
            let spared = parley.spare.is_some_and(|card| given.contains(card) && worth(&card));
            spare = if spared { chosen.first().copied() } else { spare };
        }
    }
    Some((pledged, spare))
}

/// The cards with a back that may be in its deck, for all that is known: after a reshuffle those of the discards only.
fn may_be_drawn(game: &Conquests, back: Cards, hidden: Cards) -> Cards {
    let shuffled =
        back.iter().next().map(|card| Card::deck(card.face().side, card.face().age) & game.cards.reshuffled);
    match shuffled {
        Some(shuffled) if !shuffled.is_empty() => hidden & shuffled,
        _ => hidden,
    }
}

/// Deals the cards anew that a seat has not seen, each where one with its back lies.
fn redeal(game: &mut Conquests, seat: Seat, known: Cards, chance: &mut impl Chance) {
    let others = Nations::ALL - game.nations(seat);
    let held = others.iter().fold(Cards::EMPTY, |all, nation| all | game.cards.hands[nation]) - known;
    let tops: Cards = game.cards.tops.iter().flatten().copied().collect();
    for back in BACKS.iter().filter(|back| back.meets(&held) || back.meets(&tops)) {
        let hidden = (game.cards.deck | held) & *back;
        let (deck, dealt) = split(game, *back, hidden, chance);
        for top in game.cards.tops.iter_mut().filter(|top| top.is_some_and(|card| back.contains(card))) {
            *top = deck.iter().nth(chance.index(deck.len()));
        }
        game.cards.deck = (game.cards.deck - *back) | deck;
        let mut dealt = dealt.into_iter();
        for nation in others.iter() {
            let hand = &mut game.cards.hands[nation];
            let count = (*hand & hidden).len();
            *hand = *hand - hidden;
            hand.extend(dealt.by_ref().take(count));
        }
    }
}

/// Which of the hidden cards with a back are in the deck, and which are in hands, in the order in which they are dealt: as many
/// as there are.
fn split(
    game: &Conquests,
    back: Cards,
    hidden: Cards,
    chance: &mut impl Chance,
) -> (Cards, ArrayVec<Card, ALIKE>) {
    let may_be_drawn = may_be_drawn(game, back, hidden);
    let mut open: ArrayVec<Card, ALIKE> = may_be_drawn.iter().collect();
    let mut dealt: ArrayVec<Card, ALIKE> = (hidden - may_be_drawn).iter().collect();
    let ordered = dealt.is_empty();
    while open.len() > (game.cards.deck & back).len() {
        dealt.push(open.swap_remove(chance.index(open.len())));
    }
    if !ordered {
        chance.shuffle(&mut dealt);
    }
    (open.into_iter().collect(), dealt)
}

/// Draws the secret objectives anew that a seat has not seen.
fn redraw_objectives(game: &mut Conquests, seat: Seat, chance: &mut impl Chance) {
    let knows = |nation: Nation| knows_objective(game, Viewer::Seat(seat), nation);
    let secret: Nations =
        Nation::all().filter(|nation| game.cards.objectives[*nation].is_some() && !knows(*nation)).collect();
    if secret.is_empty() {
        return;
    }
    let told = (Nations::ALL - secret).iter().filter_map(|nation| game.cards.objectives[nation]);
    let told: ArrayVec<Objective, NATIONS> = told.collect();
    let mut left: ArrayVec<Objective, OBJECTIVES> =
        Objective::of(game.rules.length()).filter(|objective| !told.contains(objective)).collect();
    for nation in secret.iter() {
        game.cards.objectives[nation] = Some(left.swap_remove(chance.index(left.len())));
    }
}
