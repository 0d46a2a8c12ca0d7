//! Players, counters, decks and the set-up. 1 to 4, 17.1.

use engine::{Chance, Dice, Game, Recorder, Seat, Seed, Setup};

use super::field::{Field, at};
use crate::action::Action;
use crate::areas::{Area, AreaSet};
use crate::cards::{Card, Cards};
use crate::effects::{Age, Domain};
use crate::nations::Nation::{self, Austria, England, France, Prussia, Russia};
use crate::nations::Side;
use crate::state::{Conquests, Phase};
use crate::tables::{Zone, morale_start, purse, reserve, society_start, start};
use crate::troops::{Kind, Troops, counters};

fn begun(scenario: &'static str, players: u8, seed: u64) -> Conquests {
    let setup = Setup::new(scenario, players, Seed::from_number(seed));
    crate::setup::new(&setup, &mut Recorder::silent()).expect("the set-up is sound")
}

/// A game whose units are placed.
fn deployed(seed: u64) -> Conquests {
    let mut game = begun("short", 5, seed);
    while let Phase::Deploy(_) = game.phase {
        let seat = game.seat(game.decider().expect("somebody places"));
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        game.apply(seat, &actions[seed as usize % actions.len()], &mut Recorder::silent())
            .expect("what is listed can be done");
    }
    game
}

// proves N-1-domains, N-1-zones
#[test]
fn five_domains_have_zones_and_initiative_has_none() {
    assert_eq!(Domain::all().map(Domain::name), ["Finance", "Morale", "Society", "Diplomacy", "Military"]);
    let domains = Zone::all().map(Zone::domain);
    assert_eq!(
        Zone::all().map(Zone::name),
        ["Initiative", "Finance", "Morale", "Society", "Military", "Diplomacy"]
    );
    assert_eq!(domains.iter().filter(|domain| domain.is_none()).count(), 1);
    assert!(Domain::all().iter().all(|domain| domains.contains(&Some(*domain))));
}

// proves N-1-short, N-1-campaign, N-3.6-deck-by-turn
#[test]
fn three_turns_or_six_in_two_ages() {
    let mut game = begun("short", 5, 1);
    assert_eq!(game.last_turn(), 3);
    let mut campaign = begun("campaign", 5, 1);
    assert_eq!(campaign.last_turn(), 6);
    let ages = (1..=6).map(|turn| {
        campaign.turn = turn;
        campaign.age()
    });
    assert_eq!(ages.collect::<Vec<_>>(), [[Age::First; 3], [Age::Second; 3]].concat());
    // Each side draws from its own deck of the Age.
    for (turn, age) in [(1, Age::First), (4, Age::Second)] {
        game.turn = turn;
        for nation in Nation::all() {
            game.uncover(nation.side());
            let card = game.draw(nation, &mut Recorder::silent()).expect("a card is left");
            assert!(Card::deck(nation.side(), age).contains(card));
        }
    }
}

// proves N-2-five, N-2-four, N-2-three, N-2-two
#[test]
fn nations_are_shared_out_among_players() {
    let seats =
        |players| Nation::all().map(|nation| begun("short", players, 1).seat(nation).0).collect::<Vec<_>>();
    // France, England, Prussia, Austria, Russia.
    assert_eq!(seats(5), [0, 1, 2, 3, 4]);
    assert_eq!(seats(4), [0, 1, 3, 2, 3]);
    assert_eq!(seats(3), [0, 1, 1, 2, 2]);
    assert_eq!(seats(2), [0, 1, 1, 1, 1]);
}

// proves N-2-multi-separate
#[test]
fn nations_of_one_player_stay_apart() {
    let game = begun("short", 2, 3);
    for nation in Nation::all().filter(|nation| nation.is_coalition()) {
        assert_eq!((game.seat(nation), game.cards.hands[nation].len()), (Seat(1), 4));
        assert!(game.cards.objectives[nation].is_some());
        assert_eq!(game.treaties.friends(nation), nation.into());
    }
    assert_eq!(game.order.len(), 5);
    // Money of one does not buy a card for the other.
    let mut field =
        Field::of("short", 2).hand(Prussia, &[2]).money(Prussia, 0).advisor(Prussia, Zone::Morale, 1);
    field = field.resolve();
    assert_eq!(field.refused(Action::BuyCard), "N-8-buy-card");
    assert_eq!(field.refused(Action::Play(super::field::card(20))), "N-3.6-when");
}

// proves N-3.1-conservation, N-4.1-prussia
#[test]
fn every_counter_is_somewhere() {
    let game = deployed(5);
    for nation in Nation::all() {
        let all = game.forces.on_map(nation) + game.forces.reserves[nation] + game.forces.contingent(nation);
        assert_eq!(all, counters(nation));
        assert_eq!(game.forces.on_map(nation), start(nation));
    }
    assert_eq!(game.forces.contingent(Prussia), Troops::of([4, 2, 1, 2]));
}

// proves N-4.1-prussia, N-4.1-reserve-others, N-4.1-chest-others
#[test]
fn boards_say_what_a_nation_begins_with() {
    let reserves = [[7, 5, 5, 4], [4, 2, 2, 5], [5, 3, 3, 2], [5, 3, 3, 1], [6, 3, 3, 2]];
    let purses = [(8, 8), (8, 6), (4, 4), (5, 4), (4, 4)];
    let game = begun("campaign", 5, 1);
    for ((nation, units), money) in Nation::all().zip(reserves).zip(purses) {
        assert_eq!((reserve(nation), purse(nation)), (Troops::of(units), money));
        assert_eq!(game.forces.reserves[nation], Troops::of(units));
        assert_eq!(
            (game.treasury.money[nation], game.treasury.whole_points(nation)),
            (money.0.into(), money.1.into())
        );
    }
}

// proves N-4.2-morale-start, N-4.2-society-start, N-3.3-society-shared
#[test]
fn markers_begin_at_1795() {
    assert_eq!(Nation::all().map(morale_start).collect::<Vec<_>>(), [6, 5, 4, 4, 4]);
    assert_eq!(Side::all().map(society_start), [1, 1]);
    let game = begun("short", 4, 1);
    assert_eq!((game.tracks.morale, game.tracks.society), ([6, 5, 4, 4, 4].into(), [1, 1].into()));
}

// proves N-4.2-morale-start
#[test]
fn against_one_player_napoleon_has_a_head_start_unless_it_is_declined() {
    assert_eq!(begun("short", 2, 1).tracks.morale, [9, 5, 4, 4, 4].into());
    let declined = Setup::new("short", 2, Seed::from_number(1)).with("head-start", false);
    assert_eq!(
        crate::setup::new(&declined, &mut Recorder::silent()).unwrap().tracks.morale,
        [6, 5, 4, 4, 4].into()
    );
    assert_eq!(begun("short", 3, 1).tracks.morale, [6, 5, 4, 4, 4].into());
}

// proves N-4.2-first-order
#[test]
fn the_highest_die_comes_first_and_the_tied_roll_again() {
    let mut ties = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(Seed::from_number(seed));
        let rolls = [(); 5].map(|()| dice.die(6));
        let order = begun("short", 5, seed).order;
        let shown: Vec<u8> = order.iter().map(|nation| rolls[nation.index()]).collect();
        assert!(shown.is_sorted_by(|a, b| a >= b), "{order:?} rolled {shown:?}");
        // Of two with the same roll the later in the list can come first.
        let pairs = order.windows(2).zip(shown.windows(2));
        ties += pairs.filter(|(nations, rolls)| rolls[0] == rolls[1] && nations[0] > nations[1]).count();
    }
    assert!(ties > 0);
}

// proves N-4.2-first-order
#[test]
fn dice_set_the_first_order() {
    let orders: Vec<_> = (0..60).map(|seed| begun("short", 5, seed).order).collect();
    for nation in Nation::all() {
        assert!(
            orders.iter().any(|order| order[0] == nation) && orders.iter().any(|order| order[4] == nation)
        );
    }
    assert!(orders.iter().all(|order| order.iter().copied().collect::<crate::nations::Nations>().len() == 5));
}

// proves N-4.1-pool, N-4.1-napoleon-hand
#[test]
fn the_first_hands_show_the_stripes_they_must() {
    for seed in 0..20 {
        let game = begun("short", 5, seed);
        let dealt =
            Nation::all().skip(1).fold(Cards::EMPTY, |dealt, nation| dealt | game.cards.hands[nation]);
        let stripes = |cards: Cards| Domain::all().map(|domain| (cards & Card::striped(domain)).len());
        // Finance, Morale, Society, Diplomacy, Military.
        assert_eq!(stripes(dealt), [2, 3, 3, 3, 5]);
        assert!(Nation::all().skip(1).all(|nation| game.cards.hands[nation].len() == 4));
        let napoleon = game.cards.hands[France];
        assert_eq!(napoleon.len(), 8);
        assert!(stripes(napoleon).iter().all(|count| *count > 0));
        assert!(napoleon.is_within(&Card::deck(Side::France, Age::First)));
        let rest = Card::deck(Side::Coalition, Age::First) - dealt;
        assert_eq!(game.deck_of(Side::Coalition), rest);
    }
}

// proves N-4.2-deploy-order, N-4.2-france, N-4.2-england, N-4.2-continental
#[test]
fn units_begin_at_home_in_the_order_of_the_turn() {
    let mut log = Recorder::default();
    let setup = Setup::new("short", 5, Seed::from_number(2));
    let mut game = crate::setup::new(&setup, &mut log).unwrap();
    let mut placers = Vec::new();
    while let Phase::Deploy(_) = game.phase {
        let nation = game.decider().expect("somebody places");
        if placers.last() != Some(&nation) {
            placers.push(nation);
        }
        let mut actions = Vec::new();
        game.actions(game.seat(nation), &mut actions);
        let rooms: AreaSet = actions
            .iter()
            .filter_map(|action| match action {
                Action::Place { at, .. } => Some(*at),
                _ => None,
            })
            .collect();
        let Action::Place { kind, .. } = actions[0] else { panic!("a unit is placed") };
        let expected = match (nation, kind, game.forces.on_map(nation).count(kind)) {
            (France, Kind::Frigate, _) => {
                ["gulf_of_lion", "ligurian_sea", "tyrrhenian_sea"].map(at).into_iter().collect()
            }
            (England, Kind::Frigate, 0) => at("irish_sea").into(),
            (England, Kind::Frigate, _) => ["malta_channel", "ionian_sea"].map(at).into_iter().collect(),
            (England, _, 0) => at("malta").into(),
            (England, ..) => ["london", "northern_england", "scotland"].map(at).into_iter().collect(),
            _ => Area::homeland(nation),
        };
        assert_eq!(rooms, expected, "{nation} places {kind}");
        game.apply(game.seat(nation), &actions[0], &mut log).unwrap();
    }
    assert_eq!(placers, game.order[..]);
    let start = [[4, 2, 2, 2], [3, 0, 0, 2], [3, 1, 1, 0], [4, 1, 1, 0], [2, 1, 1, 0]];
    for (nation, units) in Nation::all().zip(start) {
        assert_eq!(game.forces.on_map(nation), Troops::of(units));
    }
}

// proves N-4.2-continental, N-4.2-england
#[test]
fn nobody_begins_abroad() {
    let refuse = |nation: Nation, land: &str| {
        let mut field = Field::new();
        field.game.phase = Phase::Deploy(nation.index() as u8);
        field.refused(Action::Place { kind: Kind::Infantry, at: at(land) })
    };
    assert_eq!(refuse(Austria, "bavaria"), "N-4.2-continental");
    assert_eq!(refuse(Russia, "poland"), "N-4.2-continental");
    assert_eq!(refuse(England, "ireland"), "N-4.2-england");
    assert_eq!(refuse(France, "belgium"), "N-4.2-france");
}
