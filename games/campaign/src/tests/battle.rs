//! Attack and defence. Rulebook 9, 10, 14.

use super::table::{At, four, sq};
use crate::action::Action;
use crate::components::Kind::{Cavalry, General, Infantry};
use crate::components::{Kind, Power};

/// Austria attacks a piece of France on 5,17, in Spain, alone on the board with these attackers.
fn attack_on(level: &str, target: Kind, attackers: &[(Kind, &str)]) -> At {
    let at = four(level).clear().with(Power::France, target, "5,17");
    attackers
        .iter()
        .fold(at, |at, (kind, square)| at.with(Power::Austria, *kind, square))
        .turn(Power::Austria, 6)
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

// proves C-9.3-one, C-9.3-declare
#[test]
fn one_target_is_named_and_before_the_first_move() {
    let mut at =
        attack_on("introductory", Infantry, &[(Infantry, "4,16"), (Infantry, "6,16"), (General, "8,20")])
            .with(Power::France, Infantry, "8,17");
    at.name("5,17");
    assert_eq!(at.refused(Action::Name(sq("8,17"))), "C-9.3-one");
    at.step("8,20", "8,19").done();
    assert_eq!(at.refused(Action::Strike(sq("8,17"))), "C-9.3-declare");
    at.ok(Action::Strike(sq("5,17")));
    assert_eq!(at.on("5,17"), None);
}
