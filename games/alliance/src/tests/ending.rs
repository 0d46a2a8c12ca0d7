//! Victory. Rulebook 10.

use super::field::Field;
use crate::states::State::{self, Austria, Bavaria, Britain, France, Prussia, Russia, Spain, Turkey};

/// The Winter of the last year is over.
fn at_the_end(mut field: Field) -> Field {
    field.game.year = field.game.rules.last_year;
    field.winter().close()
}

fn years(winners: &[State]) -> Option<(String, Vec<State>)> {
    Some(("years".to_owned(), winners.to_vec()))
}

// proves A-10.1-vp
#[test]
fn whoever_is_worth_most_when_the_years_are_over_has_won() {
    let field = Field::duel().all_neutral().gold(Britain, 99);
    let level = at_the_end(field.clone());
    assert_eq!((level.points(France), level.points(Britain)), (5, 5));
    let ahead = at_the_end(field.allied(Bavaria, France).allied(Spain, France));
    assert_eq!(ahead.points(France), 5 + (4 + 1) / 2);
    assert_eq!(ahead.result(), years(&[France]), "points come before gold");
    let scores = ahead.game.ended.unwrap().scores;
    assert_eq!((scores[ahead.seat(France).index()], scores[ahead.seat(Britain).index()]), (7, 5));
}

// proves A-10.1-tie
#[test]
fn gold_breaks_ties_and_where_it_does_not_victory_is_shared() {
    let end = |french, british| {
        let field = Field::duel().all_neutral().gold(France, french).gold(Britain, british);
        at_the_end(field).result()
    };
    assert_eq!(end(4, 3), years(&[France]));
    assert_eq!(end(3, 4), years(&[Britain]));
    let shared = end(4, 4).unwrap().1;
    assert!(shared.len() == 2 && shared.contains(&France) && shared.contains(&Britain));
}

// proves A-10.2-handicap
#[test]
fn the_lesser_empires_are_given_five_points_if_players_lead_them() {
    let all = [Austria, Britain, France, Prussia, Russia, Spain, Turkey];
    let field = Field::of(&all).all_neutral();
    assert_eq!(all.map(|empire| field.points(empire)), [4 + 5, 5, 5, 4 + 5, 5, 4 + 5, 4 + 5]);
    let duel = Field::duel().all_neutral().allied(Austria, Britain);
    assert_eq!((duel.points(Britain), duel.points(France)), (5 + 4 / 2, 5));
}

/// An empire loses one of its last four blocks to another.
fn struck(field: Field, empire: State, by: State) -> Field {
    let field = field.army(empire, home(empire));
    let last = field.game.blocks_at(super::field::at(home(empire))).iter().last().unwrap();
    let name = format!("{empire} {}", last.printed().name);
    field.slain(&name, by)
}

fn home(empire: State) -> &'static str {
    match empire {
        Britain => "Humbria",
        France => "Champagne",
        Russia => "Voronezh",
        Austria => "Hungary",
        _ => "Berlin",
    }
}

// proves A-10.3-sudden
#[test]
fn the_defeat_of_a_great_power_ends_the_game_and_that_of_others_does_not() {
    let sudden = |fallen| struck(Field::of(&[France, Britain, Austria]), fallen, Austria).close().result();
    let by_britain =
        |fallen| struck(Field::of(&[France, Britain, Austria]), fallen, Britain).close().result();
    assert_eq!(sudden(Britain).unwrap().0, "defeat");
    assert_eq!(sudden(Russia).unwrap().0, "defeat", "nobody plays it, and yet");
    assert_eq!(by_britain(Austria), None);
    assert_eq!(by_britain(Prussia), None);
    let spared = Field::of(&[France, Britain, Austria]).army(Russia, home(Russia)).close();
    assert_eq!(spared.result(), None);
}

// proves A-10.3-sudden, A-7.71-napoleon
#[test]
fn the_game_ends_with_napoleon() {
    let field = Field::duel().army(France, home(France)).put(France, ["Inf #8", "Inf #9"], "Paris");
    let fallen = field.clone().slain("France HQ (Napoléon)", Britain);
    assert_eq!(fallen.result(), None, "the game turn is played out");
    assert_eq!((fallen.strength("France Inf #8"), fallen.are_friends(France, Britain)), (3, false));
    assert_eq!(fallen.close().result(), Some(("napoleon".to_owned(), vec![Britain])));
    let given_up = field.clone().lost("France HQ (Napoléon)").close();
    assert_eq!(given_up.result(), Some(("napoleon".to_owned(), vec![Britain])), "whoever did it");
    assert_eq!(field.slain("France Inf #8", Britain).close().result(), None);
}

// proves A-10.3-count
#[test]
fn whoever_was_defeated_does_not_count_however_many_points_he_has() {
    let rich = struck(Field::of(&[France, Britain, Austria]).all_neutral(), Britain, Austria)
        .allied(Prussia, Britain)
        .allied(Spain, Britain)
        .allied(Turkey, Britain);
    assert_eq!(rich.points(Britain), 5 + 12 / 2);
    assert_eq!(rich.close().result(), Some(("defeat".to_owned(), vec![Austria])));
    // Austria, defeated in an earlier game turn, wins by its handicap.
    let earlier = struck(Field::of(&[France, Britain, Austria]).all_neutral(), Austria, France).close();
    assert_eq!(earlier.result(), None);
    let later = struck(earlier, Britain, France).close();
    assert_eq!(later.result(), Some(("defeat".to_owned(), vec![Austria])));
}

// proves A-10.3-count
#[test]
fn if_everybody_is_defeated_everybody_counts() {
    let field = struck(struck(Field::duel().all_neutral(), Britain, France), France, Britain);
    let field = field.gold(France, 9).gold(Britain, 2).cards([(France, 20), (Britain, 30)]).close();
    // Each pays the other half of what he has: Britain first, being judged first.
    assert_eq!(field.result(), Some(("defeat".to_owned(), vec![Britain])));
    assert_eq!((field.treasury(France), field.treasury(Britain)), (5, 6));
}

// proves A-10.3-count, A-9.2-eviction
#[test]
fn points_are_counted_after_all_that_follows_from_the_defeats() {
    let mut field =
        struck(Field::duel().all_neutral().allied(Spain, France).allied(Russia, Britain), Russia, France)
            .put(Britain, ["Inf #1"], home(Russia))
            .cards([(France, 20), (Britain, 10)])
            .close();
    assert_eq!(field.leader(Russia), Some(France));
    assert!(field.game.fight.is_some() && field.result().is_none(), "first the battles that follow");
    field.fight_it_out();
    assert_eq!(field.result(), Some(("defeat".to_owned(), vec![France])));
    assert_eq!(field.points(France), 5 + (4 + 5) / 2, "Spain and Russia are his");
}

// proves A-7.71-napoleon, A-9.2-ally
#[test]
fn with_napoleon_a_france_that_nobody_plays_goes_over_to_whoever_slew_him() {
    let field = Field::of(&[Britain, Russia])
        .all_neutral()
        .allied(France, Russia)
        .army(France, home(France))
        .put(France, ["Inf #8", "Inf #9"], "Paris")
        .slain("France HQ (Napoléon)", Britain)
        .close();
    assert_eq!(field.result(), Some(("napoleon".to_owned(), vec![Britain])));
    assert_eq!((field.points(Britain), field.points(Russia)), (5 + 5 / 2, 5));
}
