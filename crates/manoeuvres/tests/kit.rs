//! Everything the kit checks of a game.

use engine::kit::Kit;
use engine::{Game, Recorder, Seed, Setup, Viewer};
use manoeuvres::Manoeuvres;

#[test]
fn random_games_are_sound() {
    Kit::<Manoeuvres>::new().hides().soak();
}

#[test]
fn it_is_as_large_as_the_largest() {
    let boards = Manoeuvres::boards();
    assert_eq!((boards.len(), boards[0].spaces.len()), (1, manoeuvres::HEXES));
    let setup = Setup::new("field", 5, Seed::from_number(1));
    let table = Manoeuvres::new(&setup, &mut Recorder::silent()).unwrap().view(Viewer::Spectator);
    assert_eq!((table.pieces.len(), table.stacks().len()), (1000, 250));
}
