//! What is laid over the map for whoever asks, and what followers see.

use std::collections::HashSet;

use engine::{Follower, Game, Layer, OverlayKind, PieceKey, Spot, Stream, Viewer};

use super::field::{Field, at, card, units, wander};
use crate::areas::Area;
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::state::Phase;
use crate::troops::{Kind, Troops};
use crate::view::area_at;

/// The ids of the areas under an overlay of this kind.
fn laid(field: &Field, nation: Nation, layer: Layer, kind: OverlayKind) -> HashSet<&'static str> {
    let overlays = field.game.layer(Viewer::Seat(field.game.seat(nation)), layer);
    let spaces =
        overlays.iter().filter(|overlay| overlay.kind == kind).flat_map(|overlay| overlay.spaces.iter());
    spaces.filter_map(area_at).map(Area::id).collect()
}

fn threat(field: &Field, nation: Nation) -> HashSet<&'static str> {
    laid(field, nation, Layer::Threat, OverlayKind::Threat)
}

// proves N-6-control
#[test]
fn the_layer_of_control_shows_who_holds_what() {
    let field = Field::new().put(France, units(1, 0, 0), "alsace").put(Prussia, units(1, 0, 0), "berlin");
    let layer = field.game.layer(Viewer::Spectator, Layer::Control);
    let held: Vec<_> = layer.iter().map(|overlay| (overlay.tint, overlay.spaces.len())).collect();
    assert_eq!(held, [(Some(France.tint()), 1), (Some(Prussia.tint()), 1)]);
    assert!(field.game.view(Viewer::Spectator).overlays.is_empty(), "what nobody has asked for is not sent");
}

// proves N-10.1-costs, N-10.1-attacker
#[test]
fn the_enemy_reaches_what_his_movement_points_pay_for() {
    let field = Field::new().put(Prussia, units(1, 0, 0), "saxony").put(France, units(1, 0, 0), "bavaria");
    let one = threat(&field.clone().points(Prussia, 1), France);
    assert!(one.contains("bavaria") && one.contains("berlin") && !one.contains("alsace"), "{one:?}");
    assert!(threat(&field.clone().points(Prussia, 0), France).is_empty());
    let rider = field.clone().put(Prussia, units(0, 1, 0), "saxony").points(Prussia, 1);
    assert!(threat(&rider, France).len() > one.len(), "cavalry gets twice as far");
    assert!(
        threat(&field.clone().points(France, 0), Prussia).is_empty(),
        "his own units are no threat to him"
    );
    let allied = field.allied(Russia, &[Prussia]).points(Prussia, 2).points(France, 0);
    assert!(threat(&allied, Russia).iter().all(|land| *land != "berlin"), "Prussia is no enemy of Russia's");
    let seat = Viewer::Spectator;
    assert!(allied.game.layer(seat, Layer::Threat).is_empty(), "nobody is the enemy of who only watches");
}

// proves N-10.3-embark
#[test]
fn troops_aboard_threaten_the_coasts_that_their_frigate_reaches() {
    let aboard = Field::new().ship(England, "irish_sea", Troops::one(Kind::Infantry)).points(England, 1);
    let near = threat(&aboard, France);
    assert!(near.contains("ireland") && near.contains("irish_sea"), "{near:?}");
    let empty = Field::new().ship(England, "irish_sea", Troops::NONE).points(England, 1);
    assert!(!threat(&empty, France).contains("ireland"));
}

// proves N-8.6.3-costs
#[test]
fn before_it_moves_a_nation_may_still_buy_movement_points() {
    let mut field = Field::new().put(Prussia, units(1, 0, 0), "saxony").points(Prussia, 0);
    assert!(threat(&field, France).is_empty());
    field.game.phase = Phase::Advisors(0);
    assert!(threat(&field, France).contains("bavaria"));
    assert!(threat(&field.money(Prussia, 0), France).is_empty());
}

// proves N-3.6-hidden
#[test]
fn the_reach_of_the_enemy_tells_nothing_hidden() {
    let mut compared = 0;
    wander("campaign", 4, 7, |game, seat, _| {
        compared += 1;
        if compared % 25 > 0 {
            return;
        }
        let world = game.determinize(seat, &mut Stream::from_number(compared));
        for layer in [Layer::Control, Layer::Reach, Layer::Threat] {
            for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                assert_eq!(world.layer(viewer, layer), game.layer(viewer, layer));
            }
        }
    });
    assert!(compared > 200, "{compared}");
}

/// The keys of the cards that a viewer sees the backs of, hand by hand.
fn hidden(follower: &Follower) -> Vec<(PieceKey, Spot)> {
    let pieces = follower.table().pieces.iter().filter(|piece| piece.key.is_unseen());
    pieces.map(|piece| (piece.key, piece.at)).collect()
}

// proves N-3.6-hidden
#[test]
fn hidden_cards_keep_their_keys_while_they_stay_where_they_are() {
    let field = Field::new().peopled().hand(France, &[1, 4]).hand(Russia, &[2, 9, 14]);
    let look = |field: &Field| field.game.view(Viewer::Seat(field.game.seat(Austria)));
    let mut follower = Follower::new(look(&field));
    let before = hidden(&follower);
    assert_eq!(before.len(), 5);
    // France, which is counted first, draws a card.
    let field = field.hand(France, &[13]);
    follower.look(look(&field));
    let after = hidden(&follower);
    assert_eq!(after.len(), 6);
    assert!(before.iter().all(|kept| after.contains(kept)), "{before:?} {after:?}");
    // A card of France is gone: those of Russia stay what they were.
    let mut field = field;
    field.game.cards.hands[France].remove(card(1));
    field.game.cards.discards.insert(card(1));
    follower.look(look(&field));
    let left = hidden(&follower);
    assert_eq!(left.len(), 5);
    assert!(left.iter().all(|kept| after.contains(kept)), "{after:?} {left:?}");
}

// proves N-10.3-capacity
#[test]
fn troops_aboard_are_inside_their_frigate() {
    let field = Field::new().ship(England, "irish_sea", units(2, 0, 0));
    let table = field.game.view(Viewer::Spectator);
    let aboard =
        table.pieces.iter().find(|piece| piece.name() == "2 English infantry").expect("they are shown");
    let frigate = PieceKey::of(&crate::state::FrigateId::of(England).next().unwrap());
    assert_eq!(aboard.at, Spot::Inside { piece: frigate });
    assert_eq!(table.space_of(aboard.key), Some(crate::view::space(at("irish_sea"))));
    let stacks = table.stacks();
    let sea = stacks.iter().find(|stack| stack.pieces.contains(&aboard)).expect("they are in a stack");
    assert_eq!((sea.strength, sea.is_known), (2, true), "troops aboard do not fight at sea");
}

#[test]
fn whoever_plays_several_nations_has_a_part_for_each() {
    let field = Field::of("short", 2).peopled();
    let sheets = field.game.view(Viewer::Spectator).seats;
    assert!(sheets[0].parts.is_empty() && sheets[0].gauges.len() == 10);
    let parts: Vec<&str> = sheets[1].parts.iter().map(|part| &*part.name).collect();
    assert_eq!(parts, ["England", "Prussia", "Austria", "Russia"]);
    assert!(sheets[1].gauges.is_empty() && sheets[1].parts.iter().all(|part| part.gauges.len() == 10));
}
