//! The table as anybody sees it: nothing in this game is hidden but the dice to come (C-1.3-open).

use std::sync::LazyLock;

use engine::{
    Badge, Badges, Game, Gauge, Hand, Overlay, OverlayKind, Piece, PieceKey, Prompt, Role, Seat, Sheet,
    SheetPart, Spot, Table, Text, Tint, Track, Viewer,
};

use crate::board::Town;
use crate::components::{Face, PieceId, Power};
use crate::event::{PartyWords, listed, party_words, space};
use crate::prints::{self, AllianceCard, counter_print, defence_gauge, town_card};
use crate::square::Mask;
use crate::state::{Campaign, Phase, Place, Recovery, Status};

/// The hands of the table: cards that nobody holds, then the places beside the board, then the cards of each seat.
const NEUTRAL_CARDS: u8 = 0;
const SEA: u8 = 1;
const WAITING: u8 = 2;
const ASIDE: u8 = 3;
const SEATS: u8 = 4;

impl Campaign {
    /// The colour of a power's pieces.
    pub(crate) fn tint(&self, power: Power) -> Tint {
        prints::tint(power, self.rules.prussia)
    }

    pub(crate) fn table(&self, viewer: Viewer) -> Table {
        let end = (self.rules.time_limit > 0).then_some(i32::from(self.rules.time_limit));
        Table {
            prompt: match self.ended {
                Some(_) => Prompt::new("over", "The game is over."),
                None => engine::steps::prompt(self, viewer),
            },
            to_act: self.to_act(),
            seats: Seat::first(self.seats).map(|seat| self.sheet(seat)).collect(),
            hands: self.hands(),
            tracks: vec![Track::new("Round", self.turn.round, end)],
            overlays: self.overlays(),
            outcome: self.outcome(),
            ..Table::of(self.pieces())
        }
    }

    /// The powers that a seat leads or led.
    fn led_by(&self, seat: Seat) -> impl Iterator<Item = Power> {
        Power::ALL.into_iter().filter(move |power| self.power(*power).seat == Some(seat))
    }

    fn words_for(&self, seat: Seat) -> &'static PartyWords {
        party_words(seat, self.led_by(seat))
    }

    /// What people call whoever plays a seat.
    pub(crate) fn seat_name(&self, seat: Seat) -> &'static str {
        &self.words_for(seat).name
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(96);
        pieces.extend(PieceId::all().filter_map(|piece| self.counter(piece)));
        pieces.extend(Town::all().map(|town| {
            let holder = self.cards[town].and_then(|power| self.power(power).seat);
            let hand = holder.map_or(NEUTRAL_CARDS, |seat| SEATS + seat.0);
            Piece::new(PieceKey::of(&town), Spot::Hand { hand }, town_card(town))
        }));
        pieces.extend(Power::ALL.into_iter().filter_map(|power| {
            let seat = self.power(power).seat.filter(|_| self.is_active(power))?;
            // An ally holds the card as proof (3.2); of several allies the first.
            let keeper = self.diplomacy.allied[seat.index()].iter().next().unwrap_or(seat);
            let (card, hand) = (AllianceCard(power), SEATS + keeper.0);
            Some(Piece::new(PieceKey::of(&card), Spot::Hand { hand }, card.print()))
        }));
        pieces
    }

    /// A piece as a counter; nothing while it is in the box.
    fn counter(&self, piece: PieceId) -> Option<Piece> {
        let at = match self.place(piece) {
            Place::BOX => return None,
            Place::SEA => Spot::Hand { hand: SEA },
            Place::WAITING => Spot::Hand { hand: WAITING },
            Place::ASIDE => Spot::Hand { hand: ASIDE },
            place => Spot::Space(space(place.square()?)),
        };
        let (turn, guard) = (&self.turn, self.is_guard(piece));
        let print = counter_print(self.owner(piece), Face::of(piece, guard), self.rules.prussia);
        // What counts less once Wellington has come is no part of the print (17.4.1).
        let figures = match piece == PieceId::general(Power::Spain) {
            true => vec![defence_gauge(self.defence_value(piece).into())],
            false => Vec::new(),
        };
        let badges = Badges::of([
            (guard, Badge::Guard),
            (piece.as_minor().is_some(), Badge::Minor),
            (turn.moved.contains(piece), Badge::Moved),
            (turn.in_hand == Some(piece), Badge::InHand),
            (turn.beaten.contains(piece), Badge::Beaten),
            (turn.targets.contains(&Some(piece)), Badge::Target),
            (self.lent[piece].is_some(), Badge::Lent),
        ]);
        Some(Piece { badges, figures, ..Piece::new(PieceKey::of(&piece), at, print) })
    }

    fn hands(&self) -> Vec<Hand> {
        let fixed = ["Neutral town cards", "At sea", "Waiting to enlist", "Set aside"];
        let fixed = fixed.into_iter().map(|title| Hand { title: title.into(), seat: None, role: Role::Pool });
        let seats = Seat::first(self.seats).map(|seat| Hand {
            title: self.words_for(seat).cards.as_str().into(),
            seat: Some(seat),
            role: Role::Held,
        });
        fixed.chain(seats).collect()
    }

    fn sheet(&self, seat: Seat) -> Sheet {
        let several = self.led_by(seat).nth(1).is_some();
        let troops: usize = self.armies(seat).map(|power| self.troops(power).count()).sum();
        let mut notes = self.relations(seat);
        if !several {
            notes.extend(self.led_by(seat).filter_map(|power| self.plight(power)).map(Text::from));
        }
        let part = |power: Power| SheetPart {
            name: power.home().name().into(),
            tint: self.tint(power),
            gauges: vec![
                Gauge::number("Town cards", self.towns_of(power).count() as i32),
                Gauge::number("Troops", self.troops(power).count() as i32),
            ],
            notes: self.plight(power).map(Text::from).into_iter().collect(),
        };
        Sheet {
            seat,
            name: self.seat_name(seat).into(),
            tints: self.led_by(seat).map(|power| self.tint(power)).collect(),
            alive: self.phase() == Phase::Bases || self.is_alive(seat),
            gauges: vec![
                Gauge::new("Foreign towns", tally(self.foreign_towns(seat), self.towns_to_win())),
                Gauge::number("Town cards", self.town_cards(seat) as i32),
                Gauge::number("Troops", troops as i32),
            ],
            notes,
            parts: if several { self.led_by(seat).map(part).collect() } else { Vec::new() },
        }
    }

    /// How a seat stands with the others, in a sentence each.
    fn relations(&self, seat: Seat) -> Vec<Text> {
        let (diplomacy, seat) = (&self.diplomacy, seat.index());
        let mut notes: Vec<Text> = Vec::new();
        if !diplomacy.allied[seat].is_empty() {
            let allies: Vec<&str> = diplomacy.allied[seat].iter().map(|ally| self.seat_name(ally)).collect();
            notes.push(format!("Allied with {}.", listed(&allies)).into());
        }
        for guest in diplomacy.admitted[seat].iter() {
            notes.push(format!("Lets {} in.", self.seat_name(guest)).into());
        }
        for other in diplomacy.offered[seat].iter() {
            notes.push(format!("Offers {} an alliance.", self.seat_name(other)).into());
        }
        for former in diplomacy.banned[seat].iter() {
            notes.push(format!("May not attack {} yet.", self.seat_name(former)).into());
        }
        notes
    }

    /// What keeps a power from playing as usual.
    fn plight(&self, power: Power) -> Option<&'static str> {
        let state = self.power(power);
        Some(match (state.status, state.recovery) {
            // Where it was his only power, the sheet says so itself.
            (Status::Out, _) if self.is_alive(self.seat_of(power)) => "Out of the game.",
            (Status::Out, _) => return None,
            (_, Recovery::Misses) => "Misses its next turn.",
            (_, Recovery::Shielded) => "May not be attacked yet.",
            (_, Recovery::Mobilising) => "Mobilising.",
            _ if power == Power::Spain && self.partial => "Only partly active until it is invaded.",
            _ => return None,
        })
    }

    /// Named targets, and towns in foreign hands. All that anybody holds is a layer.
    fn overlays(&self) -> Vec<Overlay> {
        let mut overlays = Vec::new();
        if self.turn.targets.iter().any(Option::is_some) {
            let targets = self.turn.targets.iter().flatten().filter_map(|piece| self.square(*piece));
            overlays.push(Overlay::new(OverlayKind::Target, targets.map(space)));
        }
        for power in Power::ALL {
            let taken = self.towns_of(power).filter(|town| town.country() != power.home());
            let squares: Mask = taken.map(Town::square).collect();
            if !squares.is_empty() {
                let held = Overlay::new(OverlayKind::Held, squares.iter().map(space));
                overlays.push(held.tinted(self.tint(power)));
            }
        }
        overlays
    }

    /// What everybody else reads while a seat decides.
    pub(crate) fn waiting_for(&self, seat: Seat) -> Prompt {
        Prompt::new("wait", self.words_for(seat).waiting.as_str())
    }
}

/// "3 of 8": so many towns out of those that win.
fn tally(towns: usize, of: usize) -> &'static str {
    static WORDS: LazyLock<[Vec<String>; 3]> = LazyLock::new(|| {
        [6, 8, 10].map(|of| (0..=crate::board::TOWNS).map(|n| format!("{n} of {of}")).collect())
    });
    &WORDS[(of - 6) / 2][towns]
}
