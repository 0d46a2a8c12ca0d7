//! Whole games, recorded: one for every way a game can end, in the short game and the campaign where they differ. Each must replay
//! to the very hashes it was recorded with.
//!
//! A change that makes one of them drift changes how recorded games play: raise the revision in `options.rs` and record
//! them anew with `cargo run --release -p conquests --example record-conquests`.

use conquests::{Area, Conquests, Nation, Nations, Side};
use engine::kit::records;
use engine::{Game, Outcome, Seat};

use Nation::{Austria, England, France, Prussia, Russia};

/// The game as it ended.
struct Over {
    game: Conquests,
    end: Outcome,
}

impl Over {
    /// Replays a game that ended for this reason.
    fn replay(recorded: &str, reason: &str) -> Over {
        let game = records::replay::<Conquests>(recorded).state().clone();
        let end = game.outcome().expect("the game was played to the end");
        assert_eq!(end.reason, reason);
        Over { game, end }
    }

    fn society(&self, side: Side) -> u8 {
        self.game.tracks().society_of(side)
    }

    /// The lowest Morale among nations.
    fn morale(&self, nations: impl IntoIterator<Item = Nation>) -> Option<u8> {
        nations.into_iter().map(|nation| self.game.tracks().morale_of(nation)).min()
    }

    fn holds(&self, nation: Nation, lands: impl IntoIterator<Item = Area>) -> bool {
        lands.into_iter().all(|land| self.game.controls(nation, land))
    }

    fn in_paris(&self) -> Nations {
        self.game.forces().present(paris())
    }

    /// How many neutral capitals nations hold, each by itself.
    fn neutral_capitals(&self, nations: impl IntoIterator<Item = Nation>) -> usize {
        let held = |nation: Nation| {
            Area::neutral_capitals().into_iter().filter(|land| self.game.controls(nation, *land)).count()
        };
        nations.into_iter().map(held).sum()
    }

    /// France alone has won.
    fn is_french(&self) -> bool {
        self.end.winners.iter().eq([Seat(0)])
    }
}

fn paris() -> Area {
    Area::capital(France)
}

fn all_france() -> Vec<Area> {
    Area::homeland(France).iter().filter(|land| *land != Area::corsica()).collect()
}

// proves N-13.2.3-each-nation
#[test]
fn a_short_game_that_ended_on_points_replays() {
    let over = Over::replay(include_str!("../fixtures/short-points.json"), "points");
    let best = over.end.scores.iter().max();
    assert!(over.end.winners.iter().all(|seat| over.end.scores.get(seat.index()) == best));
}

// proves N-13-napoleon-out
#[test]
fn a_game_that_ended_without_napoleon_replays() {
    let over = Over::replay(include_str!("../fixtures/napoleon-out.json"), "napoleon-eliminated");
    assert!(!over.game.in_play().contains(France) && !over.end.winners.contains(Seat(0)));
}

// proves N-13-coalition-out
#[test]
fn a_game_that_ended_without_a_coalition_replays() {
    let over = Over::replay(include_str!("../fixtures/coalition-out.json"), "coalition-eliminated");
    assert!(over.game.in_play() == France.into() && over.is_french());
}

// proves N-13.2.1-single-paris
#[test]
fn a_short_game_that_one_nation_ended_in_paris_replays() {
    let over = Over::replay(include_str!("../fixtures/short-lone-paris.json"), "lone-strategic");
    assert!(
        over.holds(Prussia, [paris()])
            && over.society(Side::Coalition) > 6
            && over.morale([Prussia]) > Some(5)
    );
    assert!(over.end.winners.iter().eq([Seat(2)]));
}

// proves N-13.2.1-single-neutral
#[test]
fn a_short_game_that_one_nation_ended_with_neutral_capitals_replays() {
    let over = Over::replay(include_str!("../fixtures/short-lone-neutral.json"), "lone-strategic");
    assert_eq!(over.neutral_capitals([Austria]), 3);
    assert!(over.end.winners.iter().eq([Seat(3)]));
}

// proves N-13.2.1-coalition-paris
#[test]
fn a_short_game_that_the_coalition_ended_in_paris_replays() {
    let over = Over::replay(include_str!("../fixtures/short-coalition-paris.json"), "coalition-strategic");
    assert_eq!(over.in_paris(), [Prussia, Austria].into_iter().collect());
    assert!(over.society(Side::Coalition) > 7 && over.morale(Nations::COALITION.iter()) > Some(6));
}

// proves N-13.2.1-coalition-neutral
#[test]
fn a_short_game_that_the_coalition_ended_with_neutral_capitals_replays() {
    let over = Over::replay(include_str!("../fixtures/short-coalition-neutral.json"), "coalition-tactical");
    assert!(over.neutral_capitals(Nations::COALITION.iter()) >= 3);
    assert!(over.society(Side::Coalition) > 7 && over.morale(Nations::COALITION.iter()) > Some(6));
}

// proves N-13.2.1-nap-capital
#[test]
fn a_short_game_that_napoleon_ended_in_vienna_replays() {
    let over = Over::replay(include_str!("../fixtures/short-napoleon-capital.json"), "napoleon-strategic");
    assert!(over.is_french() && over.holds(France, [paris(), Area::capital(Austria)]));
    assert!(over.neutral_capitals([France]) > 0);
    assert!(over.society(Side::France) > 7 && over.morale([France]) > Some(9));
}

// proves N-13.2.1-nap-london
#[test]
fn a_short_game_that_napoleon_ended_in_london_replays() {
    let over = Over::replay(include_str!("../fixtures/short-napoleon-london.json"), "napoleon-strategic");
    assert!(over.is_french() && over.holds(France, [paris(), Area::capital(England)]));
    assert!(over.society(Side::France) > 7);
}

// proves N-13.2.1-nap-france
#[test]
fn a_short_game_that_napoleon_ended_at_home_replays() {
    let over = Over::replay(include_str!("../fixtures/short-napoleon-france.json"), "napoleon-tactical");
    assert!(over.is_french() && over.holds(France, all_france()));
    assert!(over.society(Side::France) > 6 && over.morale([France]) > Some(9));
}

// proves N-13.2.1-nap-neutral
#[test]
fn a_short_game_that_napoleon_ended_with_neutral_capitals_replays() {
    let over = Over::replay(include_str!("../fixtures/short-napoleon-neutral.json"), "napoleon-tactical");
    assert!(over.is_french() && over.holds(France, [paris()]) && over.neutral_capitals([France]) >= 3);
    assert!(over.society(Side::France) > 7 && over.morale([France]) > Some(9));
}

// proves N-13-points-last
#[test]
fn a_campaign_that_ended_on_points_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-points.json"), "points");
    let best = over.end.scores.iter().max();
    assert!(over.end.winners.iter().all(|seat| over.end.scores.get(seat.index()) == best));
}

// proves N-13.2.2-single-paris
#[test]
fn a_campaign_that_one_nation_ended_in_paris_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-lone-paris.json"), "lone-strategic");
    assert!(
        over.holds(Prussia, [paris()])
            && over.society(Side::Coalition) > 8
            && over.morale([Prussia]) > Some(7)
    );
    assert!(over.end.winners.iter().eq([Seat(2)]));
}

// proves N-13.2.2-single-neutral
#[test]
fn a_campaign_that_one_nation_ended_with_neutral_capitals_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-lone-neutral.json"), "lone-strategic");
    assert_eq!(over.neutral_capitals([Austria]), 4);
    assert!(over.end.winners.iter().eq([Seat(3)]));
}

// proves N-13.2.2-four-paris
#[test]
fn a_campaign_that_four_nations_ended_in_paris_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-four-in-paris.json"), "coalition-strategic");
    assert_eq!(over.in_paris(), Nations::COALITION);
    assert!(over.society(Side::Coalition) > 8 && over.morale(over.in_paris().iter()) > Some(7));
}

// proves N-13.2.2-three-paris
#[test]
fn a_campaign_that_three_nations_ended_in_paris_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-three-in-paris.json"), "coalition-strategic");
    assert_eq!(over.in_paris().len(), 3);
    assert!(over.society(Side::Coalition) > 9 && over.morale(over.in_paris().iter()) > Some(8));
}

// proves N-13.2.2-two-paris
#[test]
fn a_campaign_that_two_nations_ended_in_paris_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-two-in-paris.json"), "coalition-strategic");
    assert_eq!(over.in_paris().len(), 2);
    assert!(over.society(Side::Coalition) > 10 && over.morale(over.in_paris().iter()) > Some(9));
}

// proves N-13.2.2-coalition-neutral
#[test]
fn a_campaign_that_the_coalition_ended_with_neutral_capitals_replays() {
    let over =
        Over::replay(include_str!("../fixtures/campaign-coalition-neutral.json"), "coalition-tactical");
    assert_eq!(over.neutral_capitals(Nations::COALITION.iter()), 4);
    assert!(over.society(Side::Coalition) > 10 && over.morale(Nations::COALITION.iter()) > Some(8));
}

// proves N-13.2.2-nap-moscow
#[test]
fn a_campaign_that_napoleon_ended_in_moscow_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-napoleon-moscow.json"), "napoleon-strategic");
    let [vienna, moscow] = [Austria, Russia].map(Area::capital);
    assert!(
        over.is_french() && over.holds(France, [paris(), moscow, vienna]) && over.society(Side::France) > 7
    );
}

// proves N-13.2.2-nap-german
#[test]
fn a_campaign_that_napoleon_ended_in_germany_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-napoleon-german.json"), "napoleon-strategic");
    let [berlin, vienna] = [Prussia, Austria].map(Area::capital);
    let [madrid, rome, ..] = Area::neutral_capitals();
    assert!(over.is_french() && over.holds(France, [paris(), berlin, vienna, madrid, rome]));
    assert!(over.society(Side::France) > 7);
}

// proves N-13.2.2-nap-england
#[test]
fn a_campaign_that_napoleon_ended_in_great_britain_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-napoleon-england.json"), "napoleon-strategic");
    assert!(
        over.is_french() && over.holds(France, [paris()]) && over.holds(France, Area::great_britain().iter())
    );
    assert!(over.society(Side::France) > 7);
}

// proves N-13.2.2-nap-france
#[test]
fn a_campaign_that_napoleon_ended_at_home_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-napoleon-france.json"), "napoleon-tactical");
    assert!(over.is_french() && over.holds(France, all_france()));
    assert!(over.society(Side::France) > 11 && over.morale([France]) > Some(12));
}

// proves N-13.2.2-nap-neutral
#[test]
fn a_campaign_that_napoleon_ended_with_neutral_capitals_replays() {
    let over = Over::replay(include_str!("../fixtures/campaign-napoleon-neutral.json"), "napoleon-tactical");
    assert!(over.is_french() && over.holds(France, [paris()]) && over.neutral_capitals([France]) == 4);
    assert!(over.society(Side::France) > 7 && over.morale([France]) > Some(9));
}

#[test]
fn a_touched_journal_is_noticed() {
    records::notices_a_touched_journal::<Conquests>(include_str!("../fixtures/short-napoleon-france.json"));
}
