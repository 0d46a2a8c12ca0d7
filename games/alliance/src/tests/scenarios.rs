//! Set-ups, whoever is played. Rulebook 12.

use engine::{Game, Recorder, Seed, Setup, SetupError, Viewer};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::blocks::BlockId;
use crate::options::option_of;
use crate::state::{Alliance, Phase, Spot, Standing};
use crate::states::State::{
    self, Austria, Bavaria, Britain, Denmark, France, Holland, Poland, Portugal, Prussia, Russia, Spain,
    Turkey,
};
use crate::states::{EMPIRES, STATES};

/// A scenario with these empires played, as it begins.
fn begin(scenario: &str, empires: &[State]) -> Field {
    let setup = Setup::new(scenario, empires.len() as u8, Seed::from_number(1));
    let setup = empires.iter().fold(setup, |setup, empire| setup.with(option_of(*empire), true));
    Field { game: Alliance::prepare(&setup, &mut Recorder::silent()).unwrap(), log: Recorder::default() }
}

/// Every choice of two to seven empires.
fn choices() -> impl Iterator<Item = Vec<State>> {
    (0u32..1 << EMPIRES.len())
        .map(|bits| EMPIRES.into_iter().filter(|e| bits >> e.index() & 1 == 1).collect())
        .filter(|empires: &Vec<State>| empires.len() > 1)
}

// proves A-12.S-total, A-12.S-1804, A-12.S-1808, A-12.S-1812, A-1.1-players
#[test]
fn every_choice_of_empires_has_the_same_blocks_in_the_same_places() {
    let counts: [usize; STATES] = std::array::from_fn(|n| BlockId::of(State::all().nth(n).unwrap()).len());
    assert_eq!(counts[..7], [12, 18, 24, 13, 20, 13, 12]);
    assert_eq!(counts[7..].iter().sum::<usize>(), 18);
    for (scenario, on_map) in [("1804", 116), ("1808", 117), ("1812", 118)] {
        let mut usual = None;
        for empires in choices() {
            let field = begin(scenario, &empires);
            field
                .game
                .auditor()
                .audit()
                .unwrap_or_else(|wrong| panic!("{scenario} with {empires:?}: {wrong}"));
            assert!(field.game.engagements.is_empty());
            assert!(
                EMPIRES
                    .iter()
                    .all(|empire| field.game.player_of(*empire).is_some() == empires.contains(empire))
            );
            let placed = BlockId::all().filter(|block| field.game.place(*block).is_some()).count();
            assert_eq!((placed, BlockId::all().count()), (on_map, 130));
            let same = usual.get_or_insert((field.game.blocks.spots, field.game.blocks.strengths));
            assert!(
                *same == (field.game.blocks.spots, field.game.blocks.strengths),
                "{scenario} with {empires:?}"
            );
        }
    }
}

// proves A-12.S-1812
#[test]
fn prussians_and_austrians_share_ruthenia_in_peace() {
    for empires in
        [vec![France, Austria], vec![France, Prussia], vec![France, Austria, Prussia], vec![Austria, Prussia]]
    {
        let field = begin("1812", &empires);
        let there = field.game.states_at(at("Ruthenia"));
        assert!(
            there.contains(Austria) && there.contains(Prussia) && !field.game.is_embattled(at("Ruthenia"))
        );
        let mut field = field.turn_of(empires[0], 3);
        field.done();
        while field.game.phase == Phase::Actions {
            field.done();
        }
        assert_eq!(field.game.phase, Phase::Cards, "no battle was fought");
    }
}

// proves A-12.0-minors, A-2.2.1-fog
#[test]
fn blocks_of_allied_minors_are_hidden_and_those_of_neutrals_lie_open() {
    let field = begin("1804", &[France, Britain]);
    let sees = |empire, name: &str| field.game.sees(Viewer::Seat(field.seat(empire)), block(name));
    assert_eq!([France, Britain].map(|empire| sees(empire, "Holland Fort (Amsterdam)")), [true, false]);
    assert_eq!([France, Britain].map(|empire| sees(empire, "Portugal Infantry (Beresford)")), [false, true]);
    for name in ["Bavaria Infantry (Munich)", "Austria HQ (Charles)", "Poland Infantry (Warsaw)"] {
        assert_eq!([France, Britain].map(|empire| sees(empire, name)), [true, true], "{name}");
    }
    assert_eq!(field.strength("Bavaria Infantry (Munich)"), 2);
    let at_home =
        [("Holland", "Fort (Amsterdam)"), ("Denmark", "Fleet (Denmark)"), ("Poland", "Infantry (Warsaw)")];
    for (place, name) in at_home {
        assert_eq!(field.whereabouts(&format!("{place} {name}")), Some(place));
    }
    let late = begin("1812", &[France, Britain]);
    let abroad =
        ["Bavaria Infantry (Munich)", "Westfalen Infantry (Westfalen)", "Portugal Infantry (Beresford)"];
    assert_eq!(abroad.map(|name| late.whereabouts(name)), [Some("Sanar"), Some("Sanar"), Some("Algarve")]);
}

// proves A-12.0-pool
#[test]
fn blocks_of_the_pool_can_be_built_from_the_first_turn() {
    let mut field = begin("1804", &[France, Britain]);
    assert_eq!(field.game.blocks.spots[block("France Inf #8")], Spot::READY);
    field = field.turn_of(France, 3);
    field.act(Action::Build { block: block("France Inf #8"), at: at("Burgundy") }).unwrap();
    assert_eq!((field.whereabouts("France Inf #8"), field.strength("France Inf #8")), (Some("Burgundy"), 1));
}

// proves A-12.0-gold, A-3.4-start
#[test]
fn players_begin_with_their_gold_and_half_that_of_their_allies() {
    let gold = |scenario, empires: &[State]| -> Vec<u16> {
        let field = begin(scenario, empires);
        empires.iter().map(|empire| field.treasury(*empire)).collect()
    };
    assert_eq!(gold("1804", &[France, Britain]), [14, 10]);
    assert_eq!(gold("1804", &[France, Britain, Spain]), [10, 10, 8]);
    assert_eq!(gold("1808", &[France, Britain, Austria]), [12, 10, 4]);
    assert_eq!(gold("1812", &[France, Britain]), [10 + 3 + 3, 10 + 3]);
    assert_eq!(gold("1812", &[France, Prussia, Russia]), [10 + 3, 6, 8]);
    let all = [Austria, Britain, France, Prussia, Russia, Spain, Turkey];
    assert_eq!(gold("1804", &all), [8, 10, 10, 8, 10, 8, 8]);
    // What neutrals have is not in play, not even when they join somebody.
    let mut field = begin("1804", &[France, Britain]);
    let seat = field.seat(Britain);
    field.game.change(Austria, Standing::Ally(seat), seat, &mut Recorder::silent());
    assert_eq!(field.treasury(Britain), 10);
}

// proves A-3.6-historical, A-12.0-gold
#[test]
fn alliances_of_the_scenario_hold_whoever_is_played() {
    let field = begin("1804", &[France, Britain]);
    assert_eq!(
        [Spain, Holland, Portugal].map(|state| field.leader(state)),
        [Some(France), Some(France), Some(Britain)]
    );
    assert_eq!(
        [Austria, Prussia, Russia, Turkey, Bavaria, Denmark].map(|state| field.standing(state)),
        [Standing::Neutral; 6]
    );
    assert_eq!(field.game.standings[Poland], Standing::With(Prussia));
    let spain = begin("1804", &[France, Britain, Spain]);
    assert!(spain.are_friends(France, Spain) && !spain.are_friends(Britain, Spain));
    // A France that nobody plays stands by the Spanish player.
    let without = begin("1804", &[Britain, Spain]);
    assert_eq!((without.leader(France), without.treasury(Spain)), (Some(Spain), 8 + 10 / 2));
    assert_eq!(without.leader(Holland), Some(Spain), "what goes with France goes along");
    let camp = begin("1812", &[Austria, Prussia]);
    assert_eq!(camp.leader(France), Some(Austria));
    assert!(camp.are_friends(Austria, Prussia));
}

// proves A-12.S-1812
#[test]
fn what_the_set_up_has_put_together_fights_like_others_once_it_has_been_allied() {
    let ruthenia = at("Ruthenia");
    let start = || begin("1812", &[France, Britain, Austria, Prussia]);
    assert!(!start().are_friends(Austria, Prussia) && !start().game.is_embattled(ruthenia));
    let mut apart = start().turn_of(Austria, 3);
    apart.act(Action::Break(apart.seat(France))).unwrap();
    assert!(apart.game.is_embattled(ruthenia), "they have no ally in common any more");
    let mut field = start().turn_of(Austria, 3);
    super::pacts::ally(&mut field, Prussia);
    let mut field = field.turn_of(Prussia, 3);
    field.act(Action::Break(field.seat(Austria))).unwrap();
    assert!(field.game.is_embattled(ruthenia), "a friend in common does not help them now");
}

#[test]
fn a_game_that_was_saved_under_revision_1_can_be_read() {
    let mut field = begin("1812", &[France, Britain, Austria, Prussia]);
    let (austria, france) = (field.seat(Austria), field.seat(France));
    field.game.defeat(Austria, france, false, &mut field.log);
    let mut written = serde_json::to_value(&field.game).unwrap();
    written.as_object_mut().unwrap().remove("billets");
    for block in written["blocks"].as_array_mut().unwrap() {
        block.as_object_mut().unwrap().remove("number");
    }
    written["pacts"]["bound"][austria.index()]["to"] = serde_json::to_value(france).unwrap();
    let read = Alliance::restore(&written, 1).unwrap();
    assert_eq!(read, field.game);
    assert!(read.is_bound(austria, france) && read.billets.contains(at("Ruthenia")));
}

// proves A-12.S-1812, A-4.1-friendly
#[test]
fn a_region_that_the_set_up_shares_is_friendly_to_both() {
    let field = begin("1812", &[France, Britain, Austria]);
    for empire in [France, Austria] {
        assert_eq!(field.control(empire, "Sanar"), crate::control::Control::Friendly, "{empire}");
    }
}

fn refused(setup: Setup) -> &'static str {
    match Alliance::prepare(&setup, &mut Recorder::silent()) {
        Err(SetupError::Denied(denied)) => denied.rule.as_str(),
        other => panic!("{:?}", other.map(|game| game.year)),
    }
}

// proves A-12.1-campaign
#[test]
fn the_campaign_game_plays_on_from_where_everything_stands() {
    let setup = Setup::new("1804", 2, Seed::from_number(1)).with("campaign-game", true);
    let game = Alliance::prepare(&setup, &mut Recorder::silent()).unwrap();
    assert_eq!(game.rules.last_year, 1815);
    let mut field = Field { game, log: Recorder::default() };
    field.game.year = 1807;
    let before = field.game.clone();
    let mut field = field.winter().close();
    assert_eq!((field.result(), field.game.phase), (None, Phase::Disband(0)));
    let income = [France, Britain].map(|empire| field.treasury(empire));
    while field.game.phase != Phase::Discard {
        field.done();
    }
    assert_eq!((field.game.year, field.game.game_turn, field.game.phase), (1808, 1, Phase::Discard));
    assert!(
        field.game.blocks.spots == before.blocks.spots
            && field.game.blocks.strengths == before.blocks.strengths
    );
    assert_eq!([France, Britain].map(|empire| field.treasury(empire)), income);
    assert_eq!(income, [14 + 7, 10 + 7], "no gold but that of the year");
    field.game.year = 1815;
    assert_eq!(field.winter().close().result().map(|(reason, _)| reason), Some("years".to_owned()));
    let last = Setup::new("1812", 2, Seed::from_number(1)).with("campaign-game", true);
    assert_eq!(refused(last), "A-12.1-campaign");
}

// proves A-12.0-scenarios
#[test]
fn a_scenario_lasts_sixteen_game_turns() {
    let mut field = begin("1808", &[France, Britain]);
    let mut turns = 0;
    while field.game.ended.is_none() {
        field.game.phase = Phase::Battles(0);
        field.game.go_on(&mut field.log);
        turns += 1;
        while matches!(field.game.phase, Phase::Disband(_) | Phase::Talks(_)) && field.game.ended.is_none() {
            field.done();
        }
    }
    assert_eq!((turns, field.game.year), (16, 1811));
    assert_eq!(field.result().unwrap().0, "years");
}
