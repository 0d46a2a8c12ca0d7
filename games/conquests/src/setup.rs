//! A new game: order, hands and objectives. Rulebook 4.

use arrayvec::ArrayVec;
use engine::steps::Stack;
use engine::{Chance, Dice, Recorder, Setup, SetupError, steps};

use crate::advisors::Council;
use crate::areas::AreaSet;
use crate::ashore::Ashore;
use crate::by::{ByArea, ByLand, ByNation, BySide};
use crate::card_table::CardTable;
use crate::cards::Card;
use crate::control::{Challenges, Control};
use crate::effects::Domain;
use crate::event::Event;
use crate::forces::{ByFrigate, Forces};
use crate::nations::{NATIONS, Nation, Nations, Side};
use crate::objectives::Objective;
use crate::options::{INFO, Rules};
use crate::parley::Objections;
use crate::state::{Conquests, Frigate, Movement, Phase};
use crate::tables::{SPACES, head_start, morale_start, purse, reserve, society_start};
use crate::tracks::Tracks;
use crate::treasury::Treasury;
use crate::treaties::Treaties;
use crate::turn::Turn;
use crate::victory::Feats;

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

/// The state at the start.
pub(crate) fn new(setup: &Setup, log: &mut Recorder<Event>) -> Result<Conquests, SetupError> {
    let settings = INFO.resolve(setup)?;
    let mut game = Conquests {
        rules: Rules::read(&settings),
        players: settings.seats,
        forces: Forces {
            lands: Ashore::NOBODY,
            frigates: ByFrigate::all(Frigate::default()),
            reserves: ByNation::from_fn(reserve),
        },
        treasury: Treasury {
            money: ByNation::from_fn(|nation| purse(nation).0.into()),
            points: ByNation::from_fn(|nation| 2 * u16::from(purse(nation).1)),
        },
        tracks: Tracks {
            morale: ByNation::from_fn(morale_start),
            earned_morale: ByNation::all(0),
            society: BySide::from_fn(society_start),
            earned_society: BySide::all(0),
        },
        feats: Feats { victories: ByNation::all(0), successes: ByNation::all(0) },
        order: ArrayVec::new(),
        turn: 1,
        phase: Phase::Deploy(0),
        council: Council { spaces: [None; SPACES], two_staffs: false, refuges: ByNation::all(None) },
        cards: CardTable::new(),
        treaties: Treaties::default(),
        control: Control {
            holders: ByLand::all(None),
            garrisons: [true; 4],
            captors: ByNation::all(None),
            paris_held: None,
            attackers: ByArea::all(None),
            challenged: Challenges::NONE,
            urgent: AreaSet::EMPTY,
            supported: 0,
        },
        movement: Movement::default(),
        stack: Stack::of(Turn),
        battle: None,
        parley: None,
        objections: Objections::default(),
        errands: ArrayVec::new(),
        dice: Dice::new(settings.seed),
        ended: None,
    };
    roll_for_order(&mut game, log);
    deal(&mut game, log);
    grant_head_start(&mut game);
    hand_out_objectives(&mut game);
    steps::settle(&mut game, log);
    Ok(game)
}

/// The order of the first turn: the highest roll first, ties rolled again among the tied (N-4.2-first-order).
fn roll_for_order(game: &mut Conquests, log: &mut Recorder<Event>) {
    let mut places: ByNation<usize> = ByNation::all(0);
    loop {
        let tied = |nation: &Nation| places.iter().filter(|place| **place == places[*nation]).count() > 1;
        let tied: Nations = Nation::all().filter(tied).collect();
        if tied.is_empty() {
            break;
        }
        let mut rolls = ByNation::all(0);
        tied.iter().for_each(|nation| rolls[nation] = game.dice.die(6));
        let ahead =
            |other: Nation, nation: Nation| (places[other], rolls[nation]) < (places[nation], rolls[other]);
        places = ByNation::from_fn(|nation| Nation::all().filter(|other| ahead(*other, nation)).count());
    }
    let mut order: ArrayVec<Nation, NATIONS> = Nation::all().collect();
    order.sort_by_key(|nation| places[*nation]);
    game.order = order.clone();
    log.record(|| Event::Ordered { order });
}

/// Deals the hands of an Age, on top of what is held (N-4.1-pool, N-4.1-napoleon-hand, N-14-deal).
pub(crate) fn deal(game: &mut Conquests, log: &mut Recorder<Event>) {
    let deck = Card::deck(Side::Coalition, game.age()) & game.cards.deck;
    let mut pool: ArrayVec<Card, 16> = ArrayVec::new();
    for (stripe, count) in POOL {
        let mut cards: Vec<Card> = (deck & Card::striped(stripe)).iter().collect();
        game.dice.shuffle(&mut cards);
        pool.extend(cards.into_iter().take(count));
    }
    game.dice.shuffle(&mut pool);
    let mut pool = pool.into_iter();
    for nation in (game.in_play() & Nations::COALITION).iter() {
        for card in pool.by_ref().take(COALITION_HAND) {
            deal_card(game, nation, card, log);
        }
    }
    if game.order.contains(&Nation::France) {
        for card in french_hand(game) {
            deal_card(game, Nation::France, card, log);
        }
    }
    game.uncover(Side::France);
    game.uncover(Side::Coalition);
}

fn deal_card(game: &mut Conquests, nation: Nation, card: Card, log: &mut Recorder<Event>) {
    game.cards.deck.remove(card);
    game.cards.hands[nation].insert(card);
    log.record(|| Event::Drew { who: game.party(nation), card });
}

/// Eight cards that show all five stripes, dealt anew until they do.
fn french_hand(game: &mut Conquests) -> Vec<Card> {
    let mut cards: Vec<Card> = (Card::deck(Side::France, game.age()) & game.cards.deck).iter().collect();
    loop {
        game.dice.shuffle(&mut cards);
        let hand = &cards[..FRENCH_HAND];
        if Domain::all().into_iter().all(|domain| hand.iter().any(|card| card.stripe() == domain)) {
            return hand.to_vec();
        }
    }
}

/// Against one player, Napoleon may start with a higher Morale. The levels passed over pay nothing now, but
/// when he climbs to them again.
fn grant_head_start(game: &mut Conquests) {
    if game.rules.head_start && game.players == 2 {
        game.tracks.morale[Nation::France] += head_start();
    }
}

/// A secret objective for each nation of the Coalition (N-4.1-objective, N-13.1-sorting).
fn hand_out_objectives(game: &mut Conquests) {
    let mut objectives: Vec<Objective> = Objective::of(game.rules.length()).collect();
    game.dice.shuffle(&mut objectives);
    let nations = Nation::all().filter(|nation| nation.is_coalition());
    for (nation, objective) in nations.zip(objectives) {
        game.cards.objectives[nation] = Some(objective);
    }
}
