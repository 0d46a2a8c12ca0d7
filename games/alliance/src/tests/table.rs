//! What is to be seen at the table, and by whom. Rulebook 2.2.1, 2.3, 7.1.

use engine::{
    Choice, Effect, Facing, Fighter, Look, Piece, PieceRef, Seat, Spot, Steps, Table, Target, Turn, Viewer,
};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::event::space;
use crate::state::Alliance;
use crate::states::State::{Austria, Bavaria, Britain, France, Russia, Saxony};

fn seen_by(field: &Field, empire: crate::State) -> Table {
    field.game.table(Viewer::Seat(field.seat(empire)))
}

fn pieces_in<'a>(table: &'a Table, place: &str) -> Vec<&'a Piece> {
    table.pieces.iter().filter(|piece| piece.at == Spot::Space(space(at(place)))).collect()
}

fn look<'a>(table: &'a Table, place: &str) -> &'a Look {
    match pieces_in(table, place)[..] {
        [piece] => &piece.look,
        ref others => panic!("{} pieces in {place}", others.len()),
    }
}

fn choice(game: &Alliance, seat: Seat, action: Action) -> Choice {
    game.present(seat, action)
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
    let face = look(&own, "Paris");
    assert_eq!(face.facing, Facing::Upright);
    assert_eq!((face.symbol, face.label.as_deref()), (Some("infantry"), Some("Inf 1")));
    assert_eq!(face.steps, Some(Steps { now: 3, least: 1, most: 4 }));
    let back = look(&foe, "Paris");
    assert_eq!((back.facing, back.symbol, back.steps), (Facing::Hidden, None, None));
    assert_eq!((&back.label, back.figures.len()), (&None, 0));
    assert_eq!(pieces_in(&foe, "Paris")[0].name, "French block");
    for table in [&own, &foe, &field.game.table(Viewer::Spectator)] {
        let calm = look(table, "Bavaria");
        assert_eq!((calm.facing, calm.label.as_deref()), (Facing::Open, Some("Munich")));
    }
}

/// The sides of a battle board with what acts when.
fn order(table: &Table) -> Vec<(u8, Turn, String)> {
    let battle = table.battle.as_ref().expect("a battle is fought");
    let named = |fighter: &Fighter| {
        let piece =
            table.pieces.iter().find(|piece| piece.id == fighter.piece).expect("a piece of the table");
        (fighter.side, fighter.turn, piece.name.to_string())
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
    let watched = field.game.table(Viewer::Spectator);
    assert_eq!(order(&watched), ranks("French block"));
    let battle = watched.battle.expect("a battle is fought");
    assert_eq!((battle.title.as_ref(), battle.stage.as_ref()), ("Battle of Bavaria", "Round 1"));
    assert_eq!(battle.sides[0].title, "Attackers: France");
    let figures: Vec<&str> = battle.fighters[0].figures.iter().map(|gauge| gauge.value.as_ref()).collect();
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
    assert_eq!(first.kind, "attack");
    assert_eq!(first.way.map(|way| (way.from, way.used, way.most)), Some((space(at("Rhineland")), 0, 3)));
    assert_eq!(effect(&field, "France Inf #1", "Flanders").kind, "plain");
    field.step("France Inf #1", "Bavaria").unwrap();
    let second = effect(&field, "France Inf #2", "Bavaria");
    assert_eq!((second.kind, second.words.as_ref()), ("attack", "joins the main attack"));
    assert_eq!(second.way.map(|way| way.used), Some(1));
    field.group("Burgundy").unwrap();
    let third = effect(&field, "France Inf #4", "Bavaria");
    assert_eq!((third.kind, third.way.map(|way| way.used)), ("reserve", Some(0)));
}

#[test]
fn layers_show_what_is_cut_off_and_how_far_a_block_goes() {
    let field = Field::duel()
        .allied(Russia, Britain)
        .put(France, ["Inf #1"], "Moscow")
        .put(France, ["Inf #2"], "Paris")
        .turn_of(France, 3);
    let table = seen_by(&field, France);
    let spaces = |kind: &str| {
        let found = table.overlays.iter().find(|overlay| overlay.kind == kind && overlay.layer.is_some());
        found.map(|overlay| overlay.spaces.clone()).unwrap_or_default()
    };
    assert!(spaces("supplied").contains(&space(at("Paris"))));
    assert_eq!(spaces("cut-off"), [space(at("Moscow"))]);
    let own = PieceRef(block("France Inf #2").0.into());
    let reach = table.overlays.iter().find(|overlay| overlay.pieces.contains(&own)).expect("it can move");
    let reached = |name: &str| reach.spaces.contains(&space(at(name)));
    assert!(reached("Champagne") && reached("Burgundy") && reached("Rhineland"));
    assert!(!reached("Vienna") && !reached("Paris"));
    let foe = seen_by(&field, Britain);
    assert!(foe.overlays.iter().all(|overlay| !overlay.pieces.contains(&own)), "only one's own are told");
}

fn why(field: &Field, empire: crate::State, target: &Target) -> Vec<&'static str> {
    let denied = field.game.reasons(field.seat(empire), target);
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
    let known = |name: &str| PieceRef(block(name).0.into());
    let going = |name: &str, to: &str| Target::Move { piece: known(name), to: space(at(to)) };
    let piece = |piece: PieceRef| Target::Piece { piece };
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
