//! Whole stacks at one go: plans, routes, layers and what is foretold.

use engine::{
    EffectKind, Game, Layer, OverlayKind, PieceKey, Plans, Recorder, Seat, SpaceRef, Target, Verb, Viewer,
};

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::event::space;
use crate::field::Muster;
use crate::forces::{Arm, Factors};
use crate::ids::LeaderId;
use crate::map::MAP;
use crate::state::Marshals;

/// Davout at Mainz, with Austrians within reach.
fn mainz() -> Field {
    Field::bare("ulm-1805")
        .put("France", Factors::new(5, 1, 1), "Mainz")
        .lead("Davout", "Mainz")
        .put("Austria", Factors::infantry(6), "Ulm")
        .lead("Mack", "Ulm")
        .fed()
        .on("1805 Sep-Oct 3")
        .turn_of("France")
}

fn plans(game: &Marshals, seat: Seat) -> Vec<Vec<Action>> {
    let mut plans = Plans::new();
    game.plans(seat, &mut plans);
    plans.iter().map(<[Action]>::to_vec).collect()
}

fn piece(name: &str) -> PieceKey {
    PieceKey::of(&leader(name))
}

fn at(name: &str) -> SpaceRef {
    space(hex(name))
}

/// Carries out the actions of a plan or a route.
fn go(field: &mut Field, actions: &[Action]) {
    let seat = field.asked();
    for action in actions {
        field.game.apply(seat, action, &mut Recorder::silent()).expect("it is legal");
    }
}

#[test]
fn a_leader_marches_and_halts_by_one_plan() {
    let mut field = mainz();
    let all = plans(&field.game, field.asked());
    let davout = leader("Davout");
    let near = all.iter().find(|plan| plan.last() == Some(&Action::Halt)).expect("he can go nearer");
    assert_eq!(near[..2], [Action::Activate(davout), Action::March(davout)]);
    let choices = field.game.plan_choices(field.asked(), near);
    let Target::Move { piece: shown, to } = choices[0].target else { panic!("it shows on his way") };
    assert_eq!(shown, piece("Davout"));
    let before = MAP.grid.distance(hex("Mainz"), hex("Ulm"));
    go(&mut field, near);
    let there = field.game.staff.hex(davout).unwrap();
    assert!(MAP.grid.distance(there, hex("Ulm")) < before && space(there) == to);
    // He leads six.
    assert_eq!(field.game.forces.open(there, |_| true), Factors::new(5, 1, 0));
}

#[test]
fn a_route_costs_what_its_steps_cost() {
    let field = mainz();
    let seat = field.asked();
    let routes = field.game.routes(seat, &[piece("Davout")], &[]);
    assert!(routes.len() > 10, "{}", routes.len());
    for route in &routes {
        let mut one = Field { game: field.game.clone(), log: Recorder::default() };
        let march = route.actions.iter().position(|action| matches!(action, Action::Step(_)));
        go(&mut one, &route.actions[..march.expect("he goes somewhere")]);
        let left = |one: &Field| one.gauge("movement left").parse::<u16>().unwrap();
        let before = left(&one);
        let steps = route.actions.iter().filter(|action| matches!(action, Action::Step(_)));
        for step in steps {
            go(&mut one, &[*step]);
        }
        let cost = route.choice.cost.expect("it has a price").halves / 2;
        assert_eq!(left(&one), before.saturating_sub(cost), "{}", route.choice.label);
    }
}

#[test]
fn enemies_in_reach_are_attacked_from_the_best_hex() {
    let mut field = Field::bare("ulm-1805")
        .put("France", Factors::new(5, 1, 1), "Stuttgart")
        .lead("Davout", "Stuttgart")
        .put("Austria", Factors::infantry(6), "Ulm")
        .lead("Mack", "Ulm")
        .fed()
        .on("1805 Sep-Oct 3")
        .turn_of("France");
    let seat = field.asked();
    let attacks = |plan: &&Vec<Action>| plan.last() == Some(&Action::Attack(hex("Ulm")));
    let all = plans(&field.game, seat);
    let plan = all.iter().find(attacks).expect("Ulm is within reach");
    let routes = field.game.routes(seat, &[piece("Davout")], &[]);
    let route = routes.iter().find(|route| route.choice.verb == Verb::Attack).expect("by a route, too");
    assert_eq!((&route.actions, route.way.last()), (plan, Some(&at("Ulm"))));
    assert_eq!(route.choice.effect.as_ref().unwrap().kind, EffectKind::Attack);
    // How strong the enemy is nobody tells.
    let target = Target::Move { piece: piece("Davout"), to: at("Ulm") };
    let forecast = field.game.forecast(seat, &target).expect("something is foretold");
    assert!(forecast.lines.iter().any(|line| line.contains("under Mack")), "{forecast:?}");
    let mut stronger = Field { game: field.game.clone(), log: Recorder::default() };
    stronger.game.forces.put(Muster::fresh(hex("Ulm"), nation("Austria")), Factors::new(9, 0, 1));
    assert_eq!(stronger.game.forecast(seat, &target), Some(forecast));
    go(&mut field, &plan.clone());
    assert_eq!(field.game.battle().map(|battle| battle.target), Some(hex("Ulm")));
    // Whoever goes elsewhere now gives it up.
    assert!(plans(&field.game, seat).iter().all(|plan| plan.last() != Some(&Action::Halt)));
}

#[test]
fn where_a_stack_would_starve_is_said() {
    let field = mainz();
    let routes = field.game.routes(field.asked(), &[piece("Davout")], &[]);
    let kind = |route: &engine::Route<Action>| route.choice.effect.as_ref().map(|effect| effect.kind);
    assert!(routes.iter().any(|route| kind(route).is_none()));
    for route in routes.iter().filter(|route| kind(route) == Some(EffectKind::Hungry)) {
        let to = crate::event::hex_at(*route.way.last().unwrap()).unwrap();
        assert!(!field.game.is_supplied(nation("France"), to));
    }
}

#[test]
fn an_army_goes_with_its_leaders() {
    let field = Field::of("hundred-days-1815").on("1815 May-Jun 5").turn_of("France");
    let seat = field.asked();
    let napoleon = leader("Napoleon (late)");
    let all = plans(&field.game, seat);
    let apart = all.iter().find(|plan| plan.contains(&Action::Summon(leader("Soult"))));
    assert!(apart.is_some_and(|plan| plan[0] == Action::Activate(napoleon)));
    let routes = field.game.routes(seat, &[piece("Napoleon (late)")], &[]);
    let taken = |of: LeaderId| routes.iter().all(|route| route.actions.contains(&Action::TakeLeader(of)));
    assert!(!routes.is_empty() && taken(leader("Ney")) && taken(leader("Grouchy")));
    // Ney by himself takes what he commands.
    let ney = field.game.routes(seat, &[piece("Ney")], &[]);
    let route = ney.iter().find(|route| route.choice.verb == Verb::Move).expect("Ney can march");
    let mut one = Field { game: field.game.clone(), log: Recorder::default() };
    go(&mut one, &route.actions);
    let there = one.game.staff.hex(leader("Ney")).unwrap();
    assert_eq!(one.game.forces.open(there, |_| true), Factors::infantry(6));
    // A click on his guns alone takes these along, and no others.
    let guns = PieceKey::of(&crate::view::Units {
        hex: hex("Maubeuge"),
        nation: nation("France"),
        arm: Arm::Artillery,
        stance: crate::field::Stance::Open,
    });
    let with_guns = field.game.routes(seat, &[piece("Ney"), guns], &[]);
    let mut one = Field { game: field.game.clone(), log: Recorder::default() };
    go(&mut one, &with_guns.iter().find(|route| route.choice.verb == Verb::Move).unwrap().actions);
    let there = one.game.staff.hex(leader("Ney")).unwrap();
    assert_eq!(one.game.forces.open(there, |_| true), Factors::new(0, 0, 2));
}

// proves M-mtsg-1
#[test]
fn the_layer_of_the_guns_shows_who_can_come() {
    let field = Field::bare("hundred-days-1815")
        .put("Prussia", Factors::infantry(6), "Charleroi")
        .lead("Zieten", "Charleroi")
        .put("Prussia", Factors::infantry(6), "Namur")
        .lead("Blucher (army)", "Namur")
        .put("Prussia", Factors::infantry(3), "Liege")
        .lead("Bulow", "Liege");
    let overlays = field.game.layer(Viewer::Spectator, Layer::Guns);
    let about = |name: &str| {
        let one = overlays.iter().find(|overlay| overlay.pieces == [piece(name)]);
        one.map(|overlay| overlay.spaces.clone()).unwrap_or_default()
    };
    for (own, place) in [("Zieten", "Charleroi"), ("Blucher (army)", "Namur")] {
        let near = [("Blucher (army)", "Namur"), ("Zieten", "Charleroi"), ("Bulow", "Liege")];
        for (other, from) in near.into_iter().filter(|(other, _)| *other != own) {
            let comes = field.game.reaches(hex(from), hex(place)) && leader(other).get().initiative >= 3;
            assert_eq!(about(own).contains(at(from)), comes, "{other} to {place}");
        }
    }
    assert!(overlays.iter().all(|overlay| overlay.kind == OverlayKind::Guns));
}

#[test]
fn layers_show_a_seat_what_it_may_know() {
    let field = mainz();
    let count = |viewer, layer| field.game.layer(viewer, layer).len();
    let seat = field.asked();
    // The Austrians stand too far off to be asked.
    assert_eq!(count(Viewer::Seat(seat), Layer::Zones), 1);
    assert_eq!(count(Viewer::Spectator, Layer::Zones), 0);
    assert_eq!(count(Viewer::Spectator, Layer::Reach), 0);
    for layer in [Layer::Reach, Layer::Threat, Layer::Supply] {
        assert!(count(Viewer::Seat(seat), layer) > 0, "{layer:?}");
    }
    let reach = &field.game.layer(Viewer::Seat(seat), Layer::Reach)[0];
    let routes = field.game.routes(seat, &[piece("Davout")], &[]);
    let moves = routes.iter().filter(|route| route.choice.verb == Verb::Move);
    assert!(moves.map(|route| *route.way.last().unwrap()).all(|to| reach.spaces.contains(to)));
}
