//! The table as one viewer sees it.

mod choices;
mod combat;
mod faces;
pub(crate) mod keys;
mod layers;
mod mat;
mod prints;
mod prompts;
mod sheets;

use engine::{Gauge, Marker, Overlay, OverlayKind, Register, SpaceRef, Table, Tint, Track, Viewer};

use crate::areas::Area;
use crate::nations::{Nation, Side};
use crate::state::{Bond, Conquests, Treaty};
use crate::tables::{MORALE_TOP, SOCIETY_TOP, SPACES, Zone};

pub(crate) use mat::mat;
pub(crate) use sheets::points;

/// The board of the map, and that of the action zones.
const MAP: u8 = 0;
const MAT: u8 = 1;

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

impl Conquests {
    pub(crate) fn table(&self, viewer: Viewer) -> Table {
        Table {
            prompt: self.prompt(viewer),
            to_act: self.deciders(),
            seats: self.sheets(viewer),
            hands: self.hands_of_the_table(),
            tracks: self.shown_tracks(),
            registers: vec![self.alliances()],
            overlays: self.overlays(),
            battle: self.battle_board(),
            outcome: self.result(),
            ..Table::of(self.pieces(viewer))
        }
    }

    fn shown_tracks(&self) -> Vec<Track> {
        let track = |title: &'static str, at: u8, end: u8, (name, tint): (&'static str, Tint)| Track {
            marker: Some(Marker { name: name.into(), tint }),
            ..Track::new(title, at, Some(end.into()))
        };
        let morale = |nation: Nation| {
            track("Morale", self.tracks.morale[nation], MORALE_TOP, (nation.name(), nation.tint()))
        };
        let society = |side: Side| {
            let whose = match side {
                Side::France => (Nation::France.name(), Nation::France.tint()),
                Side::Coalition => ("Coalition", Tint::Grey),
            };
            track("Society", self.tracks.society[side], SOCIETY_TOP, whose)
        };
        let mut tracks = vec![Track::new("Turn", self.turn, Some(self.last_turn().into()))];
        tracks.extend(self.in_play().iter().map(morale));
        tracks.extend(Side::all().map(society));
        tracks
    }

    /// Alliances of this turn and the last one, and how many each nation has brought about (9).
    fn alliances(&self) -> Register {
        let mut treaties: Vec<&Treaty> = self.treaties.list.iter().collect();
        // Those in force come first.
        treaties.sort_by_key(|treaty| !treaty.is_in_force());
        let told = |treaty: &Treaty| Gauge::new(treaty.members.to_string(), self.standing_of(treaty));
        let mut entries: Vec<Gauge> = treaties.into_iter().map(told).collect();
        let brought = self.in_play().iter().map(|nation| (nation, self.feats.successes[nation]));
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

    /// Where combats are pending, and where the group on the march is.
    fn overlays(&self) -> Vec<Overlay> {
        let disputed = Area::all().filter(|area| self.control.is_disputed(*area)).map(space);
        let group = self.movement.group.map(|group| space(group.at));
        let mut overlays =
            vec![Overlay::new(OverlayKind::Battle, disputed), Overlay::new(OverlayKind::Group, group)];
        overlays.retain(|overlay| !overlay.spaces.is_empty());
        overlays
    }
}
