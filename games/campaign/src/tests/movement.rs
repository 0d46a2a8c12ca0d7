//! Movement: the terrain of the board, dice, moves, zones of control. Rulebook 0.2, 2, 4, 8.2, 9.6, 12.

use std::collections::BTreeSet;

use engine::Value;

use super::table::{At, four, four_with, on, sq};
use crate::action::Action;
use crate::board::BOARD;
use crate::components::Kind::{Cavalry, General, Infantry};
use crate::components::Power::{Austria, France, Russia};
use crate::components::{Kind, Power};
use crate::square::Square;
use crate::state::Place;

/// Austria has one piece on the board, and so many pips.
fn alone(kind: Kind, square: &str, pips: u8) -> At {
    four("introductory").clear().with(Austria, kind, square).turn(Austria, pips)
}

fn squares<const N: usize>(names: [&str; N]) -> Vec<Square> {
    let mut squares: Vec<Square> = names.into_iter().map(sq).collect();
    squares.sort_unstable();
    squares
}

// Terrain (0.2)

// proves C-0.2-terrain
#[test]
fn sea_forest_and_mountain_are_closed() {
    for (from, land, closed) in [
        ("7,9", "8,9", "6,9"),       // the Atlantic
        ("9,10", "9,9", "10,10"),    // a forest in France
        ("14,12", "14,11", "15,12"), // the Alps
        ("33,8", "32,8", "34,8"),    // the forest at the edge
    ] {
        assert_eq!(alone(General, from, 6).step_refused(from, closed), "C-0.2-terrain", "{closed}");
        alone(General, from, 6).step(from, land);
    }
}

// proves C-0.2-terrain
#[test]
fn cavalry_may_not_ride_over_sea_forest_or_mountain() {
    for (from, to) in [("10,15", "12,15"), ("14,8", "16,8"), ("6,13", "6,15")] {
        assert_eq!(alone(Cavalry, from, 6).step_refused(from, to), "C-0.2-terrain", "{from} to {to}");
    }
    alone(Cavalry, "14,9", 6).step("14,9", "16,9");
}

// proves C-0.2-diagonal
#[test]
fn closed_squares_at_its_side_do_not_forbid_a_diagonal_step() {
    for kind in [General, Infantry] {
        for (from, to) in [("13,13", "14,14"), ("14,14", "13,13"), ("9,14", "10,15"), ("14,8", "15,9")] {
            alone(kind, from, 1).step(from, to);
        }
    }
}

/// What a step costs a power that has only this piece.
fn price(house_rules: &[(&str, Value)], power: Power, kind: Kind, from: &str, to: &str) -> u8 {
    let mut at = four_with("introductory", house_rules).clear().with(power, kind, from).turn(power, 10);
    at.step(from, to);
    10 - at.pips()
}

// proves C-0.2-double
#[test]
fn forest_and_mountain_cost_double_and_the_sea_stays_closed() {
    let terrain = on(["terrain"]);
    for kind in [General, Infantry] {
        assert_eq!(price(&terrain, Austria, kind, "9,9", "10,10"), 2, "into the forest");
        assert_eq!(price(&terrain, Austria, kind, "10,10", "11,11"), 2, "through it");
        assert_eq!(price(&terrain, Austria, kind, "10,10", "9,9"), 1, "out of it");
        assert_eq!(price(&terrain, Austria, kind, "9,9", "8,8"), 1, "over open land");
    }
    let mut at = four_with("introductory", &terrain).clear().with(Austria, General, "7,9").turn(Austria, 6);
    assert_eq!(at.step_refused("7,9", "6,9"), "C-0.2-terrain");
    let mut at = four_with("introductory", &terrain).clear().with(Austria, Cavalry, "10,15").turn(Austria, 6);
    assert_eq!(at.step_refused("10,15", "12,15"), "C-0.2-terrain");
}

// proves C-0.2-double
#[test]
fn one_pip_does_not_pay_for_a_forest() {
    let table = |pips| {
        four_with("introductory", &on(["terrain"])).clear().with(Austria, General, "9,10").turn(Austria, pips)
    };
    assert_eq!(table(1).step_refused("9,10", "10,10"), "C-8.2-moves");
    table(1).step("9,10", "9,9");
    assert_eq!(table(2).step("9,10", "10,10").pips(), 0);
}

// proves C-0.2-double
#[test]
fn a_cavalry_move_over_one_or_two_dear_squares_costs_two_pips() {
    let terrain = on(["terrain"]);
    assert_eq!(price(&terrain, Austria, Cavalry, "14,8", "16,8"), 2, "over a forest square");
    assert_eq!(price(&terrain, Austria, Cavalry, "8,10", "10,10"), 2, "into a forest square");
    assert_eq!(price(&terrain, Austria, Cavalry, "9,10", "11,10"), 2, "over two of them");
    assert_eq!(price(&terrain, Austria, Cavalry, "14,9", "16,9"), 1, "over open land");
}

// proves C-0.2-double
#[test]
fn cavalry_turning_round_a_forest_takes_the_cheap_way_if_it_is_free() {
    let terrain = on(["terrain"]);
    assert_eq!(price(&terrain, Austria, Cavalry, "14,8", "15,9"), 1);
    let mut at = four_with("introductory", &terrain)
        .clear()
        .with(Austria, Cavalry, "14,8")
        .with(Austria, Infantry, "14,9")
        .turn(Austria, 6);
    assert_eq!(at.step("14,8", "15,9").pips(), 4, "through the wood");
    assert_eq!(price(&terrain, Austria, Cavalry, "15,9", "14,8"), 1, "the same on the way back");
}

// proves C-0.2-double
#[test]
fn a_forest_belongs_to_no_country() {
    let mut at = four_with("introductory", &on(["terrain"]))
        .clear()
        .with(Austria, General, "16,8")
        .allied(Austria, France)
        .turn(Austria, 6);
    assert_eq!(at.step_refused("16,8", "15,9"), "C-7.1-consent");
    at.step("16,8", "15,8");
    let mut at = four_with("introductory", &on(["terrain", "fronts"]))
        .clear()
        .with(France, Infantry, "10,10")
        .with(France, Infantry, "8,10")
        .turn(Austria, 6);
    at.name("8,10").name("10,10"); // the forest inside France is another front
}

/// What Austria and France pay for entering a square of each mountain range.
fn tolls(house_rules: &[(&str, Value)]) -> Vec<(&'static str, u8, u8)> {
    [
        ("Pyrenees", "6,13", "6,14"),
        ("western Alps", "14,12", "14,13"),
        ("central Alps", "17,13", "17,12"),
        ("eastern Alps, north", "20,13", "21,13"),
        ("eastern Alps, south", "20,14", "21,14"),
        ("Sudetes", "26,13", "26,12"),
        ("Carpathians", "31,13", "31,12"),
    ]
    .into_iter()
    .map(|(range, from, to)| {
        (range, price(house_rules, Austria, General, from, to), price(house_rules, France, General, from, to))
    })
    .collect()
}

// proves C-0.2-mountains, C-0.2-double
#[test]
fn mountains_between_austria_prussia_russia_and_italy_cost_the_normal_price() {
    let expected = vec![
        ("Pyrenees", 2, 2),
        ("western Alps", 2, 2),
        ("central Alps", 1, 1),
        ("eastern Alps, north", 1, 1),
        ("eastern Alps, south", 1, 1),
        ("Sudetes", 1, 1),
        ("Carpathians", 1, 1),
    ];
    assert_eq!(tolls(&on(["terrain"])), expected);
}

// proves C-0.2-mountains, C-17.6.1-eagle
#[test]
fn with_the_eagle_the_mountains_towards_italy_are_cheap_for_austria_alone() {
    let expected = vec![
        ("Pyrenees", 2, 2),
        ("western Alps", 2, 2),
        ("central Alps", 1, 1),
        ("eastern Alps, north", 1, 2),
        ("eastern Alps, south", 1, 2),
        ("Sudetes", 1, 1),
        ("Carpathians", 1, 1),
    ];
    assert_eq!(tolls(&on(["terrain", "eagle"])), expected);
}

// proves C-17.5.1-steppes
#[test]
fn every_square_around_moscow_costs_everybody_double() {
    let steppes = on(["steppes"]);
    for power in [Russia, Austria] {
        let cost = |from, to| price(&steppes, power, General, from, to);
        assert_eq!(cost("28,4", "29,4"), 2, "onto the steppe");
        assert_eq!(cost("28,7", "29,6"), 2, "onto its corner");
        assert_eq!(cost("29,4", "29,3"), 2, "along it");
        assert_eq!(cost("29,4", "30,4"), 1, "from it into the Capital area");
        assert_eq!(cost("29,4", "28,4"), 1, "from it into the country");
        assert_eq!(price(&[], power, General, "28,4", "29,4"), 1, "without the rule");
    }
    assert_eq!(price(&steppes, Austria, Cavalry, "27,4", "29,4"), 2);
    assert_eq!(price(&steppes, Austria, Cavalry, "28,4", "30,4"), 2);
}

// The dice (2, 8.2)

// proves C-2.1-two-dice
#[test]
fn both_dice_are_thrown_and_their_total_is_the_pips() {
    for faces in [[3, 4], [1, 1], [6, 6], [6, 1]] {
        let mut at = four("introductory").open(France);
        assert_eq!(at.step_refused("10,6", "9,5"), "C-0.4-sequence", "first the throw");
        at.load(&faces);
        at.ok(Action::Throw);
        assert_eq!((at.game.turn.throw, at.pips()), (faces, faces[0] + faces[1]));
        assert_eq!(at.refused(Action::Throw), "C-0.4-sequence", "one throw a turn");
    }
}

// proves C-2.1.1-average
#[test]
fn average_dice_show_two_to_five() {
    let shown = [1, 2, 3, 4, 5, 6].map(|face| {
        let mut at = four_with("introductory", &on(["average-dice"])).open(France);
        at.load(&[face, 1]);
        at.ok(Action::Throw);
        assert_eq!(at.pips(), at.game.turn.throw.iter().sum::<u8>());
        at.game.turn.throw
    });
    assert_eq!(shown, [[2, 2], [3, 2], [3, 2], [4, 2], [4, 2], [5, 2]]);
}

// proves C-2.1-no-combat
#[test]
fn dice_never_decide_an_attack() {
    for faces in [[1, 1], [6, 6], [1, 6], [6, 1]] {
        let table = |attackers: &[&str]| {
            let at = four("introductory").with(France, Infantry, "5,17").with(Austria, General, "28,18");
            let mut at = attackers.iter().fold(at, |at, square| at.with(Austria, Infantry, square));
            at.begin(Austria, 2);
            at.name("5,17").step("28,18", "28,17");
            at.load(&faces);
            at
        };
        let mut strong = table(&["4,16", "6,16"]);
        strong.done();
        let dice = strong.game.dice.clone();
        strong.ok(Action::Strike(sq("5,17")));
        assert_eq!(strong.on("5,17"), None, "two take one, whatever the dice would show");
        assert_eq!(strong.game.dice, dice, "no die is thrown");
        let mut weak = table(&["4,16"]);
        weak.done();
        assert_eq!(weak.refused(Action::Strike(sq("5,17"))), "C-0.4-sequence", "there is nothing to attack");
        assert!(weak.on("5,17").is_some(), "one does not take one, whatever the dice would show");
        assert_eq!(weak.game.dice.drawn(), dice.drawn());
    }
}

// proves C-8.2-moves, C-2.2-share
#[test]
fn with_a_seven_one_piece_moves_seven_times() {
    let mut at = alone(General, "1,18", 7);
    for column in 1..8 {
        at.step(&format!("{column},18"), &format!("{},18", column + 1));
    }
    assert_eq!(at.step_refused("8,18", "9,18"), "C-8.2-moves");
}

// proves C-8.2-moves, C-2.2-share
#[test]
fn with_a_seven_seven_pieces_move_once_each() {
    let mut at = four("introductory").turn(France, 7);
    at.step("10,6", "9,5").step("12,6", "13,5").step("10,8", "9,9").step("12,8", "13,9");
    at.step("10,7", "8,7").step("12,7", "14,7").step("11,6", "12,5");
    assert_eq!(at.pips(), 0);
    assert_eq!(at.step_refused("11,8", "12,9"), "C-8.2-moves");
}

// proves C-8.2-moves, C-2.2-share
#[test]
fn a_seven_is_shared_out_in_any_mix() {
    let mut at = four("introductory").turn(France, 7);
    at.step("10,7", "8,7").step("8,7", "8,9"); // cavalry, two moves
    at.step("11,7", "10,7").step("10,7", "9,7").step("9,7", "8,7"); // the General, three
    at.step("10,6", "9,5").step("9,5", "8,6"); // infantry, two
    assert_eq!(at.pips(), 0);
    assert_eq!(at.step_refused("8,6", "7,7"), "C-8.2-moves");
}

// proves C-2.2-share
#[test]
fn nobody_has_to_use_his_pips_and_unused_ones_are_lost() {
    let mut at = four("introductory").open(France);
    at.load(&[6, 5]);
    at.ok(Action::Throw).step("10,6", "9,5");
    assert_eq!(at.pips(), 10);
    at.end_turn();
    assert_eq!(at.army(), Russia, "the turn may end with pips left");
    at.idle().idle().idle();
    assert_eq!(at.army(), France);
    at.load(&[1, 2]);
    assert_eq!(at.ok(Action::Throw).pips(), 3);
}

// proves C-2.2.1-three
#[test]
fn three_moves_are_counted_in_moves_not_in_pips() {
    let mut at = four_with("introductory", &on(["terrain", "three-moves"]))
        .clear()
        .with(Austria, General, "14,10")
        .turn(Austria, 8);
    at.step("14,10", "15,11").step("15,11", "15,12").step("15,12", "15,13");
    assert_eq!(at.pips(), 2, "three moves in the western Alps for six pips");
    assert_eq!(at.step_refused("15,13", "16,13"), "C-2.2.1-three");
}

// proves C-2.2.1-three
#[test]
fn three_moves_take_cavalry_six_squares() {
    let table = |house_rules: &[(&str, Value)]| {
        let at = four_with("introductory", house_rules)
            .clear()
            .with(Austria, Cavalry, "1,18")
            .with(Austria, General, "1,16");
        let mut at = at.turn(Austria, 8);
        at.step("1,18", "3,18").step("3,18", "5,18").step("5,18", "7,18");
        at
    };
    let mut at = table(&on(["three-moves"]));
    assert_eq!(at.step_refused("7,18", "9,18"), "C-2.2.1-three");
    at.step("1,16", "2,16").step("2,16", "3,16").step("3,16", "4,16");
    assert_eq!(at.step_refused("4,16", "5,16"), "C-2.2.1-three", "each piece has three moves of its own");
    table(&[]).step("7,18", "9,18");
}

// The pieces (4)

// proves C-4.1.1-general
#[test]
fn a_general_moves_one_square_in_any_direction() {
    let mut at = alone(General, "5,19", 3);
    let around = squares(["4,18", "5,18", "6,18", "4,19", "6,19", "4,20", "5,20", "6,20"]);
    assert_eq!(at.moves_of("5,19"), around);
    assert_eq!(at.step_refused("5,19", "7,19"), "C-4.1.1-general");
    assert_eq!(at.step_refused("5,19", "6,17"), "C-4.1.1-general");
    at.step("5,19", "6,18").step("6,18", "6,19").step("6,19", "7,19");
    assert_eq!(at.pips(), 0, "one pip a square");
}

// proves C-4.1.1-infantry
#[test]
fn infantry_moves_one_square_diagonally() {
    let mut at = alone(Infantry, "5,19", 3);
    assert_eq!(at.moves_of("5,19"), squares(["4,18", "6,18", "4,20", "6,20"]));
    assert_eq!(at.step_refused("5,19", "5,18"), "C-4.1.1-infantry");
    assert_eq!(at.step_refused("5,19", "6,19"), "C-4.1.1-infantry");
    assert_eq!(at.step_refused("5,19", "7,17"), "C-4.1.1-infantry");
    at.step("5,19", "6,18").step("6,18", "7,17").step("7,17", "8,18");
    assert_eq!(at.pips(), 0, "one pip a square");
}

// proves C-4.1.1-cavalry
#[test]
fn cavalry_moves_two_squares_along_rows_and_columns() {
    let mut at = alone(Cavalry, "5,19", 3);
    let two = squares(["5,17", "4,18", "6,18", "3,19", "7,19", "4,20", "6,20", "5,21"]);
    assert_eq!(at.moves_of("5,19"), two);
    assert_eq!(at.step_refused("5,19", "5,18"), "C-4.1.1-cavalry", "a single square");
    assert_eq!(at.step_refused("5,19", "7,17"), "C-4.1.1-cavalry", "a diagonal");
    assert_eq!(at.step_refused("5,19", "8,19"), "C-4.1.1-cavalry", "three squares");
    assert_eq!(at.step_refused("5,19", "6,17"), "C-4.1.1-cavalry", "a knight's move");
    assert_eq!(at.step_refused("5,19", "5,19"), "C-4.1.1-cavalry", "there and back");
}

// proves C-4.1.1-cavalry
#[test]
fn three_pips_take_cavalry_six_squares() {
    let mut at = alone(Cavalry, "1,18", 3);
    at.step("1,18", "3,18").step("3,18", "5,18").step("5,18", "7,18");
    assert_eq!(at.step_refused("7,18", "9,18"), "C-8.2-moves");
}

/// Austrian cavalry on 5,19, hemmed in by Austrian infantry on these squares.
fn hemmed_in<const N: usize>(infantry: [&str; N]) -> At {
    let at = four("introductory").clear().with(Austria, Cavalry, "5,19");
    infantry.into_iter().fold(at, |at, square| at.with(Austria, Infantry, square)).turn(Austria, 6)
}

// proves C-4.1.1-cavalry, C-4.1.2-block
#[test]
fn cavalry_with_a_single_free_square_ahead_cannot_move() {
    let mut at = hemmed_in(["4,19", "6,19", "5,20", "4,18", "6,18", "5,17"]);
    assert_eq!(at.moves_of("5,19"), []);
    assert_eq!(at.step_refused("5,19", "5,18"), "C-4.1.1-cavalry", "the free square");
    let at = hemmed_in(["4,19", "6,19", "5,20", "4,18", "5,17"]);
    assert_eq!(at.moves_of("5,19"), squares(["6,18"]), "round the corner of the free square");
}

// proves C-4.1.1-capture
#[test]
fn only_a_general_captures_a_town() {
    let holder_after = |kind, from: &str, name: &str| {
        let mut at = four("introductory").with(Austria, kind, from).turn(Austria, 6);
        at.step(from, name).end_turn();
        at.holder(name)
    };
    assert_eq!(holder_after(Infantry, "17,17", "Rome"), None);
    assert_eq!(holder_after(Cavalry, "16,16", "Rome"), None);
    assert_eq!(holder_after(General, "16,17", "Rome"), Some(Austria));
    assert_eq!(holder_after(Infantry, "14,12", "Lyon"), Some(France), "nor one that somebody holds");
    assert_eq!(holder_after(General, "14,12", "Lyon"), Some(Austria));
}

// proves C-4.1.2-block
#[test]
fn cavalry_may_not_ride_over_a_piece_of_friend_or_foe() {
    for owner in [Austria, France] {
        let mut at = alone(Cavalry, "5,19", 6);
        at.add(owner, Infantry, "5,18");
        assert_eq!(at.step_refused("5,19", "5,17"), "C-4.1.2-block", "{owner}");
        at.step("5,19", "5,21");
    }
}

// proves C-4.1.2-block
#[test]
fn cavalry_turns_a_corner_if_either_way_round_is_free() {
    hemmed_in(["5,18"]).step("5,19", "6,18");
    hemmed_in(["6,19"]).step("5,19", "6,18");
    assert_eq!(hemmed_in(["5,18", "6,19"]).step_refused("5,19", "6,18"), "C-4.1.2-block");
}

// proves C-4.1.2-one
#[test]
fn a_square_holds_one_piece() {
    for (kind, to) in [(General, "6,18"), (Infantry, "6,18"), (Cavalry, "7,19")] {
        for owner in [Austria, France] {
            let mut at = alone(kind, "5,19", 6);
            at.add(owner, Infantry, to);
            assert_eq!(at.step_refused("5,19", to), "C-4.1.2-one", "{kind} onto a piece of {owner}");
        }
        alone(kind, "5,19", 6).step("5,19", to);
    }
}

/// Every square a lone piece gets to, move by move.
fn roam(kind: Kind, start: &str) -> BTreeSet<Square> {
    let mut at = alone(kind, start, 6);
    let piece = at.on(start).unwrap();
    let mut seen = BTreeSet::from([sq(start)]);
    let mut open = vec![sq(start)];
    while let Some(square) = open.pop() {
        at.game.put(piece, Place::BOX);
        at.game.put(piece, square);
        at.begin(Austria, 6);
        open.extend(at.moves_of(&square.to_string()).into_iter().filter(|to| seen.insert(*to)));
    }
    seen
}

// proves C-4.1.1-infantry, C-4.1.1-cavalry
#[test]
fn infantry_and_cavalry_keep_to_one_colour_of_the_chequered_board() {
    for (kind, start) in [(Infantry, "24,14"), (Infantry, "23,14"), (Cavalry, "24,15"), (Cavalry, "24,14")] {
        let even = sq(start).is_even();
        let colour: BTreeSet<Square> = BOARD.land.iter().filter(|square| square.is_even() == even).collect();
        assert_eq!(roam(kind, start), colour, "{kind} from {start} gets everywhere on its colour");
    }
    assert_eq!(roam(General, "25,15").len(), BOARD.land.count() as usize, "a General knows no colour");
}

// proves C-17.1-redeploy
#[test]
fn redeployment_changes_the_colour_of_infantry_and_cavalry() {
    let mut at = four_with("introductory", &on(["redeployment"])).turn(France, 2);
    at.done().load(&[2]);
    at.done();
    at.ok(Action::Redeploy { from: sq("10,6"), to: sq("9,6") });
    at.ok(Action::Redeploy { from: sq("10,7"), to: sq("9,7") });
    let kind = |square| at.on(square).map(|piece| piece.kind());
    assert_eq!([kind("9,6"), kind("9,7")], [Some(Infantry), Some(Cavalry)]);
}

// proves C-9.6-touch
#[test]
fn a_piece_that_was_let_go_is_not_moved_again() {
    let mut at = four("introductory").turn(France, 7);
    at.step("10,6", "9,5").step("9,5", "8,6");
    at.step("12,6", "13,5");
    assert_eq!(at.step_refused("8,6", "7,7"), "C-9.6-touch");
    at.step("13,5", "12,4");
    assert_eq!(at.pips(), 3, "the piece in hand goes on");
}

// Zones of control (12)

/// Whether an Austrian General who steps onto a square beside the enemy on 5,19 must halt there.
fn halts_beside(at: At, columns: i32, rows: i32) -> bool {
    let [from, to] = [2, 1].map(|far| format!("{},{}", 5 + far * columns, 19 + far * rows));
    let mut at = at.with(Austria, General, &from).turn(Austria, 6);
    at.step(&from, &to);
    match at.act(Action::Step { from: sq(&to), to: sq(&from) }) {
        Ok(()) => false,
        Err(denied) => {
            assert_eq!(denied.rule.as_str(), "C-12.1-zoc");
            true
        }
    }
}

const CORNERS: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const SIDES: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

// proves C-12.1-zoc
#[test]
fn every_kind_controls_the_squares_it_could_attack() {
    let beside = |kind, (columns, rows)| {
        halts_beside(four("introductory").clear().with(France, kind, "5,19"), columns, rows)
    };
    for corner in CORNERS {
        assert!(beside(Infantry, corner) && !beside(Cavalry, corner) && beside(General, corner));
    }
    for side in SIDES {
        assert!(!beside(Infantry, side) && beside(Cavalry, side) && beside(General, side));
    }
}

// proves C-12.1-zoc
#[test]
fn own_and_allied_pieces_control_nothing() {
    let table = || four("introductory").clear();
    assert!(halts_beside(table().with(France, General, "5,19"), 1, 1));
    assert!(!halts_beside(table().with(France, General, "5,19").allied(France, Austria), 1, 1));
    assert!(!halts_beside(table().with(Austria, Infantry, "5,19"), 1, 1));
}

// proves C-12.1-zoc
#[test]
fn neutral_infantry_controls_nothing() {
    let mut at =
        four_with("introductory", &on(["minor-powers"])).with(Austria, General, "19,16").turn(Austria, 6);
    assert!(at.on("Milan").is_some());
    at.step("19,16", "18,15").step("18,15", "19,16");
}

// proves C-12.1-zoc
#[test]
fn zones_of_control_can_be_switched_off() {
    let off = [("zone-of-control", Value::Flag(false))];
    assert!(!halts_beside(four_with("introductory", &off).clear().with(France, General, "5,19"), 1, 1));
}

// proves C-12.1-zoc
#[test]
fn a_piece_may_start_in_a_controlled_square_and_leave_it() {
    let mut at = alone(General, "4,18", 6);
    at.add(France, Infantry, "5,19");
    at.step("4,18", "4,19").step("4,19", "3,20").step("3,20", "4,20");
    assert_eq!(at.step_refused("4,20", "3,20"), "C-12.1-zoc", "but not enter another and go on");
}

// proves C-12.1-zoc
#[test]
fn when_one_piece_has_halted_another_may_move() {
    let mut at = alone(General, "3,17", 6);
    at.add(Austria, Infantry, "8,17");
    at.add(France, Infantry, "5,19");
    at.step("3,17", "4,18").step("8,17", "9,18").step("9,18", "8,17");
}

// proves C-12.1-zoc
#[test]
fn cavalry_ends_in_a_controlled_square_but_does_not_ride_over_one() {
    let table = |from: &str| {
        let mut at = alone(Cavalry, from, 6);
        at.add(France, Infantry, "5,19");
        at
    };
    assert_eq!(table("3,18").step_refused("3,18", "5,18"), "C-12.1-zoc", "over 4,18");
    let mut at = table("2,18");
    at.step("2,18", "4,18");
    assert_eq!(at.step_refused("4,18", "4,16"), "C-12.1-zoc", "it must end its move there");
    table("4,18").step("4,18", "4,16"); // to leave is free
    table("3,18").step("3,18", "4,17"); // round the corner over 3,17
    let mut at = table("3,18");
    at.add(France, Cavalry, "3,16");
    assert_eq!(at.step_refused("3,18", "4,17"), "C-12.1-zoc", "3,17 is controlled as well");
}

// proves C-12.1-zoc
#[test]
fn cavalry_rides_where_it_likes_without_zones_of_control() {
    let off = [("zone-of-control", Value::Flag(false))];
    let mut at = four_with("introductory", &off)
        .clear()
        .with(Austria, Cavalry, "3,18")
        .with(France, Infantry, "5,19")
        .turn(Austria, 6);
    at.step("3,18", "5,18").step("5,18", "7,18");
}

/// An Austrian piece on 5,18 with these pieces on 4,18 and 5,19, the two flanks of the step to 4,19.
fn between(kind: Kind, flanks: [Option<Power>; 2], at: At) -> At {
    let at = at.clear().with(Austria, kind, "5,18");
    let flanked = ["4,18", "5,19"].into_iter().zip(flanks);
    let at = flanked.fold(at, |at, (square, power)| match power {
        Some(power) => at.with(power, Infantry, square),
        None => at,
    });
    at.turn(Austria, 6)
}

// proves C-12.2-line
#[test]
fn nobody_slips_diagonally_between_two_enemies() {
    for kind in [General, Infantry] {
        let mut at = between(kind, [Some(France), Some(France)], four("introductory"));
        assert_eq!(at.step_refused("5,18", "4,19"), "C-12.2-line");
        at.step("5,18", "4,17");
        let mut at = between(kind, [Some(France), Some(Russia)], four("introductory"));
        assert_eq!(at.step_refused("5,18", "4,19"), "C-12.2-line", "of two powers");
    }
}

// proves C-12.2-line
#[test]
fn one_enemy_or_a_friend_leaves_the_way_open() {
    for flanks in [[Some(France), None], [None, Some(France)], [Some(France), Some(Austria)]] {
        between(General, flanks, four("introductory")).step("5,18", "4,19");
    }
    let with_an_ally = || four("introductory").allied(France, Austria);
    between(General, [Some(France), Some(France)], with_an_ally()).step("5,18", "4,19");
    between(General, [Some(France), Some(Russia)], with_an_ally()).step("5,18", "4,19");
    between(General, [Some(Russia), Some(France)], with_an_ally()).step("5,18", "4,19");
    let off = [("zone-of-control", Value::Flag(false))];
    between(General, [Some(France), Some(France)], four_with("introductory", &off)).step("5,18", "4,19");
}
