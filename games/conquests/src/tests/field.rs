//! Positions in a few words, for tests that read like the rules.

use engine::{Denied, Dice, Game, Recorder, Seat, Seed, Setup, kit, steps};

use crate::action::Action;
use crate::areas::Area;
use crate::ashore::Ashore;
use crate::by::{By, ByNation};
use crate::cards::{Card, Cards};
use crate::event::Event;
use crate::nations::{NATIONS, Nation, Nations, Side};
use crate::position;
use crate::state::{Bond, Conquests, EndReason, FrigateId, Movement, Phase, Treaty};
use crate::tables::Zone;
use crate::troops::{Kind, Troops};

/// A game in a position of a test's own making.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) game: Conquests,
    pub(super) log: Recorder<Event>,
}

pub(super) fn at(id: &str) -> Area {
    Area::by_id(id).unwrap_or_else(|| panic!("there is no {id}"))
}

/// So many infantry, cavalry and cannon.
pub(super) fn units(infantry: u8, cavalry: u8, cannon: u8) -> Troops {
    Troops::of([infantry, cavalry, cannon, 0])
}

pub(super) fn card(number: u8) -> Card {
    Card::numbered(number).unwrap_or_else(|| panic!("there is no card {number}"))
}

pub(super) fn nations(list: &[Nation]) -> Nations {
    list.iter().copied().collect()
}

impl Field {
    /// The map without a unit, five players, turn 2, everybody with empty hands and 10 FG and 10 MP; the order is
    /// France, England, Prussia, Austria, Russia, and France moves.
    pub(super) fn new() -> Field {
        Field::of("short", 5)
    }

    pub(super) fn of(scenario: &'static str, players: u8) -> Field {
        let setup = Setup::new(scenario, players, Seed::from_number(1));
        let mut game = crate::setup::new(&setup, &mut Recorder::silent()).expect("the set-up is sound");
        game.forces.lands = Ashore::NOBODY;
        game.control.attackers = By::all(None);
        game.order = Nation::all().collect();
        let hands = game.cards.hands.iter().fold(Cards::EMPTY, |all, hand| all | *hand);
        game.cards.deck = game.cards.deck | hands;
        game.cards.hands = By::all(Cards::EMPTY);
        game.treasury.money = By::all(10);
        game.treasury.points = By::all(20);
        game.turn = 2;
        game.phase = Phase::Move(0);
        game.movement = Movement::default();
        game.control.holders = By::all(None);
        Field { game, log: Recorder::default() }
    }

    /// Puts ground units of a nation somewhere.
    pub(super) fn put(mut self, nation: Nation, troops: Troops, land: &str) -> Field {
        if let Some(number) = Area::neutral_capitals().iter().position(|capital| *capital == at(land)) {
            self.game.control.garrisons[number] = false;
        }
        self.game.put(nation, troops, at(land));
        self
    }

    /// Puts a frigate of a nation somewhere, with cargo.
    pub(super) fn ship(mut self, nation: Nation, sea: &str, cargo: Troops) -> Field {
        let frigate = FrigateId::of(nation).find(|frigate| self.game.forces.frigate(*frigate).at.is_none());
        let frigate = self.game.forces.frigate_mut(frigate.expect("a frigate is left"));
        frigate.at = Some(at(sea));
        frigate.cargo = cargo;
        self
    }

    /// Has nations be Allies since this turn; France and one other by force.
    pub(super) fn allied(mut self, initiator: Nation, others: &[Nation]) -> Field {
        let members: Nations = others.iter().copied().chain([initiator]).collect();
        self.game.treaties.list.push(Treaty {
            initiator,
            members,
            left: Nations::NONE,
            made: self.game.turn,
            state: Bond::Holds,
        });
        self
    }

    pub(super) fn money(mut self, nation: Nation, money: u16) -> Field {
        self.game.treasury.money[nation] = money;
        self
    }

    /// Whole movement points.
    pub(super) fn points(mut self, nation: Nation, points: u16) -> Field {
        self.game.treasury.points[nation] = 2 * points;
        self
    }

    pub(super) fn morale(mut self, nation: Nation, level: u8) -> Field {
        self.game.tracks.morale[nation] = level;
        self
    }

    pub(super) fn society(mut self, side: Side, level: u8) -> Field {
        self.game.tracks.society[side] = level;
        self
    }

    /// Every nation has one infantry at home, outside its capital.
    pub(super) fn peopled(self) -> Field {
        let homes = ["normandy", "ireland", "poland", "galicia", "ukraine"];
        Nation::all().zip(homes).fold(self, |field, (nation, home)| field.put(nation, units(1, 0, 0), home))
    }

    /// The victory check: who has won, and how.
    pub(super) fn verdict(&mut self) -> Option<(Nations, EndReason)> {
        self.game.check_victory(&mut self.log);
        self.game.ended.map(|end| (end.winners, end.reason))
    }

    /// Gives a nation cards, by number.
    pub(super) fn hand(mut self, nation: Nation, cards: &[u8]) -> Field {
        for number in cards {
            self.game.cards.deck.remove(card(*number));
            self.game.cards.hands[nation].insert(card(*number));
        }
        for side in Side::all() {
            let taken = self.game.cards.tops[side].is_some_and(|top| !self.game.cards.deck.contains(top));
            if taken || side == nation.side() {
                self.game.uncover(side);
            }
        }
        self
    }

    /// Puts an advisor on a space, from 1.
    pub(super) fn advisor(mut self, nation: Nation, zone: Zone, space: u8) -> Field {
        self.game.council.set_advisor(zone, space - 1, Some(nation));
        self
    }

    /// The order of this turn.
    pub(super) fn order(mut self, order: [Nation; NATIONS]) -> Field {
        self.game.order = order.into_iter().collect();
        self
    }

    pub(super) fn turn(mut self, turn: u8) -> Field {
        self.game.turn = turn;
        self
    }

    /// Whoever has no unit gets one out of the way, so that the turn does not run past his movement.
    pub(super) fn everybody_somewhere(mut self) -> Field {
        let remote = ["brittany", "scotland", "east_prussia", "transylvania", "new_russia"];
        for (nation, land) in Nation::all().zip(remote) {
            if self.game.forces.on_map(nation).is_empty() {
                self.game.put(nation, Troops::one(Kind::Infantry), at(land));
            }
        }
        self
    }

    /// The advisors are resolved from the first zone on.
    pub(super) fn resolve(self) -> Field {
        let mut this = self.everybody_somewhere();
        this.game.resolve_after(Zone::Initiative, 0, &mut this.log);
        steps::settle(&mut this.game, &mut this.log);
        this
    }

    /// It is this nation's turn to move.
    pub(super) fn moves(mut self, nation: Nation) -> Field {
        let place = self.game.order.iter().position(|own| *own == nation).expect("it plays");
        self.game.begin_movement(place as u8, &mut self.log);
        steps::settle(&mut self.game, &mut self.log);
        self
    }

    /// The same with other dice.
    pub(super) fn seeded(mut self, seed: u64) -> Field {
        self.game.dice = Dice::new(Seed::from_number(seed));
        self
    }

    /// Has the nation that must decide do this.
    pub(super) fn act(&mut self, action: Action) -> &mut Field {
        let nation = self.game.decider().expect("somebody decides");
        let seat = self.game.seat(nation);
        let done = kit::attempt(&mut self.game, seat, &action, &mut self.log);
        done.unwrap_or_else(|denied| panic!("{nation} cannot {action:?}: {} ({})", denied.why, denied.rule));
        self
    }

    /// The rule that stands against this.
    pub(super) fn refused(&self, action: Action) -> &'static str {
        self.refusal(action).rule.as_str()
    }

    /// Why this cannot be done, in words.
    pub(super) fn reason(&self, action: Action) -> String {
        self.refusal(action).why.into_owned()
    }

    fn refusal(&self, action: Action) -> Denied {
        let seat = self.game.seat(self.game.decider().expect("somebody decides"));
        let done = kit::attempt(&mut self.game.clone(), seat, &action, &mut Recorder::silent());
        done.expect_err("it is refused")
    }

    pub(super) fn troops(&self, nation: Nation, land: &str) -> Troops {
        self.game.forces.troops(nation, at(land))
    }

    /// What the nation that must decide can do.
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(nation) = self.game.decider() {
            self.game.actions(self.game.seat(nation), &mut actions);
        }
        actions
    }

    /// Who must decide.
    pub(super) fn asked(&self) -> Nation {
        self.game.decider().expect("somebody decides")
    }

    /// The money of all nations, France first.
    pub(super) fn purses(&self) -> ByNation<u16> {
        self.game.treasury.money
    }

    pub(super) fn done(&mut self) -> &mut Field {
        self.act(Action::Done)
    }
}

#[test]
fn a_position_is_made_in_a_few_words() {
    let field = Field::new().put(Nation::France, units(2, 1, 1), "paris").ship(
        Nation::England,
        "irish_sea",
        Troops::one(Kind::Infantry),
    );
    assert_eq!(field.game.forces.on_map(Nation::France).len(), 4);
    assert_eq!(field.game.forces.on_map(Nation::England).len(), 2);
    assert_eq!(position::check(&field.game), Ok(()));
}

/// Plays a game at random to its end, with a look at what each decider may do.
pub(super) fn wander(scenario: &str, players: u8, seed: u64, look: impl FnMut(&Conquests, Seat, &[Action])) {
    kit::wander(&Setup::new(scenario, players, Seed::from_number(seed)), seed, look);
}
