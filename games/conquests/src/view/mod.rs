//! The table as one viewer sees it.

pub(crate) mod choices;
pub(crate) mod combat;
pub(crate) mod faces;
pub(crate) mod keys;
pub(crate) mod layers;
mod mat;
mod prints;
pub(crate) mod prompts;
pub(crate) mod sheets;

use engine::{
    Gauge, Marker, Overlay, OverlayKind, Prompt, Register, SpaceRef, Table, Tint, Track, Viewer, steps,
};

use crate::areas::Area;
use crate::nations::{Nation, Side};
use crate::state::{Bond, Conquests, Treaty};
use crate::tables::{MORALE_TOP, SOCIETY_TOP, SPACES, Zone};
use crate::victory;

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

pub(crate) fn view(game: &Conquests, viewer: Viewer) -> Table {
    Table {
        prompt: match game.asked() {
            Some(_) => steps::prompt(game, viewer),
            None => Prompt::new("over", "The game is over."),
        },
        to_act: steps::to_act(game),
        seats: sheets::sheets(game, viewer),
        hands: faces::hands_of_the_table(game),
        tracks: shown_tracks(game),
        registers: vec![alliances(game)],
        overlays: overlays(game),
        battle: combat::battle_board(game),
        outcome: victory::outcome(game),
        ..Table::of(faces::pieces(game, viewer))
    }
}

fn shown_tracks(game: &Conquests) -> Vec<Track> {
    let track = |title: &'static str, at: u8, end: u8, (name, tint): (&'static str, Tint)| Track {
        marker: Some(Marker { name: name.into(), tint }),
        ..Track::new(title, at, Some(end.into()))
    };
    let morale = |nation: Nation| {
        track("Morale", game.tracks.morale[nation], MORALE_TOP, (nation.name(), nation.tint()))
    };
    let society = |side: Side| {
        let whose = match side {
            Side::France => (Nation::France.name(), Nation::France.tint()),
            Side::Coalition => ("Coalition", Tint::Grey),
        };
        track("Society", game.tracks.society[side], SOCIETY_TOP, whose)
    };
    let mut tracks = vec![Track::new("Turn", game.turn, Some(game.last_turn().into()))];
    tracks.extend(game.in_play().iter().map(morale));
    tracks.extend(Side::all().map(society));
    tracks
}

/// Alliances of this turn and the last one, and how many each nation has brought about (9).
fn alliances(game: &Conquests) -> Register {
    let mut treaties: Vec<&Treaty> = game.treaties.list.iter().collect();
    // Those in force come first.
    treaties.sort_by_key(|treaty| !treaty.is_in_force());
    let told = |treaty: &Treaty| Gauge::new(treaty.members.to_string(), standing_of(game, treaty));
    let mut entries: Vec<Gauge> = treaties.into_iter().map(told).collect();
    let brought = game.in_play().iter().map(|nation| (nation, game.feats.successes[nation]));
    let brought: Vec<String> =
        brought.filter(|(_, count)| *count > 0).map(|(nation, count)| format!("{nation} {count}")).collect();
    if !brought.is_empty() {
        entries.push(Gauge::new("Successful so far", brought.join(", ")));
    }
    Register { title: "Alliances".into(), entries }
}

/// What is to be said of an Alliance: whose it was, since when, and until when (N-9.2-duration, N-9.5-successful,
/// N-9.5-not-twice).
fn standing_of(game: &Conquests, treaty: &Treaty) -> String {
    let made = match treaty.is_forced() {
        true => format!("forced by France in turn {}", treaty.made),
        false => format!("made by {} in turn {}", treaty.initiator, treaty.made),
    };
    match treaty.state {
        Bond::Fresh if game.was_prevented(treaty) => format!("{made}, cannot be cancelled at once again"),
        Bond::Fresh => format!("{made}, can still be cancelled"),
        Bond::Holds => format!("{made}, holds to the end of turn {}", treaty.made + 1),
        Bond::Fading => format!("{made}, replaced by another"),
        Bond::Prevented => format!("{made}, cancelled at once"),
        Bond::Over => format!("{made}, over"),
    }
}

/// Where combats are pending, and where the group on the march is.
fn overlays(game: &Conquests) -> Vec<Overlay> {
    let disputed = Area::all().filter(|area| game.control.is_disputed(*area)).map(space);
    let group = game.movement.group.map(|group| space(group.at));
    let mut overlays =
        vec![Overlay::new(OverlayKind::Battle, disputed), Overlay::new(OverlayKind::Group, group)];
    overlays.retain(|overlay| !overlay.spaces.is_empty());
    overlays
}
