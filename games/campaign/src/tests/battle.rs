//! Attack and defence. Rulebook 9, 10, 14.

use super::table::{At, four, four_with, game, on, sq};
use crate::action::Action;
use crate::board::BOARD;
use crate::components::Kind::{Cavalry, General, Infantry};
use crate::components::Power::{Austria, France, Russia, Spain};
use crate::components::{Kind, PieceId, Power};
use crate::square::{AROUND, Square};
use crate::state::{Phase, Place};

/// Austria attacks a piece of France on 5,17, in Spain, alone on the board with these attackers.
fn attack_on(level: &str, target: Kind, attackers: &[(Kind, &str)]) -> At {
    attack_in(four(level), target, attackers)
}

/// The same at a table of one's own.
fn attack_in(at: At, target: Kind, attackers: &[(Kind, &str)]) -> At {
    let at = at.clear().with(France, target, "5,17");
    attackers.iter().fold(at, |at, (kind, square)| at.with(Austria, *kind, square)).turn(Austria, 6)
}

/// The squares around one, as text.
fn around(square: &str) -> impl Iterator<Item = String> {
    let square = sq(square);
    AROUND.into_iter().filter_map(move |(columns, rows)| square.step(columns, rows)).map(|s| s.to_string())
}

// proves C-9.1-values, C-9.1-superior, C-9.2-position, C-10.1-two-inf
#[test]
fn two_pieces_in_position_take_infantry() {
    let taken = |attackers: &[(Kind, &str)]| attack_on("introductory", Infantry, attackers).can_take("5,17");
    assert!(taken(&[(Infantry, "4,16"), (Infantry, "6,16")]));
    assert!(taken(&[(Infantry, "4,16"), (Cavalry, "5,16")]));
    assert!(!taken(&[(Infantry, "4,16"), (Infantry, "5,16")]), "infantry beside the target adds nothing");
    assert!(!taken(&[(Infantry, "4,16"), (Cavalry, "6,16")]), "cavalry at the corner adds nothing");
    assert!(taken(&[(General, "5,16"), (Cavalry, "6,17")]));
    assert!(!taken(&[(Infantry, "4,16")]), "one is not superior to one");
}

// proves C-9.1-superior, C-10.1-general
#[test]
fn a_general_is_taken_by_three_not_by_two() {
    let two = [(Infantry, "4,16"), (Infantry, "6,16")];
    assert_eq!(attack_on("introductory", General, &two).saved_by("5,17"), "C-9.1-superior");
    let three = [(Infantry, "4,16"), (Infantry, "6,16"), (Cavalry, "5,18")];
    assert!(attack_on("introductory", General, &three).can_take("5,17"));
}

// proves C-9.1-values
#[test]
fn a_general_counts_one_in_attack_and_two_in_defence() {
    let alone = [(General, "5,16")];
    assert_eq!(attack_on("introductory", Infantry, &alone).saved_by("5,17"), "C-9.1-superior");
    let and_one = [(General, "5,16"), (Cavalry, "6,17")];
    assert!(attack_on("introductory", Cavalry, &and_one).can_take("5,17"));
    assert_eq!(attack_on("introductory", General, &and_one).saved_by("5,17"), "C-9.1-superior");
    let and_two = [(General, "5,16"), (Cavalry, "6,17"), (Cavalry, "4,17")];
    assert!(attack_on("introductory", General, &and_two).can_take("5,17"));
}

// proves C-9.1-values
#[test]
fn infantry_and_cavalry_are_worth_the_same() {
    for target in Kind::TROOPS {
        let one = |kind: Kind| if kind == Infantry { (kind, "4,16") } else { (kind, "5,16") };
        let other = |kind: Kind| if kind == Infantry { (kind, "6,18") } else { (kind, "5,18") };
        for (a, b) in [(Infantry, Infantry), (Infantry, Cavalry), (Cavalry, Cavalry)] {
            assert!(attack_on("introductory", target, &[one(a), other(b)]).can_take("5,17"));
            assert!(!attack_on("introductory", target, &[one(a)]).can_take("5,17"));
            assert!(!attack_on("introductory", General, &[one(a), other(b)]).can_take("5,17"));
        }
    }
}

// proves C-9.2-position
#[test]
fn each_kind_attacks_along_its_own_line_of_movement_only() {
    let target = sq("5,17");
    for kind in [General, Infantry, Cavalry] {
        for square in Square::all().filter(|square| target.distance(*square) <= 2 && *square != target) {
            let (columns, rows) = (square.column() - target.column(), square.row() - target.row());
            let corner = columns.abs() == 1 && rows.abs() == 1;
            let side = columns.abs() + rows.abs() == 1;
            let in_position = match kind {
                General => corner || side,
                Infantry => corner,
                Cavalry => side,
            };
            // A second piece that is in position wherever the first one is not.
            let second = if square == sq("4,16") { "6,16" } else { "4,16" };
            let at = attack_on("introductory", Cavalry, &[(kind, &square.to_string())])
                .with(Austria, Infantry, second);
            assert_eq!(at.can_take("5,17"), in_position, "{kind} on {square}");
        }
    }
}

// proves C-9.2-position
#[test]
fn four_pieces_out_of_position_add_nothing() {
    let wrong = [(Infantry, "4,17"), (Infantry, "5,16"), (Cavalry, "4,16"), (Cavalry, "6,18")];
    assert_eq!(attack_on("introductory", Infantry, &wrong).saved_by("5,17"), "C-9.2-position");
    let right = [(Cavalry, "4,17"), (Cavalry, "5,16"), (Infantry, "4,16"), (Infantry, "6,18")];
    assert!(attack_on("introductory", Infantry, &right).can_take("5,17"));
}

// proves C-9.2-position, C-9.5-remove
#[test]
fn attackers_stay_where_they_are_and_the_beaten_piece_goes_back_to_its_box() {
    let mut at = attack_on("introductory", Infantry, &[(Infantry, "4,16"), (Infantry, "6,16")]).camps();
    at = at.with(France, Cavalry, "7,11");
    let (target, left, right) = (at.on("5,17").unwrap(), at.on("4,16"), at.on("6,16"));
    at.name("5,17").done().ok(Action::Strike(sq("5,17")));
    assert_eq!(at.game.place(target), Place::BOX, "it may be gained again");
    assert_eq!((at.on("4,16"), at.on("5,17"), at.on("6,16")), (left, None, right));
}

// proves C-9.5-remove
#[test]
fn a_piece_back_in_its_box_may_be_gained_again() {
    let mut at = attack_on("standard", Infantry, &[(Infantry, "4,16"), (Infantry, "6,16")])
        .with(France, Infantry, "8,16")
        .with(France, General, "16,13")
        .card("Milan", Russia)
        .camps();
    let beaten = at.on("5,17").unwrap();
    at.name("5,17").done().ok(Action::Strike(sq("5,17"))).until(France);
    at.begin(France, 6);
    at.step("16,13", "Milan").done().ok(Action::Place(sq("17,13")));
    assert_eq!(at.on("17,13"), Some(beaten));
}

// proves C-9.5-remove
#[test]
fn a_beaten_piece_stands_until_the_turn_ends() {
    let attackers = [(Infantry, "4,16"), (Infantry, "6,16"), (Infantry, "9,12"), (Infantry, "11,12")];
    let mut at = attack_in(four_with("introductory", &on(["fronts"])), Infantry, &attackers)
        .with(France, Infantry, "10,13")
        .camps();
    at.name("5,17").name("10,13").done();
    at.ok(Action::Strike(sq("5,17")));
    assert!(at.on("5,17").is_some(), "the other attack is still to be made");
    at.ok(Action::Strike(sq("10,13")));
    assert_eq!((at.on("5,17"), at.on("10,13")), (None, None));
}

// proves C-9.5-general
#[test]
fn a_captured_general_is_not_removed() {
    let three = [(Infantry, "4,16"), (Infantry, "6,16"), (Cavalry, "5,18")];
    for (level, home) in [("introductory", "Paris"), ("standard", "8,12")] {
        let mut at = attack_on(level, General, &three).with(France, Infantry, "13,4").camps();
        at.name("5,17").done().ok(Action::Strike(sq("5,17")));
        assert_eq!(at.on("5,17"), None);
        assert_eq!(at.on(home), Some(PieceId::general(France)), "{level}");
        assert!(at.game.is_active(France));
    }
}

// proves C-9.3-one, C-9.3-declare
#[test]
fn one_target_is_named_and_before_the_first_move() {
    let mut at =
        attack_on("introductory", Infantry, &[(Infantry, "4,16"), (Infantry, "6,16"), (General, "8,20")])
            .with(France, Infantry, "8,17");
    at.name("5,17");
    assert_eq!(at.refused(Action::Name(sq("8,17"))), "C-9.3-one");
    at.step("8,20", "8,19").done();
    assert_eq!(at.refused(Action::Strike(sq("8,17"))), "C-9.3-declare");
    at.ok(Action::Strike(sq("5,17")));
    assert_eq!(at.on("5,17"), None);
}

// proves C-9.3-declare
#[test]
fn a_target_is_not_named_after_the_first_move() {
    let attackers = [(Infantry, "4,16"), (Infantry, "6,16"), (General, "8,20")];
    let mut at = attack_on("introductory", Infantry, &attackers);
    at.step("8,20", "8,19");
    assert_eq!(at.refused(Action::Name(sq("5,17"))), "C-9.3-declare");
    at.done();
    assert_ne!(at.game.phase(), Phase::Attack, "there is nothing to attack");
    assert!(at.on("5,17").is_some());
}

// proves C-9.3-declare
#[test]
fn only_a_piece_can_be_named() {
    let mut at = attack_on("introductory", Infantry, &[(Infantry, "4,16"), (Infantry, "6,16")]);
    assert_eq!(at.refused(Action::Name(sq("9,20"))), "C-9.3-declare");
    at.name("5,17");
}

// proves C-9.3-declare
#[test]
fn a_named_target_that_is_not_outweighed_comes_to_no_harm() {
    let mut at = attack_on("introductory", Infantry, &[(Infantry, "4,16")]).camps();
    at.name("5,17").done();
    assert_eq!(at.game.phase(), Phase::Business, "no attack is to be made");
    assert!(at.on("5,17").is_some());
}

// proves C-9.3-declare
#[test]
fn a_named_target_need_not_be_attacked() {
    let mut at = attack_on("introductory", Infantry, &[(Infantry, "4,16"), (Infantry, "6,16")]).camps();
    at.name("5,17").done();
    assert_eq!(at.game.phase(), Phase::Attack);
    at.done();
    assert!(at.on("5,17").is_some());
}

/// Austria stands ready to take two French pieces in Spain and one in France.
fn two_fronts(fronts: bool) -> At {
    let at = if fronts { four_with("introductory", &on(["fronts"])) } else { four("introductory") };
    let attackers = [
        (Infantry, "4,16"),
        (Infantry, "6,16"),
        (Infantry, "4,20"),
        (Infantry, "6,20"),
        (Infantry, "9,12"),
        (Infantry, "11,12"),
    ];
    attack_in(at, Infantry, &attackers)
        .with(France, Infantry, "5,19")
        .with(France, Infantry, "10,13")
        .with(France, Cavalry, "13,4")
        .camps()
}

// proves C-9.3.1-fronts
#[test]
fn with_fronts_one_piece_is_attacked_in_each_country() {
    let mut at = two_fronts(true);
    at.name("5,17");
    assert_eq!(at.refused(Action::Name(sq("5,19"))), "C-9.3.1-fronts");
    at.name("10,13").done();
    at.ok(Action::Strike(sq("5,17"))).ok(Action::Strike(sq("10,13")));
    assert_eq!((at.on("5,17"), at.on("10,13")), (None, None));
    assert!(at.on("5,19").is_some());
}

// proves C-9.3-one
#[test]
fn without_fronts_one_piece_is_attacked_in_all() {
    let mut at = two_fronts(false);
    at.name("5,17");
    assert_eq!(at.refused(Action::Name(sq("10,13"))), "C-9.3-one");
    at.done().ok(Action::Strike(sq("5,17")));
    assert!(at.on("10,13").is_some());
}

// proves C-9.3.1-fronts
#[test]
fn forest_and_mountain_are_one_further_front() {
    let mut at = four_with("introductory", &on(["fronts", "terrain"]))
        .clear()
        .with(France, Infantry, "10,10")
        .with(France, Infantry, "6,14")
        .with(France, Infantry, "9,13")
        .with(Austria, Infantry, "20,17")
        .camps()
        .turn(Austria, 6);
    at.name("10,10");
    assert_eq!(at.refused(Action::Name(sq("6,14"))), "C-9.3.1-fronts");
    at.name("9,13");
}

/// Austria has one infantry on a French one, Russia another; both are in position.
fn mixed() -> At {
    attack_on("introductory", Infantry, &[(Infantry, "4,16")]).with(Russia, Infantry, "6,16")
}

// proves C-9.4-mixed
#[test]
fn allies_attack_together() {
    assert_eq!(mixed().saved_by("5,17"), "C-9.1-superior", "Russia is no ally");
    let mut at = mixed().allied(Austria, Russia).with(France, Infantry, "13,4").camps();
    at.name("5,17").done().ok(Action::Strike(sq("5,17")));
    assert_eq!(at.on("5,17"), None);
}

// proves C-9.4-mixed
#[test]
fn one_of_the_attackers_must_be_the_active_players() {
    let russians = attack_on("introductory", Infantry, &[])
        .with(Russia, Infantry, "4,16")
        .with(Russia, Infantry, "6,16")
        .allied(Austria, Russia);
    assert_eq!(russians.saved_by("5,17"), "C-9.4-mixed");
    assert!(russians.with(Austria, Infantry, "4,18").can_take("5,17"));
}

// proves C-9.4-mixed
#[test]
fn it_is_not_enough_to_engage_a_supporter_for_an_ally() {
    let at = attack_on("standard", Infantry, &[(Cavalry, "7,17")])
        .with(Russia, Infantry, "4,16")
        .with(Russia, Infantry, "4,18")
        .with(France, Cavalry, "6,17")
        .allied(Austria, Russia);
    assert_eq!(at.saved_by("5,17"), "C-9.4-mixed");
    assert!(at.with(Austria, Infantry, "6,16").can_take("5,17"));
}

// proves C-9.4-mixed, C-7.1-noattack
#[test]
fn an_ally_does_not_attack_his_own_ally() {
    let at = mixed().allied(Austria, Russia).allied(Russia, France);
    assert_eq!(at.saved_by("5,17"), "C-9.1-superior");
    assert!(mixed().allied(Austria, Russia).allied(Russia, Spain).can_take("5,17"));
}

// proves C-9.4-mixed
#[test]
fn an_ally_in_the_clear_turn_after_breaking_with_the_enemy_does_not_count() {
    let barred = |who: Power, whom: Power| {
        let mut at = mixed().allied(Austria, Russia);
        let (who, whom) = (at.seat(who), at.seat(whom));
        at.game.diplomacy.banned[who.index()].insert(whom);
        at.can_take("5,17")
    };
    assert!(!barred(Russia, France));
    assert!(barred(Russia, Spain));
}

// proves C-9.4-mixed, C-14.1-adjacent
#[test]
fn an_alliance_broken_this_turn_brings_neither_attackers_nor_supporters() {
    let mut at = mixed().allied(Austria, Russia).camps();
    assert!(at.can_take("5,17"));
    let russia = at.seat(Russia);
    at.name("5,17").ok(Action::Break(russia));
    assert_eq!(at.saved_by("5,17"), "C-9.1-superior");

    let mut at = attack_on("standard", Infantry, &[(Infantry, "4,16"), (Infantry, "4,18")])
        .with(Russia, Cavalry, "6,17")
        .allied(France, Russia)
        .camps()
        .open(Austria);
    at.game.turn.targets = Default::default();
    assert_eq!(at.saved_by("5,17"), "C-14.1.1-engage");
    let (france, russia) = (at.seat(France), at.seat(Russia));
    at.act_as(russia, Action::Break(france)).unwrap();
    assert!(at.can_take("5,17"));
}

// proves C-9.2-parity
#[test]
fn infantry_and_cavalry_of_an_army_attack_squares_of_one_colour_only() {
    let mut at = game("introductory", 3, &[France, Austria, Spain]);
    for turn in 0..60u32 {
        at.ok(Action::Throw);
        for number in 0..12 {
            let steps: Vec<_> =
                at.listed().into_iter().filter(|action| matches!(action, Action::Step { .. })).collect();
            if !steps.is_empty() {
                at.ok(steps[(turn * 31 + number * 17) as usize % steps.len()]);
            }
        }
        while at.game.phase() != Phase::Open {
            at.done();
        }
        for power in [France, Austria, Spain] {
            let even = BOARD.base(power).capital.general.is_even();
            for piece in at.game.troops(power) {
                let wrong = Square::all().find(|s| at.game.bears_on(piece, *s) && s.is_even() != even);
                assert_eq!(wrong, None, "{piece} attacks the other colour");
            }
            let general = PieceId::general(power);
            let both = [true, false]
                .map(|even| Square::all().any(|s| at.game.bears_on(general, s) && s.is_even() == even));
            assert_eq!(both, [true, true], "a General attacks either");
        }
    }
}

// proves C-10.2-impossible
#[test]
fn a_large_force_may_find_no_room_to_attack() {
    // Corunna's corner of Spain: sea on five sides, a friend on two of the other three.
    let corner = || {
        four("introductory")
            .clear()
            .with(France, Infantry, "1,15")
            .with(France, Cavalry, "1,16")
            .with(Austria, Infantry, "3,17")
            .with(Austria, Infantry, "5,17")
            .with(Austria, Cavalry, "4,15")
            .with(Austria, Cavalry, "4,16")
            .with(Austria, General, "4,17")
            .camps()
    };
    let mut at = corner().with(France, Cavalry, "2,15").turn(Austria, 12);
    at.name("1,15").step("3,17", "2,16").step("5,17", "4,18").step("4,17", "3,16").done();
    assert_eq!(at.game.phase(), Phase::Business, "there is no attack to be made");
    assert_eq!(at.game.turn.pips, 9, "and pips enough");

    let mut at = corner().turn(Austria, 12);
    at.name("1,15").step("3,17", "2,16").step("4,15", "2,15").done().ok(Action::Strike(sq("1,15")));
    assert_eq!(at.on("1,15"), None, "with room on one more side it is taken");
}

// proves C-14.1.2-example
#[test]
fn a_supported_piece_is_taken_only_when_its_supporter_is_engaged() {
    let two = [(Infantry, "4,16"), (Infantry, "4,18")];
    let supported = |third: Option<(Kind, &str)>| {
        let attackers: Vec<_> = two.into_iter().chain(third).collect();
        attack_on("standard", Infantry, &attackers).with(France, Cavalry, "6,17")
    };
    assert_eq!(supported(None).saved_by("5,17"), "C-14.1.1-engage");
    assert_eq!(supported(Some((Infantry, "7,17"))).saved_by("5,17"), "C-14.1.1-engage");
    let mut at = supported(Some((Cavalry, "7,17"))).camps();
    at.name("5,17").done().ok(Action::Strike(sq("5,17")));
    assert_eq!(at.on("5,17"), None);
    assert!(at.on("6,17").is_some(), "the supporter is engaged, not taken");
}

// proves C-14.1-adjacent
#[test]
fn every_piece_on_the_eight_squares_around_supports_whatever_its_kind() {
    for kind in [General, Infantry, Cavalry] {
        for near in around("5,17") {
            let attackers: &[(Kind, &str)] = match near.as_str() {
                "4,16" | "6,18" => &[(Infantry, "6,16"), (Infantry, "4,18")],
                _ => &[(Infantry, "4,16"), (Infantry, "6,18")],
            };
            let at = attack_on("standard", Infantry, attackers);
            assert!(at.can_take("5,17"));
            assert_eq!(at.with(France, kind, &near).saved_by("5,17"), "C-14.1.1-engage", "{kind} on {near}");
        }
    }
}

// proves C-14.1-adjacent
#[test]
fn a_piece_two_squares_away_does_not_support() {
    let target = sq("5,17");
    for far in Square::all().filter(|square| target.distance(*square) == 2) {
        let at = attack_on("standard", Infantry, &[(Infantry, "4,16"), (Infantry, "6,18")]);
        assert!(at.with(France, General, &far.to_string()).can_take("5,17"), "from {far}");
    }
}

// proves C-14.1-adjacent
#[test]
fn in_the_introductory_game_nothing_supports() {
    let two = [(Infantry, "4,16"), (Infantry, "4,18")];
    assert!(attack_on("introductory", Infantry, &two).with(France, Cavalry, "6,17").can_take("5,17"));
    assert!(!attack_on("standard", Infantry, &two).with(France, Cavalry, "6,17").can_take("5,17"));
}

// proves C-14.1-adjacent
#[test]
fn allies_support_and_others_do_not() {
    let beside = |kind: Kind| {
        attack_on("standard", Infantry, &[(Infantry, "4,16"), (Infantry, "4,18")]).with(Russia, kind, "6,17")
    };
    assert!(beside(Cavalry).can_take("5,17"), "Russia stands by");
    assert_eq!(beside(Cavalry).allied(France, Russia).saved_by("5,17"), "C-14.1.1-engage");
    let engaged = beside(Cavalry).allied(France, Russia).with(Austria, Cavalry, "7,17");
    assert!(engaged.can_take("5,17"));
}

// proves C-14.1-adjacent
#[test]
fn a_piece_allied_to_both_sides_stands_aside() {
    let beside = attack_on("standard", Infantry, &[(Infantry, "4,16"), (Infantry, "4,18")])
        .with(Russia, Cavalry, "6,17")
        .allied(France, Russia);
    assert!(!beside.can_take("5,17"));
    assert!(beside.allied(Austria, Russia).can_take("5,17"));
}

// proves C-14.1-adjacent
#[test]
fn the_two_armies_of_a_player_support_each_other() {
    let at = || {
        game("standard", 2, &[France, Austria, Russia, Spain])
            .clear()
            .with(France, Infantry, "5,17")
            .with(Austria, Infantry, "4,16")
            .with(Austria, Infantry, "4,18")
            .turn(Austria, 6)
    };
    assert_eq!(at().seat(France), at().seat(Spain), "seat 1 leads France and Spain");
    assert_eq!(at().with(Spain, Cavalry, "6,17").saved_by("5,17"), "C-14.1.1-engage");
    assert!(at().with(Russia, Cavalry, "6,17").can_take("5,17"));
}

// proves C-14.1-adjacent, C-17.8-support
#[test]
fn neutral_infantry_supports_nobody_and_is_supported_by_nobody() {
    let at = |attackers: [&str; 2]| {
        let at = four_with("standard", &on(["minor-powers"])).clear().with(France, Infantry, "16,15");
        let mut at = attackers.iter().fold(at, |at, square| at.with(Austria, Infantry, square));
        at.game.place_minors();
        assert!(at.on("Milan").is_some());
        at.turn(Austria, 6)
    };
    assert!(at(["15,14", "15,16"]).can_take("16,15"), "Milan's infantry does not support");
    assert!(at(["18,13", "18,15"]).can_take("Milan"), "nor is it supported");
}

// proves C-14.1.1-engage
#[test]
fn every_supporter_must_be_engaged() {
    let two = [(Infantry, "4,16"), (Infantry, "4,18"), (Cavalry, "7,17")];
    let at =
        || attack_on("standard", Infantry, &two).with(France, Cavalry, "6,17").with(France, Cavalry, "6,18");
    assert_eq!(at().saved_by("5,17"), "C-14.1.1-engage");
    assert!(at().with(Austria, Cavalry, "7,18").can_take("5,17"));
}

// proves C-14.1.1-engage
#[test]
fn an_attacker_that_bears_on_two_pieces_counts_against_one() {
    // The General bears on the target and on its supporter.
    let at = attack_on("standard", Infantry, &[(Infantry, "4,16"), (General, "6,18")])
        .with(France, Cavalry, "6,17");
    assert_eq!(at.saved_by("5,17"), "C-14.1.1-engage");
    assert!(at.with(Austria, Infantry, "4,18").can_take("5,17"));
}

// proves C-14.1.1-engage
#[test]
fn any_assignment_of_the_attackers_that_works_is_enough() {
    // Supporters on 4,17 and 6,17. The infantry on 4,16 and 6,16 bear on the target alone, the General on 5,18 on all
    // three, the cavalry on 7,17 on one supporter: so the General must engage the other.
    let at = |attackers: &[(Kind, &str)]| {
        attack_on("standard", Infantry, attackers).with(France, Cavalry, "4,17").with(France, Cavalry, "6,17")
    };
    let all = [(General, "5,18"), (Infantry, "4,16"), (Infantry, "6,16"), (Cavalry, "7,17")];
    assert!(at(&all).can_take("5,17"));
    for left_out in 0..all.len() {
        let three: Vec<_> =
            all.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, attacker)| *attacker).collect();
        assert!(!at(&three).can_take("5,17"), "all four are needed");
    }
}

// proves C-14.2-general
#[test]
fn a_supporting_general_takes_two_to_neutralise() {
    let at =
        |attackers: &[(Kind, &str)]| attack_on("standard", Infantry, attackers).with(France, General, "6,17");
    let four = [(Infantry, "4,16"), (Infantry, "4,18"), (Cavalry, "7,17"), (Infantry, "7,18")];
    assert!(at(&four).can_take("5,17"));
    assert_eq!(at(&four[..3]).saved_by("5,17"), "C-14.1.1-engage", "one on the General is not enough");
    assert_eq!(at(&four[1..]).saved_by("5,17"), "C-9.1-superior", "nor one on the target");
}

// proves C-14.2-target
#[test]
fn a_supported_general_takes_three_and_one_for_each_supporter() {
    let at =
        |attackers: &[(Kind, &str)]| attack_on("standard", General, attackers).with(France, Infantry, "6,17");
    let four = [(Cavalry, "7,17"), (Infantry, "4,16"), (Infantry, "4,18"), (Cavalry, "5,18")];
    assert!(at(&four).can_take("5,17"));
    assert_eq!(at(&four[..3]).saved_by("5,17"), "C-9.1-superior", "two on the General");
    assert_eq!(at(&four[1..]).saved_by("5,17"), "C-14.1.1-engage", "nobody on the infantry");
}

/// The Advanced game, with Austria to attack on a board that is clear but for what is named.
fn advanced() -> At {
    four("advanced").clear()
}

// proves C-17.3.1-napoleon
#[test]
fn napoleon_and_one_infantry_take_a_general() {
    let at =
        |target: Kind| advanced().with(Austria, target, "5,17").with_second(France, "5,16").turn(France, 6);
    assert!(at(Infantry).can_take("5,17"), "he takes infantry alone");
    assert_eq!(at(General).saved_by("5,17"), "C-9.1-superior");
    assert!(at(General).with(France, Infantry, "4,16").can_take("5,17"));
}

// proves C-17.3.1-napoleon, C-14.1.1-engage
#[test]
fn napoleon_counts_against_one_enemy_with_both_his_points() {
    let at = || {
        advanced()
            .with(Austria, Infantry, "5,17")
            .with(Austria, Cavalry, "6,17")
            .with_second(France, "5,16")
            .turn(France, 6)
    };
    assert_eq!(at().saved_by("5,17"), "C-14.1.1-engage", "his two points are not shared out");
    assert!(at().with(France, Cavalry, "7,17").can_take("5,17"), "he takes the target");
    let other_way = at().with(France, Infantry, "4,16").with(France, Infantry, "4,18");
    assert!(other_way.can_take("5,17"), "he engages the supporter");
}

// proves C-17.4.1-wellington, C-17.4.1-other
#[test]
fn wellington_takes_four_and_the_other_spanish_general_two() {
    let four_around = [(Infantry, "4,16"), (Infantry, "6,16"), (Infantry, "4,18"), (Infantry, "6,18")];
    let on_wellington = |attackers: &[(Kind, &str)]| {
        let at = advanced().with_second(Spain, "5,17");
        attackers.iter().fold(at, |at, (kind, square)| at.with(Austria, *kind, square)).turn(Austria, 6)
    };
    assert!(on_wellington(&four_around).can_take("5,17"));
    assert_eq!(on_wellington(&four_around[..3]).saved_by("5,17"), "C-9.1-superior");
    let on_the_other = |wellington: bool| {
        let at = advanced().with(Spain, General, "5,17");
        let at = if wellington { at.with_second(Spain, "8,20") } else { at };
        at.with(Austria, Infantry, "4,16").with(Austria, Infantry, "6,16").turn(Austria, 6)
    };
    assert!(on_the_other(true).can_take("5,17"));
    assert!(!on_the_other(false).can_take("5,17"), "until Wellington comes he counts 2");
}

// proves C-17.3.2-guard, C-17.5.2-guard
#[test]
fn a_guard_takes_three_as_a_target_and_two_as_a_supporter() {
    for power in [France, Russia] {
        let target = |attackers: &[&str]| {
            let at = advanced().with_guard(power, "5,17");
            attackers.iter().fold(at, |at, square| at.with(Austria, Infantry, square)).turn(Austria, 6)
        };
        assert!(target(&["4,16", "6,16", "4,18"]).can_take("5,17"));
        assert_eq!(target(&["4,16", "6,16"]).saved_by("5,17"), "C-9.1-superior");
        let supporter = |attackers: &[(Kind, &str)]| {
            let at = advanced().with(power, Infantry, "5,17").with_guard(power, "6,17");
            let at = at.with(Austria, Infantry, "4,16").with(Austria, Infantry, "4,18");
            attackers.iter().fold(at, |at, (kind, square)| at.with(Austria, *kind, square)).turn(Austria, 6)
        };
        assert!(supporter(&[(Cavalry, "7,17"), (Infantry, "7,18")]).can_take("5,17"));
        assert_eq!(supporter(&[(Cavalry, "7,17")]).saved_by("5,17"), "C-14.1.1-engage");
    }
}

// proves C-17.3.2-guard
#[test]
fn a_guard_attacks_with_one() {
    let at = advanced().with(Austria, Infantry, "5,17").with_guard(France, "4,16").turn(France, 6);
    assert_eq!(at.saved_by("5,17"), "C-9.1-superior");
    assert!(at.with(France, Infantry, "6,16").can_take("5,17"));
}
