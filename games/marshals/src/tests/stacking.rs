//! Who may not stand together when a move ends.

use super::field::{Field, hex, leader, nation};
use crate::Action;
use crate::forces::{Arm, Factors};
use crate::nations::Side;
use crate::scenarios::Part;
use crate::staff::Post;

/// A way of three open hexes: from, through, to.
const WAY: [&str; 3] = ["Orleans", "2652", "2552"];

/// Ney at Orleans, and the Spanish, allied with France, in the next hex.
fn among_allies() -> Field {
    let mut field = Field::bare("ulm-1805").put("France", Factors::infantry(5), WAY[0]).lead("Ney", WAY[0]);
    field.game.realm_mut(nation("Spain")).part = Some(Part::On(Side::French));
    field.put("Spain", Factors::infantry(3), WAY[1]).lead("Left", WAY[1]).fed().turn_of("France")
}

// proves M-stack-2, M-stack-13
#[test]
fn the_french_march_through_the_spanish_and_do_not_stay() {
    let mut field = among_allies();
    field.march("Ney").step(WAY[1]);
    assert_eq!(field.refused(Action::Halt), "M-stack-13");
    let leave = Action::Leave { nation: nation("France"), arm: Arm::Infantry };
    assert_eq!(field.refused(leave), "M-stack-13");
    field.step(WAY[2]).act(Action::Halt);
    assert_eq!(field.open("France", WAY[2]), Factors::infantry(5));
    let mut field = among_allies();
    field.act(Action::Ride(leader("Ney")));
    assert_eq!(field.refused(Action::To(hex(WAY[1]))), "M-lead-36");
    field.act(Action::To(hex(WAY[2])));
}

// proves M-stack-17
#[test]
fn whom_a_retreat_has_brought_among_the_spanish_leaves_or_is_disrupted() {
    let retreated = || {
        let mut field = among_allies();
        field
            .game
            .forces
            .rewrite(|force| force.muster.nation == nation("France"), |muster| muster.hex = hex(WAY[1]));
        field.game.staff.send(leader("Ney"), Post::Open(hex(WAY[1])));
        field.game.note_mixed(nation("France"), hex(WAY[1]));
        field
    };
    let mut field = retreated();
    field.march("Ney").step(WAY[2]).act(Action::Halt).act(Action::Done);
    assert_eq!(field.open("France", WAY[2]), Factors::infantry(5));
    let mut field = retreated();
    field.act(Action::Done);
    assert_eq!(field.open("France", WAY[1]), Factors::NONE);
    let shaken = field.game.boxes.factors(nation("France"), crate::boxes::Case::is_disrupted);
    assert_eq!(shaken, Factors::infantry(5));
    assert_eq!(field.open("Spain", WAY[1]), Factors::infantry(3), "only those who came");
}

// proves M-stack-18
#[test]
fn two_spanish_leaders_do_not_stay_together_and_the_british_may_join_one() {
    let mut field = Field::bare("france-1814")
        .put("Spain", Factors::infantry(3), "Pamplona")
        .lead("Centre", "Pamplona")
        .lead("Right", "Barcelona");
    let pamplona = hex("Pamplona");
    let stays = |field: &Field, name: &str| {
        let own = leader(name);
        field.game.may_stay(pamplona, [own.get().nation], &[own]).map_err(|denied| denied.rule.as_str())
    };
    assert_eq!(stays(&field, "Right"), Err("M-stack-18"));
    assert_eq!(stays(&field, "Centre"), Ok(()));
    assert_eq!(stays(&field, "Wellington"), Ok(()));
    field.game.staff.send(leader("Centre"), Post::Open(hex("Barcelona")));
    assert_eq!(stays(&field, "Right"), Ok(()), "the other has gone");
}

// proves M-stack-1
#[test]
fn any_number_stands_in_a_hex_and_pays_when_it_moves() {
    let mut field = Field::bare("ulm-1805").put("France", Factors::new(60, 4, 4), "Orleans");
    field = field.stored("France", 9, 3, "Orleans");
    for name in ["Davout", "Ney", "Lannes", "Soult", "Murat", "Napoleon (early)", "Oudinot", "Victor"] {
        field = field.lead(name, "Orleans");
    }
    field.reconcile();
    assert_eq!(crate::position::check(&field.game), Ok(()));
    assert_eq!(field.open("France", "Orleans").total(), 68);
    let speed = |size: u16| {
        field.game.allowance(Some(leader("Davout")), Factors::infantry(size.min(60) as u8), size, false)
    };
    assert_eq!((speed(10) - speed(11), speed(10) - speed(16)), (1, 2));
}
