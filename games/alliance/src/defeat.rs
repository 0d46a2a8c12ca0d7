//! Defeat, and the end of a game turn. Rulebook 9, 10.3.

use atlas::topology::Id;
use engine::{Recorder, Seat, Seats};

use crate::blocks::BlockId;
use crate::event::Event;
use crate::places::Place;
use crate::state::{Alliance, Bond, EndReason, Phase, Spot, Standing};
use crate::states::{EMPIRES, State};

/// An empire with so few blocks on the map is defeated (A-9.2-blocks).
const FEW: usize = 3;

/// Whether the game ends with this empire's defeat (A-10.3-sudden).
pub(crate) fn is_great(empire: State) -> bool {
    matches!(empire, State::Britain | State::France | State::Russia)
}

impl Alliance {
    /// All battles are fought: who is defeated?
    pub(crate) fn close_game_turn(&mut self, log: &mut impl Recorder<Event>) {
        // Who has defeated whom tells who is allied to whom.
        log.reveal();
        for state in State::all().filter(|state| !state.is_empire()) {
            if let Some(conqueror) = self.conqueror_of_minor(state) {
                log.record(|| Event::Defeated { state, by: conqueror });
                self.change(state, Standing::Ally(conqueror), conqueror, log);
            }
        }
        let fallen: Vec<(State, Seat)> =
            EMPIRES.into_iter().filter_map(|empire| Some((empire, self.conqueror_of(empire)?))).collect();
        for &(empire, conqueror) in &fallen {
            self.defeat(empire, conqueror, true, log);
        }
        // Whoever has come to four blocks again can be defeated anew (A-9.2-again).
        for empire in EMPIRES {
            if self.on_map(empire) > FEW {
                self.beaten &= !(1 << empire.index());
            }
        }
        self.recover_neutrality();
        let dead: Seats = fallen.iter().filter_map(|(empire, _)| self.player_of(*empire)).collect();
        let dead = dead.union(self.surrendered);
        let end = fallen.iter().any(|(empire, _)| is_great(*empire))
            || self.surrendered.iter().any(|seat| is_great(self.empire(seat)));
        if self.rules.solitaire {
            return;
        }
        if self.napoleon_fallen {
            let france = self.player_of(State::France).map(Seats::from).unwrap_or_default();
            self.finish(EndReason::Napoleon, dead.union(france), log);
        } else if end {
            self.finish(EndReason::Defeat, dead, log);
        }
    }

    /// The seat whose empire it is.
    pub(crate) fn player_of(&self, empire: State) -> Option<Seat> {
        Seat::first(self.players()).find(|seat| self.empire(*seat) == empire)
    }

    fn on_map(&self, state: State) -> usize {
        BlockId::of(state).iter().filter(|block| self.place(*block).is_some()).count()
    }

    /// Who holds a place against its owner: the player with the highest card (A-9.21-shared).
    fn holder_against(&self, owner: State, place: Place) -> Option<Seat> {
        let there = self.states_at(place);
        let foes: Seats = there
            .iter()
            .filter(|state| !self.at_peace(owner, *state))
            .filter_map(|state| self.led_by(state))
            .collect();
        self.order().find(|seat| foes.contains(*seat))
    }

    /// Who has defeated a minor, if anybody has (A-9.1-minor).
    fn conqueror_of_minor(&self, minor: State) -> Option<Seat> {
        let land = Place::homeland(minor);
        let city = land.iter().find(|place| place.is_city());
        let heart = city.or_else(|| if land.len() == 1 { land.first() } else { None })?;
        self.holder_against(minor, heart)
    }

    /// Who has defeated an empire this game turn, if anybody has (A-9.2-cities, A-9.2-blocks, A-9.2-cause).
    fn conqueror_of(&self, empire: State) -> Option<Seat> {
        let cities = || Place::homeland(empire).iter().filter(|place| place.is_city()).collect::<Vec<_>>();
        let holders: Vec<Option<Seat>> =
            cities().into_iter().map(|city| self.holder_against(empire, city)).collect();
        let lost = holders.iter().all(Option::is_some);
        let few = self.on_map(empire) <= FEW && self.beaten >> empire.index() & 1 == 0;
        let mut causes = Seats::NONE;
        if lost {
            holders.iter().flatten().for_each(|seat| causes.insert(*seat));
        }
        if few {
            causes = causes.union(self.slayers[empire.index()]);
        }
        let own = self.led_by(empire);
        self.order().find(|seat| causes.contains(*seat) && Some(*seat) != own)
    }

    /// An empire is defeated by a player (9.2, 9.21).
    pub(crate) fn defeat(
        &mut self,
        empire: State,
        conqueror: Seat,
        weakened: bool,
        log: &mut impl Recorder<Event>,
    ) {
        log.record(|| Event::Defeated { state: empire, by: conqueror });
        self.beaten |= 1 << empire.index();
        if weakened {
            for block in BlockId::of(empire).iter() {
                if self.place(block).is_some() {
                    self.strengths[block.index()] = block.least();
                }
            }
        }
        match self.player_of(empire) {
            Some(loser) => self.bind(loser, conqueror, log),
            None => {
                let minors: Vec<State> = State::all()
                    .filter(|state| self.standings[state.index()] == Standing::With(empire))
                    .collect();
                self.change(empire, Standing::Ally(conqueror), conqueror, log);
                // Minors that went with it are free (A-9.2-ally).
                for minor in minors {
                    self.change(minor, Standing::Neutral, conqueror, log);
                }
            }
        }
    }

    /// A defeated player pays and follows the victor until the next Winter (9.21).
    fn bind(&mut self, loser: Seat, victor: Seat, log: &mut impl Recorder<Event>) {
        let gold = self.treasuries[loser.index()] / 2;
        self.treasuries[loser.index()] -= gold;
        self.treasuries[victor.index()] += gold;
        log.reveal();
        let hidden = self.rules.hidden_treasuries;
        let (from, to) = (self.party(loser), self.party(victor));
        log.record(|| Event::Paid { from, to, gold, hidden });
        self.unite(loser, victor, true);
        let until = self.year + u16::from(self.is_winter());
        self.pacts.bound[loser.index()] = Some(Bond { to: victor, until });
        for city in Place::homeland(self.empire(loser)).iter().filter(|city| city.is_city()) {
            if self.states_at(city).iter().any(|state| self.led_by(state) == Some(victor)) {
                self.spoils.insert(city);
            }
        }
    }

    /// A state that was left alone is neutral again once its land is free of enemies (A-4.32-none).
    fn recover_neutrality(&mut self) {
        for state in State::all() {
            if self.standings[state.index()] != Standing::Alone {
                continue;
            }
            let free = |place: Place| self.states_at(place).iter().all(|other| self.led_by(other).is_none());
            if Place::homeland(state).iter().all(free) {
                self.standings[state.index()] = Standing::Neutral;
            }
        }
    }

    /// Battles that followed from defeats are fought: the next game turn, or Winter.
    pub(crate) fn after_defeats(&mut self, log: &mut impl Recorder<Event>) {
        if self.game_turn == 4 {
            self.begin_winter(log);
            return;
        }
        self.game_turn += 1;
        self.begin_game_turn();
    }

    /// Cleans up for the next game turn.
    pub(crate) fn begin_game_turn(&mut self) {
        for hand in &mut self.hands {
            if let Some(card) = hand.played.take() {
                self.spent.insert(card);
            }
            hand.used = false;
        }
        self.slayers = Default::default();
        self.surrendered = Seats::NONE;
        self.return_spoils();
        self.phase = Phase::Cards;
        debug_assert!(self.engagements.is_empty() && self.attackers.is_empty() && self.reserves.is_empty());
    }

    /// Blocks of the pools stand up (A-3.5-sequence).
    pub(crate) fn stand_up(&mut self) {
        for spot in &mut self.spots {
            if *spot == Spot::DOWN {
                *spot = Spot::READY;
            }
        }
    }
}
