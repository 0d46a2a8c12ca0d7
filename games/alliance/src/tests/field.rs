//! Positions in a few words, for tests that read like the rules.

use engine::{Denied, Dice, Recorder, Seat, Seed, Setup, kit};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::cards::Card;
use crate::control::Control;
use crate::event::Event;
use crate::options::option_of;
use crate::places::Place;
use crate::state::{Alliance, Phase, Spot, Standing, Turn};
use crate::states::State;

/// A game in a position of a test's own making.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) game: Alliance,
    pub(super) log: Recorder<Event>,
}

pub(super) fn at(name: &str) -> Place {
    Place::named(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// A block by its state and name: "France Inf #3".
pub(super) fn block(name: &str) -> BlockId {
    let (state, name) = name.split_once(' ').expect("a state and a block");
    let state = State::named(state).unwrap_or_else(|| panic!("there is no state {state}"));
    BlockId::named(state, name).unwrap_or_else(|| panic!("{state} has no block {name}"))
}

impl Field {
    /// The map of 1804 without a block, with these empires played. Neutral states are neutral, allies allied.
    pub(super) fn of(empires: &[State]) -> Field {
        let mut setup = Setup::new("1804", empires.len() as u8, Seed::from_number(1));
        for empire in empires {
            setup = setup.with(option_of(*empire), true);
        }
        let mut game = Alliance::prepare(&setup, &mut Recorder::silent()).expect("the set-up is sound");
        game.blocks.spots = engine::By::all(Spot::READY);
        for block in BlockId::all() {
            game.blocks.strengths[block] = block.least();
        }
        Field { game, log: Recorder::default() }
    }

    /// France against Britain.
    pub(super) fn duel() -> Field {
        Field::of(&[State::France, State::Britain])
    }

    pub(super) fn seat(&self, empire: State) -> Seat {
        let found = self.game.empires.iter().position(|own| *own == empire);
        Seat(found.unwrap_or_else(|| panic!("nobody plays {empire}")) as u8)
    }

    /// Whose a place is, for the player of an empire.
    pub(super) fn control(&self, empire: State, place: &str) -> Control {
        self.game.lay(self.seat(empire)).control(at(place))
    }

    /// The same with other dice.
    pub(super) fn seeded(mut self, seed: u64) -> Field {
        self.game.dice = Dice::new(Seed::from_number(seed));
        self
    }

    /// Puts blocks of a state somewhere, at full strength.
    pub(super) fn put<const N: usize>(mut self, state: State, names: [&str; N], place: &str) -> Field {
        for name in names {
            let block = BlockId::named(state, name).unwrap_or_else(|| panic!("{state} has no block {name}"));
            self.game.blocks.spots[block] = at(place).into();
            self.game.blocks.strengths[block] = block.printed().steps;
        }
        self
    }

    /// Sets the strength of a block.
    pub(super) fn with_strength(mut self, name: &str, strength: u8) -> Field {
        self.game.blocks.strengths[block(name)] = strength;
        self
    }

    /// Has a state stand with a player.
    pub(super) fn allied(mut self, state: State, empire: State) -> Field {
        self.game.standings[state] = Standing::Ally(self.seat(empire));
        self
    }

    /// Has a state stand with nobody.
    pub(super) fn neutral(mut self, state: State) -> Field {
        self.game.standings[state] = Standing::Neutral;
        self
    }

    /// Has two players be allied, with leave to enter.
    pub(super) fn friends(mut self, a: State, b: State) -> Field {
        let (a, b) = (self.seat(a), self.seat(b));
        for (one, other) in [(a, b), (b, a)] {
            self.game.pacts.allied[one].insert(other);
            self.game.pacts.admitted[one].insert(other);
        }
        self
    }

    /// Has two players not be allied, whatever the scenario says.
    pub(super) fn foes(mut self, a: State, b: State) -> Field {
        let (a, b) = (self.seat(a), self.seat(b));
        for (one, other) in [(a, b), (b, a)] {
            self.game.pacts.allied[one].remove(other);
            self.game.pacts.admitted[one].remove(other);
            self.game.pacts.open[one].remove(other);
        }
        self
    }

    pub(super) fn gold(mut self, empire: State, gold: u16) -> Field {
        let seat = self.seat(empire);
        self.game.treasuries[seat] = gold;
        self
    }

    pub(super) fn winter(mut self) -> Field {
        self.game.game_turn = 4;
        self
    }

    /// These cards are played and the player turns begin.
    pub(super) fn cards<const N: usize>(mut self, cards: [(State, u8); N]) -> Field {
        for hand in &mut self.game.hands {
            *hand = Default::default();
        }
        let mut rest = Card::all().filter(|card| !cards.iter().any(|(_, number)| *number == card.number()));
        for (empire, number) in cards {
            let seat = self.seat(empire);
            self.game.hands[seat].played = Card::numbered(number);
        }
        for seat in Seat::first(self.game.players()) {
            let hand = &mut self.game.hands[seat];
            hand.aside = rest.next();
            hand.played = hand.played.or_else(|| rest.next());
        }
        self.take_back();
        self.game.phase = Phase::Actions;
        self.game.begin_actions(&mut self.log);
        self
    }

    /// What is played now was not played before.
    fn take_back(&mut self) {
        for card in self.game.hands.iter().flat_map(|hand| hand.played.into_iter().chain(hand.aside)) {
            self.game.spent.remove(card);
        }
    }

    /// Whose turn it is.
    pub(super) fn moving(&self) -> State {
        self.game.empire(self.game.turn.seat)
    }

    /// Does something for whoever has to decide.
    pub(super) fn act(&mut self, action: Action) -> Result<(), Denied> {
        let seat = self.game.deciders().iter().next().expect("somebody decides");
        let done = kit::attempt(&mut self.game, seat, &action, &mut self.log);
        self.game.auditor().audit().unwrap_or_else(|wrong| panic!("after {action:?}: {wrong}"));
        done
    }

    /// The rule by which something is refused.
    pub(super) fn refused(&mut self, action: Action) -> &'static str {
        match self.act(action) {
            Ok(()) => panic!("{action:?} is allowed"),
            Err(denied) => denied.rule.as_str(),
        }
    }

    pub(super) fn group(&mut self, place: &str) -> Result<(), Denied> {
        self.act(Action::Group(at(place)))
    }

    pub(super) fn step(&mut self, name: &str, to: &str) -> Result<(), Denied> {
        self.act(Action::Step { block: block(name), to: at(to) })
    }

    /// The rule by which a step is refused.
    pub(super) fn no_step(&mut self, name: &str, to: &str) -> &'static str {
        self.refused(Action::Step { block: block(name), to: at(to) })
    }

    /// Opens a group and moves all these blocks by one step.
    pub(super) fn march<const N: usize>(&mut self, from: &str, names: [&str; N], to: &str) {
        self.group(from).unwrap();
        for name in names {
            self.step(name, to).unwrap();
        }
    }

    pub(super) fn done(&mut self) {
        self.act(Action::Done).unwrap();
    }

    /// Where a block is.
    pub(super) fn whereabouts(&self, name: &str) -> Option<&'static str> {
        self.game.place(block(name)).map(Place::name)
    }

    pub(super) fn strength(&self, name: &str) -> u8 {
        self.game.strength(block(name))
    }

    /// These blocks, as a set.
    pub(super) fn set<const N: usize>(names: [&str; N]) -> BlockSet {
        let mut set = BlockSet::EMPTY;
        for name in names {
            set.insert(block(name));
        }
        set
    }

    /// A turn of a player's, without cards.
    pub(super) fn turn_of(mut self, empire: State, points: u8) -> Field {
        let others: Vec<State> = self.game.empires.iter().copied().filter(|other| *other != empire).collect();
        let mut field = {
            for hand in &mut self.game.hands {
                *hand = Default::default();
            }
            let first = self.seat(empire);
            // Low cards of nobody's colour would do; what matters is the order.
            self.game.hands[first].played = Card::numbered(34);
            for (other, number) in others.iter().zip(1..) {
                let seat = self.seat(*other);
                self.game.hands[seat].played = Card::numbered(number);
            }
            self.take_back();
            self.game.begin_actions(&mut self.log);
            self
        };
        assert_eq!(field.moving(), empire);
        field.game.turn = Turn { points, ..field.game.turn };
        field
    }
}
