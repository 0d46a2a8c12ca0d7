//! Capitals that their captors leave and come back to. Rulebook 11.8.

use engine::{Game, Viewer};

use super::super::field::{Field, at, units};
use super::battlefield;
use crate::nations::Nation;
use crate::state::Phase;

use Nation::{Austria, England, France, Prussia, Russia};

impl Field {
    /// A nation moves no more.
    fn ends_move(&mut self, nation: Nation) {
        while matches!(self.game.phase, Phase::Move(_)) && self.asked() == nation {
            self.done();
        }
    }
}

// proves N-11.8-recapture, N-11.8-liberate
#[test]
fn stepping_out_and_in_is_no_second_capture() {
    let mut field = battlefield().put(France, units(1, 0, 0), "berlin").attack(France, "berlin").combats();
    field.game.treaties.list.clear();
    field.game.take(France, units(1, 0, 0), at("berlin"));
    let mut back = field.clone().put(France, units(1, 0, 0), "berlin").attack(France, "berlin").combats();
    assert_eq!(back.game.tracks.society, [6, 4].into(), "nobody else has stood in it");
    back.done();
    field.game.put(Prussia, units(1, 0, 0), at("berlin"));
    assert_eq!(field.game.control.captors[Prussia], None, "its own nation is back: no levy, no Society");
    assert_eq!(field.game.tracks.society, [6, 4].into());
    field.game.take(Prussia, units(1, 0, 0), at("berlin"));
    let again = field.put(France, units(1, 0, 0), "berlin").attack(France, "berlin").combats();
    assert_eq!(again.game.tracks.society, [7, 3].into());
}

// proves N-11.8-recapture, N-11.8-captured
#[test]
fn a_captor_that_comes_back_after_another_captures_it_again() {
    let back = |french: u8| {
        let mut field = battlefield()
            .order([Russia, France, England, Prussia, Austria])
            .put(France, units(1, 0, 0), "vienna")
            .put(France, units(french, 0, 0), "bavaria")
            .put(Russia, units(4, 0, 0), "moravia")
            .rolls(2);
        field.game.control.captors[Austria] = Some(France);
        field.game.take(France, units(1, 0, 0), at("vienna"));
        let mut field = field.moves(Russia);
        field.gather(Russia, units(4, 0, 0), "moravia").march("vienna").ends_move(Russia);
        field.gather(France, units(french, 0, 0), "bavaria").march("vienna").ends_move(France);
        assert_eq!(field.combats_fought(), 1);
        field.play_out();
        field.game
    };
    let won = back(8);
    assert_eq!(
        (won.tracks.society, won.control.captors[Austria]),
        ([6, 4].into(), Some(France)),
        "Russia stood in it"
    );
    assert_eq!(won.treaties.forced_ally(), Some(Austria));
    let lost = back(1);
    assert_eq!(
        (lost.tracks.society, lost.control.captors[Austria]),
        ([5, 5].into(), Some(Russia)),
        "he held it no more"
    );
}

#[test]
fn a_capital_that_was_captured_is_noted_until_others_have_it() {
    let mut field = battlefield().put(France, units(1, 0, 0), "berlin").attack(France, "berlin").combats();
    let notes = |field: &Field, nation: Nation| {
        let sheet = field.game.view(Viewer::Spectator).seats[field.game.seat(nation).index()].clone();
        sheet.notes[1..].iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let bond = "In a Forced Alliance with France.";
    assert_eq!(notes(&field, Prussia), [bond, "France has captured its capital."]);
    assert_eq!(notes(&field, France), ["In a Forced Alliance with Prussia."]);
    field.game.take(France, units(1, 0, 0), at("berlin"));
    assert_eq!(notes(&field, Prussia), [bond, "France has captured its capital and left it."]);
    field.game.put(Prussia, units(1, 0, 0), at("berlin"));
    assert_eq!(notes(&field, Prussia), [bond]);
}
