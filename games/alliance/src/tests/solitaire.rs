//! The solitaire game. Rulebook 12.2.

use engine::{Chance, Recorder, Seat, Seed, Setup, SetupError, Stream, Viewer};

use super::field::{Field, at, block};
use crate::action::Action;
use crate::blocks::BlockId;
use crate::cards::{Card, Cards};
use crate::options::INFO;
use crate::state::{Alliance, Phase, Spot, Standing};
use crate::states::EMPIRES;
use crate::states::State::{
    Austria, Bavaria, Britain, France, Hansa, Holland, Morocco, Prussia, Russia, Saxony, Spain, Sweden,
};

const SOLO: Seat = Seat(0);

fn setup() -> Setup {
    Setup::new("solitaire", 1, Seed::from_number(1))
}

fn begin(setup: &Setup) -> Field {
    Field { game: Alliance::prepare(setup, &mut Recorder::silent()).unwrap(), log: Recorder::default() }
}

impl Field {
    /// The solitaire game without a block.
    fn solo() -> Field {
        let mut field = begin(&setup());
        field.game.blocks.spots = engine::By::all(Spot::READY);
        for block in BlockId::all() {
            field.game.blocks.strengths[block] = block.least();
        }
        field
    }

    /// This card is flipped, whatever was.
    fn flipped(mut self, number: u8) -> Field {
        self.game.turn_up(Card::numbered(number).unwrap(), &mut self.log);
        self
    }

    /// Ends the turn and fights all battles: every block does what it can do first, which is to fire if it may.
    fn end_card(&mut self) {
        let flipped = self.game.flipped();
        self.done();
        while self.game.ended.is_none() && self.game.flipped() == flipped {
            self.first();
        }
    }

    fn first(&mut self) {
        let mut actions = Vec::new();
        self.game.list(SOLO, &mut actions);
        let done = actions.contains(&Action::Done);
        self.act(if done { Action::Done } else { actions[0] }).unwrap();
    }

    fn score(&self) -> i16 {
        self.game.player(SOLO).score()
    }
}

// proves A-12.2-setup
#[test]
fn everybody_is_at_war_with_everybody_and_has_no_gold() {
    let field = begin(&setup());
    let peaceful = begin(&Setup::new("1804", 2, Seed::from_number(1)));
    assert!(
        field.game.blocks.spots == peaceful.game.blocks.spots
            && field.game.blocks.strengths == peaceful.game.blocks.strengths
    );
    for (a, b) in EMPIRES.into_iter().flat_map(|a| EMPIRES.map(|b| (a, b))).filter(|(a, b)| a != b) {
        assert!(!field.game.at_peace(a, b), "{a} and {b}");
    }
    let minors = [(Holland, France), (Morocco, Spain), (Sweden, Britain)];
    assert!(minors.into_iter().all(|(minor, empire)| field.game.at_peace(minor, empire)));
    assert!(!field.game.at_peace(Holland, Spain) && !field.game.at_peace(Bavaria, France));
    assert_eq!([Bavaria, Saxony, Hansa].map(|minor| field.standing(minor)), [Standing::Neutral; 3]);
    assert_eq!(field.game.treasuries, engine::By::all(0));
    assert_eq!((field.game.phase, field.game.purse()), (Phase::Actions, 0));
}

// proves A-12.2-setup
#[test]
fn only_the_blocks_of_the_card_s_empire_face_the_player() {
    let field = begin(&setup()).flipped(41);
    let sees = |field: &Field, name: &str| field.game.sees(Viewer::Seat(SOLO), block(name));
    for name in ["Britain Inf #1", "Portugal Infantry (Beresford)"] {
        assert!(sees(&field, name), "{name}");
    }
    for name in ["France Inf #1", "Austria Inf #1", "Bavaria Infantry (Munich)", "Holland Fort (Amsterdam)"] {
        assert!(!sees(&field, name), "{name}");
    }
    let field = field.flipped(42);
    assert!(sees(&field, "France Inf #1") && sees(&field, "Holland Fort (Amsterdam)"));
    assert!(!sees(&field, "Britain Inf #1"));
}

// proves A-12.2-setup, A-12.2-long, A-1.1-players
#[test]
fn one_player_plays_solitaire_and_nothing_else() {
    let tried = |scenario, seats| {
        Alliance::prepare(&Setup::new(scenario, seats, Seed::from_number(1)), &mut Recorder::silent())
    };
    for scenario in ["1804", "1808", "1812"] {
        assert!(matches!(tried(scenario, 1), Err(SetupError::WrongSeats { .. })));
    }
    assert!(matches!(tried("solitaire", 2), Err(SetupError::WrongSeats { .. })));
    let refused = |setup: Setup| match Alliance::prepare(&setup, &mut Recorder::silent()) {
        Err(SetupError::Denied(denied)) => denied.rule.as_str(),
        other => panic!("{:?}", other.map(|game| game.year)),
    };
    for option in ["campaign-game", "hidden-treasuries", "secret-alliances", "gentlemens-diplomacy"] {
        assert_eq!(refused(setup().with(option, true)), "A-12.2-setup", "{option}");
    }
    assert_eq!(refused(setup().with("turkey", true)), "A-12.2-deck");
    assert_eq!(refused(Setup::new("1804", 2, Seed::from_number(1)).with("cards", "32")), "A-12.2-long");
    assert!(
        INFO.presets
            .iter()
            .filter(|preset| preset.seats.min == 1)
            .all(|preset| preset.scenario == "solitaire")
    );
}

// proves A-12.2-deck, A-12.2-win, A-12.2-nowinter
#[test]
fn sixteen_different_cards_say_who_is_played() {
    let mut field = begin(&setup());
    let (mut seen, mut count) = (Cards::EMPTY, 0);
    let mut chance = Stream::from_number(3);
    while field.game.ended.is_none() {
        let card = field.game.hands[Seat(0)].played.unwrap();
        assert_eq!(
            (field.game.empire(SOLO), field.leader(card.face().empire)),
            (card.face().empire, Some(card.face().empire))
        );
        assert_eq!(EMPIRES.into_iter().filter(|empire| field.leader(*empire).is_some()).count(), 1);
        assert!(matches!(field.game.phase, Phase::Actions) && !field.game.is_winter());
        seen.insert(card);
        count += 1;
        // A move or two, and on.
        for _ in 0..3 {
            let mut actions = Vec::new();
            field.game.list(SOLO, &mut actions);
            let action = *chance.pick(&actions).unwrap();
            if action != Action::Done && field.game.phase == Phase::Actions {
                field.act(action).unwrap();
            }
        }
        while !matches!(field.game.phase, Phase::Actions) || field.act(Action::Done).is_err() {
            field.first();
        }
        let flipped = field.game.spent.len();
        while field.game.ended.is_none()
            && field.game.spent.len() == flipped
            && field.game.phase != Phase::Actions
        {
            field.first();
        }
    }
    assert_eq!((count, seen.len(), field.game.flipped()), (16, 16, 16));
}

// proves A-12.2-ap
#[test]
fn every_card_gives_three_points_and_leaders_count_for_nothing() {
    for number in [28, 38, 42, 1] {
        let field = begin(&setup()).flipped(number);
        assert_eq!((field.game.turn.points, field.game.purse()), (3, 0), "card {number}");
    }
    // Blücher does not capture the bridge.
    let mut field = Field::solo()
        .put(Prussia, ["Inf #1", "Inf #2", "Inf #3", "Inf #4"], "Rhineland")
        .put(Bavaria, ["Infantry (Munich)"], "Bavaria")
        .flipped(38);
    field.march("Rhineland", ["Prussia Inf #1", "Prussia Inf #2", "Prussia Inf #3"], "Bavaria");
    assert_eq!(field.no_step("Prussia Inf #4", "Bavaria"), "A-4.2-river");
    // What is left is lost.
    field.done();
    assert_eq!(field.game.treasuries, engine::By::all(0));
}

// proves A-12.2-battles
#[test]
fn the_solo_player_orders_battles_and_weak_enemies_must_retreat() {
    let mut field = Field::solo()
        .put(Austria, ["Inf #1", "Inf #2"], "Bohemia")
        .put(Austria, ["Inf #3"], "Vienna")
        .put(France, ["Inf #1", "Inf #2"], "Bavaria")
        .put(Saxony, ["Fort (Magdeburg)"], "Saxony")
        .with_strength("France Inf #1", 1)
        .with_strength("Austria Inf #2", 1)
        .with_strength("Saxony Fort (Magdeburg)", 1)
        .flipped(40);
    field.march("Bohemia", ["Austria Inf #2"], "Saxony");
    field.march("Vienna", ["Austria Inf #3"], "Bavaria");
    field.group("Bohemia").unwrap();
    field.step("Austria Inf #1", "Bavaria").unwrap();
    field.done();
    let mut battles = Vec::new();
    field.game.list(SOLO, &mut battles);
    assert_eq!(battles, [Action::Fight(at("Saxony")), Action::Fight(at("Bavaria"))]);
    let saxony = {
        let mut field = field.clone();
        field.act(Action::Fight(at("Saxony"))).unwrap();
        field
    };
    field.act(Action::Fight(at("Bavaria"))).unwrap();
    // In round 1 everybody fires.
    let weak = block("France Inf #1");
    assert!(field.game.melee(field.game.fight()).acting().contains(weak));
    let mut deeds = Vec::new();
    field.game.list(SOLO, &mut deeds);
    assert!(deeds.contains(&Action::Fire(weak)));
    field.game.fight_mut().round = 2;
    assert_eq!(field.refused(Action::Fire(weak)), "A-12.2-battles");
    assert_eq!(field.refused(Action::Hold(weak)), "A-12.2-battles");
    assert!(field.clone().act(Action::Hold(block("France Inf #2"))).is_ok(), "the stronger one fights on");
    field.act(Action::Retreat { block: weak, to: at("Rhineland") }).unwrap();
    // A fortress stays, and one's own blocks do as they like.
    let mut saxony = saxony;
    saxony.game.fight_mut().round = 2;
    saxony.act(Action::Hold(block("Saxony Fort (Magdeburg)"))).unwrap();
    assert!(saxony.act(Action::Hold(block("Austria Inf #2"))).is_ok());
}

// proves A-12.2-battles
#[test]
fn a_weak_enemy_that_cannot_retreat_is_lost() {
    let mut field = Field::solo()
        .put(France, ["Inf #1"], "Corsica")
        .put(Britain, ["Inf #3"], "Malta")
        .put(Britain, ["Fleet #3"], "Tyrrhenian")
        .with_strength("France Inf #1", 1)
        .flipped(41);
    field.act(Action::Invade { block: block("Britain Inf #3"), to: at("Corsica") }).unwrap();
    field.done();
    field.act(Action::Fight(at("Corsica"))).unwrap();
    field.game.fight_mut().round = 2;
    assert_eq!(field.refused(Action::Hold(block("France Inf #1"))), "A-12.2-battles");
    field.act(Action::Lose(block("France Inf #1"))).unwrap();
    assert_eq!(field.whereabouts("France Inf #1"), None);
}

/// The first two cards of the example: 1 point for Munich, 2 for Munich and Dresden.
fn after_two_cards() -> Field {
    let mut field = Field::solo()
        .put(France, ["Inf #1"], "Rhineland")
        .put(Austria, ["Inf #1", "Inf #2", "Inf #3"], "Bohemia")
        .flipped(28);
    field.march("Rhineland", ["France Inf #1"], "Bavaria");
    field.end_card();
    assert_eq!(field.score(), 1);
    let mut field = field.with_strength("France Inf #1", 1).flipped(11);
    field.march("Bohemia", ["Austria Inf #1"], "Saxony");
    field.step("Austria Inf #2", "Bavaria").unwrap();
    field.step("Austria Inf #3", "Bavaria").unwrap();
    field.end_card();
    field
}

// proves A-12.2-score
#[test]
fn the_example_of_three_cards() {
    let field = after_two_cards();
    assert_eq!(field.score(), 3, "what France has lost is not taken off");
    let third = |field: Field| {
        let mut field = field
            .put(Prussia, ["Inf #1", "Inf #2", "Inf #3", "Art #1"], "Hansa")
            .put(Britain, ["Fleet #5"], "North Sea")
            .put(Britain, ["Fleet #3", "Fleet #4"], "English Channel")
            .with_strength("Britain Fleet #5", 0)
            .flipped(31);
        field.march("North Sea", ["Britain Fleet #5"], "Hansa");
        field
    };
    let mut lost = third(field.clone());
    lost.end_card();
    assert_eq!((lost.whereabouts("Britain Fleet #5"), lost.score()), (None, 2));
    let mut held = third(field.clone());
    held.march("English Channel", ["Britain Fleet #4"], "North Sea");
    held.end_card();
    assert_eq!((held.whereabouts("Britain Fleet #5"), held.score()), (None, 3));
    // Had nobody been there, Hamburg would have been a point as well.
    let mut won = field.put(Britain, ["Fleet #5", "Fleet #6"], "North Sea").flipped(31);
    won.march("North Sea", ["Britain Fleet #5"], "Hansa");
    won.end_card();
    assert_eq!(won.score(), 4);
}

// proves A-12.2-score
#[test]
fn points_stay_and_homeland_that_is_left_costs_nothing() {
    let mut field = after_two_cards().put(Austria, ["Inf #4"], "Vienna").flipped(12);
    field.march("Vienna", ["Austria Inf #4"], "Moravia");
    field.end_card();
    assert_eq!(field.score(), 3, "Vienna is Austrian with or without a garrison");
    let mut field = field.flipped(15);
    field.march("Saxony", ["Austria Inf #1"], "Bohemia");
    field.end_card();
    assert_eq!(field.score(), 2, "Saxony is not");
    // A city of one's own that is taken back is a gain.
    let mut field = field.put(Russia, ["Inf #1"], "Zala").put(Austria, ["Inf #5"], "Hungary");
    field = field.with_strength("Russia Inf #1", 1).flipped(21);
    field.march("Hungary", ["Austria Inf #5"], "Zala");
    field.end_card();
    assert_eq!(field.score(), 3);
}

// proves A-12.2-nowinter
#[test]
fn blocks_are_rebuilt_in_the_same_year_and_there_is_no_winter() {
    let mut field = Field::solo().put(France, ["Inf #1"], "Paris").lost("France Inf #1").flipped(28);
    field.act(Action::Build { block: block("France Inf #1"), at: at("Paris") }).unwrap();
    assert_eq!(field.strength("France Inf #1"), 1);
    let mut field = Field::solo()
        .put(France, ["Inf #1", "Inf #2", "Inf #3"], "Rhineland")
        .put(Bavaria, ["Infantry (Munich)"], "Bavaria")
        .flipped(28);
    field.game.game_turn = 4;
    field.march("Rhineland", ["France Inf #1", "France Inf #2", "France Inf #3"], "Bavaria");
    field.end_card();
    assert_eq!((field.game.year, field.game.game_turn, field.game.phase), (1805, 1, Phase::Actions));
}

/// The last card of a game of so many is closed with a score.
fn ended_with(cards: &str, score: i16) -> Option<(String, usize)> {
    let mut field = begin(&setup().with("cards", cards));
    (field.game.year, field.game.game_turn) = (field.game.rules.last_year, 4);
    field.game.solo.score = score;
    field.end_card();
    field.result().map(|(reason, winners)| (reason, winners.len()))
}

// proves A-12.2-win, A-12.2-long
#[test]
fn a_point_for_each_card_wins_and_one_less_does_not() {
    for (cards, par) in [("16", 16), ("32", 32), ("48", 48)] {
        assert_eq!(ended_with(cards, par), Some(("solitaire".to_owned(), 1)));
        assert_eq!(ended_with(cards, par - 1), Some(("solitaire".to_owned(), 0)));
    }
    let mut early = begin(&setup());
    early.game.solo.score = 40;
    early.end_card();
    assert_eq!((early.result(), early.game.flipped()), (None, 2), "all cards are played");
}

// proves A-12.2-long
#[test]
fn a_longer_game_goes_on_with_sixteen_new_cards() {
    let mut field = begin(&setup().with("cards", "32"));
    (field.game.year, field.game.game_turn) = (1807, 4);
    field.game.spent = Card::all().filter(|card| card.number() < 16).collect();
    let spots = field.game.blocks.spots;
    field.end_card();
    assert_eq!((field.game.year, field.game.game_turn, field.game.flipped()), (1808, 1, 17));
    assert_eq!(field.game.spent, Cards::EMPTY, "the deck is shuffled anew");
    assert!(field.game.blocks.spots == spots, "everything stays where it is");
    field.game.year = 1811;
    field.game.game_turn = 4;
    field.end_card();
    assert!(field.result().is_some());
}

// proves A-8.5-retreat
#[test]
fn with_the_next_card_they_are_invaders_no_more() {
    let field =
        Field::solo().put(Britain, ["Inf #1"], "Wessex").put(Britain, ["Fleet #1"], "English Channel");
    let mut field = field.put(France, ["Inf #1"], "Paris").flipped(41);
    field.act(Action::Invade { block: block("Britain Inf #1"), to: at("Normandy") }).unwrap();
    field.end_card();
    let mut field = field.flipped(28);
    field.march("Paris", ["France Inf #1"], "Normandy");
    let mut field = field.battle("Normandy");
    field.reach_round(2);
    assert_eq!(field.no_retreat("Britain Inf #1", "Wessex"), "A-7.4-where");
}
