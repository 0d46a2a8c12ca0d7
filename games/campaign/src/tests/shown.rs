//! What a client shows: keys and patches, routes, prices and layers.

use std::collections::BTreeSet;

use engine::{
    Cost, Currency, EffectKind, Follower, Game, Layer, Needed, OverlayKind, PieceKey, Route, SpaceRef,
    Stream, Target, Throw, Viewer,
};

use super::table::{At, four, four_with, game, on, sq, town};
use crate::action::Action;
use crate::components::Kind::{Cavalry, General, Infantry};
use crate::components::PieceId;
use crate::components::Power::{self, Austria, France, Prussia, Russia, Spain};
use crate::event::{Event, space};
use crate::options::INFO;
use crate::prints::AllianceCard;
use crate::square::Square;
use crate::state::{Campaign, Phase, Recovery};
use crate::steps::Sequence;

/// The routes of the piece on a square.
fn routes(at: &At, square: &str, via: &[&str]) -> Vec<Route<Action>> {
    let via: Vec<SpaceRef> = via.iter().map(|name| space(sq(name))).collect();
    at.game.routes(at.decider(), &[key(at, square)], &via)
}

fn key(at: &At, square: &str) -> PieceKey {
    PieceKey::of(&at.on(square).expect("a piece stands there"))
}

fn route_to(at: &At, from: &str, to: &str, via: &[&str]) -> Option<Route<Action>> {
    routes(at, from, via).into_iter().find(|route| route.way.last() == Some(&space(sq(to))))
}

fn price(route: &Route<Action>) -> Option<Cost> {
    route.choice.cost
}

/// An Austrian infantry and a cavalry on open land, far from everybody.
fn marching(pips: u8) -> At {
    four("standard")
        .clear()
        .with(Austria, Infantry, "22,16")
        .with(Austria, Cavalry, "24,16")
        .camps()
        .turn(Austria, pips)
}

/// The squares of a layer.
fn layer(game: &Campaign, viewer: Viewer, layer: Layer) -> BTreeSet<SpaceRef> {
    game.layer(viewer, layer).iter().flat_map(|overlay| overlay.spaces.iter().collect::<Vec<_>>()).collect()
}

#[test]
fn keys_lead_back_to_their_things_and_stay_with_them() {
    let mut at = marching(4);
    let table = at.game.view(Viewer::Spectator);
    for piece in &table.pieces {
        let things = [
            piece.key.get::<PieceId>().is_some(),
            piece.key.get::<crate::board::Town>().is_some(),
            piece.key.get::<AllianceCard>().is_some(),
        ];
        assert_eq!(things.iter().filter(|known| **known).count(), 1, "{piece:?}");
    }
    let mut follower = Follower::new(table);
    let moved = key(&at, "22,16");
    at.step("22,16", "21,15");
    let patch = follower.look(at.game.view(Viewer::Spectator));
    assert_eq!(patch.pieces.iter().map(|piece| piece.key).collect::<Vec<_>>(), [moved]);
    assert!(patch.gone.is_empty());
    at.step("24,16", "24,14");
    follower.look(at.game.view(Viewer::Spectator));
    assert_eq!(follower.table().space_of(moved), Some(space(sq("21,15"))));
}

// proves C-8.2-moves, C-4.1.1-infantry
#[test]
fn a_route_leads_over_several_moves_for_the_pips_it_takes() {
    let mut at = marching(3);
    let route = route_to(&at, "22,16", "25,19", &[]).expect("three moves away");
    assert_eq!((route.actions.len(), price(&route)), (3, Some(Cost::of(3, Currency::Pip))));
    assert_eq!(route.choice.target, Target::Space(space(sq("25,19"))));
    for action in route.actions {
        at.ok(action);
    }
    assert_eq!((at.pips(), at.on("25,19").map(PieceId::kind)), (0, Some(Infantry)));
}

// proves C-8.2-moves
#[test]
fn what_costs_more_than_there_are_pips_is_not_offered() {
    let at = marching(2);
    assert!(route_to(&at, "22,16", "24,18", &[]).is_some());
    assert!(route_to(&at, "22,16", "25,19", &[]).is_none(), "three moves");
    assert!(routes(&at, "22,16", &[]).iter().all(|route| price(route).is_some_and(|cost| cost.halves <= 4)));
}

#[test]
fn a_waypoint_is_gone_over_and_paid_for() {
    let at = marching(6);
    let straight = route_to(&at, "22,16", "24,18", &[]).expect("two moves away");
    assert_eq!(straight.actions.len(), 2);
    let round = route_to(&at, "22,16", "24,18", &["21,17"]).expect("by a bend");
    assert!(round.way.contains(&space(sq("21,17"))) && round.actions.len() == 4);
    assert_eq!(price(&round), Some(Cost::of(4, Currency::Pip)));
    assert!(routes(&at, "22,16", &["22,17"]).is_empty(), "infantry never gets there");
}

// proves C-4.1.2-one
#[test]
fn several_pieces_have_no_route_since_no_two_end_on_one_square() {
    let at = marching(6);
    let both = [key(&at, "22,16"), key(&at, "24,16")];
    assert!(at.game.routes(at.decider(), &both, &[]).is_empty());
    assert!(at.game.routes(at.seat(France), &both[..1], &[]).is_empty(), "it is not his turn");
}

// proves C-12.1-zoc, C-5.1-enter
#[test]
fn a_route_does_not_lead_on_from_where_a_piece_must_halt() {
    let mut at = marching(6).with(France, Infantry, "24,20");
    // The French infantry controls 23,19.
    assert!(route_to(&at, "22,16", "23,19", &[]).is_some());
    assert!(routes(&at, "22,16", &["23,19"]).is_empty(), "it halts there");
    at.game.put(PieceId::general(Austria), sq("13,12"));
    at.game.cards[town("Lyon")] = Some(France);
    let lyon = route_to(&at, "13,12", "Lyon", &[]).expect("the General gets there");
    let effect = lyon.choice.effect.expect("something comes of it");
    assert_eq!(effect.words, "halts and captures the town after the moves");
    assert!(routes(&at, "13,12", &["Lyon"]).is_empty(), "he halts there");
}

/// Every route of every piece against every sequence of steps, on a small throw with dear ground.
#[test]
fn routes_are_the_cheapest_ways_there_are() {
    let at = four_with("advanced", &on(["three-moves"])).clear();
    let mut at = at
        .with(Austria, General, "20,13")
        .with(Austria, Cavalry, "19,13")
        .with(Austria, Infantry, "18,13")
        .with(France, Cavalry, "17,14")
        .camps()
        .turn(Austria, 4);
    at.game.cards[town("Milan")] = Some(France);
    for square in ["20,13", "19,13", "18,13"] {
        let piece = at.on(square).expect("placed");
        let mut least = std::collections::BTreeMap::new();
        let mut open = vec![at.game.clone()];
        while let Some(game) = open.pop() {
            let from = game.square(piece).expect("on the board");
            let spent = 4 - game.turn.pips;
            let known = least.entry(from).or_insert(u8::MAX);
            *known = spent.min(*known);
            let mut actions = Vec::new();
            game.actions(at.decider(), &mut actions);
            for action in actions {
                if matches!(action, Action::Step { from: moved, .. } if moved == from) {
                    let mut after = game.clone();
                    after.apply(at.decider(), &action, &mut engine::Recorder::silent()).unwrap();
                    open.push(after);
                }
            }
        }
        least.remove(&sq(square));
        let offered: std::collections::BTreeMap<Square, u8> = routes(&at, square, &[])
            .iter()
            .map(|route| {
                let to = Square::from_space(route.way[route.way.len() - 1].space).expect("on the board");
                (to, (price(route).expect("it costs pips").halves / 2) as u8)
            })
            .collect();
        assert_eq!(offered, least, "{square}");
        // The same by sets of squares, for the layers.
        let seat = at.seat(Austria);
        let reach = layer(&at.game, Viewer::Seat(seat), Layer::Reach);
        assert!(least.keys().all(|square| reach.contains(&space(*square))), "{square}");
    }
    let all: BTreeSet<SpaceRef> = ["20,13", "19,13", "18,13"]
        .iter()
        .flat_map(|s| routes(&at, s, &[]))
        .map(|r| r.way[r.way.len() - 1])
        .collect();
    let camp = crate::board::BOARD.base(Austria).enlistment.general;
    let near = |at: &SpaceRef| Square::from_space(at.space).is_some_and(|square| square.distance(camp) <= 8);
    let reach = layer(&at.game, Viewer::Seat(at.seat(Austria)), Layer::Reach);
    assert!(reach.iter().all(|at| all.contains(at) || near(at)), "{:?}", reach.difference(&all));
}

// proves C-0.2-double, C-17.1-redeploy
#[test]
fn moves_and_redeployments_say_what_they_cost() {
    let mut at = four_with("standard", &on(["terrain", "redeployment"]))
        .clear()
        .with(Austria, Infantry, "20,14")
        .camps()
        .turn(Austria, 6);
    for action in at.listed() {
        if let Action::Step { from, to } = action {
            let pips = at.game.may_move_to(from, to).expect("it is listed").1;
            let cost = at.game.choice(at.decider(), &action).cost;
            assert_eq!(cost, Some(Cost::of(pips.into(), Currency::Pip)), "{action:?}");
        }
    }
    at.game.sequence = Sequence::new(Phase::Redeployment, None);
    at.game.turn.redeployments = 2;
    let action = Action::Redeploy { from: sq("20,14"), to: sq("20,15") };
    let choice = at.game.choice(at.decider(), &action);
    assert_eq!(choice.cost.map(|cost| cost.to_string()).as_deref(), Some("1 redeployment"));
    assert_eq!(choice.label, "Redeploy the Austrian infantry from 20,14 to 20,15");
    assert!(route_to(&at, "20,14", "20,15", &[]).is_some());
}

// proves C-9.1-superior
#[test]
fn an_attack_says_what_it_lacks_and_passing_it_up_is_grave() {
    let mut at = four("standard")
        .clear()
        .with(France, Infantry, "18,16")
        .with(Austria, Infantry, "17,15")
        .with(Austria, Infantry, "20,14")
        .camps()
        .turn(Austria, 6);
    let words = |at: &At, action| at.game.choice(at.decider(), &action).effect.expect("an effect").words;
    assert_eq!(words(&at, Action::Name(sq("18,16"))), "1 of 2 pieces bears on it");
    at.name("18,16");
    let fails = "the attack on the French infantry fails: 1 of 2 pieces bears on it";
    assert_eq!(words(&at, Action::Done), fails);
    at.step("20,14", "19,15");
    assert_eq!(words(&at, Action::Done), "5 pips go unused");
    at.done();
    let pass = at.game.choice(at.decider(), &Action::Done);
    assert_eq!(pass.label, "Make no attack");
    assert_eq!(pass.effect.map(|effect| effect.kind), Some(EffectKind::Grave));
}

#[test]
fn the_threat_is_what_enemies_can_enter_and_the_pieces_they_can_take() {
    let at = four("standard")
        .clear()
        .with(France, Infantry, "12,10")
        .with(Austria, Infantry, "14,12")
        .with(Austria, Infantry, "16,10")
        .with(Russia, Cavalry, "30,4")
        .bystanders()
        .turn(Austria, 3);
    let france = Viewer::Seat(at.seat(France));
    let threat = layer(&at.game, france, Layer::Threat);
    assert!(threat.contains(&space(sq("13,11"))), "Austria can enter it");
    assert!(!threat.contains(&space(sq("12,10"))), "1 pip for the one, 3 for the other: too dear with 3");
    let mut richer = at;
    richer.begin(Austria, 4);
    let threat = layer(&richer.game, france, Layer::Threat);
    assert!(threat.contains(&space(sq("12,10"))), "4 pips bring two pieces to bear");
    let austrian = |game: &Campaign| {
        let white = Some(engine::Tint::White);
        game.layer(france, Layer::Threat).iter().any(|overlay| overlay.tint == white)
    };
    assert!(austrian(&richer.game));
    let allied = richer.allied(France, Austria);
    assert!(!austrian(&allied.game), "an ally is no threat");
    assert!(layer(&allied.game, Viewer::Spectator, Layer::Threat).is_empty());
}

// proves C-11.1-miss
#[test]
fn an_army_that_misses_its_turn_is_no_threat() {
    let at = marching(6).recovering(Austria, Recovery::Misses).open(France);
    let tints = |viewer| {
        let layers = at.game.layer(viewer, Layer::Threat);
        layers.iter().map(|overlay| overlay.tint).collect::<Vec<_>>()
    };
    let white = Some(engine::Tint::White);
    assert!(!tints(Viewer::Seat(at.seat(France))).contains(&white));
    assert!(tints(Viewer::Seat(at.seat(Austria))).len() == 3);
}

// proves C-1.3-open
#[test]
fn layers_tell_nothing_of_the_dice_to_come() {
    let at = four("advanced").clear().with(France, Infantry, "12,10").camps().turn(Austria, 5);
    let mut chance = Stream::from_number(7);
    for seat in (0..4).map(engine::Seat) {
        let world = at.game.determinize(seat, &mut chance);
        for layer in &INFO.layers {
            for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                assert_eq!(world.layer(viewer, *layer), at.game.layer(viewer, *layer));
            }
        }
    }
}

// proves C-3.1-claim
#[test]
fn towns_in_foreign_hands_are_always_marked_and_all_towns_are_a_layer() {
    let at = four("standard").card("Milan", Austria);
    let held = |overlays: Vec<engine::Overlay>| -> usize {
        overlays
            .iter()
            .filter(|overlay| overlay.kind == OverlayKind::Held)
            .map(|held| held.spaces.len())
            .sum()
    };
    assert_eq!(held(at.game.view(Viewer::Spectator).overlays), 1);
    assert_eq!(
        held(at.game.layer(Viewer::Spectator, Layer::Control)),
        17,
        "four powers with their towns, and Milan"
    );
}

// proves C-1.1-two
#[test]
fn whoever_leads_two_powers_has_a_part_of_his_sheet_for_each() {
    let at = game("standard", 2, &[France, Russia, Austria, Spain]);
    let table = at.game.view(Viewer::Spectator);
    let parts =
        |seat: usize| table.seats[seat].parts.iter().map(|part| part.name.as_ref()).collect::<Vec<_>>();
    assert_eq!((table.seats[0].name.as_ref(), parts(0)), ("France and Spain", vec!["France", "Spain"]));
    assert!(four("standard").game.view(Viewer::Spectator).seats.iter().all(|sheet| sheet.parts.is_empty()));
    let before = super::table::game_with("standard", 3, &[Prussia], &[]);
    let names: Vec<String> =
        before.game.view(Viewer::Spectator).seats.iter().map(|sheet| sheet.name.to_string()).collect();
    assert_eq!(names, ["Prussia", "Second player", "Third player"]);
}

#[test]
fn a_question_keeps_its_key_whatever_its_words() {
    let mut at = marching(6);
    let prompt = |at: &At| at.game.view(Viewer::Seat(at.decider())).prompt;
    let before = prompt(&at);
    at.step("22,16", "21,15");
    let after = prompt(&at);
    assert_eq!((before.key, after.key), ("move", "move"));
    assert!(before.text != after.text && after.gauges[0] == engine::Gauge::number("pips", 5));
    assert_eq!(at.game.view(Viewer::Spectator).prompt.text, "Waiting for Austria.");
}

#[test]
fn every_word_of_the_glossary_is_explained_once() {
    let words: BTreeSet<&str> = INFO.glossary.iter().map(|term| term.term).collect();
    assert_eq!(words.len(), INFO.glossary.len());
    assert!(INFO.glossary.iter().all(|term| term.meaning.ends_with('.')));
    assert!(Power::ALL.iter().all(|power| !words.contains(power.home().name())));
}

#[test]
fn an_attack_that_takes_a_piece_is_told_as_a_battle_with_its_losses() {
    let mut at = four("introductory")
        .clear()
        .with(Russia, Infantry, "5,17")
        .with(France, Infantry, "4,16")
        .with(France, Infantry, "6,16")
        .camps()
        .turn(France, 6);
    at.name("5,17").done().ok(Action::Strike(sq("5,17")));
    let told = at.log.events.iter().find_map(|event| event.tell().battle).expect("a piece was taken");
    let sides: Vec<_> = told.sides.iter().map(|side| (side.title.as_ref(), side.pieces)).collect();
    assert_eq!(sides, [("France", 0), ("Russia", 1)]);
    assert_eq!(told.at, space(sq("5,17")));
}

// proves C-17.8-roll
#[test]
fn throws_say_what_they_need_and_whoever_courts_a_town_knows_his_chance() {
    let mut at = four_with("standard", &on(["minor-powers"]))
        .clear()
        .with(Austria, General, "18,13")
        .camps()
        .turn(Austria, 6);
    at.done();
    let odds = at.game.present(Action::Parley(town("Milan"))).odds.expect("a die is thrown");
    assert_eq!((odds.hits, odds.of, odds.to_string().as_str()), (2, 6, "33 % that it joins you"));
    let throw = |event: Event| event.tell().throw.expect("dice were thrown");
    let needs = |least| Some(Needed::Total { least });
    let parley = |die, joins| Event::Parley { power: Austria, town: town("Milan"), die, joins };
    assert_eq!(throw(parley(5, true)), Throw { bonus: 0, needed: needs(5), success: true });
    assert_eq!(throw(parley(4, false)), Throw { bonus: 0, needed: needs(5), success: false });
    assert_eq!(
        throw(Event::Guerrillas { dice: [6, 5] }),
        Throw { bonus: 0, needed: needs(12), success: false }
    );
    assert_eq!(throw(Event::LisbonDie { die: 6 }), Throw { bonus: 0, needed: needs(6), success: true });
}

// proves C-9.1-superior, C-9.3-declare
#[test]
fn an_announced_attack_says_how_much_of_it_is_in_position() {
    let mut at = four("introductory")
        .clear()
        .with(Russia, Infantry, "5,17")
        .with(France, Infantry, "4,16")
        .with(France, Infantry, "7,15")
        .camps()
        .turn(France, 6);
    let gauges = |at: &At| -> Vec<String> {
        let prompt = at.game.view(Viewer::Seat(at.decider())).prompt;
        prompt.gauges.iter().skip(1).map(|gauge| format!("{}: {}", gauge.name, gauge.value)).collect()
    };
    assert_eq!(gauges(&at), Vec::<String>::new());
    at.name("5,17");
    assert_eq!(gauges(&at), ["attack on the Russian infantry: 1 of 2 pieces"]);
    at.step("7,15", "6,16");
    assert_eq!(gauges(&at), ["attack on the Russian infantry: ready"]);
}
