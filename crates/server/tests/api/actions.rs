//! What an action of each game looks like, as the API describes it.

use std::collections::BTreeSet;

use engine::{AnyGame, AnySession, Chance, Scenario, Seat, Seed, Setup, Stream};
use serde_json::{Value as Json, json};

use crate::description::Description;

/// The name of the schema that describes the actions of a game.
fn schema_of(description: &Description, game: &dyn AnyGame) -> String {
    let schemas = description.json["components"]["schemas"].as_object().unwrap();
    let mut own = schemas.iter().filter(|(_, schema)| schema["x-game"] == game.info().id);
    let own = own.find(|(name, _)| name.ends_with("Action"));
    own.unwrap_or_else(|| panic!("the actions of {} are not described", game.info().id)).0.clone()
}

/// A game of a scenario, with as many as can play it, or as few.
fn begun(game: &dyn AnyGame, scenario: &Scenario, seed: u64) -> Box<dyn AnySession> {
    let mut seats: Vec<u8> = (scenario.seats.min..=scenario.seats.max).collect();
    if seed.is_multiple_of(2) {
        seats.reverse();
    }
    let start = |seats| game.start(Setup::new(scenario.id, seats, Seed::from_number(seed))).ok();
    seats.into_iter().find_map(start).unwrap()
}

/// What kind of action it is.
fn verb(action: &Json) -> &str {
    let tagged = || action.as_object().and_then(|fields| fields.keys().next());
    action.as_str().or_else(|| tagged().map(String::as_str)).unwrap()
}

#[test]
fn every_action_that_a_game_offers_is_as_described() {
    let description = Description::new(server::openapi());
    for game in registry::games() {
        let name = schema_of(&description, game);
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        let mut verbs = BTreeSet::new();
        for seed in 0..6 {
            let mut chance = Stream::from_number(seed);
            let scenario = &game.info().scenarios[seed as usize % game.info().scenarios.len()];
            let mut session = begun(game, scenario, seed);
            for _ in 0..400 {
                let Some(seat) = session.to_act().iter().next() else { break };
                let choices = session.choices(seat);
                for choice in &choices {
                    for action in std::iter::once(&choice.action).chain(&choice.then) {
                        let json: Json = action.read().unwrap();
                        // Those of a kind look alike: not all of them need looking at.
                        if verbs.insert(verb(&json).to_owned()) || chance.below(24) == 0 {
                            let fault = description.fault(&schema, &json);
                            assert_eq!(fault, None, "{name}: {json}");
                        }
                    }
                }
                let choice = chance.pick(&choices).unwrap();
                session.act(seat, &choice.action).unwrap();
            }
        }
        assert!(verbs.len() > 8, "{name}: {verbs:?}");
        for other in [json!("fly"), json!({ "fly": 1 }), json!({}), json!(null), json!(7), json!(["done"])] {
            assert!(description.fault(&schema, &other).is_some(), "{name}: {other}");
        }
    }
}

#[test]
fn an_action_is_described_game_by_game() {
    let description = Description::new(server::openapi());
    let schemas = &description.json["components"]["schemas"];
    let either: Vec<Json> = registry::games()
        .into_iter()
        .map(|game| json!({ "$ref": format!("#/components/schemas/{}", schema_of(&description, game)) }))
        .collect();
    assert_eq!(schemas["Action"]["anyOf"], json!(either));
    let action = json!("#/components/schemas/Action");
    for holder in ["Act", "LegalChoice"] {
        let fields = &schemas[holder]["properties"];
        assert_eq!(
            (&fields["action"]["$ref"], &fields["then"]["items"]["$ref"]),
            (&action, &action),
            "{holder}"
        );
    }
    // Where there is a fixed list of names, it is given.
    for game in registry::games() {
        let own = schemas.as_object().unwrap().values().filter(|schema| schema["x-game"] == game.info().id);
        let names = own.filter_map(|schema| schema["enum"].as_array()).map(Vec::len).max();
        assert!(names >= Some(20), "{}: {names:?}", game.info().id);
    }
}

#[test]
fn what_is_sent_has_bounds() {
    let json = server::openapi();
    let schemas = &json["components"]["schemas"];
    assert_eq!((&schemas["Seat"]["minimum"], &schemas["Seat"]["maximum"]), (&json!(0), &json!(7)));
    for (name, field) in [("Act", "number"), ("Undo", "number"), ("AskBack", "to"), ("AnswerBack", "number")]
    {
        let number = &schemas[name]["properties"][field];
        assert_eq!((&number["minimum"], &number["maximum"]), (&json!(0), &json!((1u64 << 53) - 1)), "{name}");
    }
    assert_eq!(schemas["Act"]["properties"]["then"]["maxItems"], 100);
    assert_eq!(schemas["NewGame"]["properties"]["seats"]["maxItems"], 8);
    assert!(schemas["NewLetter"]["properties"]["text"]["maxLength"].is_u64());
    let human = &schemas["Player"]["oneOf"][0]["properties"]["name"];
    assert_eq!((&human["minLength"], &human["maxLength"]), (&json!(1), &json!(40)));
    let parameters = json["paths"]["/api/games/{id}/wait"]["get"]["parameters"].as_array().unwrap();
    let seconds = parameters.iter().find(|parameter| parameter["name"] == "seconds").unwrap();
    assert_eq!(seconds["schema"]["maximum"], 25);
    assert_eq!(json["x-limits"]["bodyBytes"], 64 * 1024);
    let codes = schemas["ErrorCode"]["oneOf"].as_array().unwrap();
    assert!(codes.len() > 20 && codes.iter().all(|code| code["description"].is_string()), "{codes:?}");
}

#[test]
fn no_click_makes_more_actions_than_can_be_sent_at_once() {
    for game in registry::games() {
        let mut most = 0;
        for seed in 0..4 {
            let mut chance = Stream::from_number(seed);
            let scenario = &game.info().scenarios[seed as usize % game.info().scenarios.len()];
            let mut session = begun(game, scenario, seed);
            for _ in 0..500 {
                let Some(seat) = session.to_act().iter().next() else { break };
                let choices = session.choices(seat);
                most = choices.iter().map(|choice| choice.then.len()).chain([most]).max().unwrap_or(0);
                session.act(seat, &chance.pick(&choices).unwrap().action).unwrap();
            }
            assert!(session.choices(Seat(200)).is_empty());
        }
        assert!(most <= 100, "{}: {most}", game.info().id);
    }
}
