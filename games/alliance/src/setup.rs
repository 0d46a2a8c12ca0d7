//! A new game. Rulebook 3.4, 3.6, 12.

use arrayvec::ArrayVec;
use engine::{By, Dice, Recorder, Seat, Seats, Setup, SetupError};

use crate::blocks::{BlockId, BlockSet};
use crate::cards::Cards;
use crate::control::States;
use crate::event::Event;
use crate::options::{INFO, Rules, SOLITAIRE, played, suits};
use crate::places::{Place, PlaceSet};
use crate::scenarios::SCENARIOS;
use crate::solitaire::Solo;
use crate::state::{Alliance, Blocks, Origin, Pacts, Phase, Spot, Standing, Talk, Turn};
use crate::states::{EMPIRES, STATES, State};

impl Alliance {
    /// The state at the start.
    pub(crate) fn prepare(setup: &Setup, log: &mut Recorder<Event>) -> Result<Alliance, SetupError> {
        let settings = INFO.resolve(setup)?;
        suits(&settings)?;
        let [first, second, third] = &*SCENARIOS;
        let scenario = match settings.scenario {
            "1808" => second,
            "1812" => third,
            _ => first,
        };
        // Alone, the first card says who is played.
        let alone = settings.scenario == SOLITAIRE;
        let empires = if alone { vec![State::France] } else { played(&settings)? };
        let mut game = Alliance {
            rules: Rules::read(&settings, scenario.years),
            empires: empires.into_iter().collect(),
            standings: By::all(Standing::Neutral),
            blocks: Blocks {
                spots: By::all(Spot::READY),
                strengths: By::all(0),
                origins: By::all(Origin::NONE),
            },
            attackers: BlockSet::EMPTY,
            reserves: BlockSet::EMPTY,
            invaders: BlockSet::EMPTY,
            engagements: ArrayVec::new(),
            urgent: PlaceSet::EMPTY,
            billets: PlaceSet::EMPTY,
            slayers: Default::default(),
            fallen: States::NONE,
            beaten: States::NONE,
            napoleon_fallen: false,
            spoils: PlaceSet::EMPTY,
            treasuries: By::all(0),
            hands: Default::default(),
            spent: Cards::EMPTY,
            pacts: Pacts::default(),
            talk: Talk::default(),
            solo: Solo::default(),
            year: scenario.years.0,
            game_turn: 1,
            phase: Phase::Discard,
            turn: Turn::of(Seat(0)),
            fight: None,
            dice: Dice::new(settings.seed),
            ended: None,
        };
        for block in BlockId::all() {
            match scenario.blocks[usize::from(block.0)] {
                Some((place, strength)) => {
                    game.blocks.spots[block] = place.into();
                    game.blocks.strengths[block] = strength;
                }
                None => game.blocks.strengths[block] = block.least(),
            }
        }
        if alone {
            game.line_up_for_one(scenario.allies);
            game.flip(log);
        } else {
            game.line_up(scenario.allies, scenario.gold);
            game.billets = Place::all().filter(|place| game.is_disputed(*place)).collect();
            game.deal(log);
        }
        Ok(game)
    }

    /// Who is with whom at the start, and with how much gold (A-3.6-historical, A-12.0-gold). Minors go with the empire that
    /// lists them.
    fn line_up(&mut self, allies: [Option<State>; STATES], gold: [u8; 7]) {
        for seat in self.seats().iter() {
            let empire = self.empire(seat);
            self.standings[empire] = Standing::Player(seat);
            self.treasuries[seat] = gold[empire.index()].into();
        }
        for head in EMPIRES {
            self.line_up_camp(head, allies, gold);
        }
        for minor in State::all().filter(|state| !state.is_empire()) {
            self.standings[minor] = match allies[minor.index()] {
                Some(empire) => self.player_of(empire).map_or(Standing::With(empire), Standing::Ally),
                None => Standing::Neutral,
            };
        }
    }

    /// An empire and those that the scenario has allied to it. If it has a player, he leads those that have none; if not, the
    /// first player among its allies leads it and them, so that blocks which stand together stay together. Their players
    /// begin allied to him.
    fn line_up_camp(&mut self, head: State, allies: [Option<State>; STATES], gold: [u8; 7]) {
        let camp: States = EMPIRES
            .into_iter()
            .filter(|empire| *empire == head || allies[empire.index()] == Some(head))
            .collect();
        let players: Seats = camp.iter().filter_map(|empire| self.player_of(empire)).collect();
        let Some(leader) = self.player_of(head).or_else(|| players.iter().next()) else { return };
        if camp.iter().count() == 1 {
            return;
        }
        for empire in camp.iter() {
            match self.player_of(empire) {
                Some(other) if other == leader => {}
                Some(other) => self.befriend(leader, other),
                None => {
                    self.standings[empire] = Standing::Ally(leader);
                    self.treasuries[leader] += u16::from(gold[empire.index()] / 2);
                }
            }
        }
    }
}
