//! The kit finds nothing wrong with a sound game, and every fault in one that has it.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::*;
use crate::toy::{Action, Card, Event, Skirmish};
use crate::{
    Board, Choice, Denied, Dice, Forecast, Form, Info, Line, Odds, Piece, PieceKey, Plans, Print, Recorder,
    Route, RuleId, Seats, SetupError, SpaceRef, Spot, Table, Target, Tint, Values,
};

#[test]
fn a_sound_game_passes() {
    let soaked = Kit::<Skirmish>::new().every(4).games(3).hides().soak();
    assert!(soaked.setups > 17 && soaked.games == 3 * soaked.setups, "{soaked:?}");
    assert_eq!(soaked.ends.keys().collect::<Vec<_>>(), ["end-of-line", "rounds"]);
}

#[test]
fn a_run_repeats_itself() {
    let kit = Kit::<Skirmish>::new();
    let setup = Setup::new("field", 3, Seed::from_number(4));
    assert_eq!(kit.run(&setup), kit.run(&setup));
}

#[test]
fn a_game_that_goes_on_too_long_is_endless_unless_it_may_be() {
    let failure = Kit::<Skirmish>::new().cap(3).try_soak().unwrap_err();
    assert!(failure.contains("still not over after 3 actions"), "{failure}");
    let soaked = Kit::<Skirmish>::new().cap(3).endless(|_| true).soak();
    assert_eq!(soaked.longest, 3);
}

/// A skirmish with the fault that a test has put in force. One type for all of them, since the whole kit is built for each type.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct Broken {
    game: Skirmish,
    /// Forgotten when written.
    #[serde(skip)]
    forgotten: u8,
}

/// The fault that [`Broken`] games have now; the kit plays them on threads of its own.
static FAULT: AtomicU8 = AtomicU8::new(0);
/// Held by the test whose fault is in force.
static FAULTY: Mutex<()> = Mutex::new(());

fn fault() -> u8 {
    FAULT.load(Ordering::SeqCst)
}

/// Puts faults in force one after the other, while no other test does.
fn with_faults<T>(test: impl FnOnce(&dyn Fn(u8)) -> T) -> T {
    let _held = FAULTY.lock().unwrap_or_else(PoisonError::into_inner);
    test(&|fault| FAULT.store(fault, Ordering::SeqCst))
}

macro_rules! faults {
    ($($fault:ident $number:literal $message:literal)*) => {
        $(const $fault: u8 = $number;)*

        #[test]
        fn every_fault_is_found() {
            with_faults(|put| {
                for (fault, name, message) in [$(($fault, stringify!($fault), $message)),*] {
                    put(fault);
                    let failure = Kit::<Broken>::new().every(1).hides().try_soak().expect_err(name);
                    assert!(failure.contains(message), "{name}: {failure}");
                }
            });
        }
    };
}

faults! {
    LISTS_THE_FORBIDDEN 1 "is listed for seat 1, but refused"
    ACCEPTS_THE_UNLISTED 2 "but accepted"
    SHOWS_HIDDEN_CARDS 3 "looks different to it: table.pieces"
    GIVES_THE_DICE_AWAY 4 "has dice that give the true ones away"
    DRAWS_NOTHING_ANEW 5 "determinize never draws anything hidden anew"
    FORGETS_WHAT_A_SEAT_KNOWS 6 "a world that seat 1 might be in"
    DEAD_END 7 "a dead end"
    CHANGES_ON_REFUSAL 8 "was refused, but has changed the state"
    LISTS_TWICE 9 "is listed twice"
    CITES_UNKNOWN_RULES 10 "rule K-9 is cited, but not in the ledger"
    APPRAISES_MADLY 11 "appraise gives NaN"
    CANNOT_BE 12 "the state cannot be"
    LISTS_FOR_ALL 13 "has nothing to decide, but"
    FORGETS_WHEN_WRITTEN 14 "the state reads back as another"
    LISTS_BY_HIDDEN_CARDS 15 "lists other actions, or in another order"
    EXPLAINS_AWAY 16 "but explained away"
    HAS_NO_LABELS 17 "shows without a label"
    LOSES_PIECES 18 "is nowhere"
    PANICS 19 "panicked while trying an action from elsewhere: no such card"
    TELLS_SECRETS 20 "but the log tells them apart"
    SHOWS_SPECTATORS_ALL 21 "looks different to a spectator"
    NEVER_ENDS 22 "nobody decides, and the game is not over"
    EXPLAINS_BY_UNKNOWN_RULES 23 "rule K-9 is cited, but not in the ledger"
    REVEALS_IN_SILENCE 24 "was it revealed?"
    DRAWS_BY_THE_TRUTH 25 "depends on what is hidden from it"
    ORDERS_THE_FORBIDDEN 26 "give Halt, which is not listed"
    ORDERS_BY_HIDDEN_CARDS 27 "lets its standing orders decide otherwise"
    NAMES_NO_TAB 28 "is about tab 3, which is not there"
    FORETELLS_HIDDEN_CARDS 29 "has something else foretold"
    REFUSES_BY_HIDDEN_CARDS 30 "with other words"
    HASTES_BY_HIDDEN_CARDS 31 "differs in whether seat"
    PLANS_THE_FORBIDDEN 41 "breaks off at Harass"
    PLANS_BEYOND_ITS_TURN 42 "to decide"
    PLANS_BEYOND_A_DIE 43 "goes on with West after dice were thrown"
    PLANS_BY_HIDDEN_CARDS 44 "has other plans"
    PLANS_ONE_ACTION 45 "is no more than an action"
    PLANS_TWICE 46 "twice"
    PLANS_FOR_ALL 47 "has nothing to decide, but is offered 1 plans"
    PLANS_WITHOUT_A_SEAL 48 "cannot be taken back freely, and does not say so"
    STOPS_SHORT 33 "does not lead"
    HAS_NO_ODDS 34 "has odds that cannot be"
    KNOWS_ODDS_BY_HIDDEN_CARDS 35 "in another way"
}

/// Two counters of one print in one place, and the same with so many in another.
#[test]
fn a_counter_that_is_known_by_its_place_arrives_as_one_more_of_its_print() {
    let print: &'static Print =
        Box::leak(Box::new(Print::plain("French infantry", Form::Counter, Tint::Blue, 'F')));
    let space = |space| SpaceRef { board: 0, space };
    let at = |place: u16, count: u16| Piece {
        count: Some(count),
        ..Piece::new(PieceKey::unseen(place.into()), Spot::Space(space(place)), print)
    };
    let lost = |there: u16, then: Vec<Piece>| {
        let before = Table::of(vec![at(1, 3), at(2, there)]);
        checks::lost_on_the_way(&before, &Table::of(then), &[PieceKey::unseen(1)], space(2))
    };
    assert_eq!(lost(2, vec![at(2, 5)]), None);
    assert_eq!(lost(2, vec![at(1, 1), at(2, 4)]), Some(PieceKey::unseen(1)), "one stayed behind");
    assert_eq!(lost(2, vec![at(2, 3)]), Some(PieceKey::unseen(1)), "those who were there do not count");
    let moved = Piece { at: Spot::Space(space(2)), ..at(1, 3) };
    assert_eq!(lost(2, vec![moved, at(3, 2)]), None, "it has come itself");
    let other = Piece { print: Print::plain("x", Form::Counter, Tint::Blue, 'F').into(), ..at(2, 9) };
    assert_eq!(lost(2, vec![other]), Some(PieceKey::unseen(1)), "those are others");
}

/// A whisper that hardly any stray hears.
const WHISPERS: u8 = 32;

#[test]
fn what_refusals_and_haste_tell_is_found() {
    let found = |secrets: Result<Secrets, String>| secrets.unwrap_or_else(|failure| panic!("{failure}"));
    let sound = found(Kit::<Skirmish>::new().secrets(300));
    assert_eq!((sound.states > 100, sound.differences()), (true, 0), "{sound}");
    let tells = |secrets: Secrets, what: &str| {
        assert!(secrets.telltales.keys().any(|told| told.contains(what)), "{secrets}");
    };
    with_faults(|put| {
        let told = |fault, states| {
            put(fault);
            found(Kit::<Broken>::new().secrets(states))
        };
        tells(told(REFUSES_BY_HIDDEN_CARDS, 60), "\"Another holds it [K-2-hand]\"");
        tells(told(WHISPERS, 300), "\"Not that one [K-2-hand]\"");
        tells(told(HASTES_BY_HIDDEN_CARDS, 300), "a decision is made at once");
        tells(told(HASTES_BY_HIDDEN_CARDS, 300), "a decision is waited for");
    });
}

impl Broken {
    fn around(game: Skirmish) -> Broken {
        Broken { game, forgotten: 0 }
    }

    /// The number of a card that the next seat holds.
    fn secret(&self, seat: Seat) -> Option<u8> {
        let table = self.game.view(Viewer::Spectator);
        let other = Seat((seat.0 + 1) % table.seats.len() as u8);
        let theirs = |piece: &&crate::Piece| piece.at == Spot::Hand { hand: other.0 };
        self.game.view(Viewer::Seat(other)).pieces.iter().find(theirs)?.key.get().map(|Card(card)| card)
    }

    /// Whether a seat holds a card that binds it to march west, as it knows and nobody else.
    fn is_bound(&self, seat: Seat) -> bool {
        let odd = |piece: &crate::Piece| piece.key.get().is_some_and(|Card(card)| card % 2 == 1);
        let own = |piece: &crate::Piece| piece.at == Spot::Hand { hand: seat.0 } && odd(piece);
        fault() == HASTES_BY_HIDDEN_CARDS && self.game.view(Viewer::Seat(seat)).pieces.iter().any(own)
    }

    /// As if the dice were thrown away and nothing else.
    fn with_other_dice(&self, chance: &mut impl Chance) -> Skirmish {
        let mut dice = self.game.dice().clone();
        dice.reseed(chance);
        let mut state = crate::session::json(&self.game);
        state["dice"] = crate::session::json(&dice);
        serde_json::from_value(state).unwrap()
    }
}

impl Game for Broken {
    type Action = Action;
    type Event = Event;

    fn info() -> &'static Info {
        Skirmish::info()
    }
    fn boards() -> &'static [Board] {
        Skirmish::boards()
    }
    fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Self, SetupError> {
        Skirmish::new(setup, log).map(Broken::around)
    }
    fn to_act(&self) -> Seats {
        self.game.to_act()
    }
    fn may_interject(&self) -> Seats {
        self.game.may_interject()
    }
    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        self.game.actions(seat, out);
        match fault() {
            LISTS_THE_FORBIDDEN if !out.is_empty() => out.push(Action::Commit(77)),
            ACCEPTS_THE_UNLISTED if out.len() > 1 => out.retain(|&action| action != Action::East),
            DEAD_END => out.retain(|action| matches!(action, Action::Commit(_) | Action::Harass)),
            LISTS_TWICE => out.extend(out.first().copied()),
            LISTS_FOR_ALL if out.is_empty() => out.push(Action::Halt),
            HASTES_BY_HIDDEN_CARDS if self.is_bound(seat) => {
                out.retain(|action| !matches!(action, Action::East | Action::Gamble | Action::Halt));
            }
            LISTS_BY_HIDDEN_CARDS if self.secret(seat).is_some_and(|card| card % 2 == 1) => out.reverse(),
            _ => {}
        }
    }
    fn apply(&mut self, seat: Seat, action: &Action, log: &mut Recorder<Event>) -> Result<(), Denied> {
        if fault() == PANICS && matches!(action, Action::Commit(24..)) {
            panic!("no such card");
        }
        if self.is_bound(seat) && matches!(action, Action::East | Action::Gamble | Action::Halt) {
            return Err(Denied::new(RuleId::new("K-3-march"), "You march west"));
        }
        let (first, secret) = (self.game.to_act().iter().next(), self.secret(seat));
        let done = self.game.apply(seat, action, log);
        if fault() == REVEALS_IN_SILENCE
            && *action == Action::West
            && let Some(card) = self.secret(seat)
        {
            log.record(|| Event::Duel(vec![(seat, card, 1)], seat));
        }
        if fault() == FORGETS_WHEN_WRITTEN && done.is_ok() {
            self.forgotten += 1;
        }
        match (fault(), done, first) {
            (REFUSES_BY_HIDDEN_CARDS, Err(denied), _) if denied.rule == "K-2-hand" => {
                let his = matches!(action, Action::Commit(card) if secret == Some(*card));
                Err(Denied::new(denied.rule, if his { "Another holds it" } else { "You do not hold it" }))
            }
            (WHISPERS, Err(denied), _) if *action == Action::Commit(77) => {
                let even = secret.is_some_and(|card| card % 2 == 1);
                Err(Denied::new(
                    RuleId::new("K-2-hand"),
                    if even { "Not that one".into() } else { denied.why },
                ))
            }
            (CITES_UNKNOWN_RULES, Err(_), _) => Err(Denied::new(RuleId::new("K-9"), "No.")),
            (CHANGES_ON_REFUSAL, Err(denied), Some(seat)) => {
                let mut list = Vec::new();
                self.game.actions(seat, &mut list);
                self.game.apply(seat, &list[0], log)?;
                Err(denied)
            }
            (_, done, _) => done,
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| fault() != NEVER_ENDS)
    }
    fn view(&self, viewer: Viewer) -> Table {
        let mut table = self.game.view(viewer);
        match (fault(), viewer) {
            (SHOWS_HIDDEN_CARDS, Viewer::Seat(seat)) => {
                let other = Seat((seat.0 + 1) % table.seats.len() as u8);
                table.pieces = self.game.view(Viewer::Seat(other)).pieces;
            }
            (SHOWS_SPECTATORS_ALL, Viewer::Spectator) => {
                table.pieces = self.game.view(Viewer::Seat(Seat(0))).pieces;
            }
            (LOSES_PIECES, _) => table.pieces[0].at = Spot::Space(SpaceRef { board: 0, space: 9 }),
            _ => {}
        }
        table
    }
    fn choice(&self, seat: Seat, action: &Action) -> Choice {
        let choice = self.game.choice(seat, action);
        match fault() {
            HAS_NO_LABELS => Choice { label: " ".into(), ..choice },
            NAMES_NO_TAB => Choice { tab: Some(3), ..choice },
            HAS_NO_ODDS => choice.at_odds(Odds { hits: 7, of: 6, goal: "to win".into() }),
            KNOWS_ODDS_BY_HIDDEN_CARDS => {
                let hits = self.secret(seat).unwrap_or(0).into();
                choice.at_odds(Odds { hits, of: 100, goal: "to win".into() })
            }
            _ => choice,
        }
    }
    fn routes(&self, seat: Seat, pieces: &[PieceKey], via: &[SpaceRef]) -> Vec<Route<Action>> {
        if fault() != STOPS_SHORT {
            return Vec::new();
        }
        let mut routes = self.game.routes(seat, pieces, via);
        routes.iter_mut().for_each(|route| route.actions.truncate(1));
        routes
    }
    fn tell(event: &Event, viewer: Viewer) -> Option<Line> {
        match event {
            Event::Committed(seat, _) if fault() == TELLS_SECRETS => {
                Skirmish::tell(event, Viewer::Seat(*seat))
            }
            _ => Skirmish::tell(event, viewer),
        }
    }
    fn ordered(&self, seat: Seat, orders: &Values) -> Option<Action> {
        let action = self.game.ordered(seat, orders)?;
        match fault() {
            ORDERS_THE_FORBIDDEN => Some(Action::Halt),
            ORDERS_BY_HIDDEN_CARDS => {
                Some(action).filter(|_| self.secret(seat).is_some_and(|card| card % 2 == 1))
            }
            _ => Some(action),
        }
    }
    fn plans(&self, seat: Seat, out: &mut Plans<Action>) {
        let mut actions = Vec::new();
        self.game.actions(seat, &mut actions);
        let (marches, gambles) = (actions.contains(&Action::West), actions.contains(&Action::Gamble));
        match fault() {
            PLANS_THE_FORBIDDEN if marches => out.push([Action::West, Action::Harass]),
            PLANS_BEYOND_ITS_TURN if marches => out.push([Action::Halt, Action::West]),
            PLANS_BEYOND_A_DIE if gambles => out.push([Action::Gamble, Action::West]),
            PLANS_BY_HIDDEN_CARDS if marches => {
                let west = self.secret(seat).is_some_and(|card| card % 2 == 0);
                out.push([if west { Action::West } else { Action::East }, Action::Halt]);
            }
            PLANS_ONE_ACTION if marches => out.push([Action::West]),
            PLANS_TWICE if marches => (0..2).for_each(|_| out.push([Action::West, Action::Halt])),
            PLANS_FOR_ALL if actions.is_empty() => out.push([Action::West, Action::Halt]),
            PLANS_WITHOUT_A_SEAL if gambles => out.push([Action::West, Action::Gamble]),
            _ => {}
        }
    }
    fn plan_choices(&self, seat: Seat, plan: &[Action]) -> Vec<Choice> {
        let mut choice = self.game.choice(seat, &plan[0]);
        choice.seals |= fault() != PLANS_WITHOUT_A_SEAL;
        vec![choice]
    }
    fn openly_forced(&self, seat: Seat) -> bool {
        self.game.openly_forced(seat)
    }
    fn forecast(&self, seat: Seat, _target: &Target) -> Option<Forecast> {
        let secret = self.secret(seat).filter(|_| fault() == FORETELLS_HIDDEN_CARDS)?;
        Some(Forecast { lines: vec![format!("He holds {secret}").into()], figures: vec![], samples: None })
    }
    fn explain(&self, seat: Seat, target: &Target) -> Vec<Denied> {
        match (fault(), target) {
            (EXPLAINS_AWAY, Target::Piece { .. }) => vec![Denied::new(RuleId::new("K-1-turn"), "No.")],
            (EXPLAINS_BY_UNKNOWN_RULES, Target::Piece { piece }) if piece.get::<Card>().is_none() => {
                vec![Denied::new(RuleId::new("K-9"), "No.")]
            }
            _ => self.game.explain(seat, target),
        }
    }
    fn determinize(&self, seat: Seat, chance: &mut impl Chance) -> Self {
        Broken::around(match fault() {
            GIVES_THE_DICE_AWAY => self.game.clone(),
            DRAWS_NOTHING_ANEW => self.with_other_dice(chance),
            DRAWS_BY_THE_TRUTH => {
                let truth = serde_json::to_string(&self.game).expect("a state can be written");
                (0..truth.bytes().fold(0, |sum, byte| sum ^ byte) % 4).for_each(|_| {
                    chance.word();
                });
                self.game.determinize(seat, chance)
            }
            FORGETS_WHAT_A_SEAT_KNOWS => self.game.determinize(Seat(1 - seat.0 % 2), chance),
            _ => self.game.determinize(seat, chance),
        })
    }
    fn appraise(&self, seat: Seat) -> f32 {
        if fault() == APPRAISES_MADLY { f32::NAN } else { self.game.appraise(seat) }
    }
    fn dice(&self) -> &Dice {
        self.game.dice()
    }
    fn check(&self) -> Result<(), String> {
        match fault() {
            CANNOT_BE if self.game.marker() > 4 => Err("too far east".to_owned()),
            _ => self.game.check(),
        }
    }
}
