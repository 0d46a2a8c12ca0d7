//! The table as one viewer sees it.

mod choices;
mod combat;
mod faces;
mod mat;
mod prompts;
mod sheets;

use engine::{Gauge, Marker, Overlay, PieceRef, Register, SpaceRef, Table, Track, Viewer};

use crate::areas::{AREAS, Area};
use crate::cards::Card;
use crate::nations::{Nation, Side};
use crate::state::{Bond, Conquests, FrigateId, Treaty};
use crate::tables::{MORALE_TOP, SOCIETY_TOP, SPACES, Zone};
use crate::troops::{KINDS, Kind};

pub(crate) use mat::mat;
pub(crate) use sheets::points;

/// The board of the map, and that of the action zones.
const MAP: u8 = 0;
const MAT: u8 = 1;

/// Numbers of the pieces of the table: units by nation, area and kind first, then the rest.
const FRIGATES: u16 = 4000;
const ADVISORS: u16 = 4100;
const GARRISONS: u16 = 4200;
const TOPS: u16 = 4300;
const DISCARDS: u16 = 4310;
const OBJECTIVES: u16 = 4400;
const CARDS: u16 = 5000;
const HIDDEN_CARDS: u16 = 6000;
const CORPS: u16 = 8000;

/// The space of the board that an area is.
pub(crate) fn space(area: Area) -> SpaceRef {
    SpaceRef { board: MAP, space: area.0.into() }
}

/// The area that a space is, if it is on the map.
pub(crate) fn area_at(at: SpaceRef) -> Option<Area> {
    (at.board == MAP).then(|| Area::all().nth(at.space.into())).flatten()
}

/// The space of the mat for an advisor.
fn box_of(zone: Zone, number: u8) -> SpaceRef {
    SpaceRef { board: MAT, space: (zone.first() + usize::from(number)) as u16 }
}

/// The zone and the number of a space of the mat.
pub(crate) fn zone_at(at: SpaceRef) -> Option<(Zone, u8)> {
    let number = (at.board == MAT && usize::from(at.space) < SPACES).then_some(usize::from(at.space))?;
    let zone = Zone::all().into_iter().rev().find(|zone| zone.first() <= number)?;
    Some((zone, (number - zone.first()) as u8))
}

/// The units of a kind that a nation has in an area, as one piece.
fn stack(nation: Nation, kind: Kind, at: Area) -> PieceRef {
    PieceRef(((nation.index() * AREAS + usize::from(at.0)) * KINDS + kind.index()) as u16)
}

/// The counter of the corps that a nation has in a land.
pub(crate) fn corps_piece(nation: Nation, at: Area) -> PieceRef {
    PieceRef(CORPS + (nation.index() * AREAS + usize::from(at.0)) as u16)
}

/// The garrison of a neutral capital.
fn garrison_piece(capital: Area) -> Option<PieceRef> {
    let number = Area::neutral_capitals().iter().position(|other| *other == capital)?;
    Some(PieceRef(GARRISONS + number as u16))
}

fn card_piece(card: Card) -> PieceRef {
    PieceRef(CARDS + u16::from(card.number()))
}

fn frigate_piece(frigate: FrigateId) -> PieceRef {
    PieceRef(FRIGATES + u16::from(frigate.0))
}

/// What a piece of the table stands for, where it can be asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meant {
    Units(Nation, Kind, Area),
    Frigate(FrigateId),
    Card(Card),
    Corps(Nation, Area),
}

/// What the number of a piece stands for.
pub(crate) fn meant(piece: PieceRef) -> Option<Meant> {
    let number = piece.0;
    if number < FRIGATES {
        let kind = Kind::all().nth(usize::from(number) % KINDS)?;
        let place = usize::from(number) / KINDS;
        return Some(Meant::Units(Nation::all().nth(place / AREAS)?, kind, Area::all().nth(place % AREAS)?));
    }
    let frigate = number.checked_sub(FRIGATES).and_then(|number| u8::try_from(number).ok());
    let frigates = Nation::all().flat_map(FrigateId::of);
    if let Some(frigate) = frigates.into_iter().find(|other| Some(other.0) == frigate) {
        return Some(Meant::Frigate(frigate));
    }
    if let Some(place) = number.checked_sub(CORPS).map(usize::from) {
        return Some(Meant::Corps(Nation::all().nth(place / AREAS)?, Area::all().nth(place % AREAS)?));
    }
    let card = number.checked_sub(CARDS).and_then(|number| u8::try_from(number).ok());
    card.and_then(Card::numbered).map(Meant::Card)
}

impl Nation {
    /// Colour key of its pieces.
    pub(crate) fn tint(self) -> &'static str {
        match self {
            Nation::France => "blue",
            Nation::England => "red",
            Nation::Prussia => "black",
            Nation::Austria => "white",
            Nation::Russia => "green",
        }
    }

    /// A letter that doubles the colour.
    pub(crate) fn letter(self) -> char {
        match self {
            Nation::France => 'F',
            Nation::England => 'E',
            Nation::Prussia => 'P',
            Nation::Austria => 'A',
            Nation::Russia => 'R',
        }
    }
}

impl Conquests {
    pub(crate) fn table(&self, viewer: Viewer) -> Table {
        Table {
            prompt: self.prompt(viewer),
            to_act: self.deciders(),
            seats: self.sheets(viewer),
            pieces: self.pieces(viewer),
            hands: self.hands_of_the_table(),
            tracks: self.tracks(),
            registers: vec![self.alliances()],
            overlays: self.overlays(),
            battle: self.battle_board(),
            outcome: self.result(),
        }
    }

    fn tracks(&self) -> Vec<Track> {
        let track =
            |title: &'static str, at: u8, end: u8, (name, tint): (&'static str, &'static str)| Track {
                marker: Some(Marker { name: name.into(), tint }),
                ..Track::new(title, at, Some(end.into()))
            };
        let morale = |nation: Nation| {
            track("Morale", self.morale[nation.index()], MORALE_TOP, (nation.name(), nation.tint()))
        };
        let society = |side: Side| {
            let whose = match side {
                Side::France => (Nation::France.name(), Nation::France.tint()),
                Side::Coalition => ("Coalition", "grey"),
            };
            track("Society", self.society[side.index()], SOCIETY_TOP, whose)
        };
        let mut tracks = vec![Track::new("Turn", self.turn, Some(self.last_turn().into()))];
        tracks.extend(self.in_play().iter().map(morale));
        tracks.extend(Side::all().map(society));
        tracks
    }

    /// Alliances of this turn and the last one, and how many each nation has brought about (9).
    fn alliances(&self) -> Register {
        let mut treaties: Vec<&Treaty> = self.treaties.iter().collect();
        // Those in force come first.
        treaties.sort_by_key(|treaty| !treaty.is_in_force());
        let told = |treaty: &Treaty| Gauge::new(treaty.members.to_string(), self.standing_of(treaty));
        let mut entries: Vec<Gauge> = treaties.into_iter().map(told).collect();
        let brought = self.in_play().iter().map(|nation| (nation, self.successes[nation.index()]));
        let brought: Vec<String> = brought
            .filter(|(_, count)| *count > 0)
            .map(|(nation, count)| format!("{nation} {count}"))
            .collect();
        if !brought.is_empty() {
            entries.push(Gauge::new("Successful so far", brought.join(", ")));
        }
        Register { title: "Alliances".into(), entries }
    }

    /// What is to be said of an Alliance: whose it was, since when, and until when (N-9.2-duration, N-9.5-successful,
    /// N-9.5-not-twice).
    fn standing_of(&self, treaty: &Treaty) -> String {
        let made = match treaty.is_forced() {
            true => format!("forced by France in turn {}", treaty.made),
            false => format!("made by {} in turn {}", treaty.initiator, treaty.made),
        };
        match treaty.state {
            Bond::Fresh if self.was_prevented(treaty) => format!("{made}, cannot be cancelled at once again"),
            Bond::Fresh => format!("{made}, can still be cancelled"),
            Bond::Holds => format!("{made}, holds to the end of turn {}", treaty.made + 1),
            Bond::Fading => format!("{made}, replaced by another"),
            Bond::Prevented => format!("{made}, cancelled at once"),
            Bond::Over => format!("{made}, over"),
        }
    }

    /// Who controls what, and where combats are pending.
    fn overlays(&self) -> Vec<Overlay> {
        let spaces = |areas: &mut dyn Iterator<Item = Area>| areas.map(space).collect::<Vec<_>>();
        let mut overlays: Vec<Overlay> = self
            .in_play()
            .iter()
            .map(|nation| {
                let held = spaces(&mut self.domain(nation).iter());
                Overlay::new("held", held).tinted(nation.tint())
            })
            .collect();
        overlays
            .push(Overlay::new("battle", spaces(&mut Area::all().filter(|area| self.is_disputed(*area)))));
        let group = self.movement.group.map(|group| group.at);
        overlays.push(Overlay::new("group", spaces(&mut group.into_iter())));
        overlays.retain(|overlay| !overlay.spaces.is_empty());
        overlays
    }
}
