//! Automatic victories. Rulebook 13.2.1, 13.2.2.

use super::field::{Field, units};
use crate::by::By;
use crate::nations::{Nation, Nations, Side};
use crate::state::{Bond, EndReason};

use Nation::{Austria, England, France, Prussia, Russia};

/// All nations stand somewhere; nobody has won anything.
fn europe(scenario: &'static str) -> Field {
    Field::of(scenario, 5).peopled()
}

impl Field {
    /// One infantry of a nation in each of these lands.
    fn holding(self, nation: Nation, lands: &[&str]) -> Field {
        lands.iter().fold(self, |field, land| field.put(nation, units(1, 0, 0), land))
    }

    /// The Morale of all nations of the Coalition.
    fn coalition_morale(self, level: u8) -> Field {
        Nations::COALITION.iter().fold(self, |field, nation| field.morale(nation, level))
    }

    /// Whether nobody has won.
    fn undecided(&self) -> bool {
        self.clone().verdict().is_none()
    }

    fn won(&self, winners: &[Nation], reason: EndReason) -> bool {
        self.clone().verdict() == Some((winners.iter().copied().collect(), reason))
    }
}

const COALITION: [Nation; 4] = [England, Prussia, Austria, Russia];

/// Without objectives, so that a victory of the Coalition is that of all.
fn aimless(mut field: Field) -> Field {
    field.game.cards.objectives = By::all(None);
    field
}

// proves N-13.2.1-coalition-paris, N-13.2-strict, N-13.2-society-whose
#[test]
fn several_nations_in_paris_win_the_short_game() {
    let allied = || aimless(europe("short")).allied(Austria, &[Russia]);
    let base = || allied().holding(Austria, &["paris"]).holding(Russia, &["paris"]).coalition_morale(7);
    let field = base().society(Side::Coalition, 8);
    assert!(field.won(&COALITION, EndReason::CoalitionStrategic));
    assert!(base().society(Side::Coalition, 7).undecided());
    // The Society of the other side does not help.
    assert!(base().society(Side::Coalition, 7).society(Side::France, 14).undecided());
    // Everybody's Morale counts, not only that of those in Paris.
    assert!(base().society(Side::Coalition, 8).morale(England, 6).undecided());
    // One alone is not several, and nobody counts beside the French.
    let alone = allied().holding(Austria, &["paris"]).coalition_morale(7).society(Side::Coalition, 8);
    assert!(alone.won(&[Austria], EndReason::LoneStrategic));
    assert!(base().society(Side::Coalition, 8).holding(France, &["paris"]).undecided());
}

// proves N-13.2.1-coalition-paris, N-13.2.2-two-paris
#[test]
fn nations_that_hold_paris_for_napoleon_win_nothing_for_the_coalition() {
    for scenario in ["short", "campaign"] {
        let base = aimless(europe(scenario)).coalition_morale(10).society(Side::Coalition, 11);
        let base = base.holding(Austria, &["paris"]).holding(Prussia, &["paris"]);
        let free = base.clone().allied(Austria, &[Prussia]);
        assert!(free.won(&COALITION, EndReason::CoalitionStrategic));
        // Napoleon has taken both their capitals in this turn.
        let mut bound = base.allied(France, &[Austria]);
        bound.game.treaties.list[0].state = Bond::Fading;
        assert!(bound.allied(France, &[Prussia]).undecided());
    }
}

// proves N-13.2.1-coalition-neutral, N-13.2-collective-control
#[test]
fn three_neutral_capitals_in_different_hands_win_the_short_game() {
    let base = || {
        aimless(europe("short"))
            .holding(Austria, &["rome"])
            .holding(Russia, &["stockholm"])
            .holding(England, &["madrid"])
            .coalition_morale(7)
            .society(Side::Coalition, 8)
    };
    assert!(base().won(&COALITION, EndReason::CoalitionTactical));
    assert!(base().society(Side::Coalition, 7).undecided());
    assert!(base().morale(Prussia, 6).undecided());
    // Under a Forced Alliance Austria still counts for the Coalition, and not for Napoleon.
    assert!(base().allied(France, &[Austria]).won(&COALITION, EndReason::CoalitionTactical));
    let shared = base().allied(France, &[Austria]).holding(France, &["rome"]);
    assert!(shared.undecided());
}

// proves N-13.2.1-single-paris
#[test]
fn one_nation_that_controls_paris_wins_the_short_game() {
    let base = || europe("short").holding(Prussia, &["paris"]).morale(Prussia, 6).society(Side::Coalition, 7);
    assert!(base().won(&[Prussia], EndReason::LoneStrategic));
    assert!(base().morale(Prussia, 5).undecided());
    assert!(base().society(Side::Coalition, 6).undecided());
    assert!(base().allied(Prussia, &[Austria]).holding(Austria, &["paris"]).undecided());
}

// proves N-13.2.1-single-neutral
#[test]
fn one_nation_with_three_neutral_capitals_needs_no_levels() {
    let base = || europe("short").coalition_morale(1).society(Side::Coalition, 0);
    let three = base().holding(Russia, &["rome", "stockholm", "european_turkey"]);
    assert!(three.won(&[Russia], EndReason::LoneStrategic));
    assert!(base().holding(Russia, &["rome", "stockholm"]).undecided());
}

// proves N-13.2.1-nap-capital
#[test]
fn napoleon_wins_the_short_game_with_a_capital_and_the_south() {
    let base = |lands: &[&str]| {
        europe("short")
            .holding(France, &["paris"])
            .holding(France, lands)
            .society(Side::France, 8)
            .morale(France, 10)
    };
    for south in ["madrid", "rome"] {
        assert!(base(&["vienna", south]).won(&[France], EndReason::NapoleonStrategic));
        assert!(base(&["vienna", south]).society(Side::France, 7).undecided());
        assert!(base(&["vienna", south]).morale(France, 9).undecided());
    }
    assert!(base(&["vienna", "stockholm"]).undecided());
    assert!(base(&["madrid", "rome"]).undecided());
    let away =
        europe("short").holding(France, &["vienna", "rome"]).society(Side::France, 8).morale(France, 10);
    assert!(away.undecided());
}

// proves N-13.2.1-nap-london
#[test]
fn napoleon_wins_the_short_game_in_london() {
    let base = || europe("short").holding(France, &["paris", "london"]).morale(France, 1);
    assert!(base().society(Side::France, 8).won(&[France], EndReason::NapoleonStrategic));
    assert!(base().society(Side::France, 7).undecided());
}

const MAINLAND: [&str; 9] =
    ["paris", "artois", "normandy", "brittany", "aquitaine", "languedoc", "provence", "burgundy", "alsace"];

// proves N-13.2.1-nap-france, N-13.2.2-nap-france
#[test]
fn napoleon_wins_with_all_france_but_corsica() {
    for (scenario, society, morale) in [("short", 7, 10), ("campaign", 12, 13)] {
        let base = |lands: &[&str]| {
            Field::of(scenario, 5)
                .peopled()
                .holding(France, lands)
                .society(Side::France, society)
                .morale(France, morale)
        };
        assert!(base(&MAINLAND).won(&[France], EndReason::NapoleonTactical));
        assert!(base(&MAINLAND).society(Side::France, society - 1).undecided());
        assert!(base(&MAINLAND).morale(France, morale - 1).undecided());
        assert!(base(&MAINLAND[..8]).undecided(), "Alsace is missing");
        let occupied = base(&MAINLAND).holding(England, &["corsica"]);
        assert!(occupied.won(&[France], EndReason::NapoleonTactical));
    }
}

// proves N-13.2.1-nap-neutral, N-13.2.2-nap-neutral
#[test]
fn napoleon_wins_with_paris_and_neutral_capitals() {
    let capitals = ["madrid", "rome", "stockholm", "european_turkey"];
    for (scenario, count) in [("short", 3), ("campaign", 4)] {
        let base = |count: usize| {
            let field = Field::of(scenario, 5).peopled().holding(France, &capitals[..count]);
            field.society(Side::France, 8).morale(France, 10)
        };
        let full = base(count).holding(France, &["paris"]);
        assert!(full.won(&[France], EndReason::NapoleonTactical));
        assert!(full.clone().society(Side::France, 7).undecided());
        assert!(full.morale(France, 9).undecided());
        assert!(base(count).undecided(), "Paris is missing");
        assert!(base(count - 1).holding(France, &["paris"]).undecided());
    }
}

// proves N-13.2.2-four-paris, N-13.2.2-three-paris, N-13.2.2-two-paris
#[test]
fn the_campaign_asks_more_of_fewer_nations_in_paris() {
    let cases: [(&[Nation], u8, u8); 3] =
        [(&COALITION, 9, 8), (&[England, Prussia, Austria], 10, 9), (&[England, Prussia], 11, 10)];
    for (nations, society, morale) in cases {
        let base = |society: u8, morale: u8| {
            let field = aimless(europe("campaign")).allied(England, &nations[1..]).coalition_morale(4);
            let field = nations
                .iter()
                .fold(field, |field, nation| field.holding(*nation, &["paris"]).morale(*nation, morale));
            field.society(Side::Coalition, society)
        };
        assert!(base(society, morale).won(&COALITION, EndReason::CoalitionStrategic), "{nations:?}");
        assert!(base(society - 1, morale).undecided(), "{nations:?}");
        assert!(base(society, morale).morale(England, morale - 1).undecided(), "{nations:?}");
        assert!(base(society, morale).holding(France, &["paris"]).undecided(), "{nations:?}");
    }
    let one =
        europe("campaign").holding(England, &["paris"]).coalition_morale(16).society(Side::Coalition, 14);
    assert!(one.undecided());
}

// proves N-13.2.2-coalition-neutral
#[test]
fn all_neutral_capitals_win_the_campaign_for_the_coalition() {
    let base = || {
        aimless(europe("campaign"))
            .holding(Austria, &["rome", "madrid"])
            .holding(Russia, &["stockholm", "european_turkey"])
            .coalition_morale(9)
            .society(Side::Coalition, 11)
    };
    assert!(base().won(&COALITION, EndReason::CoalitionTactical));
    assert!(base().society(Side::Coalition, 10).undecided());
    assert!(base().morale(England, 8).undecided());
    let three =
        aimless(europe("campaign")).holding(Austria, &["rome", "madrid"]).holding(Russia, &["stockholm"]);
    assert!(three.coalition_morale(16).society(Side::Coalition, 14).undecided());
}

// proves N-13.2.2-single-neutral
#[test]
fn one_nation_with_all_neutral_capitals_wins_the_campaign() {
    let base = || europe("campaign").coalition_morale(1).society(Side::Coalition, 0);
    let four = base().holding(Russia, &["rome", "stockholm", "european_turkey", "madrid"]);
    assert!(four.won(&[Russia], EndReason::LoneStrategic));
    assert!(base().holding(Russia, &["rome", "stockholm", "european_turkey"]).undecided());
}

// proves N-13.2.2-single-paris
#[test]
fn one_nation_holds_paris_at_two_checks_in_a_row() {
    let austria = || {
        let field = europe("campaign").turn(4).holding(Austria, &["paris"]).allied(Austria, &[Russia]);
        field.morale(Austria, 8).society(Side::Coalition, 9)
    };
    let mut field = austria();
    assert_eq!(field.verdict(), None);
    let held = field.clone().turn(5);
    assert!(held.won(&[Austria], EndReason::LoneStrategic));
    assert!(held.clone().morale(Austria, 7).undecided());
    assert!(held.clone().society(Side::Coalition, 8).undecided());
    // An Ally that comes in breaks it, and it begins anew.
    let mut field = field.turn(5).holding(Russia, &["paris"]);
    assert_eq!(field.verdict(), None);
    field.game.take(Russia, units(1, 0, 0), super::field::at("paris"));
    let mut field = field.turn(5);
    assert_eq!(field.verdict(), None);
    assert_eq!(field.verdict(), Some((Austria.into(), EndReason::LoneStrategic)));
}

// proves N-13.2.2-nap-moscow, N-13.2.2-nap-german, N-13.2.2-nap-england
#[test]
fn napoleon_conquers_europe_in_three_ways() {
    let ways: [&[&str]; 4] = [
        &["paris", "moscow", "berlin"],
        &["paris", "moscow", "vienna"],
        &["paris", "berlin", "vienna", "rome", "madrid"],
        &["paris", "london", "northern_england", "scotland"],
    ];
    for way in ways {
        let base = |lands: &[&str]| {
            europe("campaign").holding(France, lands).morale(France, 1).society(Side::France, 8)
        };
        assert!(base(way).won(&[France], EndReason::NapoleonStrategic), "{way:?}");
        assert!(base(way).society(Side::France, 7).undecided(), "{way:?}");
        for missing in 0..way.len() {
            let rest: Vec<&str> = way.iter().copied().filter(|land| *land != way[missing]).collect();
            assert!(base(&rest).undecided(), "{rest:?}");
        }
    }
}

// proves N-13.2-priority
#[test]
fn one_nation_comes_before_the_coalition_and_that_before_napoleon() {
    // Russia alone holds three neutral capitals while Napoleon is in Paris and London.
    let napoleon = || europe("short").holding(France, &["paris", "london"]).society(Side::France, 8);
    let lone = napoleon().holding(Russia, &["rome", "stockholm", "european_turkey"]);
    assert!(lone.won(&[Russia], EndReason::LoneStrategic));
    let together = aimless(napoleon())
        .holding(Russia, &["rome", "stockholm"])
        .holding(Prussia, &["european_turkey"])
        .coalition_morale(7)
        .society(Side::Coalition, 8);
    assert!(together.won(&COALITION, EndReason::CoalitionTactical));
    let all = lone.coalition_morale(7).society(Side::Coalition, 8);
    assert!(all.won(&[Russia], EndReason::LoneStrategic));
}

// proves N-13.2-priority-tie
#[test]
fn two_nations_with_conditions_of_their_own_win_together() {
    let field = europe("short").holding(Russia, &["rome", "stockholm", "european_turkey"]);
    let field = field.holding(Prussia, &["paris"]).morale(Prussia, 6).society(Side::Coalition, 7);
    assert!(field.won(&[Prussia, Russia], EndReason::LoneStrategic));
}

// proves N-13-every-turn
#[test]
fn each_length_has_a_table_of_its_own_at_every_check() {
    let london = |scenario, turn| {
        let field = Field::of(scenario, 5).peopled().turn(turn).holding(France, &["paris", "london"]);
        field.society(Side::France, 8)
    };
    for turn in [1, 2] {
        assert!(london("short", turn).won(&[France], EndReason::NapoleonStrategic));
        assert!(london("campaign", turn).undecided());
    }
    // Eliminations come first: England, without a land, does not hold the Coalition's Morale down.
    let mut field = aimless(Field::of("short", 5)).put(France, units(1, 0, 0), "normandy");
    for (nation, home) in [(Prussia, "poland"), (Austria, "paris"), (Russia, "paris")] {
        field = field.put(nation, units(1, 0, 0), home);
    }
    let field = field.allied(Austria, &[Russia]).put(Austria, units(1, 0, 0), "galicia");
    let field = field.put(Russia, units(1, 0, 0), "ukraine").coalition_morale(7).morale(England, 2);
    assert!(
        field.society(Side::Coalition, 8).won(&[Prussia, Austria, Russia], EndReason::CoalitionStrategic)
    );
}

// proves N-13.2-priority, N-13-napoleon-out
#[test]
fn one_nation_comes_before_the_coalition_even_if_napoleon_is_out() {
    let ruined = || aimless(europe("short")).morale(France, 0);
    assert!(ruined().won(&COALITION, EndReason::NapoleonOut));
    let lone = ruined().holding(Russia, &["rome", "stockholm", "european_turkey"]);
    assert!(lone.won(&[Russia], EndReason::LoneStrategic));
    // One that is out itself comes before nobody.
    assert!(lone.morale(Russia, 0).won(&COALITION[..3], EndReason::NapoleonOut));
}
