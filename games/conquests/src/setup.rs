//! A new game: order, hands and objectives. Rulebook 4.

use arrayvec::ArrayVec;
use engine::{Chance, Dice, Recorder, Setup, SetupError};

use crate::areas::{AREAS, AreaSet, LANDS};
use crate::ashore::Ashore;
use crate::cards::{Card, Cards};
use crate::effects::Domain;
use crate::event::Event;
use crate::nations::{NATIONS, Nation, Nations, Side};
use crate::objectives::Objective;
use crate::options::{INFO, Rules};
use crate::state::{Conquests, FRIGATES, Frigate, Movement, PLAYERS, Phase};
use crate::tables::{SPACES, head_start, morale_start, purse, reserve, society_start};
use crate::troops::Troops;

/// How many cards of each stripe are dealt to the Coalition (N-4.1-pool).
const POOL: [(Domain, usize); 5] = [
    (Domain::Military, 5),
    (Domain::Morale, 3),
    (Domain::Finance, 2),
    (Domain::Society, 3),
    (Domain::Diplomacy, 3),
];

/// Cards dealt to a nation of the Coalition, and to Napoleon.
const COALITION_HAND: usize = 4;
const FRENCH_HAND: usize = 8;

impl Conquests {
    /// The state at the start.
    pub(crate) fn prepare(setup: &Setup, log: &mut impl Recorder<Event>) -> Result<Conquests, SetupError> {
        let settings = INFO.resolve(setup)?;
        let per_nation = |of: &dyn Fn(Nation) -> u16| {
            let mut values = [0; NATIONS];
            Nation::all().for_each(|nation| values[nation.index()] = of(nation));
            values
        };
        let mut reserves = [Troops::NONE; NATIONS];
        Nation::all().for_each(|nation| reserves[nation.index()] = reserve(nation));
        let mut game = Conquests {
            rules: Rules::read(&settings),
            players: settings.seats,
            lands: Ashore::NOBODY,
            frigates: [Frigate::default(); FRIGATES],
            reserves,
            money: per_nation(&|nation| purse(nation).0.into()),
            points: per_nation(&|nation| 2 * u16::from(purse(nation).1)),
            morale: per_nation(&|nation| morale_start(nation).into()).map(|level| level as u8),
            earned_morale: [0; NATIONS],
            society: Side::all().map(society_start),
            earned_society: [0; 2],
            victories: [0; NATIONS],
            successes: [0; NATIONS],
            order: ArrayVec::new(),
            turn: 1,
            phase: Phase::Deploy(0),
            spaces: [None; SPACES],
            two_staffs: false,
            refuges: [None; NATIONS],
            hands: [Cards::EMPTY; NATIONS],
            deck: Card::all().collect(),
            tops: [None; 2],
            discards: Cards::EMPTY,
            reshuffled: Cards::EMPTY,
            kept: Cards::EMPTY,
            known: [Cards::EMPTY; PLAYERS],
            objectives: [None; NATIONS],
            seen: [Nations::NONE; PLAYERS],
            treaties: ArrayVec::new(),
            holders: [None; LANDS],
            garrisons: [true; 4],
            captors: [None; NATIONS],
            paris_held: None,
            attackers: [None; AREAS],
            challenged: [Nations::NONE; AREAS - LANDS],
            urgent: AreaSet::EMPTY,
            supported: 0,
            movement: Movement::default(),
            battle: None,
            parley: None,
            reacted: Nations::NONE,
            objected: Nations::NONE,
            errands: ArrayVec::new(),
            dice: Dice::new(settings.seed),
            ended: None,
        };
        game.roll_for_order(log);
        game.deal(log);
        game.grant_head_start();
        game.hand_out_objectives();
        game.go_on(log);
        Ok(game)
    }

    /// The order of the first turn: the highest roll first, ties rolled again among the tied (N-4.2-first-order).
    fn roll_for_order(&mut self, log: &mut impl Recorder<Event>) {
        let mut rolled: Vec<(Vec<u8>, Nation)> = Nation::all().map(|nation| (Vec::new(), nation)).collect();
        loop {
            let rolls = rolled.iter().map(|(rolls, _)| rolls.clone()).collect::<Vec<_>>();
            let tied = |own: &Vec<u8>| rolls.iter().filter(|rolls| *rolls == own).count() > 1;
            let open: Vec<bool> = rolls.iter().map(tied).collect();
            if !open.contains(&true) {
                break;
            }
            for ((rolls, _), _) in rolled.iter_mut().zip(open).filter(|(_, open)| *open) {
                rolls.push(self.dice.die(6));
            }
        }
        rolled.sort_by(|a, b| b.0.cmp(&a.0));
        self.order = rolled.into_iter().map(|(_, nation)| nation).collect();
        let order = self.order.clone();
        log.record(|| Event::Ordered { order });
    }

    /// Deals the hands of an Age, on top of what is held (N-4.1-pool, N-4.1-napoleon-hand, N-14-deal).
    pub(crate) fn deal(&mut self, log: &mut impl Recorder<Event>) {
        let deck = Card::deck(Side::Coalition, self.age()) & self.deck;
        let mut pool: ArrayVec<Card, 16> = ArrayVec::new();
        for (stripe, count) in POOL {
            let mut cards: Vec<Card> = (deck & Card::striped(stripe)).iter().collect();
            self.dice.shuffle(&mut cards);
            pool.extend(cards.into_iter().take(count));
        }
        self.dice.shuffle(&mut pool);
        let mut pool = pool.into_iter();
        for nation in (self.in_play() & Nations::COALITION).iter() {
            for card in pool.by_ref().take(COALITION_HAND) {
                self.deal_card(nation, card, log);
            }
        }
        if self.order.contains(&Nation::France) {
            for card in self.french_hand() {
                self.deal_card(Nation::France, card, log);
            }
        }
        self.uncover(Side::France);
        self.uncover(Side::Coalition);
    }

    fn deal_card(&mut self, nation: Nation, card: Card, log: &mut impl Recorder<Event>) {
        self.deck.remove(card);
        self.hands[nation.index()].insert(card);
        log.record(|| Event::Drew { who: self.party(nation), card });
    }

    /// Eight cards that show all five stripes, dealt anew until they do.
    fn french_hand(&mut self) -> Vec<Card> {
        let mut cards: Vec<Card> = (Card::deck(Side::France, self.age()) & self.deck).iter().collect();
        loop {
            self.dice.shuffle(&mut cards);
            let hand = &cards[..FRENCH_HAND];
            if Domain::all().into_iter().all(|domain| hand.iter().any(|card| card.stripe() == domain)) {
                return hand.to_vec();
            }
        }
    }

    /// Against one player, Napoleon may start with a higher Morale. The levels passed over pay nothing now, but
    /// when he climbs to them again.
    fn grant_head_start(&mut self) {
        if self.rules.head_start && self.players == 2 {
            self.morale[Nation::France.index()] += head_start();
        }
    }

    /// A secret objective for each nation of the Coalition (N-4.1-objective, N-13.1-sorting).
    fn hand_out_objectives(&mut self) {
        let mut objectives: Vec<Objective> = Objective::of(self.rules.length()).collect();
        self.dice.shuffle(&mut objectives);
        let nations = Nation::all().filter(|nation| nation.is_coalition());
        for (nation, objective) in nations.zip(objectives) {
            self.objectives[nation.index()] = Some(objective);
        }
    }
}
