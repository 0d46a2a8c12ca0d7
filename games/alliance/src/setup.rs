//! A new game. Rulebook 3.4, 3.6, 12.

use arrayvec::ArrayVec;
use engine::{Dice, Recorder, Seat, Seats, Setup, SetupError};

use crate::blocks::{BLOCKS, BlockId, BlockSet};
use crate::cards::Cards;
use crate::event::Event;
use crate::options::{INFO, Rules, played};
use crate::places::PlaceSet;
use crate::scenarios::SCENARIOS;
use crate::state::{Alliance, Origin, PLAYERS, Pacts, Phase, Spot, Standing, Talk, Turn};
use crate::states::{EMPIRES, STATES, State};

impl Alliance {
    /// The state at the start.
    pub(crate) fn prepare(setup: &Setup, log: &mut impl Recorder<Event>) -> Result<Alliance, SetupError> {
        let settings = INFO.resolve(setup)?;
        let [first, second, third] = &*SCENARIOS;
        let scenario = match settings.scenario {
            "1808" => second,
            "1812" => third,
            _ => first,
        };
        let empires: ArrayVec<State, PLAYERS> = played(&settings)?.into_iter().collect();
        let mut game = Alliance {
            rules: Rules::read(&settings, scenario.years),
            empires,
            standings: [Standing::Neutral; STATES],
            spots: [Spot::READY; BLOCKS],
            strengths: [0; BLOCKS],
            origins: [Origin::NONE; BLOCKS],
            attackers: BlockSet::EMPTY,
            reserves: BlockSet::EMPTY,
            invaders: BlockSet::EMPTY,
            engagements: ArrayVec::new(),
            urgent: PlaceSet::EMPTY,
            slayers: Default::default(),
            beaten: 0,
            napoleon_fallen: false,
            spoils: PlaceSet::EMPTY,
            treasuries: [0; PLAYERS],
            hands: Default::default(),
            spent: Cards::NONE,
            pacts: Pacts::default(),
            talk: Talk::default(),
            surrendered: Seats::NONE,
            year: scenario.years.0,
            game_turn: 1,
            phase: Phase::Discard,
            turn: Turn::of(Seat(0)),
            fight: None,
            dice: Dice::new(settings.seed),
            ended: None,
        };
        for block in BlockId::all() {
            let number = usize::from(block.0);
            match scenario.blocks[number] {
                Some((place, strength)) => {
                    game.spots[number] = place.into();
                    game.strengths[number] = strength;
                }
                None => game.strengths[number] = block.least(),
            }
        }
        game.line_up(scenario.allies, scenario.gold);
        game.deal(log);
        Ok(game)
    }

    /// Who is with whom at the start, and with how much gold (A-3.6-historical, A-12.0-gold).
    fn line_up(&mut self, allies: [Option<State>; STATES], gold: [u8; 7]) {
        let empires = self.empires.clone();
        let seat = |empire: State| empires.iter().position(|own| *own == empire).map(|at| Seat(at as u8));
        for empire in EMPIRES {
            let ally = allies[empire.index()].and_then(seat);
            self.standings[empire.index()] = match (seat(empire), ally) {
                (Some(own), ally) => {
                    self.treasuries[own.index()] += u16::from(gold[empire.index()]);
                    if let Some(ally) = ally {
                        self.unite(own, ally, true);
                    }
                    Standing::Player(own)
                }
                (None, Some(ally)) => {
                    self.treasuries[ally.index()] += u16::from(gold[empire.index()] / 2);
                    Standing::Ally(ally)
                }
                (None, None) => Standing::Neutral,
            };
        }
        for minor in State::all().filter(|state| !state.is_empire()) {
            self.standings[minor.index()] = match allies[minor.index()] {
                Some(empire) => seat(empire).map_or(Standing::With(empire), Standing::Ally),
                None => Standing::Neutral,
            };
        }
    }
}
