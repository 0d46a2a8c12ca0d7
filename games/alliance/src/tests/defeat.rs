//! Defeat. Rulebook 9.

use super::field::{Field, at};
use crate::action::Action;
use crate::state::{Phase, Standing};
use crate::states::State::{
    self, Austria, Bavaria, Britain, France, Holland, Naples, Poland, Portugal, Prussia, Russia, Veneto,
};

/// Austria with four armies in Hungary, and French blocks in some of its cities.
fn austria_without(field: Field, taken: &[(&str, &str)]) -> Field {
    taken.iter().fold(field.army(Austria, "Hungary"), |field, (name, city)| field.put(France, [*name], city))
}

const CITIES: [(&str, &str); 3] = [("Inf #1", "Vienna"), ("Inf #2", "Bohemia"), ("Inf #3", "Zala")];

/// Prussia with four armies and a fleet.
fn prussia(field: Field) -> Field {
    field.put(Prussia, ["Inf #1", "Inf #2"], "Berlin").put(
        Prussia,
        ["Inf #3", "Inf #4", "Fleet #1"],
        "Pomerania",
    )
}

// proves A-9.1-minor
#[test]
fn a_minor_goes_over_to_whoever_holds_its_city() {
    let field = Field::duel()
        .allied(Bavaria, Britain)
        .put(France, ["Inf #1"], "Bavaria")
        .put(Bavaria, ["Infantry (Munich)"], "Tyrol")
        .close();
    assert_eq!(field.leader(Bavaria), Some(France));
    assert_eq!(field.strength("Bavaria Infantry (Munich)"), 3, "its blocks stay as they are");
}

// proves A-9.1-minor
#[test]
fn a_minor_without_a_city_falls_with_its_only_region_and_one_with_a_city_with_that_alone() {
    let field = Field::duel().allied(Holland, France).put(Britain, ["Inf #1"], "Holland").close();
    assert_eq!(field.leader(Holland), Some(Britain));
    let naples = |place| Field::duel().allied(Naples, Britain).put(France, ["Inf #1"], place).close();
    assert_eq!(naples("Apulia").leader(Naples), Some(Britain));
    assert_eq!(naples("Sicily").leader(Naples), Some(Britain));
    assert_eq!(naples("Calabria").leader(Naples), Some(France));
    let portugal = |place| Field::duel().allied(Portugal, Britain).put(France, ["Inf #1"], place).close();
    assert_eq!(portugal("Algarve").leader(Portugal), Some(Britain));
    assert_eq!(portugal("Norte").leader(Portugal), Some(France));
}

// proves A-9.1-minor
#[test]
fn a_city_in_which_a_friend_stands_too_is_not_lost() {
    let shared = Field::of(&[France, Britain, Russia])
        .friends(Britain, Russia)
        .allied(Bavaria, Britain)
        .put(Britain, ["Inf #1"], "Bavaria")
        .put(Russia, ["Inf #1"], "Bavaria")
        .cards([(Russia, 30), (Britain, 17), (France, 5)]);
    assert_eq!(shared.close().leader(Bavaria), Some(Britain));
}

// proves A-9.2-cities, A-9.2-ally
#[test]
fn an_empire_falls_with_the_last_of_its_cities() {
    let two = austria_without(Field::duel().allied(Austria, Britain), &CITIES[..2]).close();
    assert_eq!(two.leader(Austria), Some(Britain));
    let three = austria_without(Field::duel().allied(Austria, Britain), &CITIES).close();
    assert_eq!(three.leader(Austria), Some(France));
    let neutral = austria_without(Field::duel().neutral(Austria), &CITIES).close();
    assert_eq!(neutral.leader(Austria), Some(France));
}

// proves A-9.2-blocks
#[test]
fn an_empire_falls_with_three_blocks_left_whatever_they_are() {
    let reduced = |lost: &[&str]| {
        let field = prussia(Field::duel().allied(Prussia, Britain))
            .put(Prussia, ["Fort (Danzig)"], "Pomerania")
            .put(Poland, ["Infantry (Warsaw)"], "Poland");
        lost.iter().fold(field, |field, name| field.slain(name, France)).close()
    };
    assert_eq!(reduced(&["Prussia Inf #1", "Prussia Inf #2"]).leader(Prussia), Some(Britain));
    let three = reduced(&["Prussia Inf #1", "Prussia Inf #2", "Prussia Inf #3"]);
    assert_eq!(three.leader(Prussia), Some(France), "a fleet, a fortress and an army are left");
}

// proves A-9.2-cause
#[test]
fn nobody_is_defeated_by_his_own_doing() {
    let alone = Field::of(&[France, Britain, Prussia]).put(Prussia, ["Inf #1", "Inf #2"], "Berlin");
    let lost = alone.clone().lost("Prussia Inf #1").gold(Prussia, 8).close();
    assert_eq!((lost.treasury(Prussia), lost.are_friends(Prussia, France)), (8, false));
    let slain = alone.clone().slain("Prussia Inf #1", France).gold(Prussia, 8).close();
    assert_eq!((slain.treasury(Prussia), slain.are_friends(Prussia, France)), (4, true));
    // Whoever is an ally by now is no conqueror.
    let allied = alone.slain("Prussia Inf #1", France).friends(Prussia, France).gold(Prussia, 8).close();
    assert_eq!(allied.treasury(Prussia), 8);
}

// proves A-9.2-again
#[test]
fn a_beaten_empire_does_not_fall_again_before_it_has_had_four_blocks() {
    let mut field = Field::of(&[France, Britain, Prussia])
        .put(Prussia, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Berlin")
        .gold(Prussia, 8)
        .slain("Prussia Inf #4", Britain)
        .close();
    assert_eq!(field.treasury(Prussia), 4);
    field = field.slain("Prussia Inf #3", France).close();
    assert_eq!((field.treasury(Prussia), field.are_friends(Prussia, France)), (4, false));
    let recovered = field.put(Prussia, ["Inf #3", "Inf #4"], "Berlin").close();
    let again = recovered.slain("Prussia Inf #4", France).close();
    assert_eq!((again.treasury(Prussia), again.are_friends(Prussia, France)), (2, true));
}

// proves A-9.2-again
#[test]
fn the_game_turn_of_the_defeat_is_not_one_of_recovery() {
    let fallen = austria_without(Field::of(&[France, Britain, Austria]).gold(Austria, 8), &CITIES).close();
    assert_eq!(fallen.treasury(Austria), 4);
    let later = fallen.slain("Austria Inf #1", Britain).close();
    assert_eq!(
        later.treasury(Austria),
        4,
        "it had four blocks when it fell, and no later game turn with four"
    );
}

// proves A-9.2-again, A-9.21-alliance
#[test]
fn cities_held_by_the_conqueror_and_his_friends_are_not_held_by_enemies() {
    let taken = austria_without(Field::of(&[France, Britain, Austria]).gold(Austria, 8), &CITIES[..2])
        .allied(Bavaria, France)
        .put(Bavaria, ["Infantry (Munich)"], "Zala");
    let again = taken.close().close();
    assert_eq!(again.treasury(Austria), 4, "one defeat, not two");
    // Lost to others, they are a new defeat.
    let lost = again
        .put(Britain, ["Inf #1"], "Vienna")
        .put(Britain, ["Inf #2"], "Bohemia")
        .put(Britain, ["Inf #3"], "Zala")
        .lost("France Inf #1")
        .lost("France Inf #2")
        .lost("Bavaria Infantry (Munich)")
        .close();
    assert_eq!((lost.treasury(Austria), lost.are_friends(Austria, Britain)), (2, true));
}

// proves A-9.2-minimum
#[test]
fn the_blocks_of_a_beaten_empire_stay_at_their_least_strength() {
    let field = austria_without(Field::duel().allied(Austria, Britain), &CITIES)
        .put(Austria, ["Fleet #1"], "Illyria")
        .put(Veneto, ["Fort (Mantua)"], "Veneto")
        .close();
    let names =
        ["Austria HQ (Charles)", "Austria Gärd", "Austria Art #1", "Austria Inf #1", "Austria Fleet #1"];
    assert_eq!(names.map(|name| field.strength(name)), [1, 1, 1, 1, 0]);
    assert_eq!(names.map(|name| field.whereabouts(name))[3..], [Some("Hungary"), Some("Illyria")]);
    assert_eq!(field.strength("Veneto Fort (Mantua)"), 4, "the minor is not beaten");
}

// proves A-9.2-ally
#[test]
fn minors_of_a_beaten_empire_that_nobody_plays_are_free() {
    let field = prussia(Field::duel().allied(Prussia, Britain));
    assert_eq!(field.leader(Poland), Some(Britain), "it goes with Prussia");
    let field = ["Prussia Inf #1", "Prussia Inf #2"]
        .into_iter()
        .fold(field, |field, name| field.slain(name, France))
        .close();
    assert_eq!((field.leader(Prussia), field.standing(Poland)), (Some(France), Standing::Neutral));
}

// proves A-9.2-eviction
#[test]
fn former_friends_fight_at_once_those_who_went_over_attacking() {
    let mut field = prussia(Field::duel().allied(Prussia, Britain))
        .put(Britain, ["Inf #1"], "Berlin")
        .slain("Prussia Inf #2", France)
        .slain("Prussia Inf #4", France)
        .cards([(France, 20), (Britain, 10)])
        .close();
    assert_eq!(field.game.fight().place, at("Berlin"));
    assert_eq!(field.game.attackers, Field::set(["Prussia Inf #1"]));
    assert_eq!(field.game.phase, Phase::Close);
    field.fight_it_out();
    assert_eq!(field.game.phase, Phase::Cards, "the next game turn begins only then");
}

// proves A-9.2-eviction
#[test]
fn a_minor_that_is_freed_falls_out_with_those_it_served() {
    let field = prussia(Field::duel().allied(Prussia, Britain))
        .put(Poland, ["Infantry (Warsaw)"], "Berlin")
        .slain("Prussia Inf #2", France)
        .slain("Prussia Inf #4", France)
        .close();
    assert_eq!((field.leader(Prussia), field.standing(Poland)), (Some(France), Standing::Neutral));
    assert_eq!(field.game.fight().place, at("Berlin"));
}

// proves A-9.2-eviction, A-6.13-battles
#[test]
fn all_who_change_sides_attack_those_who_do_not() {
    let field = prussia(Field::duel().allied(Prussia, Britain))
        .put(Poland, ["Infantry (Warsaw)"], "Berlin")
        .put(Britain, ["Inf #1"], "Berlin")
        .slain("Prussia Inf #2", France)
        .slain("Prussia Inf #4", France)
        .cards([(France, 20), (Britain, 10)])
        .close();
    assert_eq!((field.leader(Prussia), field.standing(Poland)), (Some(France), Standing::Neutral));
    assert_eq!(field.game.fight().place, at("Berlin"));
    assert_eq!(field.game.attackers, Field::set(["Prussia Inf #1", "Poland Infantry (Warsaw)"]));
}

// proves A-9.21-gold, A-9.21-alliance
#[test]
fn the_example_of_the_austrian_player() {
    let field = austria_without(Field::of(&[France, Britain, Austria]), &CITIES)
        .gold(Austria, 7)
        .gold(France, 1)
        .close();
    assert_eq!((field.treasury(France), field.treasury(Austria)), (4, 4));
    assert!(field.are_friends(France, Austria) && !field.are_friends(Britain, Austria));
    assert_eq!(field.strength("Austria Inf #1"), 1);
    assert_eq!(field.standing(Austria), Standing::Player(field.seat(Austria)), "he plays on");
}

/// Whether the Austrian player can leave his conqueror in a year, and the conqueror him.
fn may_part(field: &Field, year: u16) -> [Result<(), String>; 2] {
    [(Austria, France), (France, Austria)].map(|(breaker, other)| {
        let mut field = field.clone();
        field.game.year = year;
        let mut field = field.turn_of(breaker, 3);
        let with = field.seat(other);
        field.act(Action::Break(with)).map_err(|denied| denied.rule.to_string())
    })
}

// proves A-9.21-alliance
#[test]
fn defeat_binds_both_until_the_next_winter() {
    let bound = || [(); 2].map(|()| Err("A-9.21-alliance".to_owned()));
    let summer = austria_without(Field::of(&[France, Britain, Austria]), &CITIES).close();
    assert_eq!((may_part(&summer, 1804), may_part(&summer, 1805)), (bound(), [Ok(()), Ok(())]));
    let winter = austria_without(Field::of(&[France, Britain, Austria]), &CITIES).winter().close();
    assert_eq!(may_part(&winter, 1805), bound(), "a defeat in Winter binds for the year that follows");
    assert_eq!(may_part(&winter, 1806), [Ok(()), Ok(())]);
}

// proves A-9.21-others
#[test]
fn a_beaten_player_keeps_his_allies_and_cards() {
    let before = austria_without(Field::of(&[France, Britain, Austria, Russia]), &CITIES)
        .friends(Austria, Russia)
        .allied(Prussia, Austria)
        .allied(Veneto, Austria);
    let hand = |field: &Field| field.game.hands[field.seat(Austria)].cards;
    let after = before.clone().close();
    assert!(after.are_friends(Austria, France) && after.are_friends(Austria, Russia));
    assert_eq!([Prussia, Veneto].map(|state| after.leader(state)), [Some(Austria); 2]);
    assert_eq!((hand(&after), hand(&after).len()), (hand(&before), 5));
}

/// Austria in the hands of France and Britain, with these cards.
fn divided(cards: [(State, u8); 2]) -> Option<State> {
    austria_without(Field::duel().neutral(Austria), &CITIES[..2])
        .put(Britain, ["Inf #3"], "Zala")
        .cards(cards)
        .close()
        .leader(Austria)
}

// proves A-9.21-shared
#[test]
fn of_several_conquerors_the_higher_card_prevails() {
    assert_eq!(divided([(France, 30), (Britain, 17)]), Some(France));
    assert_eq!(divided([(France, 17), (Britain, 30)]), Some(Britain));
}

// proves A-9.21-shared
#[test]
fn whoever_eliminates_blocks_counts_beside_whoever_holds_the_cities() {
    let field = |cards| {
        Field::duel()
            .neutral(Austria)
            .put(Austria, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Hungary")
            .put(France, ["Inf #1"], "Vienna")
            .put(France, ["Inf #2"], "Bohemia")
            .put(France, ["Inf #3"], "Zala")
            .slain("Austria Inf #4", Britain)
            .cards(cards)
            .close()
            .leader(Austria)
    };
    assert_eq!(field([(Britain, 30), (France, 17)]), Some(Britain));
    assert_eq!(field([(Britain, 17), (France, 30)]), Some(France));
}

// proves A-3.4-player-ally
#[test]
fn the_conqueror_lives_off_the_cities_he_has_taken_until_he_leaves_them() {
    let field = austria_without(Field::of(&[France, Britain, Austria]).all_neutral(), &CITIES).close();
    assert_eq!((field.points(France), field.points(Austria)), (5 + 4 / 2, 5));
    let mut field = field.turn_of(France, 3);
    field.march("Vienna", ["France Inf #1"], "Bohemia");
    field.done();
    assert_eq!((field.points(France), field.points(Austria)), (5 + 2 / 2, 5 + 2));
    // Coming back does not bring it back.
    let back = field.put(France, ["Inf #1"], "Vienna");
    assert_eq!((back.points(France), back.points(Austria)), (5 + 2 / 2, 5 + 2));
}

// proves A-7.72-pool
#[test]
fn the_conqueror_builds_from_the_pool_of_a_beaten_state() {
    let mut field =
        austria_without(Field::duel().allied(Austria, Britain), &CITIES).close().turn_of(France, 3);
    let build = Action::Build { block: super::field::block("Austria Inf #5"), at: at("Moravia") };
    field.act(build).unwrap();
    assert_eq!(field.whereabouts("Austria Inf #5"), Some("Moravia"));
}
