//! What is laid over the map for whoever asks: who controls what, how far one gets, and how far the enemy does.
//!
//! Movement points, units and Alliances lie open, so that nothing hidden enters into it.

use engine::{Layer, Overlay, OverlayKind, Viewer};

use super::space;
use crate::areas::AreaSet;
use crate::movement::range;
use crate::nations::{Nation, Nations};
use crate::state::Conquests;

pub(crate) fn layer(game: &Conquests, viewer: Viewer, layer: Layer) -> Vec<Overlay> {
    let overlay = |kind, areas: AreaSet| Overlay::new(kind, areas.iter().map(space));
    let own = match viewer {
        Viewer::Seat(seat) => game.nations(seat) & game.in_play(),
        Viewer::Spectator => Nations::NONE,
    };
    let mut overlays = match layer {
        Layer::Control => {
            let held = |nation: Nation| overlay(OverlayKind::Held, game.domain(nation)).tinted(nation.tint());
            game.in_play().iter().map(held).collect()
        }
        Layer::Reach => vec![overlay(OverlayKind::Reach, range_of(game, own))],
        Layer::Threat => vec![overlay(OverlayKind::Threat, range_of(game, enemies_of(game, own)))],
        _ => Vec::new(),
    };
    overlays.retain(|overlay| !overlay.spaces.is_empty());
    overlays
}

/// Those who are allied with none of these nations; nobody's enemies are nobody.
fn enemies_of(game: &Conquests, nations: Nations) -> Nations {
    if nations.is_empty() {
        return Nations::NONE;
    }
    game.in_play().iter().filter(|other| (game.treaties.friends(*other) & nations).is_empty()).collect()
}

/// The areas that units of these nations can enter with the movement points that they have.
fn range_of(game: &Conquests, nations: Nations) -> AreaSet {
    nations.iter().fold(AreaSet::EMPTY, |all, nation| all | range::range(game, nation))
}
