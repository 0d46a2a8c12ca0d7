//! Supply. Rulebook 4.4.

use super::field::{Field, at, block};
use crate::action::Action;
use crate::places::Place;
use crate::states::State::{self, Austria, Bavaria, Britain, France, Portugal, Russia, Spain, Turkey};

/// Whether a player's armies are in supply in a place.
fn supplied(field: &Field, empire: State, place: &str) -> bool {
    field.game.ground(&field.game.lay(field.seat(empire))).supply().armies.contains(at(place))
}

fn fleets_supplied(field: &Field, empire: State, place: &str) -> bool {
    field.game.ground(&field.game.lay(field.seat(empire))).supply().fleets.contains(at(place))
}

// proves A-4.4-levy
#[test]
fn a_block_out_of_supply_is_not_levied_and_suffers_nothing_else() {
    let field = Field::duel().allied(Austria, Britain).allied(Turkey, Britain);
    let field = field.put(France, ["Inf #1"], "Transylvania");
    let mut field = field.with_strength("France Inf #1", 2).turn_of(France, 3);
    assert_eq!(field.refused(Action::Levy(block("France Inf #1"))), "A-4.4-levy");
    field.march("Transylvania", ["France Inf #1"], "Hungary");
    assert_eq!(field.strength("France Inf #1"), 2);
}

// proves A-4.4-chain
#[test]
fn a_line_of_friendly_and_neutral_places_leads_to_a_city_of_the_homeland() {
    // Bavaria is neutral, Saxony is neutral: the line runs through both.
    let field = Field::duel().allied(Austria, Britain).put(France, ["Inf #1"], "Berlin");
    assert!(supplied(&field, France, "Berlin"));
    // Every own city serves: with Paris, Bordeaux and Lyon lost it is Marseille.
    let field = field.put(Britain, ["Inf #1"], "Paris").put(Britain, ["Inf #2"], "Gascony");
    let field = field.put(Britain, ["Inf #3"], "Lyonnais");
    assert!(supplied(&field, France, "Berlin"));
    let field = field.put(Britain, ["Inf #4"], "Provence");
    assert!(supplied(&field, France, "Berlin"), "Spain is with France and its cities serve");
    let field = field.allied(Spain, Britain);
    assert!(!supplied(&field, France, "Berlin") && !supplied(&field, France, "Flanders"));
}

// proves A-4.4-chain, A-6.2-nothome
#[test]
fn cities_of_states_one_leads_serve_and_those_of_other_players_do_not() {
    let field = Field::of(&[France, Britain, Russia]).friends(Britain, Russia).allied(Turkey, France);
    let cut = [("Inf #1", "Poland"), ("Inf #2", "Sanar"), ("Inf #4", "Ruthenia"), ("Inf #3", "East Prussia")];
    let field = cut.iter().fold(field, |field, (name, place)| field.put(France, [*name], place));
    // The British in Moscow stand among friends, yet no line leads home.
    let field = field.put(Britain, ["Inf #1"], "Moscow").put(France, ["Fleet #1"], "Baltic");
    let field = field.put(France, ["Fleet #2"], "Gulf of Finland").put(France, ["Inf #6"], "Finland");
    let field = field.put(Turkey, ["Inf #1"], "Moldavia").put(France, ["Fleet #3"], "Black Sea");
    assert!(!supplied(&field, Britain, "Moscow") && supplied(&field, Russia, "Moscow"));
    // Turkey is with France: its cities feed the French.
    assert!(supplied(&field.clone().put(France, ["Inf #7"], "Georgia"), France, "Georgia"));
}

// proves A-4.4-blocked
#[test]
fn no_line_runs_through_the_enemy_or_a_battle() {
    let line =
        || Field::duel().allied(Portugal, Britain).allied(Spain, Britain).put(France, ["Inf #1"], "Madrid");
    // Vacant Spanish land is the enemy's.
    assert!(!supplied(&line(), France, "Madrid"));
    let held = || line().put(France, ["Inf #2"], "Aragon");
    assert!(supplied(&held(), France, "Madrid"), "over the Pyrenees and Aragon");
    let mut field = held().put(Spain, ["Inf #1"], "Valencia").turn_of(Britain, 1);
    field.march("Valencia", ["Spain Inf #1"], "Aragon");
    assert!(!supplied(&field, France, "Madrid"), "Aragon is embattled");
    assert!(!supplied(&field, France, "Aragon"));
    let neutral = held().neutral(Bavaria).put(Bavaria, ["Infantry (Munich)"], "Bavaria");
    assert!(supplied(&neutral.put(France, ["Inf #3"], "Hanover"), France, "Hanover"));
}

// proves A-4.4-blocked
#[test]
fn a_city_that_is_embattled_or_held_by_the_enemy_feeds_nobody() {
    let field = Field::duel().put(Britain, ["Inf #1"], "Ireland").put(France, ["Fleet #1"], "Irish Sea");
    let field = field.put(France, ["Fleet #2"], "North Atlantic");
    assert!(supplied(&field, Britain, "Ireland"), "Dublin itself");
    let field = field.put(Spain, ["Inf #1"], "Ireland");
    let mut field = field;
    field.game.engagements.push(crate::state::Engagement {
        place: at("Ireland"),
        by: field.seat(France),
        main: None,
    });
    assert!(!supplied(&field, Britain, "Ireland"));
}

// proves A-4.4-bases
#[test]
fn lines_change_between_land_and_sea_at_naval_bases_alone() {
    // Algarve has a coast and no base: with Norte and Andalusia lost, the sea feeds nobody there.
    let field = Field::duel().allied(Spain, France).put(Britain, ["Inf #1"], "Algarve");
    let field = field.put(France, ["Inf #1"], "Norte");
    assert!(!supplied(&field, Britain, "Algarve") && fleets_supplied(&field, Britain, "Mid-Atlantic"));
    // Norte has a base: over the sea from London.
    let field = Field::duel().allied(Spain, France).put(Britain, ["Inf #1"], "Norte");
    assert!(supplied(&field, Britain, "Norte") && supplied(&field, Britain, "Algarve"));
    // A base feeds only by the seas on which it opens: Andalusia's does not open on the Alboran.
    assert!(!at("Andalusia").supplies(false).contains(at("Alboran")));
    assert!(at("Andalusia").supplies(false).contains(at("Mid-Atlantic")));
}

// proves A-4.4-bases
#[test]
fn straits_carry_supply_like_any_border() {
    for (a, b) in
        [("Vendée", "Gascony"), ("Calabria", "Sicily"), ("Denmark", "Sweden"), ("Thracia", "Smyrna")]
    {
        assert!(at(a).supplies(false).contains(at(b)) && at(b).supplies(true).contains(at(a)), "{a} and {b}");
    }
    for place in Place::all() {
        for next in place.supplies(false).iter() {
            assert!(next.supplies(false).contains(place), "{place} and {next}: lines run both ways");
        }
    }
}

// proves A-8.32-supply, A-8.32-blockade
#[test]
fn a_blockaded_base_neither_gives_nor_takes_supply() {
    let field = Field::duel().allied(Spain, Britain).put(France, ["Inf #1"], "Brittany");
    let field = field.put(Britain, ["Inf #1"], "Normandy").put(Britain, ["Inf #2"], "Vendée");
    let one = field.put(Britain, ["Fleet #1"], "English Channel");
    assert!(supplied(&one, France, "Brittany"), "the Bay of Biscay is open");
    let two = one.put(Britain, ["Fleet #2"], "Bay of Biscay");
    assert!(!supplied(&two, France, "Brittany"));
    // For a fleet the base itself is the end of the line.
    assert!(fleets_supplied(&two, France, "Brittany"));
}
