//! What is laid over the map for whoever asks.

use atlas::topology::HexId;
use engine::{Layer, Overlay, OverlayKind, PieceKey, Seat, Viewer};

use super::{StackKey, tint};
use crate::event::space;
use crate::field::Stance;
use crate::ground::{LandId, LandSet, ways};
use crate::ids::{LeaderId, NationId};
use crate::movement::reach::{Pace, spread};
use crate::nations::Side;
use crate::state::Marshals;
use crate::supply::{Commissariat, Event};

/// The least initiative of whoever marches to the guns (M-mtsg-1).
const EAR: u8 = 3;

pub(crate) fn layer(game: &Marshals, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
    let mut overlays = match (layer, viewer) {
        (Layer::Control, _) => control(game),
        (Layer::Zones, _) => zones(game, viewer),
        (Layer::Guns, _) => guns(game),
        (Layer::Supply, Viewer::Seat(seat)) => supply(game, seat),
        (Layer::Reach, Viewer::Seat(seat)) => {
            let own = game.side_of(seat).map(|side| within_reach(game, side));
            own.map(|hexes| Overlay::new(OverlayKind::Reach, places(&hexes))).into_iter().collect()
        }
        (Layer::Threat, Viewer::Seat(seat)) => {
            let enemy = game.side_of(seat).map(|side| within_reach(game, side.enemy()));
            enemy.map(|hexes| Overlay::new(OverlayKind::Threat, places(&hexes))).into_iter().collect()
        }
        (_, Viewer::Spectator) => Vec::new(),
    };
    overlays.retain(|overlay| !overlay.spaces.is_empty());
    overlays
}

fn places(lands: &LandSet) -> impl Iterator<Item = engine::SpaceRef> {
    lands.iter().map(|land| space(land.hex()))
}

/// The land that each nation holds.
fn control(game: &Marshals) -> Vec<Overlay> {
    let held = |nation: NationId| {
        let own = LandId::all().map(LandId::hex);
        own.filter(move |hex| game.control.get(*hex) == Some(nation)).map(space)
    };
    NationId::all().map(|nation| Overlay::new(OverlayKind::Held, held(nation)).tinted(tint(nation))).collect()
}

/// The zones of control of both sides, each in the colour of its first power: those of an enemy's stack where one may ask for them.
fn zones(game: &Marshals, viewer: Viewer) -> Vec<Overlay> {
    let faces = game.faces();
    let of = |side: Side| {
        let power = game.scenario().power.iter().find(|power| game.side(power.nation) == Some(side))?;
        let (all, mut told) = (game.zones_of(side), LandSet::EMPTY);
        let known = faces.iter().filter(|face| face.has_zone && game.side(face.nation) == Some(side));
        for face in known {
            let hex = face.key.hex;
            if game.sees(viewer, face.nation) || game.may_ask_of_zone(viewer, hex) {
                told.extend(
                    ways(hex).iter().filter_map(|way| LandId::of(way.to)).filter(|land| all.contains(*land)),
                );
            }
        }
        Some(Overlay::new(OverlayKind::Zone, places(&told)).tinted(tint(power.nation)))
    };
    Side::ALL.into_iter().filter_map(of).collect()
}

/// For each stack in the open, where friends stand who can march to the guns if it is attacked: by those who lie on top.
fn guns(game: &Marshals) -> Vec<Overlay> {
    let faces = game.faces();
    let open = || faces.iter().filter(|face| face.key.stance == Stance::Open && face.key.is_on_a_side());
    let hears = |leader: LeaderId| leader.get().initiative >= EAR && !leader.get().is_admiral();
    let come = |to: HexId, nation: NationId| {
        let near = ways(to).iter().filter(|way| game.is_open(way)).map(|way| way.to);
        let friends = near.filter(|hex| {
            let there = open().filter(|face| face.key.hex == *hex);
            there
                .filter(|face| game.are_friends(face.nation, nation))
                .any(|face| face.leader.is_some_and(hears))
        });
        friends.collect::<Vec<HexId>>()
    };
    open()
        .map(|face| {
            let piece = match face.leader {
                Some(leader) => PieceKey::of(&leader),
                None => PieceKey::of(&face.key),
            };
            let hexes = come(face.key.hex, face.nation).into_iter().map(space);
            Overlay::new(OverlayKind::Guns, hexes).about(vec![piece])
        })
        .collect()
}

/// Where a seat's units are fed, where its lines of communications run, and which of its stacks are out of supply. Nobody else's:
/// who has what in his depots is hidden.
fn supply(game: &Marshals, seat: Seat) -> Vec<Overlay> {
    let (mut fed, mut lines, mut hungry) = (LandSet::EMPTY, LandSet::EMPTY, LandSet::EMPTY);
    for nation in NationId::all().filter(|nation| game.seat(*nation) == Some(seat)) {
        if game.forces.iter().all(|force| force.muster.nation != nation) {
            continue;
        }
        let mut commissariat = Commissariat::of(game, nation);
        let field = commissariat.field();
        let own = game.forces.iter().filter(|force| force.muster.nation == nation);
        for land in LandId::all() {
            let hex = land.hex();
            if field.reach(Event::Move, hex, game.home(hex) == Some(nation)) {
                fed.insert(land);
            }
        }
        let cut_off = own.filter(|force| force.is_in_the_open()).map(|force| force.muster.hex);
        let mut hexes: Vec<HexId> = cut_off.collect();
        hexes.dedup();
        hungry.extend(hexes.into_iter().filter(|hex| !commissariat.feeds(*hex)).filter_map(LandId::of));
        if game.commands(nation) == nation {
            lines.extend(commissariat.communications().course().iter().filter_map(LandId::of));
        }
    }
    vec![
        Overlay::new(OverlayKind::Supplied, places(&fed)),
        Overlay::new(OverlayKind::Line, places(&lines)),
        Overlay::new(OverlayKind::CutOff, places(&hungry)),
    ]
}

/// The hexes that stacks of a side can come to in a turn, by what everybody sees of them: who is on top leads all, and is in
/// supply.
fn within_reach(game: &Marshals, side: Side) -> LandSet {
    let zones = game.zones_of(side.enemy());
    let mut reached = LandSet::EMPTY;
    for face in game.faces() {
        let StackKey { hex, stance, .. } = face.key;
        if stance != Stance::Open || game.side(face.nation) != Some(side) {
            continue;
        }
        let left = match face.leader {
            Some(leader) if leader.get().is_admiral() => continue,
            Some(leader) => leader.get().movement + u8::from(game.is_reformed(leader.get().nation)),
            None => 4,
        };
        let wintry = u8::from(game.is_wintry(hex));
        let (left, winter) = (left.saturating_sub(wintry), 1 - wintry);
        let pace = Pace { nation: face.nation, left, winter, has_moved: false };
        for leg in spread(game, hex, pace, &zones, |_| false).legs() {
            reached.extend(LandId::of(leg.hex));
        }
    }
    reached
}
