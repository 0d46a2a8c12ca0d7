//! Limited Intelligence: what a seat is shown of the other side.

use std::collections::BTreeSet;

use engine::{Game, OverlayKind, PieceKey, Seat, Stream, Viewer};

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::event::space;
use crate::field::{Muster, Record, Stance};
use crate::forces::{Arm, Factors};
use crate::view::Units;

fn two_stacks() -> Field {
    Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(6), "Prague")
        .lead("Charles", "Prague")
        .lead("Hiller", "Prague")
        .put("Austria", Factors::new(5, 1, 1), "Olmutz")
        .lead("Klenau", "Olmutz")
}

// proves M-intel-4, M-intel-6
#[test]
fn of_an_enemy_stack_the_leader_on_top_is_seen() {
    let field = two_stacks();
    let units =
        Units { hex: hex("Prague"), nation: nation("Austria"), arm: Arm::Infantry, stance: Stance::Open };
    let (french, austrian) = (Seat(0), field.game.seat(nation("Austria")).unwrap());
    let seen = |viewer, key| field.game.view(viewer).piece(key).is_some();
    for viewer in [Viewer::Seat(french), Viewer::Spectator] {
        assert!(seen(viewer, PieceKey::of(&leader("Charles"))));
        assert!(!seen(viewer, PieceKey::of(&leader("Hiller"))));
        assert!(!seen(viewer, PieceKey::of(&units)));
    }
    let own = Viewer::Seat(austrian);
    assert!(seen(own, PieceKey::of(&leader("Hiller"))) && seen(own, PieceKey::of(&units)));
}

// proves M-zoc-10
#[test]
fn an_imagined_world_keeps_what_is_seen() {
    let mut field = two_stacks();
    field.reconcile();
    let faces = field.game.faces();
    assert!(faces.iter().all(|face| face.has_zone));
    let mut strengths = BTreeSet::new();
    for seed in 0..40 {
        let world = field.game.determinize(Seat(0), &mut Stream::from_number(seed));
        assert_eq!(world.faces(), faces);
        assert_eq!(crate::position::check(&world), Ok(()));
        let total: u16 = world.forces.iter().map(|force| force.factors.total()).sum();
        assert_eq!(total, 13);
        strengths.insert(world.forces.open(hex("Prague"), |_| true).total());
        let own =
            world.determinize(field.game.seat(nation("Austria")).unwrap(), &mut Stream::from_number(seed));
        assert_eq!(own.forces, world.forces, "a side knows its own");
    }
    assert!(strengths.len() > 1, "the strength at Prague is not known");
}

/// Austrians of whom some have moved, with Russians; and others elsewhere.
fn allies() -> Field {
    let mut field = two_stacks()
        .put("Russia", Factors::new(4, 1, 0), "Prague")
        .put("Russia", Factors::infantry(3), "Brunn")
        .lead("Bagration", "Brunn");
    let fresh = Muster::fresh(hex("Prague"), nation("Austria"));
    field.game.forces.shift(fresh, Factors::infantry(2), |muster| muster.record = Record::Moved);
    field.reconcile();
    field
}

// proves M-intel-4, M-intel-6
#[test]
fn of_a_stack_of_several_forces_an_imagined_world_keeps_no_more_than_is_seen() {
    let field = allies();
    let faces = field.game.faces();
    let strength = |game: &crate::Marshals, of: &str, place: &str| {
        game.forces.open(hex(place), |other| other == nation(of))
    };
    let all = |game: &crate::Marshals, of: &str| {
        let own = game.forces.iter().filter(|force| force.muster.nation == nation(of));
        own.map(|force| force.factors).sum::<Factors>()
    };
    let worlds: Vec<_> =
        (0..60).map(|seed| field.game.determinize(Seat(0), &mut Stream::from_number(seed))).collect();
    for world in &worlds {
        assert_eq!(world.faces(), faces);
        assert_eq!(crate::position::check(world), Ok(()));
        for of in ["Austria", "Russia"] {
            assert_eq!(all(world, of), all(&field.game, of), "{of} has as much as before");
        }
    }
    for (of, place) in [("Austria", "Prague"), ("Russia", "Prague"), ("Russia", "Brunn")] {
        let totals: BTreeSet<u16> = worlds.iter().map(|world| strength(world, of, place).total()).collect();
        assert!(totals.len() > 2, "how strong {of} is at {place} is not known: {totals:?}");
        let guns: BTreeSet<u8> = worlds.iter().map(|world| strength(world, of, place).artillery).collect();
        let horse: BTreeSet<u8> = worlds.iter().map(|world| strength(world, of, place).cavalry).collect();
        assert!(guns.len() + horse.len() > 2, "nor what it has at {place}");
    }
}

// proves M-zoc-10
#[test]
fn an_imagined_stack_of_several_forces_has_a_zone_only_if_the_true_one_has() {
    let weak = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(1), "Prague")
        .put("Russia", Factors::infantry(1), "Prague")
        .lead("Klenau", "Prague")
        .put("Austria", Factors::infantry(9), "Olmutz")
        .put("Russia", Factors::infantry(9), "Brunn");
    for seed in 0..60 {
        let world = weak.game.determinize(Seat(0), &mut Stream::from_number(seed));
        assert_eq!(world.faces(), weak.game.faces(), "{seed}");
    }
}

fn zone_shown(field: &Field, place: &str) -> Option<String> {
    shown(field, place, "zone of control")
}

/// What France sees of this on the stack at a place: on its leader, or on what stands for it.
fn shown(field: &Field, place: &str, what: &str) -> Option<String> {
    let face = field.game.faces().into_iter().find(|face| face.key.hex == hex(place)).expect("a stack");
    let key = face.leader.map_or_else(|| PieceKey::of(&face.key), |leader| PieceKey::of(&leader));
    let view = field.game.view(Viewer::Seat(Seat(0)));
    let piece = view.piece(key).expect("it is seen");
    piece.figures.iter().find(|gauge| gauge.name == what).map(|gauge| gauge.value.to_string())
}

/// Ney so far from Prague.
fn near_prague(distance: u16) -> Field {
    let grid = &crate::map::MAP.grid;
    let land = crate::ground::LandId::all().map(crate::ground::LandId::hex);
    let from = land.into_iter().find(|from| grid.distance(*from, hex("Prague")) == distance).expect("a hex");
    let name = grid.name(from).to_string();
    two_stacks().put("France", Factors::infantry(4), &name).lead("Ney", &name)
}

// proves M-lead-38, M-lead-39, M-intel-8
#[test]
fn a_zone_is_told_of_within_two_hexes_or_by_the_stricter_rule_next_to_it() {
    for (distance, strict, told) in
        [(1, false, true), (2, false, true), (3, false, false), (1, true, true), (2, true, false)]
    {
        let mut field = near_prague(distance);
        field.game.optional.strict_zones = strict;
        assert_eq!(zone_shown(&field, "Prague").is_some(), told, "at {distance}");
    }
    assert_eq!(zone_shown(&near_prague(1), "Prague").as_deref(), Some("yes"));
    let mut field = near_prague(1);
    field
        .game
        .forces
        .take(crate::field::Muster::fresh(hex("Prague"), nation("Austria")), Factors::infantry(3));
    assert_eq!(zone_shown(&field, "Prague").as_deref(), Some("no"), "and nothing more");
}

// proves M-intel-8, M-lead-39
#[test]
fn who_tries_to_pass_is_stopped_by_a_zone_and_else_has_made_his_move() {
    let grid = &crate::map::MAP.grid;
    for (factors, stops) in [(4, true), (3, false)] {
        let mut field = Field::bare("ulm-1805")
            .put("Austria", Factors::infantry(factors), "Prague")
            .lead("Klenau", "Prague");
        // From two hexes away to one next to Prague, and on to another.
        let land = crate::ground::LandId::all().map(crate::ground::LandId::hex);
        let clear = |from: atlas::topology::HexId, to: atlas::topology::HexId| {
            crate::ground::way(from, to).is_some_and(|way| !way.side.river && !way.side.mountain)
        };
        let away = |hex_: atlas::topology::HexId| grid.distance(hex_, hex("Prague"));
        let mut marches = land.into_iter().filter(|from| away(*from) == 2).flat_map(|from| {
            let near = crate::ground::ways(from).iter().map(|way| way.to).filter(|to| away(*to) == 1);
            near.map(move |near| (from, near))
        });
        let (from, near) = marches.find(|(from, near)| clear(*from, *near)).expect("a way");
        let on =
            crate::ground::ways(near).iter().map(|way| way.to).find(|to| away(*to) == 1 && clear(near, *to));
        let (from, near) = (grid.name(from).to_string(), grid.name(near).to_string());
        field =
            field.put("France", Factors::infantry(4), &from).lead("Davout", &from).fed().turn_of("France");
        field.march("Davout").step(&near);
        let on = Action::Step(on.expect("a way on"));
        assert_eq!(field.actions().contains(&on), !stops, "{factors}");
        assert_eq!(field.game.staff.hex(leader("Davout")), Some(hex(&near)), "the move is made");
    }
}

// proves M-intel-5
#[test]
fn leader_boards_show_the_unit_on_top() {
    let mut field = two_stacks();
    field.game.optional.boards = true;
    field.reconcile();
    let top = |field: &Field, place: &str| shown(field, place, "on top");
    assert_eq!(top(&field, "Prague").as_deref(), Some("infantry of Austria"));
    for seed in 0..20 {
        let world = field.game.determinize(Seat(0), &mut Stream::from_number(seed));
        assert_eq!(world.faces(), field.game.faces());
    }
    field.game.optional.boards = false;
    assert_eq!(top(&field, "Prague"), None);
}

// proves M-intel-1
#[test]
fn new_units_are_announced_and_where_they_are_is_not() {
    use crate::event::Event;
    let field = two_stacks();
    let (austria, at) = (nation("Austria"), hex("Prague"));
    let placed = Event::Placed { nation: austria, hex: at, known: field.game.confidants(austria) };
    let read = |viewer| crate::Marshals::tell(&placed, viewer).expect("it is announced").text.to_string();
    assert_eq!(read(Viewer::Seat(Seat(0))), "A factor of Austria comes into play");
    assert_eq!(read(Viewer::Seat(Seat(1))), "A factor of Austria appears at Prague");
    let mut field = field;
    field.game.treasury_mut(austria).fresh = Factors::infantry(2);
    let sheet = &field.game.view(Viewer::Seat(Seat(0))).seats[1];
    let mut gauges = sheet.parts.iter().flat_map(|part| &part.gauges);
    assert!(gauges.any(|gauge| gauge.name == "Built this season" && gauge.value.to_string() == "2 infantry"));
}

// proves M-intel-7
#[test]
fn in_a_battle_both_sides_show_what_they_live_on() {
    use crate::event::Event;
    let mut field = super::battle::at_prague(Factors::infantry(6), Factors::infantry(4));
    field.attack("Davout", "Prague").fight();
    let near = hex(super::battle::near());
    let fed: Vec<_> = field
        .log
        .events
        .iter()
        .filter_map(|event| match *event {
            Event::Fed { nation, at, from } => Some((nation, at, from)),
            _ => None,
        })
        .collect();
    assert_eq!(fed[0], (nation("France"), near, Some(near)));
    assert_eq!((fed[1].0, fed[1].1), (nation("Austria"), hex("Prague")));
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let told = Event::Fed { nation: nation("France"), at: near, from: Some(near) };
        assert!(crate::Marshals::tell(&told, viewer).is_some());
    }
}

// proves M-intel-9
#[test]
fn only_a_stack_that_shows_a_zone_stops_orders() {
    let next = crate::ground::ways(hex("Orleans"))[0].to;
    let next = crate::map::MAP.grid.name(next).to_string();
    for (factors, blocks) in [(4, true), (3, false)] {
        let field = Field::bare("ulm-1805")
            .lead("Napoleon (early)", "Paris")
            .lead("Davout", "Orleans")
            .put("Austria", Factors::infantry(factors), &next)
            .lead("Klenau", &next);
        assert_eq!(
            field.game.general(leader("Napoleon (early)")).orders_reach(hex("Orleans")),
            !blocks,
            "{factors}"
        );
        let face = field.game.faces().into_iter().find(|face| face.key.hex == hex(&next)).expect("a stack");
        assert_eq!(face.has_zone, blocks, "whoever blocks shows it");
    }
}

#[test]
fn a_declared_attack_shows_to_all() {
    let next = super::losses::next_to("Olmutz");
    let mut field = Field::bare("ulm-1805")
        .put("Austria", Factors::infantry(3), "Olmutz")
        .put("France", Factors::infantry(6), next)
        .stored("France", 4, 0, next)
        .lead("Davout", next)
        .campaign_of("France");
    let shown = |field: &Field, kind| {
        let overlays = field.game.view(Viewer::Spectator).overlays;
        let of_kind = overlays.into_iter().filter(|overlay| overlay.kind == kind);
        of_kind.flat_map(|overlay| overlay.spaces.iter().collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    field.march("Davout");
    assert!(shown(&field, OverlayKind::Target).is_empty());
    field.act(Action::Attack(hex("Olmutz")));
    assert_eq!(shown(&field, OverlayKind::Target), [space(hex("Olmutz"))]);
    assert_eq!(shown(&field, OverlayKind::Battle), [space(hex(next))]);
}
