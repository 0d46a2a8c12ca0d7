//! Diplomatic bids and what follows from them. Rulebook 6.1.

use engine::kit::loaded;
use engine::{Needed, Seat, Throw, Viewer};

use super::cards::reveal;
use super::field::{Field, at, block};
use crate::action::Action;
use crate::control::Control;
use crate::event::Event;
use crate::state::{Bid, Phase, Stage, Standing};
use crate::states::State::{self, Austria, Britain, Denmark, France, Poland, Prussia, Russia, Spain, Veneto};

/// Has the next dice show this.
pub(super) fn fated(mut field: Field, rolls: &[u8]) -> Field {
    field.game.dice = loaded(rolls);
    field
}

/// France has played Alexander and Britain a low card; both have 5 gold, and France bids 2 for a state.
fn bid_for(target: State, field: Field) -> Field {
    let field = field.gold(France, 5).gold(Britain, 5);
    let mut field = reveal(field, [(France, 39), (Britain, 5)]);
    field.act(Action::Bid { target, gold: 2 }).unwrap();
    field
}

fn standing(field: &Field, state: State) -> Standing {
    field.game.standings[state]
}

/// France bids, Britain matches, and the dice show this: first two for France, then two for Britain.
fn duel_for(target: State, field: Field, rolls: &[u8]) -> Field {
    let mut field = bid_for(target, field);
    field = fated(field, rolls);
    field.act(Action::Match).unwrap();
    field
}

// proves A-3.3-bid-example, A-6.13-forfeit, A-6.11-target
#[test]
fn the_example_of_a_bid() {
    let field = duel_for(Denmark, Field::duel(), &[4, 3, 6, 1]);
    assert_eq!(standing(&field, Denmark), Standing::Ally(field.seat(France)), "8 against 7");
    assert_eq!(
        (field.game.treasuries[Seat(0)], field.game.treasuries[Seat(1)]),
        (3, 3),
        "both have lost 2 gold"
    );
    let rolls: Vec<(State, u8, u8)> = field
        .log
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Rolled { who, dice, total, .. } => Some((who.empire, dice[0] + dice[1], *total)),
            _ => None,
        })
        .collect();
    assert_eq!(rolls, [(France, 7, 8), (Britain, 7, 7)], "Denmark itself does not roll");
}

// proves A-6.13-win, A-6.12-initiator
#[test]
fn seven_wins_six_and_ties_do_not() {
    let alone = |rolls: &[u8]| {
        let mut field = fated(bid_for(Denmark, Field::duel()), rolls);
        field.done();
        assert_eq!((field.game.treasuries[Seat(0)], field.game.treasuries[Seat(1)]), (3, 5));
        standing(&field, Denmark)
    };
    assert_eq!(alone(&[2, 3]), Standing::Neutral, "6 with the bonus");
    assert_eq!(alone(&[3, 3]), Standing::Ally(Field::duel().seat(France)), "7 with the bonus");
    let both = |rolls: &[u8]| standing(&duel_for(Denmark, Field::duel(), rolls), Denmark);
    assert_eq!(both(&[4, 4, 4, 5]), Standing::Neutral, "9 against 9");
    assert_eq!(both(&[1, 4, 1, 4]), Standing::Neutral, "6 against 5");
    assert_eq!(both(&[1, 4, 2, 6]), Standing::Ally(Field::duel().seat(Britain)), "6 against 8");
}

// proves A-6.13-keep, A-6.13-shift, A-3.6-one, A-6.1-change
#[test]
fn a_state_moves_by_one_step() {
    let british = || Field::duel().allied(Denmark, Britain);
    let field = duel_for(Denmark, british(), &[6, 6, 1, 1]);
    assert_eq!(standing(&field, Denmark), Standing::Neutral, "from the enemy to nobody");
    let field = duel_for(Denmark, british(), &[1, 1, 6, 6]);
    assert_eq!(standing(&field, Denmark), Standing::Ally(field.seat(Britain)), "its ally has won");
    let field = duel_for(Denmark, Field::duel(), &[6, 6, 1, 1]);
    assert_eq!(field.game.led_by(Denmark), Some(field.seat(France)));
    assert!(!field.game.blocks_of(field.seat(Britain)).contains(block("Denmark Fleet (Denmark)")));
}

// proves A-6.13-minors, A-6.13-shift
#[test]
fn a_minor_goes_with_its_empire_until_it_is_bid_for_itself() {
    let field = duel_for(Prussia, Field::duel(), &[6, 6, 1, 1]);
    assert_eq!(standing(&field, Poland), Standing::With(Prussia));
    assert_eq!(field.game.led_by(Poland), Some(field.seat(France)));
    let field = duel_for(Poland, Field::duel(), &[6, 6, 1, 1]);
    assert_eq!(standing(&field, Poland), Standing::Ally(field.seat(France)), "Prussia was neutral");
    assert_eq!(standing(&field, Prussia), Standing::Neutral);
    let field = duel_for(Veneto, Field::duel().allied(Austria, Britain), &[6, 6, 1, 1]);
    assert_eq!(standing(&field, Veneto), Standing::Neutral, "Austria was the rival's");
    assert_eq!(field.game.led_by(Austria), Some(field.seat(Britain)));
}

// proves A-6.1-cost, A-6.11-own
#[test]
fn a_bid_is_one_to_three_gold_for_what_is_no_players_nor_ones_own() {
    let field = Field::duel().gold(France, 2).allied(Denmark, France);
    let mut field = reveal(field, [(France, 39), (Britain, 5)]);
    let mut refused = |target, gold| field.refused(Action::Bid { target, gold });
    assert_eq!(refused(Russia, 0), "A-6.1-cost");
    assert_eq!(refused(Russia, 3), "A-6.1-cost", "there are only 2");
    assert_eq!(refused(Britain, 1), "A-6.1-cost");
    assert_eq!(refused(Denmark, 1), "A-6.11-own");
    assert_eq!(refused(Spain, 1), "A-6.11-own");
    field = field.gold(France, 9);
    assert_eq!(field.refused(Action::Bid { target: Russia, gold: 4 }), "A-6.1-cost");
    field.act(Action::Bid { target: Russia, gold: 3 }).unwrap();
    assert_eq!(field.game.treasuries[Seat(0)], 6);
}

// proves A-6.1-highest
#[test]
fn of_several_leaders_the_highest_bids_or_nobody() {
    let field = || Field::duel().gold(France, 3).gold(Britain, 3);
    let mut both = reveal(field(), [(France, 36), (Britain, 41)]);
    assert_eq!(both.game.deciders().iter().collect::<Vec<_>>(), [both.seat(Britain)]);
    both.done();
    assert_eq!(both.game.phase, Phase::Actions, "if he does not, nobody does");
    assert!(!both.game.hands[Seat(0)].used, "Cuesta keeps his event");
    let poor = reveal(field().gold(Britain, 0), [(France, 36), (Britain, 41)]);
    assert_eq!(poor.game.phase, Phase::Actions);
}

// proves A-6.1-match
#[test]
fn the_others_match_exactly_in_the_order_of_their_cards() {
    let field = Field::of(&[France, Britain, Russia, Austria]);
    let field = field.gold(France, 3).gold(Britain, 4).gold(Russia, 2).gold(Austria, 1);
    let cards = [(France, 42), (Britain, 3), (Russia, 30), (Austria, 33)];
    let mut field = reveal(field, cards);
    field.act(Action::Bid { target: Prussia, gold: 2 }).unwrap();
    assert_eq!(field.game.deciders().iter().next(), Some(field.seat(Russia)), "Austria has only 1 gold");
    field.act(Action::Match).unwrap();
    assert_eq!(field.game.deciders().iter().next(), Some(field.seat(Britain)));
    assert_eq!(field.refused(Action::Bid { target: Spain, gold: 1 }), "A-6.1-match");
    field.done();
    assert_eq!(field.game.treasuries.as_array()[..4], [1, 4, 0, 1]);
    assert_eq!(field.game.phase, Phase::Actions);
}

// proves A-6.12-cities, A-6.12-initiator
#[test]
fn the_bonus_for_cities_of_spain() {
    let field = Field::of(&[France, Britain, Russia]).put(Britain, ["Inf #1"], "Madrid");
    let bid =
        |by, target| Bid { by, target, gold: 1, rolling: field.game.seats(), asked: engine::Seats::NONE };
    let bonuses = |field: &Field, bid: &Bid| {
        [France, Britain, Russia].map(|e| field.game.player(field.seat(e)).bonus(bid))
    };
    assert_eq!(bonuses(&field, &bid(field.seat(Britain), Spain)), [2, 3, 0]);
    let free = Field::of(&[France, Britain, Russia]);
    assert_eq!(bonuses(&free, &bid(free.seat(Britain), Spain)), [4, 1, 0]);
    let minor = Field::of(&[France, Britain, Russia]).put(France, ["Inf #1"], "Denmark");
    assert_eq!(bonuses(&minor, &bid(minor.seat(Russia), Denmark)), [0, 0, 1], "minors give none");
}

// proves A-3.3-talleyrand
#[test]
fn talleyrand_adds_two() {
    let bonus = |cards: [(State, u8); 2], seat: State| {
        let field = reveal(Field::duel().gold(France, 1).gold(Britain, 1), cards);
        let by = field.game.bidder().unwrap();
        let (rolling, asked) = (field.game.seats(), engine::Seats::NONE);
        field.game.player(field.seat(seat)).bonus(&Bid { by, target: Denmark, gold: 1, rolling, asked })
    };
    assert_eq!(bonus([(France, 37), (Britain, 5)], France), 3, "with the one for opening the bid");
    assert_eq!(bonus([(France, 42), (Britain, 37)], Britain), 2, "matching, too, whoever plays him");
    assert_eq!(bonus([(France, 42), (Britain, 37)], France), 1);
}

// proves A-6.13-battles, A-6.13-control
#[test]
fn former_friends_fight_at_once_and_whoever_turned_them_leads_them() {
    let field = Field::duel()
        .put(France, ["Inf #1"], "Madrid")
        .put(Spain, ["Inf #1"], "Madrid")
        .put(France, ["Inf #2"], "Aragon")
        .put(Spain, ["Inf #2"], "Aragon")
        .gold(Britain, 3);
    let field = reveal(field, [(France, 5), (Britain, 39)]);
    let mut field = fated(field, &[6, 6, 1, 1]);
    field.act(Action::Bid { target: Spain, gold: 1 }).unwrap();
    if matches!(field.game.phase, Phase::Match(_)) {
        field.done();
    }
    assert_eq!(standing(&field, Spain), Standing::Neutral);
    let first = field.seat(Britain);
    assert_eq!(field.game.deciders().iter().collect::<Vec<_>>(), [first], "player 1 chooses the order");
    assert_eq!(field.refused(Action::Done), "A-6.13-battles");
    field.act(Action::Fight(at("Aragon"))).unwrap();
    let fight = field.game.fight();
    assert_eq!((fight.stage, fight.steward), (Stage::Fire, first));
    assert_eq!(field.game.attackers & field.game.blocks_at(at("Aragon")), Field::set(["Spain Inf #2"]));
    assert_eq!(field.game.melee(fight).decides(block("Spain Inf #2")), first, "Britain has turned them");
    let begun = |field: &Field| field.log.events.iter().any(|event| matches!(event, Event::Begins { .. }));
    while field.game.fight.is_some() || !field.game.urgent.is_empty() {
        assert!(!begun(&field), "turns begin after the battles");
        let mut actions = Vec::new();
        let seat = field.game.deciders().iter().next().unwrap();
        field.game.list(seat, &mut actions);
        field.act(actions[0]).unwrap();
    }
    assert!(begun(&field) && field.game.phase == Phase::Actions);
}

// proves A-6.13-place, A-6.13-hold
#[test]
fn what_is_held_when_an_empire_turns_neutral_is_not_its_own_until_it_is_vacant() {
    let field = Field::of(&[France, Britain, Russia])
        .allied(Austria, Britain)
        .put(France, ["Inf #1"], "Bohemia")
        .put(Austria, ["Inf #1"], "Vienna")
        .put(Russia, ["Inf #1"], "Silesia")
        .gold(France, 1)
        .gold(Britain, 0)
        .gold(Russia, 0);
    let field = reveal(field, [(France, 41), (Britain, 5), (Russia, 30)]);
    let mut field = fated(field, &[6, 6]);
    field.act(Action::Bid { target: Austria, gold: 1 }).unwrap();
    assert_eq!(standing(&field, Austria), Standing::Neutral);
    assert_eq!(field.whereabouts("France Inf #1"), Some("Bohemia"));
    let control = |field: &Field, place: &str| field.game.lay(field.seat(France)).control(at(place));
    assert_eq!(control(&field, "Bohemia"), Control::Friendly);
    assert_eq!(control(&field, "Moravia"), Control::Neutral);
    field.done();
    let mut attacked = field.clone();
    attacked.march("Silesia", ["Russia Inf #1"], "Bohemia");
    assert_eq!(standing(&attacked, Austria), Standing::Neutral, "an attack on France alone");
    let mut field = field.neutral(Austria);
    field.game.blocks.spots[block("France Inf #1")] = at("Saxony").into();
    assert_eq!(control(&field, "Bohemia"), Control::Neutral, "vacant, it is Austrian again");
    field.march("Silesia", ["Russia Inf #1"], "Moravia");
    assert_ne!(standing(&field, Austria), Standing::Neutral, "that is an attack on Austria");
}

// proves A-6.13-faceup, A-6.13-upright
#[test]
fn neutrals_lie_open_and_allies_stand_upright() {
    let british = Viewer::Seat(Field::duel().seat(Britain));
    let french = Field::duel().put(Spain, ["Inf #1"], "Madrid").with_strength("Spain Inf #1", 2);
    assert!(!french.game.sees(british, block("Spain Inf #1")));
    let mut open = french.clone();
    open.game.change(Spain, Standing::Neutral, open.seat(Britain), &mut open.log);
    assert!(open.game.sees(british, block("Spain Inf #1")) && open.log.revealed);
    let seen = open.game.seen(british).table();
    let shown = seen.pieces.iter().find(|piece| piece.name() == "Spanish Inf #1").unwrap();
    assert_eq!(shown.steps.map(|steps| steps.now), Some(2));
    assert_eq!(shown.facing, engine::Facing::Open);
    let france = open.seat(France);
    open.game.change(Spain, Standing::Ally(france), france, &mut open.log);
    assert!(!open.game.sees(british, block("Spain Inf #1")));
    assert_eq!((open.strength("Spain Inf #1"), open.whereabouts("Spain Inf #1")), (2, Some("Madrid")));
}

/// Every throw of two dice.
fn throws() -> impl Iterator<Item = u8> {
    (1..=6).flat_map(|one| (1..=6).map(move |other| one + other))
}

/// The odds of an action of whoever decides, as a fraction and in words.
fn odds(field: &Field, action: Action) -> Option<(u64, u64, String)> {
    let seat = field.game.deciders().iter().next().expect("somebody decides");
    let odds = field.game.choices(seat).choice(action).odds?;
    Some((odds.hits, odds.of, odds.goal.into_owned()))
}

// proves A-6.12-initiator, A-6.13-win
#[test]
fn a_bid_says_what_its_chance_is_if_nobody_matches_it() {
    let field = reveal(Field::duel().gold(France, 5).gold(Britain, 5), [(France, 39), (Britain, 5)]);
    let enough = throws().filter(|roll| roll + 1 >= 7).count() as u64;
    let goal = "to win Denmark over, if nobody matches the bid".to_owned();
    assert_eq!(odds(&field, Action::Bid { target: Denmark, gold: 1 }), Some((enough, 36, goal)));
    assert_eq!(enough, 26, "72 %");
    assert_eq!(odds(&field, Action::Done), None);
    let field = Field::duel().gold(France, 5).gold(Britain, 5).allied(Denmark, Britain);
    let field = reveal(field, [(France, 39), (Britain, 5)]);
    let (.., goal) = odds(&field, Action::Bid { target: Denmark, gold: 1 }).unwrap();
    assert_eq!(goal, "to turn Denmark neutral, if nobody matches the bid");
}

// proves A-6.13-win, A-6.13-keep
#[test]
fn whoever_matches_a_bid_knows_the_odds_against_those_who_roll() {
    let pairs = || throws().flat_map(|bidder| throws().map(move |other| (bidder + 1, other)));
    let field = bid_for(Denmark, Field::duel());
    let wins = pairs().filter(|(bidder, other)| *other >= 7 && other > bidder).count() as u64;
    assert_eq!(odds(&field, Action::Match), Some((wins, 1296, "to win Denmark over".to_owned())));
    let field = bid_for(Denmark, Field::duel().allied(Denmark, Britain));
    let keeps = pairs().filter(|(bidder, other)| !(*bidder >= 7 && bidder > other)).count() as u64;
    assert_eq!(odds(&field, Action::Match), Some((keeps, 1296, "to keep Denmark".to_owned())));
}

// proves A-6.13-win
#[test]
fn the_log_tells_the_dice_of_a_bid_and_what_it_took() {
    let field = duel_for(Denmark, Field::duel(), &[4, 3, 6, 2]);
    let lines: Vec<_> = field.log.events.iter().filter_map(|event| event.tell(Viewer::Spectator)).collect();
    let thrown: Vec<_> = lines.iter().filter_map(|line| Some((line.dice.clone(), line.throw?))).collect();
    let needs = |least| Some(Needed::Total { least });
    let [(ours, france), (_, britain)] = &thrown[..] else { panic!("both roll: {thrown:?}") };
    assert_eq!(ours.iter().map(|die| die.face).collect::<Vec<_>>(), [4, 3]);
    assert_eq!(*france, Throw { bonus: 1, needed: needs(9), success: false }, "Britain has 8, too");
    assert_eq!(*britain, Throw { bonus: 0, needed: needs(9), success: false });
    let field = duel_for(Denmark, Field::duel(), &[4, 3, 1, 1]);
    let first = field.log.events.iter().find_map(|event| event.tell(Viewer::Spectator)?.throw);
    assert_eq!(first, Some(Throw { bonus: 1, needed: needs(7), success: true }));
}
