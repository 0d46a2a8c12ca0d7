//! Units, frigates, advisors and cards as they lie on the table. Rulebook 3.1, 3.6.

use engine::{Facing, Form, Gauge, Hand, Look, Piece, PieceRef, Role, Spot, Tab, Text, Viewer};

use super::{
    ADVISORS, DISCARDS, GARRISONS, HIDDEN_CARDS, OBJECTIVES, TOPS, box_of, card_piece, corps_piece,
    frigate_piece, space, stack,
};
use crate::areas::Area;
use crate::cards::Card;
use crate::effects::{Age, Domain};
use crate::hidden::backs;
use crate::nations::{NATIONS, Nation, Side};
use crate::state::{Conquests, FrigateId};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

/// The hands of the table: the decks, then the cards of each nation, then their objectives.
const DECKS: u8 = 0;

fn hand_of(nation: Nation) -> u8 {
    1 + nation.index() as u8
}

fn objective_of(nation: Nation) -> u8 {
    1 + (NATIONS + nation.index()) as u8
}

impl Domain {
    /// Colour key (N-1-domains).
    fn tint(self) -> &'static str {
        match self {
            Domain::Finance => "yellow",
            Domain::Morale => "purple",
            Domain::Society => "pink",
            Domain::Diplomacy => "orange",
            Domain::Military => "red",
        }
    }

    /// A key for the drawing that doubles the colour.
    fn symbol(self) -> &'static str {
        match self {
            Domain::Finance => "finance",
            Domain::Morale => "morale",
            Domain::Society => "society",
            Domain::Diplomacy => "diplomacy",
            Domain::Military => "military",
        }
    }
}

impl Kind {
    /// A key for its drawing.
    fn symbol(self) -> &'static str {
        match self.arm() {
            Kind::Cavalry => "cavalry",
            Kind::Cannon => "artillery",
            Kind::Frigate => "fleet",
            _ => "infantry",
        }
    }
}

/// A piece of a nation without anything on it.
fn plain(form: Form, nation: Nation) -> Look {
    Look::plain(form, nation.tint(), nation.letter())
}

/// The back of a card: side, Age and stripe (N-3.6-stripe).
fn back(card: Card) -> (Look, Text) {
    let face = card.face();
    let look = Look {
        facing: Facing::Hidden,
        ..Look::plain(Form::Card, face.stripe.tint(), face.stripe.name().chars().next().unwrap_or(' '))
    };
    let age = match face.age {
        Age::First => "first",
        Age::Second => "second",
    };
    (look, format!("A card of {}, {age} Age, with a stripe of {}", face.side, face.stripe).into())
}

/// The face of a card: its three effects.
fn front(card: Card) -> (Look, Text) {
    let face = card.face();
    let tabs = face.tabs.iter().map(|tab| Tab {
        title: tab.domain.name().into(),
        tint: tab.domain.tint(),
        symbol: tab.domain.symbol(),
        text: tab.describe().into(),
    });
    let look = Look {
        symbol: Some(face.stripe.symbol()),
        figures: vec![Gauge::new("number", card.number().to_string())],
        label: Some(face.title.as_str().into()),
        tabs: tabs.collect(),
        facing: Facing::Upright,
        ..back(card).0
    };
    (look, format!("{} ({})", face.title, face.year).into())
}

impl Conquests {
    pub(super) fn pieces(&self, viewer: Viewer) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for nation in Nation::all() {
            self.lay_units(nation, &mut pieces);
            self.lay_corps(nation, &mut pieces);
            self.lay_frigates(nation, &mut pieces);
            self.lay_cards(viewer, nation, &mut pieces);
            self.lay_objective(viewer, nation, &mut pieces);
        }
        self.lay_advisors(&mut pieces);
        self.lay_garrisons(&mut pieces);
        self.lay_tops(&mut pieces);
        self.lay_discards(&mut pieces);
        pieces
    }

    pub(super) fn hands_of_the_table(&self) -> Vec<Hand> {
        let hand = |title: String, nation: Option<Nation>, role| Hand {
            title: title.into(),
            seat: nation.map(|nation| self.seat(nation)),
            role,
        };
        let left = |side: Side| format!("{side} {}", self.deck_of(side).len());
        let decks =
            format!("Cards on top of the decks ({}, {} left)", left(Side::France), left(Side::Coalition));
        let mut hands = vec![hand(decks, None, Role::Pool)];
        hands
            .extend(Nation::all().map(|nation| hand(format!("Cards of {nation}"), Some(nation), Role::Held)));
        hands.extend(
            Nation::all().map(|nation| hand(format!("Objective of {nation}"), Some(nation), Role::Held)),
        );
        hands
    }

    /// Ground units, those of a kind in one place together.
    fn lay_units(&self, nation: Nation, pieces: &mut Vec<Piece>) {
        for land in Area::lands() {
            let troops = self.troops(nation, land);
            for kind in troops.kinds() {
                let look = self.face_of_units(nation, kind, land, troops.count(kind));
                let name = match troops.count(kind) {
                    1 => format!("{} {kind}", nation.adjective()),
                    count => format!("{count} {} {kind}", nation.adjective()),
                };
                pieces.push(Piece {
                    id: stack(nation, kind, land),
                    at: Spot::Space(space(land)),
                    name: name.into(),
                    look,
                });
            }
        }
    }

    /// A counter for the corps that a nation has in a land (N-3.1-corps-limit).
    fn lay_corps(&self, nation: Nation, pieces: &mut Vec<Piece>) {
        for land in Area::lands() {
            let corps = self.arms(nation.into(), land).corps();
            if corps == 0 {
                continue;
            }
            let name = match corps {
                1 => format!("{} corps", nation.adjective()),
                count => format!("{count} {} corps", nation.adjective()),
            };
            let look = Look {
                figures: how_many(corps),
                symbol: Some("corps"),
                label: Some("AC".into()),
                ..plain(Form::Counter, nation)
            };
            pieces.push(Piece {
                id: corps_piece(nation, land),
                at: Spot::Space(space(land)),
                name: name.into(),
                look,
            });
        }
    }

    fn face_of_units(&self, nation: Nation, kind: Kind, land: Area, count: u8) -> Look {
        let picked = self.movement.group.filter(|group| group.at == land);
        let picked = picked.map_or(0, |group| group.troops[nation.index()].count(kind));
        let corps = self.arms(nation.into(), land).corps();
        let mut figures = how_many(count);
        let more = [(corps, "corps here"), (picked, "in the group")];
        figures.extend(
            more.into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| Gauge::new(what, count.to_string())),
        );
        let badges = [(kind.is_guard(), "guard"), (corps > 0, "in-a-corps"), (picked > 0, "in-hand")];
        Look {
            symbol: Some(kind.symbol()),
            figures,
            label: Some(count.to_string().into()),
            badges: Look::badges(badges),
            ..plain(Form::Counter, nation)
        }
    }

    fn lay_frigates(&self, nation: Nation, pieces: &mut Vec<Piece>) {
        for frigate in FrigateId::of(nation) {
            let Some(at) = self.frigate(frigate).at else { continue };
            let cargo = self.frigate(frigate).cargo;
            let mut name = format!("{} frigate {}", nation.adjective(), frigate.number());
            if !cargo.is_empty() {
                name += &format!(" with {cargo}");
            }
            pieces.push(Piece {
                id: frigate_piece(frigate),
                at: Spot::Space(space(at)),
                name: name.into(),
                look: face_of_frigate(nation, cargo),
            });
        }
    }

    /// The hand of a nation: faces that the viewer knows, then backs in an order that says nothing of the faces.
    fn lay_cards(&self, viewer: Viewer, nation: Nation, pieces: &mut Vec<Piece>) {
        let at = Spot::Hand { hand: hand_of(nation) };
        let hand = self.hands[nation.index()];
        let seen = self.seen_cards(viewer, nation);
        let own = matches!(viewer, Viewer::Seat(seat) if self.seat(nation) == seat);
        for card in seen.iter() {
            let (mut look, name) = front(card);
            if own && self.kept.contains(card) {
                look.badges.push("kept");
            }
            if own && self.parley.is_some_and(|parley| parley.pledged.contains(card)) {
                look.badges.push("pledged");
            }
            pieces.push(Piece { id: card_piece(card), at: at.clone(), name, look });
        }
        let hidden = hand - seen;
        let like = backs().flat_map(|cards| (hidden & cards).iter().collect::<Vec<_>>());
        for (card, nth) in like.zip(0..) {
            let (look, name) = back(card);
            let id = PieceRef(HIDDEN_CARDS + 256 * nation.index() as u16 + nth);
            pieces.push(Piece { id, at: at.clone(), name, look });
        }
    }

    fn lay_objective(&self, viewer: Viewer, nation: Nation, pieces: &mut Vec<Piece>) {
        let Some(objective) = self.objectives[nation.index()] else { return };
        let id = PieceRef(OBJECTIVES + nation.index() as u16);
        let at = Spot::Hand { hand: objective_of(nation) };
        let look = plain(Form::Card, nation);
        let piece = match self.knows_objective(viewer, nation) {
            true => Piece {
                id,
                at,
                name: format!("Objective of {nation}: {}", objective.aim().title).into(),
                look: Look {
                    label: Some(objective.aim().title.as_str().into()),
                    text: Some(format!("{} {}", objective.text(nation), self.progress(nation)).into()),
                    facing: if self.ended.is_some() { Facing::Open } else { Facing::Upright },
                    ..look
                },
            },
            false => Piece {
                id,
                at,
                name: format!("The secret objective of {nation}").into(),
                look: Look { facing: Facing::Hidden, ..look },
            },
        };
        pieces.push(piece);
    }

    /// How an objective stands, for those who know it (N-13.1-main-or-second).
    fn progress(&self, nation: Nation) -> &'static str {
        match (self.has_met_objective(nation), self.ended.is_some()) {
            _ if !self.in_play().contains(nation) => "It counts no more: its nation is out of the game.",
            (true, false) => "As things stand it is met.",
            (false, false) => "It is not met yet.",
            (true, true) => "It was met.",
            (false, true) => "It was not met.",
        }
    }

    fn lay_advisors(&self, pieces: &mut Vec<Piece>) {
        for zone in Zone::all() {
            for number in 0..zone.spaces() {
                let Some(nation) = self.advisor(zone, number) else { continue };
                let at = box_of(zone, number);
                pieces.push(Piece {
                    id: PieceRef(ADVISORS + at.space),
                    at: Spot::Space(at),
                    name: format!("{} advisor", nation.adjective()).into(),
                    look: plain(Form::Token, nation),
                });
            }
        }
    }

    /// Garrisons of neutral capitals (N-8.5-garrison).
    fn lay_garrisons(&self, pieces: &mut Vec<Piece>) {
        for (capital, number) in Area::neutral_capitals().into_iter().zip(0..) {
            if !self.is_garrisoned(capital) {
                continue;
            }
            let look = Look {
                symbol: Some("infantry"),
                figures: vec![Gauge::new("strength", "2")],
                ..Look::plain(Form::Counter, "grey", 'G')
            };
            pieces.push(Piece {
                id: PieceRef(GARRISONS + number),
                at: Spot::Space(space(capital)),
                name: format!("Garrison of {capital}").into(),
                look,
            });
        }
    }

    /// What has been discarded, one pile for each side: everybody has seen it.
    fn lay_discards(&self, pieces: &mut Vec<Piece>) {
        for (side, number) in Side::all().into_iter().zip(0..) {
            let pile = self.discards & (Card::deck(side, Age::First) | Card::deck(side, Age::Second));
            if pile.is_empty() {
                continue;
            }
            let titles: Vec<&str> = pile.iter().map(|card| card.face().title.as_str()).collect();
            let name = format!("Discards of {side}");
            let look = Look {
                figures: vec![Gauge::new("cards", pile.len().to_string())],
                label: Some(name.clone().into()),
                text: Some(titles.join("; ").into()),
                ..Look::plain(Form::Card, "card", ' ')
            };
            let at = Spot::Hand { hand: DECKS };
            pieces.push(Piece { id: PieceRef(DISCARDS + number), at, name: name.into(), look });
        }
    }

    /// The backs of the cards on top of the decks.
    fn lay_tops(&self, pieces: &mut Vec<Piece>) {
        for (top, number) in self.tops.iter().zip(0..) {
            let Some(card) = top else { continue };
            let (look, name) = back(*card);
            pieces.push(Piece { id: PieceRef(TOPS + number), at: Spot::Hand { hand: DECKS }, name, look });
        }
    }

    /// How many cards of each stripe a nation holds (N-3.6-public-stocks).
    pub(super) fn stripes(&self, nation: Nation) -> String {
        let hand = self.hands[nation.index()];
        let counts = Domain::all().map(|domain| (domain, (hand & Card::striped(domain)).len()));
        let held = counts.into_iter().filter(|(_, count)| *count > 0);
        let words: Vec<String> = held.map(|(domain, count)| format!("{count} {domain}")).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }
}

/// How many a counter stands for, if that is more than one.
fn how_many(count: u8) -> Vec<Gauge> {
    (count > 1).then(|| Gauge::new("units", count.to_string())).into_iter().collect()
}

fn face_of_frigate(nation: Nation, cargo: Troops) -> Look {
    let aboard = (!cargo.is_empty()).then(|| Gauge::new("aboard", cargo.to_string()));
    Look {
        symbol: Some(Kind::Frigate.symbol()),
        figures: aboard.into_iter().collect(),
        badges: if cargo.is_empty() { Vec::new() } else { vec!["laden"] },
        ..plain(Form::Counter, nation)
    }
}
