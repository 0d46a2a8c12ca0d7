use engine::toy::Skirmish;
use engine::{Seed, Setup};

use super::*;

/// Plays a skirmish from these lines and returns what was shown.
fn transcript(players: &[Who], lines: &[&str]) -> String {
    let setup = Setup::new("field", players.len() as u8, Seed::from_number(3));
    let session: Session<Skirmish> = Session::start(setup).unwrap();
    let (input, mut output) = (lines.join("\n"), Vec::new());
    let mut input = input.as_bytes();
    Play::new(session, players, Console::plain(&mut input, &mut output)).run().unwrap();
    anstream::adapter::strip_str(&String::from_utf8(output).unwrap()).to_string()
}

const AGAINST_GREEDY: [Who; 2] = [Who::Human, Who::Bot(Level::Greedy)];
const HOT_SEAT: [Who; 2] = [Who::Human, Who::Human];

#[test]
fn nothing_typed_makes_it_stumble() {
    let nonsense =
        ["", "0", "99999999999999999999", "-1", "why", "why x", "why space 1 space 9", "space 9", "\u{0}"];
    let more =
        ["rule", "rule K-9", "rule 3", "log x", "save", "position", "as", "as nobody", "pause maybe", "é"];
    let rest = [
        "save /nowhere/at/all.json",
        "undo",
        "undo anyway",
        "all",
        "back",
        "hint",
        "legend",
        "places",
        "hands",
    ];
    let lines: Vec<&str> = nonsense.into_iter().chain(more).chain(rest).collect();
    let shown = transcript(&AGAINST_GREEDY, &lines);
    assert!(shown.contains("There is no number 0: they go from 1 to 5."), "{shown}");
    assert!(shown.contains("Cannot write /nowhere/at/all.json"), "{shown}");
    assert!(shown.contains("there is nothing to take back."), "{shown}");
    assert!(shown.ends_with("goes on with it.\n"), "{shown}");
}

#[test]
fn a_game_is_played_to_its_end() {
    let lines = ["1", "halt"].repeat(8);
    let shown = transcript(&AGAINST_GREEDY, &lines);
    assert!(shown.contains("The game is over:"), "{shown}");
}

#[test]
fn bots_alone_are_watched() {
    let shown = transcript(&[Who::Bot(Level::Greedy); 2], &["log 2", "quit"]);
    assert!(shown.contains("Hands are dealt") && shown.contains("The game is over:"), "{shown}");
}

#[test]
fn steps_go_by_space_and_back_by_undo() {
    // Whoever wins the duel marches from the middle, two spaces in one line, and takes one back.
    let shown = transcript(&HOT_SEAT, &["1", "1", "space 4 space 3 space 2", "undo", "why space 8", "halt"]);
    assert!(shown.contains("To space 3\n") && shown.contains("To space 2\n"), "{shown}");
    assert!(shown.contains("Takes the last action back"), "{shown}");
    assert!(shown.contains("space 8: The marker goes one space at a time [K-3-march]"), "{shown}");
}

#[test]
fn with_the_consent_of_all_even_a_die_is_taken_back() {
    let shown = transcript(&HOT_SEAT, &["1", "1", "undo", "undo anyway"]);
    assert!(shown.contains("too late to take that back"), "{shown}");
    assert!(shown.contains("Goes back to after entry"), "{shown}");
}

#[test]
fn another_player_at_the_keyboard_may_interject() {
    let shown = transcript(&HOT_SEAT, &["1", "1", "as west", "as east", "1"]);
    assert!(shown.contains("Spends the token: one point less"), "{shown}");
    assert!(shown.contains("No other player at this keyboard called"), "{shown}");
}

#[test]
fn a_pause_lets_those_who_only_may_act_have_their_say() {
    let shown = transcript(&HOT_SEAT, &["pause on", "1", "1", "", "halt"]);
    assert!(shown.contains("Enter lets it pass."), "{shown}");
    assert!(shown.contains("Halts"), "{shown}");
}
