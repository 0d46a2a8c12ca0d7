//! Units, frigates, advisors and cards as they lie on the table. Rulebook 3.1, 3.6.

use engine::{Badge, Badges, Facing, Gauge, Hand, Piece, PieceKey, Role, Spot, Text, Viewer};

use super::keys::{Advisor, Cargo, Discards, Garrison, Secret, Top};
use super::{box_of, keys, prints, space};
use crate::areas::Area;
use crate::cards::Card;
use crate::effects::{Age, Domain};
use crate::hidden;
use crate::hidden::backs;
use crate::nations::{NATIONS, Nation, Side};
use crate::state::{Conquests, FrigateId};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};
use crate::victory::points;

/// The hands of the table: the decks, then the cards of each nation, then their objectives.
const DECKS: u8 = 0;

/// What the hands of each nation are called.
const HANDS: [&str; NATIONS] =
    ["Cards of France", "Cards of England", "Cards of Prussia", "Cards of Austria", "Cards of Russia"];
const OBJECTIVES: [&str; NATIONS] = [
    "Objective of France",
    "Objective of England",
    "Objective of Prussia",
    "Objective of Austria",
    "Objective of Russia",
];

fn hand_of(nation: Nation) -> u8 {
    1 + nation.index() as u8
}

fn objective_of(nation: Nation) -> u8 {
    1 + (NATIONS + nation.index()) as u8
}

/// How many a piece stands for, if that is more than one.
fn several(count: u8) -> Option<u16> {
    (count > 1).then_some(count.into())
}

pub(super) fn pieces(game: &Conquests, viewer: Viewer) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(160);
    // What cannot be told apart is counted over the whole table.
    let mut unseen = 0;
    for nation in Nation::all() {
        lay_units(game, nation, &mut pieces);
        lay_frigates(game, nation, &mut pieces);
        lay_cards(game, viewer, nation, &mut unseen, &mut pieces);
        lay_objective(game, viewer, nation, &mut pieces);
    }
    lay_advisors(game, &mut pieces);
    lay_garrisons(game, &mut pieces);
    lay_tops(game, &mut pieces);
    lay_discards(game, &mut pieces);
    pieces
}

pub(super) fn hands_of_the_table(game: &Conquests) -> Vec<Hand> {
    let hand = |title: &'static str, nation: Option<Nation>, role| Hand {
        title: title.into(),
        seat: nation.map(|nation| game.seat(nation)),
        role,
    };
    let mut hands = vec![hand("Decks and discards", None, Role::Pool)];
    hands.extend(Nation::all().map(|nation| hand(HANDS[nation.index()], Some(nation), Role::Held)));
    hands.extend(Nation::all().map(|nation| hand(OBJECTIVES[nation.index()], Some(nation), Role::Held)));
    hands
}

/// Ground units, those of a kind in one place together, and a counter for the corps that they make (N-3.1-corps-limit).
fn lay_units(game: &Conquests, nation: Nation, pieces: &mut Vec<Piece>) {
    for land in game.forces.lands.places(nation).iter() {
        let troops = game.forces.troops(nation, land);
        let picked = match game.movement.group {
            Some(group) if group.at == land => group.troops[nation],
            _ => Troops::NONE,
        };
        let (at, corps) = (Spot::Space(space(land)), game.forces.arms(nation.into(), land).corps());
        for kind in troops.kinds() {
            let picked = picked.count(kind);
            let badges =
                [(kind.is_guard(), Badge::Guard), (corps > 0, Badge::InCorps), (picked > 0, Badge::InHand)];
            let key = keys::units(nation, kind, land);
            pieces.push(Piece {
                count: several(troops.count(kind)),
                badges: Badges::of(badges),
                figures: figures([(corps, "corps here"), (picked, "in the group")]),
                ..Piece::new(key, at, prints::units(nation, kind))
            });
        }
        if corps > 0 {
            let key = keys::corps(nation, land);
            pieces.push(Piece { count: several(corps), ..Piece::new(key, at, prints::corps(nation)) });
        }
    }
}

/// Frigates, with their troops inside.
fn lay_frigates(game: &Conquests, nation: Nation, pieces: &mut Vec<Piece>) {
    for frigate in FrigateId::of(nation) {
        let Some(at) = game.forces.frigate(frigate).at else { continue };
        let (cargo, key) = (game.forces.frigate(frigate).cargo, PieceKey::of(&frigate));
        pieces.push(Piece {
            badges: Badges::of([(!cargo.is_empty(), Badge::Laden)]),
            ..Piece::new(key, Spot::Space(space(at)), prints::frigate(frigate))
        });
        for kind in cargo.kinds() {
            let (aboard, inside) = (PieceKey::of(&Cargo { frigate, kind }), Spot::Inside { piece: key });
            pieces.push(Piece {
                count: several(cargo.count(kind)),
                badges: Badges::of([(kind.is_guard(), Badge::Guard)]),
                ..Piece::new(aboard, inside, prints::cargo(nation, kind))
            });
        }
    }
}

/// The hand of a nation: faces that the viewer knows, then backs in an order that says nothing of the faces.
fn lay_cards(game: &Conquests, viewer: Viewer, nation: Nation, unseen: &mut u32, pieces: &mut Vec<Piece>) {
    let at = Spot::Hand { hand: hand_of(nation) };
    let hand = game.cards.hands[nation];
    let seen = hidden::seen_cards(game, viewer, nation);
    let own = matches!(viewer, Viewer::Seat(seat) if game.seat(nation) == seat);
    let pledged = |card| game.parley.is_some_and(|parley| parley.pledged.contains(card));
    for card in seen.iter() {
        pieces.push(Piece {
            facing: Facing::Upright,
            badges: Badges::of([
                (own && game.cards.kept.contains(card), Badge::Kept),
                (own && pledged(card), Badge::Pledged),
            ]),
            ..Piece::new(PieceKey::of(&card), at, prints::face(card))
        });
    }
    let hidden = hand - seen;
    if hidden.is_empty() {
        return;
    }
    for cards in backs() {
        for card in (hidden & cards).iter() {
            let key = PieceKey::unseen(*unseen);
            *unseen += 1;
            pieces.push(Piece { facing: Facing::Hidden, ..Piece::new(key, at, prints::back(card)) });
        }
    }
}

fn lay_objective(game: &Conquests, viewer: Viewer, nation: Nation, pieces: &mut Vec<Piece>) {
    let Some(objective) = game.cards.objectives[nation] else { return };
    let (key, at) = (PieceKey::of(&Secret(nation)), Spot::Hand { hand: objective_of(nation) });
    pieces.push(match hidden::knows_objective(game, viewer, nation) {
        true => Piece {
            facing: if game.ended.is_some() { Facing::Open } else { Facing::Upright },
            text: Some(progress(game, nation).into()),
            ..Piece::new(key, at, prints::objective(nation, objective))
        },
        false => Piece { facing: Facing::Hidden, ..Piece::new(key, at, prints::secret(nation)) },
    });
}

/// How an objective stands, for those who know it (N-13.1-main-or-second).
fn progress(game: &Conquests, nation: Nation) -> &'static str {
    match (points::has_met_objective(game, nation), game.ended.is_some()) {
        _ if !game.in_play().contains(nation) => "It no longer counts: its nation is out of the game.",
        (true, false) => "As things stand, it is met.",
        (false, false) => "It is not met yet.",
        (true, true) => "It was met.",
        (false, true) => "It was not met.",
    }
}

fn lay_advisors(game: &Conquests, pieces: &mut Vec<Piece>) {
    for zone in Zone::all() {
        for number in 0..zone.spaces() {
            let Some(nation) = game.council.advisor(zone, number) else { continue };
            let key = PieceKey::of(&Advisor { zone, space: number });
            pieces.push(Piece::new(key, Spot::Space(box_of(zone, number)), prints::advisor(nation)));
        }
    }
}

/// Garrisons of neutral capitals (N-8.5-garrison).
fn lay_garrisons(game: &Conquests, pieces: &mut Vec<Piece>) {
    for (capital, number) in Area::neutral_capitals().into_iter().zip(0..) {
        if game.control.is_garrisoned(capital) {
            let (key, at) = (PieceKey::of(&Garrison(number)), Spot::Space(space(capital)));
            pieces.push(Piece::new(key, at, prints::garrison(number)));
        }
    }
}

/// What has been discarded, one pile for each side: everybody has seen it.
fn lay_discards(game: &Conquests, pieces: &mut Vec<Piece>) {
    for side in Side::all() {
        let pile = game.cards.discards & (Card::deck(side, Age::First) | Card::deck(side, Age::Second));
        if pile.is_empty() {
            continue;
        }
        let mut titles = String::new();
        for card in pile.iter() {
            if !titles.is_empty() {
                titles.push_str("; ");
            }
            titles.push_str(&card.face().title);
        }
        let (key, at) = (PieceKey::of(&Discards(side)), Spot::Hand { hand: DECKS });
        pieces.push(Piece {
            figures: vec![Gauge::count(pile.len() as i32, "card", "cards")],
            text: Some(Text::from(titles)),
            ..Piece::new(key, at, prints::discards(side))
        });
    }
}

/// The backs of the cards on top of the decks, with how many are left.
fn lay_tops(game: &Conquests, pieces: &mut Vec<Piece>) {
    for (side, top) in Side::all().into_iter().zip(game.cards.tops) {
        let Some(card) = top else { continue };
        let left = game.deck_of(side).len() as i32;
        pieces.push(Piece {
            facing: Facing::Hidden,
            figures: vec![Gauge::count(left, "card left", "cards left")],
            ..Piece::new(PieceKey::of(&Top(side)), Spot::Hand { hand: DECKS }, prints::back(card))
        });
    }
}

/// How many cards of each stripe a nation holds (N-3.6-public-stocks).
pub(super) fn stripes(game: &Conquests, nation: Nation) -> Text {
    let hand = game.cards.hands[nation];
    let mut words = String::new();
    for domain in Domain::all() {
        let count = (hand & Card::striped(domain)).len();
        if count > 0 {
            let joint = if words.is_empty() { "" } else { ", " };
            words.push_str(&format!("{joint}{count} {domain}"));
        }
    }
    if words.is_empty() { "none".into() } else { words.into() }
}

/// The piece that stands for units of a kind: on land their counter, at sea a frigate, the emptiest first, or whichever
/// has them aboard.
pub(super) fn units_piece(game: &Conquests, nation: Nation, kind: Kind, at: Area) -> PieceKey {
    if !at.is_sea() {
        return keys::units(nation, kind, at);
    }
    let fits = |frigate: &FrigateId| match kind {
        Kind::Frigate => true,
        _ => game.forces.frigate(*frigate).cargo.count(kind) > 0,
    };
    let emptiest =
        game.forces.fleet(nation, at).filter(fits).min_by_key(|id| game.forces.frigate(*id).cargo.len());
    emptiest.map_or_else(|| keys::units(nation, kind, at), |frigate| PieceKey::of(&frigate))
}

/// Figures that are not nothing.
fn figures<const N: usize>(figures: [(u8, &'static str); N]) -> Vec<Gauge> {
    let figures = figures.into_iter().filter(|(count, _)| *count > 0);
    figures.map(|(count, what)| Gauge::number(what, count.into())).collect()
}
