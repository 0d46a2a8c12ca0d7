//! What is to be seen at the table, and by whom. Rulebook 2.2.1, 2.3, 7.1.

use engine::{
    Choice, Currency, Effect, EffectKind, Facing, Fighter, Follower, Game, Layer, OverlayKind, Piece,
    PieceKey, Seat, Spot, Steps, Stream, Symbol, Table, Target, Turn, Verb, Viewer,
};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::event::space;
use crate::state::Alliance;
use crate::states::State::{Austria, Bavaria, Britain, France, Russia, Saxony, Spain};

fn seen_by(field: &Field, empire: crate::State) -> Table {
    field.game.seen(Viewer::Seat(field.seat(empire))).table()
}

fn pieces_in<'a>(table: &'a Table, place: &str) -> Vec<&'a Piece> {
    table.pieces.iter().filter(|piece| piece.at == Spot::Space(space(at(place)))).collect()
}

fn only<'a>(table: &'a Table, place: &str) -> &'a Piece {
    match pieces_in(table, place)[..] {
        [piece] => piece,
        ref others => panic!("{} pieces in {place}", others.len()),
    }
}

fn choice(game: &Alliance, seat: Seat, action: Action) -> Choice {
    game.choices(seat).choice(action)
}

fn effect(field: &Field, name: &str, to: &str) -> Effect {
    let seat = field.game.turn.seat;
    let choice = choice(&field.game, seat, Action::Step { block: block(name), to: at(to) });
    choice.effect.expect("a step says what comes of it")
}

// proves A-2.2.1-fog
#[test]
fn a_block_shows_its_face_to_whoever_leads_it_and_a_neutral_one_to_all() {
    let field = Field::duel()
        .neutral(Bavaria)
        .put(France, ["Inf #1"], "Paris")
        .put(Bavaria, ["Infantry (Munich)"], "Bavaria")
        .with_strength("France Inf #1", 3)
        .turn_of(France, 3);
    let (own, foe) = (seen_by(&field, France), seen_by(&field, Britain));
    let face = only(&own, "Paris");
    assert_eq!((face.facing, face.key), (Facing::Upright, PieceKey::of(&block("France Inf #1"))));
    assert_eq!((face.print.symbol, face.print.label.as_deref()), (Some(Symbol::Infantry), Some("Inf 1")));
    assert_eq!(face.steps, Some(Steps { now: 3, least: 1, most: 4 }));
    let back = only(&foe, "Paris");
    assert_eq!((back.facing, back.print.symbol, back.steps), (Facing::Hidden, None, None));
    assert_eq!((&back.print.label, back.print.figures.len()), (&None, 0));
    assert!(back.key.is_unseen());
    assert_eq!(back.name(), "French block");
    for table in [&own, &foe, &field.game.seen(Viewer::Spectator).table()] {
        let calm = only(table, "Bavaria");
        assert_eq!((calm.facing, calm.print.label.as_deref()), (Facing::Open, Some("Munich")));
    }
}

/// The sides of a battle board with what acts when.
fn order(table: &Table) -> Vec<(u8, Turn, String)> {
    let battle = table.battle.as_ref().expect("a battle is fought");
    let named = |fighter: &Fighter| {
        let piece = table.piece(fighter.piece).expect("a piece of the table");
        (fighter.side, fighter.turn, piece.name().into_owned())
    };
    battle.fighters.iter().map(named).collect()
}

// proves A-7.1-oneby
#[test]
fn the_battle_board_shows_everybody_in_the_order_of_fire_and_reserves_by_their_backs() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .allied(Bavaria, Britain)
        .put(Austria, ["Inf #1", "Art #1"], "Bavaria")
        .put(France, ["Inf #1", "Cav #1"], "Rhineland")
        .put(France, ["Inf #2"], "Burgundy")
        .gold(France, 0)
        .gold(Britain, 0)
        .cards([(France, 28), (Britain, 12)]);
    field.march("Rhineland", ["France Inf #1", "France Cav #1"], "Bavaria");
    field.march("Burgundy", ["France Inf #2"], "Bavaria");
    assert!(seen_by(&field, Britain).battle.is_none());
    field.done();
    field.done();
    field.act(Action::Fight(at("Bavaria"))).unwrap();
    let ranks = |reserve: &str| {
        let main = [
            (1, Turn::Acts, "Austrian Art #1"),
            (0, Turn::Waits, "French Cav #1"),
            (1, Turn::Waits, "Austrian Inf #1"),
            (0, Turn::Waits, "French Inf #1"),
        ];
        let all = main.into_iter().chain([(0, Turn::Coming, reserve)]);
        all.map(|(side, turn, name)| (side, turn, name.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(order(&seen_by(&field, France)), ranks("French Inf #2"));
    assert_eq!(order(&seen_by(&field, Britain)), ranks("French block"));
    let watched = field.game.seen(Viewer::Spectator).table();
    assert_eq!(order(&watched), ranks("French block"));
    let battle = watched.battle.expect("a battle is fought");
    assert_eq!((battle.title.as_ref(), battle.stage.as_ref()), ("Battle of Bavaria", "Round 1"));
    assert_eq!(battle.sides[0].title, "Attackers: France");
    let figures: Vec<String> =
        battle.fighters[0].figures.iter().map(|gauge| gauge.value.to_string()).collect();
    assert_eq!(figures, ["3", "1–2"]);
    assert!(battle.fighters[4].figures.is_empty());
}

#[test]
fn a_step_says_what_comes_of_it_and_how_much_of_the_border_is_used() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .allied(Bavaria, Britain)
        .neutral(Saxony)
        .put(Austria, ["Inf #1", "Inf #2", "Inf #3"], "Bavaria")
        .put(France, ["Inf #1", "Inf #2"], "Rhineland")
        .put(France, ["Inf #4"], "Burgundy")
        .turn_of(France, 3);
    field.group("Rhineland").unwrap();
    let first = effect(&field, "France Inf #1", "Bavaria");
    assert_eq!(first.kind, EffectKind::Attack);
    assert_eq!(first.words, "opens the main attack across a river; 0 of 3 blocks have crossed");
    assert_eq!(first.way.map(|way| (way.from, way.used, way.most)), Some((space(at("Rhineland")), 0, 3)));
    assert_eq!(effect(&field, "France Inf #1", "Flanders").kind, EffectKind::Plain);
    field.step("France Inf #1", "Bavaria").unwrap();
    let second = effect(&field, "France Inf #2", "Bavaria");
    assert_eq!(second.kind, EffectKind::Attack);
    assert_eq!(second.words, "joins the main attack across a river; 1 of 3 blocks have crossed");
    assert_eq!(second.way.map(|way| way.used), Some(1));
    field.group("Burgundy").unwrap();
    let third = effect(&field, "France Inf #4", "Bavaria");
    assert_eq!((third.kind, third.way.map(|way| way.used)), (EffectKind::Reserve, Some(0)));
}

#[test]
fn layers_show_what_is_cut_off_and_how_far_a_block_goes() {
    let field = Field::duel()
        .allied(Russia, Britain)
        .put(France, ["Inf #1"], "Moscow")
        .put(France, ["Inf #2"], "Paris")
        .turn_of(France, 3);
    let france = Viewer::Seat(field.seat(France));
    let supply = field.game.layer(france, Layer::Supply);
    let spaces = |kind| &supply.iter().find(|overlay| overlay.kind == kind).expect("it is laid").spaces;
    assert!(spaces(OverlayKind::Supplied).contains(space(at("Paris"))));
    assert!(spaces(OverlayKind::CutOff).iter().eq([space(at("Moscow"))]));
    let own = PieceKey::of(&block("France Inf #2"));
    let reach = field.game.layer(france, Layer::Reach);
    let reach = reach.iter().find(|overlay| overlay.pieces.contains(&own)).expect("it can move");
    let reached = |name: &str| reach.spaces.contains(space(at(name)));
    assert!(reached("Champagne") && reached("Burgundy") && reached("Rhineland"));
    assert!(!reached("Vienna") && !reached("Paris"));
    let britain = Viewer::Seat(field.seat(Britain));
    let foe = field.game.layer(britain, Layer::Reach);
    assert!(foe.iter().all(|overlay| !overlay.pieces.contains(&own)), "only one's own are told");
    let control = field.game.layer(Viewer::Spectator, Layer::Control);
    let held = control.iter().find(|overlay| overlay.tint == Some(France.tint())).expect("France holds land");
    assert!(held.spaces.contains(space(at("Moscow"))) && held.spaces.contains(space(at("Lyonnais"))));
    for layer in [Layer::Supply, Layer::Reach, Layer::Threat] {
        assert!(field.game.layer(Viewer::Spectator, layer).is_empty(), "who only watches has no blocks");
    }
}

/// Where the enemies of a player could come, as far as he knows.
fn threatened(game: &Alliance, seat: Seat, place: &str) -> bool {
    let threat = game.layer(Viewer::Seat(seat), Layer::Threat);
    threat
        .iter()
        .any(|overlay| overlay.kind == OverlayKind::Threat && overlay.spaces.contains(space(at(place))))
}

// proves A-2.2.1-fog
#[test]
fn a_hidden_block_threatens_whatever_any_block_could_reach_that_might_stand_there() {
    let spain = || Field::duel().allied(Spain, France).put(Britain, ["Art #1"], "London");
    let field = spain()
        .put(Britain, ["Fleet #1"], "Wessex")
        .put(Britain, ["Fleet #2"], "English Channel")
        .put(Britain, ["Fleet #3"], "Bay of Biscay")
        .turn_of(France, 3);
    let france = field.seat(France);
    assert!(threatened(&field.game, france, "Asturias"), "whoever is in London might be infantry that lands");
    assert!(threatened(&field.game, france, "Mid-Atlantic"), "the fleets at sea sail on");
    assert!(threatened(&field.game, france, "Humbria"), "whoever is in Wessex might march");
    assert!(!threatened(&field.game, france, "Paris") && !threatened(&field.game, france, "Vienna"));
    let without = spain().turn_of(France, 3);
    assert!(!threatened(&without.game, france, "Asturias"), "no fleet carries it over");
    let mut chance = Stream::from_number(7);
    for _ in 0..12 {
        let world = field.game.determinize(france, &mut chance);
        for viewer in [Viewer::Seat(france), Viewer::Spectator] {
            assert_eq!(world.layer(viewer, Layer::Threat), field.game.layer(viewer, Layer::Threat));
        }
    }
    let winter = field.winter();
    assert!(!threatened(&winter.game, france, "Asturias"), "nobody lands in Winter");
}

/// The keys of those whom a viewer cannot tell apart in a place.
fn unseen_in(table: &Table, place: &str) -> Vec<PieceKey> {
    pieces_in(table, place).into_iter().map(|piece| piece.key).filter(|key| key.is_unseen()).collect()
}

// proves A-2.2.1-fog
#[test]
fn a_hidden_block_keeps_its_key_while_it_stands_still_and_on_the_march() {
    let mut field = Field::duel()
        .put(France, ["Inf #1", "Inf #2"], "Paris")
        .put(France, ["Cav #1"], "Champagne")
        .put(France, ["Inf #3", "Inf #4"], "Lyonnais")
        .turn_of(France, 3);
    let mut foe = Follower::new(seen_by(&field, Britain));
    let [paris, champagne, lyonnais] =
        ["Paris", "Champagne", "Lyonnais"].map(|place| unseen_in(foe.table(), place));
    assert_eq!([paris.len(), champagne.len(), lyonnais.len()], [2, 1, 2]);
    field.group("Paris").unwrap();
    foe.look(seen_by(&field, Britain));
    field.step("France Inf #2", "Champagne").unwrap();
    let patch = foe.look(seen_by(&field, Britain));
    assert_eq!((patch.pieces.len(), patch.gone.len()), (1, 0), "one block has moved, and no more is told");
    assert_eq!(unseen_in(foe.table(), "Lyonnais"), lyonnais);
    let [stays] = unseen_in(foe.table(), "Paris")[..] else { panic!("one is left") };
    assert!(paris.contains(&stays));
    let there = unseen_in(foe.table(), "Champagne");
    assert!(there.contains(&champagne[0]) && there.iter().any(|key| paris.contains(key) && *key != stays));
}

/// The routes of blocks of the player whose turn it is, by where they lead.
fn routes(field: &Field, names: &[&str], via: &[&str]) -> Vec<(String, engine::Route<Action>)> {
    let pieces: Vec<PieceKey> = names.iter().map(|name| PieceKey::of(&block(name))).collect();
    let via: Vec<_> = via.iter().map(|name| space(at(name))).collect();
    let found = field.game.routes(field.game.turn.seat, &pieces, &via);
    let named = |route: engine::Route<Action>| {
        let last = route.way.last().and_then(|last| field.game.place_at(*last)).expect("it leads somewhere");
        (last.name().to_owned(), route)
    };
    found.into_iter().map(named).collect()
}

fn route<'a>(routes: &'a [(String, engine::Route<Action>)], to: &str) -> Option<&'a engine::Route<Action>> {
    routes.iter().find(|(name, _)| name == to).map(|(_, route)| route)
}

const THREE: [&str; 3] = ["France Inf #1", "France Inf #2", "France Cav #1"];

/// Three French blocks in Paris.
fn three_in_paris(points: u8) -> Field {
    Field::duel()
        .allied(Bavaria, Britain)
        .put(France, ["Inf #1", "Inf #2", "Cav #1"], "Paris")
        .gold(France, 0)
        .turn_of(France, points)
}

// proves A-4.3-group
#[test]
fn a_stack_of_three_goes_over_two_regions_in_one_go() {
    let mut field = three_in_paris(1);
    let all = routes(&field, &THREE, &[]);
    let far = route(&all, "Rhineland").expect("it is two regions away");
    assert_eq!((far.actions.len(), far.way.len()), (1 + 3 * 2, 2));
    assert_eq!(far.choice.cost.map(|cost| cost.to_string()).as_deref(), Some("1 action point"));
    assert_eq!((far.choice.verb, far.choice.label.as_ref()), (Verb::Move, "Move 3 blocks to Rhineland"));
    for action in &far.actions {
        field.act(*action).unwrap();
    }
    assert!(THREE.iter().all(|name| field.whereabouts(name) == Some("Rhineland")));
    assert!(routes(&field, &THREE, &[]).is_empty(), "they have moved");
}

#[test]
fn a_way_leads_over_the_places_that_were_clicked() {
    let field = three_in_paris(1);
    let all = routes(&field, &THREE, &["Champagne"]);
    assert!(all.iter().all(|(_, route)| route.way[0] == space(at("Champagne"))));
    let near = route(&all, "Rhineland").or_else(|| route(&all, "Burgundy")).expect("there is a way on");
    assert_eq!(near.way.len(), 2);
    assert!(routes(&field, &THREE, &["Vienna"]).is_empty());
}

// proves A-3.2-mix
#[test]
fn a_route_that_costs_more_than_there_is_to_spend_is_not_offered() {
    assert!(routes(&three_in_paris(0), &THREE, &[]).is_empty(), "no point for the group");
    let shipped = |points, gold| {
        let field = Field::duel()
            .put(Britain, ["Inf #1", "Inf #2", "Inf #3"], "Ireland")
            .put(Britain, ["Fleet #1"], "Irish Sea")
            .gold(Britain, gold)
            .turn_of(Britain, points);
        let all = routes(&field, &["Britain Inf #1", "Britain Inf #2", "Britain Inf #3"], &[]);
        route(&all, "Humbria").map(|route| {
            (route.actions.len(), route.choice.cost.map(|cost| cost.to_string()).expect("it costs something"))
        })
    };
    assert_eq!(shipped(3, 0), Some((3, "3 action points".to_owned())));
    assert_eq!(shipped(0, 3), Some((3, "3 gold".to_owned())));
    assert_eq!(shipped(1, 2), Some((3, "3 action points".to_owned())), "gold stands in for points");
    assert_eq!(shipped(2, 0), None);
}

// proves A-4.2-river, A-1.4-four
#[test]
fn a_route_into_battle_keeps_to_the_limit_of_the_border() {
    let field = Field::duel()
        .allied(Austria, Britain)
        .allied(Bavaria, Britain)
        .put(Austria, ["Inf #1"], "Bavaria")
        .put(France, ["Inf #1", "Inf #2", "Inf #3", "Cav #1"], "Rhineland")
        .turn_of(France, 3);
    let three = routes(&field, &["France Inf #1", "France Inf #2", "France Inf #3"], &[]);
    let attack = &route(&three, "Bavaria").expect("three cross a river").choice;
    assert_eq!((attack.verb, attack.label.as_ref()), (Verb::Attack, "Attack Bavaria with 3 blocks"));
    let effect = attack.effect.as_ref().expect("an attack says so");
    assert_eq!((effect.kind, effect.way.map(|way| (way.used, way.most))), (EffectKind::Attack, Some((0, 3))));
    let four = ["France Inf #1", "France Inf #2", "France Inf #3", "France Cav #1"];
    assert!(route(&routes(&field, &four, &[]), "Bavaria").is_none());
    assert!(routes(&field, &["Austria Inf #1"], &[]).is_empty(), "only one's own");
}

// proves A-4.32-trigger
#[test]
fn a_stack_goes_into_neutral_land_only_if_no_dice_can_stop_it() {
    let stack = ["France Inf #1", "France Inf #2"];
    let calm = Field::duel()
        .neutral(Bavaria)
        .put(France, ["Inf #1", "Inf #2"], "Rhineland")
        .put(Bavaria, ["Infantry (Munich)"], "Bavaria")
        .turn_of(France, 3);
    let all = routes(&calm, &stack, &[]);
    let choice = &route(&all, "Bavaria").expect("nobody else is with the Bavarians").choice;
    assert!(choice.seals && choice.verb == Verb::Attack, "dice are thrown");
    let mixed = calm.neutral(Austria).put(Austria, ["Inf #1"], "Bavaria");
    assert!(route(&routes(&mixed, &stack[..1], &[]), "Bavaria").is_some(), "one alone can always try");
}

#[test]
fn a_price_is_told_in_what_it_is_paid_with() {
    let price = |points, gold| {
        let field = three_in_paris(points).gold(France, gold);
        choice(&field.game, field.seat(France), Action::Group(at("Paris"))).cost
    };
    assert_eq!(price(2, 5).map(|cost| cost.currency), Some(Currency::ActionPoint));
    assert_eq!(price(0, 5).map(|cost| (cost.halves, cost.currency)), Some((2, Currency::Gold)));
    let mut field = three_in_paris(1);
    field.group("Paris").unwrap();
    let step =
        choice(&field.game, field.seat(France), Action::Step { block: block(THREE[0]), to: at("Champagne") });
    assert_eq!(
        (step.cost, step.seals, step.label.as_ref()),
        (None, false, "Move French Inf #1 to Champagne")
    );
    let done = choice(&field.game, field.seat(France), Action::Done);
    assert_eq!((done.verb, done.label.as_ref()), (Verb::EndTurn, "End the turn"));
}

fn why(field: &Field, empire: crate::State, target: &Target) -> Vec<&'static str> {
    let denied = field.game.reasons(field.seat(empire)).explain(target);
    denied.into_iter().map(|denied| denied.rule.as_str()).collect()
}

#[test]
fn usual_questions_are_answered_by_the_rule_that_stands_against_it() {
    let mut field = Field::duel()
        .allied(Austria, Britain)
        .put(France, ["Inf #1", "Fort (Mainz)"], "Rhineland")
        .put(France, ["Inf #3"], "Brittany")
        .put(Britain, ["Inf #1"], "London")
        .with_strength("France Inf #1", 2)
        .turn_of(France, 3);
    let known = |name: &str| PieceKey::of(&block(name));
    let going = |name: &str, to: &str| Target::Move { piece: known(name), to: space(at(to)) };
    let piece = |piece: PieceKey| Target::Piece { piece };
    assert_eq!(why(&field, Britain, &Target::Button), ["A-GT-years"]);
    assert_eq!(why(&field, France, &going("France Inf #1", "Bavaria")), ["A-4.3-group"]);
    assert_eq!(why(&field, France, &going("France Inf #1", "Vienna")), ["A-3.2-distance"]);
    assert_eq!(why(&field, France, &going("France Fort (Mainz)", "Bavaria")), ["A-2.13-fortress"]);
    assert_eq!(why(&field, France, &going("France Inf #3", "Wessex")), ["A-3.2-distance", "A-8.4-pin"]);
    assert_eq!(why(&field, France, &piece(known("France Fort (Mainz)"))), ["A-2.13-fortress", "A-5.0-max"]);
    assert_eq!(why(&field, France, &piece(known("Britain Inf #1"))), ["A-4.0-never"]);
    assert!(why(&field, France, &piece(known("France Inf #1"))).is_empty(), "it can be levied");
    field.act(Action::Levy(block("France Inf #1"))).unwrap();
    assert_eq!(why(&field, France, &piece(known("France Inf #1"))), ["A-3.2-levy-still", "A-5.0-one"]);
    assert_eq!(why(&field, France, &going("France Inf #1", "Bavaria")), ["A-3.2-levy-still"]);
}
