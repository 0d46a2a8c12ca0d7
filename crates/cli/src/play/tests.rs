use bots::Level;
use engine::toy::Skirmish;
use engine::{Seed, Setup};

use super::end::quoted;
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

const AGAINST_GREEDY: [Who; 2] = [Who::Human, Who::Bot(Level::GREEDY)];
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
    let shown = transcript(&[Who::Bot(Level::GREEDY); 2], &["log 2", "quit"]);
    assert!(shown.contains("Hands are dealt") && shown.contains("The game is over:"), "{shown}");
}

#[test]
fn steps_go_by_space_and_back_by_undo() {
    // Whoever wins the duel marches from the middle, two spaces in one line, and takes one back.
    let shown = transcript(&HOT_SEAT, &["1", "1", "space 4 space 3 space 2", "undo", "why space 8", "halt"]);
    assert!(shown.contains("To space 3\n") && shown.contains("To space 2\n"), "{shown}");
    assert!(shown.contains("Takes the last action back"), "{shown}");
    assert!(shown.contains("space 8: The marker marches, one space at a time [K-3-march]"), "{shown}");
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

#[test]
fn a_place_alone_lists_what_can_be_done_and_does_nothing() {
    let shown = transcript(&HOT_SEAT, &["1", "1", "space 3", "why space 3"]);
    assert!(!shown.contains("To space 3\n"), "{shown}");
    assert!(shown.contains("space 3: you can: "), "{shown}");
}

#[test]
fn junk_gets_a_sentence() {
    let lines = ["log x", "pause maybe", "hint x", "quit now", "undo twice", "99,99", "why 99,99"];
    let shown = transcript(&AGAINST_GREEDY, &lines);
    for text in [
        "\"x\" is no number: log 30.",
        "It is pause on or pause off, not \"pause maybe\".",
        "\"hint\" stands alone; I do not know what \"x\" is to mean.",
        "\"quit\" stands alone",
        "It is undo or undo anyway",
        "There is no square 99,99: they go from 0,0 to 8,0.",
    ] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
}

#[test]
fn one_undo_takes_back_one_action() {
    let shown =
        transcript(&HOT_SEAT, &["1", "1", "space 4 space 3", "space 3 space 2", "undo", "undo", "undo"]);
    assert_eq!(shown.matches("Takes the last action back (To space 2)").count(), 1, "{shown}");
    assert_eq!(shown.matches("Takes the last action back (To space 3)").count(), 1, "{shown}");
    assert!(shown.contains("too late to take that back"), "{shown}");
}

#[test]
fn whoever_is_stopped_on_his_way_is_shown_where_he_stands() {
    let shown = transcript(&HOT_SEAT, &["1", "1", "space 4 space 3 space 8"]);
    let stopped = shown.rsplit("K-3-march]").next().unwrap();
    assert!(stopped.contains("   1 "), "{shown}");
}

#[test]
fn after_the_end_the_game_can_be_looked_at() {
    let lines = ["help", "board", "seats", "log 1", "undo", "dance", "quit"];
    let shown = transcript(&[Who::Bot(Level::GREEDY); 2], &lines);
    for text in ["keep the game for replay", "no way back from its end", "\"dance\" is nothing to ask now"] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
}

#[test]
fn a_layer_is_told_in_words() {
    let shown = transcript(&HOT_SEAT, &["1", "1", "layer reach", "layer", "layer weather"]);
    assert!(shown.contains("  Within reach: space 3, space 5"), "{shown}");
    assert_eq!(shown.matches("Which layer? There is reach: layer reach.").count(), 2, "{shown}");
}

#[test]
fn pieces_are_sent_far_in_one_line_and_back_by_one_undo() {
    for order in ["move marker to space 2", "move space 4 to 2,0 via 3,0", "space 4 space 2"] {
        let shown = transcript(&HOT_SEAT, &["1", "1", order, "undo", "board"]);
        assert!(shown.contains("March to space 2  by space 3, space 2"), "{order}: {shown}");
        let board = shown.rsplit("\n    0 1 2").nth(1).unwrap_or_default();
        assert!(board.contains(". . . . M"), "{order}: {shown}");
    }
    let shown = transcript(&HOT_SEAT, &["1", "1", "move marker to space 4"]);
    assert!(shown.contains("No way leads The marker to space 4 now."), "{shown}");
}

#[test]
fn names_with_spaces_are_quoted() {
    assert_eq!(quoted("friday.json"), "friday.json");
    assert_eq!(quoted("last friday.json"), "\"last friday.json\"");
}
