//! Preparation: bases, starting squares, cards, who begins. Rulebook 1, 3, 8.1.

use engine::{Game, Recorder, Seat, Seats, Seed, Setup, SetupError, Stream, Value, Viewer};

use super::table::{At, four, game, game_with, on, sq, town};
use crate::action::Action;
use crate::board::{BOARD, Town};
use crate::components::Kind::{self, Cavalry, General, Infantry};
use crate::components::Power::{self, Austria, France, Prussia, Russia, Spain};
use crate::components::{Country, PieceId};
use crate::state::{Campaign, EndReason, Phase, Place, Recovery, Status};

/// Two players: the first leads France and Spain, the second Russia and Austria.
fn two(level: &str) -> At {
    let mut at = game(level, 2, &[France, Russia, Austria, Spain]);
    at.game.turn.last_army = Default::default();
    at
}

/// The powers that can be chosen now.
fn open_bases(at: &At) -> Vec<Power> {
    let base = |action| if let Action::Base(power) = action { Some(power) } else { None };
    at.listed().into_iter().filter_map(base).collect()
}

/// Why a table cannot be set up so.
fn no_table(seats: u8, options: &[(&str, Value)]) -> &'static str {
    let setup = Setup::new("standard", seats, Seed::from_number(1805));
    let setup = options.iter().fold(setup, |setup, (id, value)| setup.with(id, value.clone()));
    match <Campaign as Game>::new(&setup, &mut Recorder::default()) {
        Err(SetupError::Denied(denied)) => denied.rule.as_str(),
        other => panic!("{:?}", other.map(|_| "a game")),
    }
}

// Bases (1.1)

// proves C-1.1-four
#[test]
fn four_players_lead_france_russia_austria_and_spain() {
    let mut at = game("standard", 4, &[]);
    assert_eq!(open_bases(&at), [France, Russia, Austria, Spain]);
    assert_eq!(at.refused(Action::Base(Prussia)), "C-1.1-four");
    at.ok(Action::Base(Austria));
    assert_eq!(at.refused(Action::Base(Austria)), "C-1.1-four", "it is taken");
    at.ok(Action::Base(France)).ok(Action::Base(Spain)).ok(Action::Base(Russia));
    let seats = [France, Russia, Austria, Spain].map(|power| at.game.seat_of(power));
    assert_eq!(seats, [Seat(1), Seat(3), Seat(0), Seat(2)]);
    assert_eq!(at.game.phase(), Phase::Open, "the game begins");
}

// proves C-1.1-three
#[test]
fn three_players_choose_a_base_each_but_not_both_france_and_prussia() {
    for (first, other) in [(France, Prussia), (Prussia, France)] {
        let mut at = game("standard", 3, &[]);
        assert_eq!(open_bases(&at), Power::ALL);
        at.ok(Action::Base(first));
        assert_eq!(at.refused(Action::Base(other)), "C-1.1-three");
        assert_eq!(at.refused(Action::Base(first)), "C-1.1-three", "it is taken");
        at.ok(Action::Base(Spain));
        assert_eq!(at.refused(Action::Base(other)), "C-1.1-three");
        at.ok(Action::Base(Russia));
        assert_eq!(at.game.phase(), Phase::Open, "three bases are enough");
        assert_eq!(at.game.power(other).status, Status::Absent);
    }
}

// proves C-1.1-two
#[test]
fn two_players_lead_two_powers_each_and_france_and_prussia_are_never_both_in_play() {
    for (first, other) in [(France, Prussia), (Prussia, France)] {
        let mut at = game("standard", 2, &[first]);
        assert_eq!(at.decider(), Seat(1));
        assert_eq!(at.refused(Action::Base(other)), "C-1.1-two", "nor for the other player");
        at.ok(Action::Base(Russia)).ok(Action::Base(Austria));
        assert_eq!(at.refused(Action::Base(other)), "C-1.1-two");
        at.ok(Action::Base(Spain));
        assert_eq!(at.game.phase(), Phase::Open);
        let armies = |seat| at.game.armies(seat).collect::<Vec<_>>();
        assert_eq!((armies(Seat(0)), armies(Seat(1))), (vec![first, Spain], vec![Russia, Austria]));
    }
}

// proves C-1.1-five
#[test]
fn five_players_use_both_france_and_prussia() {
    assert_eq!(no_table(5, &[]), "C-1.1-five", "only by the house rule");
    assert_eq!(no_table(4, &on(["prussia", "five-players"])), "C-1.1-five", "only for five");
    let at = game_with("standard", 5, &Power::ALL, &on(["prussia", "five-players"]));
    assert_eq!(at.game.phase(), Phase::Open);
    for power in Power::ALL {
        assert!(at.game.is_active(power));
        assert_eq!((at.count(power, Infantry), at.count(power, Cavalry)), (4, 4), "{power}");
    }
    assert!(at.on("Berlin").is_some() && at.on("Paris").is_some());
}

// Two armies of one player (1.1 c)

/// The armies that have the turn, one after the other, when nobody does anything.
fn order_of_armies<const N: usize>(at: &mut At) -> [Power; N] {
    std::array::from_fn(|_| {
        let army = at.army();
        at.idle();
        army
    })
}

// proves C-1.1-alternate
#[test]
fn with_two_players_the_armies_take_turns() {
    let mut at = two("introductory").open(France);
    assert_eq!(order_of_armies(&mut at), [France, Russia, Spain, Austria, France, Russia, Spain]);
}

// proves C-1.1-alternate
#[test]
fn the_other_army_of_the_player_does_not_move() {
    let mut at = two("introductory").turn(France, 6);
    assert_eq!(at.step_refused("3,18", "4,17"), "C-1.1-alternate");
    assert_eq!(at.step_refused("30,3", "29,2"), "C-7.1-own-pieces");
    at.step("10,6", "9,5");
}

// proves C-1.1-alternate
#[test]
fn an_army_moves_every_turn_when_its_partner_is_eliminated() {
    let mut at = two("introductory").without_troops(Spain).open(France);
    assert_eq!(order_of_armies(&mut at), [France, Russia, France, Austria, France, Russia]);
    assert_eq!(at.game.power(Spain).status, Status::Out);
    assert_eq!(at.won(), None, "its player stays in with his other power");
}

// proves C-1.1-alternate
#[test]
fn an_army_that_must_miss_a_turn_misses_its_own() {
    let mut at = two("introductory").recovering(Spain, Recovery::Misses).open(France);
    assert_eq!(order_of_armies(&mut at), [France, Russia, Austria, France, Russia, Spain, Austria]);
}

// proves C-1.1-alternate
#[test]
fn the_two_armies_of_a_player_are_on_one_side() {
    let mut at = two("standard").clear().with(Russia, Infantry, "5,17");
    at.add(France, Infantry, "4,16");
    at.add(Spain, Infantry, "6,16");
    let at = at.turn(France, 6);
    assert!(at.can_take("5,17"), "they attack together");
    let mut at = two("standard").clear().with(Russia, Infantry, "5,17").with(Austria, General, "5,18");
    at.add(France, Infantry, "4,16");
    at.add(France, Infantry, "6,16");
    let mut at = at.turn(France, 6);
    assert_eq!(at.saved_by("5,17"), "C-14.1.1-engage", "they support each other");
    at.add(Spain, Infantry, "8,17");
    assert_eq!(at.refused(Action::Name(sq("8,17"))), "C-7.1-noattack", "they do not fight each other");
}

// The Congress of Vienna (1.1 e)

const NEUTRALS: &str = "neutrals";

/// A table before bases are chosen, with the Congress of Vienna.
fn congress(seats: u8, seed: u64, way: &str) -> At {
    let setup =
        Setup::new("standard", seats, Seed::from_number(seed)).with("prussia", true).with("congress", way);
    let mut log = Recorder::default();
    At { game: <Campaign as Game>::new(&setup, &mut log).unwrap(), log }
}

/// The powers that are neutral.
fn neutrals(at: &At) -> Vec<Power> {
    Power::ALL.into_iter().filter(|power| at.game.power(*power).status == Status::Neutral).collect()
}

/// Four players with one neutral power, about to begin.
fn congress_without(neutral: Power) -> At {
    let mut at = (0..).map(|seed| congress(4, seed, NEUTRALS)).find(|at| neutrals(at) == [neutral]).unwrap();
    assert_eq!(at.refused(Action::Base(neutral)), "C-1.1-congress");
    for power in Power::ALL.into_iter().filter(|power| *power != neutral) {
        at.ok(Action::Base(power));
    }
    at
}

// proves C-1.1-congress
#[test]
fn at_the_congress_chance_makes_powers_neutral_that_nobody_leads() {
    for (seats, expected) in [(2, 1), (3, 2), (4, 1)] {
        let mut seen = [false; 5];
        for seed in 0..60 {
            let drawn = neutrals(&congress(seats, seed, NEUTRALS));
            assert_eq!(drawn.len(), expected, "{seats} players");
            drawn.iter().for_each(|power| seen[power.index()] = true);
        }
        assert!(seen.iter().filter(|seen| **seen).count() >= 4, "{seats} players: {seen:?}");
    }
}

// proves C-1.1-congress
#[test]
fn a_draw_that_locks_spain_in_is_repeated() {
    let draws: Vec<Vec<Power>> = (0..300).map(|seed| neutrals(&congress(3, seed, NEUTRALS))).collect();
    assert!(draws.iter().any(|drawn| drawn.contains(&France)));
    assert!(draws.iter().all(|drawn| !drawn.contains(&France) || drawn.contains(&Spain)));
}

// proves C-1.1-congress
#[test]
fn all_five_powers_are_set_up_at_the_congress_and_france_plays_beside_prussia() {
    let at = congress_without(Austria);
    assert!(at.game.is_active(France) && at.game.is_active(Prussia));
    for power in Power::ALL {
        assert_eq!((at.count(power, Infantry), at.count(power, Cavalry)), (4, 4), "{power}");
        assert_eq!(at.game.piece_on(BOARD.base(power).capital.general), Some(PieceId::general(power)));
    }
}

// proves C-1.1-congress
#[test]
fn nobody_enters_a_neutral_country_or_attacks_its_pieces() {
    let mut at = congress_without(Austria).with(France, General, "21,15").turn(France, 6);
    assert_eq!(at.step_refused("21,15", "22,15"), "C-1.1-congress");
    assert_eq!(at.refused(Action::Name(sq("Vienna"))), "C-1.1-congress");
    at.name("Berlin").step("21,15", "20,15");
    let mut at = congress_without(Russia).with(France, General, "21,15").turn(France, 6);
    at.step("21,15", "22,15");
}

// proves C-1.1-congress
#[test]
fn a_neutral_town_is_not_captured() {
    // Nobody can enter, so a General is put there.
    let mut at = congress_without(Austria).with(France, General, "Prague").turn(France, 6);
    at.done();
    assert_eq!(at.holder("Prague"), None);
    let mut at = congress_without(Russia).with(France, General, "Prague").turn(France, 6);
    at.done();
    assert_eq!(at.holder("Prague"), Some(France));
}

// proves C-1.1-congress
#[test]
fn of_a_neutral_prussia_only_the_surroundings_of_berlin_and_stettin_are_closed() {
    let closed = |square| {
        let mut at = congress_without(Prussia).clear().with(France, General, square);
        at.begin(France, 6);
        let onto = |(columns, rows): (i32, i32)| sq(square).step(columns, rows);
        crate::square::AROUND
            .into_iter()
            .filter_map(onto)
            .filter(|to| {
                let reason = at.game.may_move_to(sq(square), *to).map_err(|denied| denied.rule.as_str());
                reason == Err("C-1.1-congress")
            })
            .map(|square| square.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(closed("18,5"), ["19,4", "19,5", "19,6"], "the ring around the area");
    assert_eq!(closed("24,9"), ["23,8"], "its corner");
    assert_eq!(closed("22,10"), [""; 0], "the rest is open");
    let mut at = congress_without(Prussia).with(France, General, "18,4").turn(France, 6);
    at.step("18,4", "17,4");
    let stettin = |at: &At| at.game.may_enter(France, sq("Stettin")).map_err(|denied| denied.rule.as_str());
    assert_eq!(stettin(&at), Err("C-1.1-congress"));
    assert_eq!(stettin(&congress_without(Austria)), Ok(()));
}

// proves C-1.1-congress
#[test]
fn the_open_towns_of_a_neutral_prussia_can_be_captured() {
    let mut at = congress_without(Prussia).with(France, General, "17,4").turn(France, 6);
    at.step("17,4", "Hamburg").done();
    assert_eq!(at.holder("Hamburg"), Some(France));
}

// proves C-1.1-congress
#[test]
fn at_the_congress_players_may_lead_several_powers_instead() {
    let mut at = congress(2, 1805, "shared");
    for power in Power::ALL {
        at.ok(Action::Base(power));
    }
    assert_eq!(neutrals(&at), []);
    let led = |seat| at.game.armies(seat).count();
    assert_eq!((led(Seat(0)), led(Seat(1))), (3, 2));
    assert_eq!(at.game.towns_to_win(), 8, "the victory number follows the number of players");
}

// The starting squares (1.2)

// proves C-1.2-generals, C-1.2-troops
#[test]
fn an_army_starts_around_its_general_on_the_capital() {
    let at = game_with("standard", 5, &Power::ALL, &on(["prussia", "five-players"]));
    for (power, capital) in Power::ALL.into_iter().zip(["Paris", "Berlin", "Moscow", "Vienna", "Lisbon"]) {
        let middle = sq(capital);
        let standing = |columns, rows| {
            let piece = at.game.piece_on(middle.step(columns, rows).unwrap()).unwrap();
            assert_eq!(at.game.owner(piece), Some(power));
            piece.kind()
        };
        assert_eq!(standing(0, 0), General, "{power}");
        for (columns, rows) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
            assert_eq!(standing(columns, rows), Infantry, "{power}");
        }
        for (columns, rows) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
            assert_eq!(standing(columns, rows), Cavalry, "{power}");
        }
    }
}

// proves C-1.2-troops
#[test]
fn the_other_pieces_stay_in_the_box() {
    let at = four("standard");
    for power in [France, Russia, Austria, Spain] {
        for kind in Kind::TROOPS {
            assert_eq!(at.count(power, kind), 4);
            let boxed = PieceId::troops(power, kind).filter(|piece| at.game.place(*piece) == Place::BOX);
            assert_eq!(boxed.count(), 5, "{power} {kind}");
        }
    }
    assert!(PieceId::set(Prussia).all(|piece| at.game.place(piece) == Place::BOX), "Prussia is no base");
}

// The cards (1.3, 3)

// proves C-1.3-five-cards
#[test]
fn everybody_starts_with_his_four_towns_and_his_alliance_card() {
    let at = four("standard");
    let hand = |power| at.hand(at.game.power(power).seat);
    assert_eq!(hand(France), ["Alliance card of France", "Bordeaux", "Lille", "Lyon", "Marseilles"]);
    assert_eq!(hand(Spain), ["Alliance card of Spain", "Corunna", "Madrid", "Saragossa", "Seville"]);
    for power in [France, Russia, Austria, Spain] {
        assert_eq!(hand(power).len(), 5, "{power}");
        assert!(Town::of(power.home()).all(|town| at.game.cards[town] == Some(power)));
    }
}

// proves C-1.3-neutral-cards
#[test]
fn the_towns_of_countries_without_a_base_lie_beside_the_board() {
    let neutral = ["Dresden", "Hamburg", "Leipzig", "Milan", "Naples", "Rome", "Stettin", "Turin"];
    assert_eq!(four("standard").hand(None), neutral);
    let at = game("standard", 3, &[Prussia, Austria, Spain]);
    for country in [Country::France, Country::Russia, Country::Italy] {
        assert!(Town::of(country).all(|town| at.hand(None).contains(&town.name().to_owned())), "{country}");
    }
    assert_eq!(at.hand(None).len(), 12);
    assert_eq!(congress_without(Austria).hand(None).len(), 8, "a neutral power is nobody's base");
}

// proves C-1.3-open
#[test]
fn everybody_sees_everything() {
    let mut at = four("standard").allied(France, Austria).card("Milan", Russia).turn(France, 6);
    at.step("10,6", "9,5");
    let seen = at.game.view(Viewer::Spectator);
    for seat in Seat::first(4) {
        let table = at.game.view(Viewer::Seat(seat));
        assert_eq!((&table.pieces, &table.hands, &table.seats), (&seen.pieces, &seen.hands, &seen.seats));
    }
    assert_eq!(seen.pieces.len(), 4 * 9 + 24 + 4, "every piece and card is on the table");
    for seat in Seat::first(4) {
        let mut world = at.game.determinize(seat, &mut Stream::from_number(7));
        assert_ne!(world, at.game, "the dice to come are not known");
        world.dice = at.game.dice.clone();
        assert_eq!(world, at.game, "everything else is");
    }
}

// proves C-3.1-claim
#[test]
fn a_captured_town_gives_its_card_whatever_its_colour() {
    for (from, name) in [("16,19", "Rome"), ("15,16", "Turin")] {
        let mut at = four("introductory").with(Austria, General, from).turn(Austria, 6);
        assert_eq!(at.holder(name), None);
        at.step(from, name).done();
        assert_eq!(at.holder(name), Some(Austria));
        assert!(at.hand(at.game.power(Austria).seat).contains(&name.to_owned()), "{name}");
    }
}

// proves C-3.1-claim
#[test]
fn a_card_is_kept_until_another_player_captures_the_town() {
    let mut at = four("introductory").with(Austria, General, "16,19").turn(Austria, 6);
    at.step("16,19", "Rome").end_turn();
    at.begin(Austria, 6);
    at.step("Rome", "17,18").step("17,18", "18,17").end_turn();
    assert_eq!(at.holder("Rome"), Some(Austria), "though the General has left");
    let mut at = at.with(France, General, "15,18").with(Russia, Infantry, "21,16");
    at.begin(France, 6);
    at.step("15,18", "Rome").end_turn();
    assert_eq!(at.holder("Rome"), Some(France));
    let austria = at.game.power(Austria).seat;
    assert!(!at.hand(austria).contains(&"Rome".to_owned()), "it was surrendered");
}

/// Austria offers France an alliance, France accepts.
fn alliance_of_austria_and_france() -> At {
    let mut at = four("introductory").turn(Austria, 2);
    let france = at.game.seat_of(France);
    at.done().ok(Action::Offer(france)).end_turn();
    at.idle();
    let austria = at.game.seat_of(Austria);
    at.ok(Action::Throw).done().ok(Action::Accept(austria));
    at
}

// proves C-3.2-cards
#[test]
fn allies_hold_each_others_card() {
    let at = alliance_of_austria_and_france();
    let alliance_card = |power| {
        let hand = at.hand(at.game.power(power).seat);
        hand.into_iter().filter(|card| card.starts_with("Alliance")).collect::<Vec<_>>()
    };
    assert_eq!(alliance_card(France), ["Alliance card of Austria"]);
    assert_eq!(alliance_card(Austria), ["Alliance card of France"]);
    assert_eq!(alliance_card(Russia), ["Alliance card of Russia"]);
}

// proves C-3.2-multiple
#[test]
fn a_player_may_have_several_allies_who_are_not_allied_to_each_other() {
    let mut at = alliance_of_austria_and_france().allied(Russia, Spain);
    let [france, russia, austria, spain] =
        [France, Russia, Austria, Spain].map(|power| at.game.seat_of(power));
    at.ok(Action::Offer(russia)).end_turn();
    at.ok(Action::Throw).done().ok(Action::Accept(france));
    let allies = |seat: Seat| at.game.diplomacy.allied[seat.index()];
    assert_eq!(allies(france), Seats::from(russia).with(austria));
    assert_eq!(allies(russia), Seats::from(france).with(spain));
    assert_eq!(allies(austria), Seats::from(france), "an alliance of two does not bind a third");
    assert_eq!(allies(spain), Seats::from(russia));
}

// Who begins (8.1)

/// The seat that begins after these throws.
fn begins<const N: usize>(powers: &[Power], throws: [u8; N]) -> Seat {
    let (last, others) = powers.split_last().unwrap();
    let seats = if powers.len() == 4 { 2 } else { powers.len() as u8 };
    let mut at = game("introductory", seats, others);
    at.load(&throws);
    at.ok(Action::Base(*last));
    assert_eq!((at.game.phase(), at.decider()), (Phase::Open, at.game.turn.first));
    at.game.turn.first
}

// proves C-8.1-order
#[test]
fn the_highest_throw_begins() {
    let three = [France, Russia, Austria];
    assert_eq!(begins(&three, [5, 5, 6, 1, 1, 6]), Seat(0));
    assert_eq!(begins(&three, [1, 6, 5, 5, 6, 1]), Seat(1));
    assert_eq!(begins(&three, [6, 1, 1, 6, 5, 5]), Seat(2));
}

// proves C-8.1-order
#[test]
fn ties_throw_again() {
    let two = [France, Russia, Austria, Spain];
    assert_eq!(begins(&two, [3, 3, 4, 2, 6, 6]), Seat(0), "whatever the second throws now");
    assert_eq!(begins(&two, [3, 3, 4, 2, 1, 1]), Seat(1));
}

// proves C-8.1-order
#[test]
fn turns_pass_to_the_left() {
    let mut at = four("introductory").open(Austria);
    assert_eq!(order_of_armies(&mut at), [Austria, Spain, France, Russia, Austria]);
}

// proves C-6.1-out
#[test]
fn a_player_with_two_powers_is_out_with_his_last() {
    let mut at = two("introductory").without_troops(Spain).open(France);
    at.idle();
    assert_eq!((at.game.power(Spain).status, at.won()), (Status::Out, None));
    let mut at = at.without_troops(France);
    at.idle();
    assert_eq!(at.won(), Some((vec![Seat(1)], EndReason::LastLeft)));
    assert_eq!(at.holder("Madrid"), None);
    assert_eq!(town("Madrid").country(), Country::Spain);
}
