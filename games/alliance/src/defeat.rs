//! Defeat, and the end of a game turn. Rulebook 9, 10.3.

use engine::{Recorder, Seat, Seats};

use crate::blocks::{BlockId, BlockSet};
use crate::control::States;
use crate::event::Event;
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, Bond, EndReason, Origin, Phase, Spot, Standing};
use crate::states::{EMPIRES, STATES, State};

/// An empire with so few blocks on the map is defeated (A-9.2-blocks).
const FEW: usize = 3;

/// The empires whose defeat ends the game (A-10.3-sudden).
const GREAT: [State; 3] = [State::Britain, State::France, State::Russia];

impl Alliance {
    /// The game turn ends. Whoever is defeated is, what follows from it is fought, and so on until nothing is left to be
    /// decided; only then is it seen whether the game is over, or which turn follows (A-10.3-count).
    pub(crate) fn close_game_turn(&mut self, log: &mut Recorder<Event>) {
        // Who has defeated whom tells who is allied to whom.
        log.reveal();
        if self.rules.solitaire {
            return self.close_card(log);
        }
        // Whoever has fallen out in the battles that followed from defeats fights before anything else.
        if !self.engagements.is_empty() {
            self.urgent = self.engagements.iter().fold(PlaceSet::EMPTY, |all, one| all.with(one.place));
            return;
        }
        if self.judge(log) {
            return;
        }
        // Whoever has come to four blocks again can be defeated anew (A-9.2-again).
        for empire in EMPIRES {
            if self.on_map(empire) > FEW && !self.fallen.contains(empire) {
                self.beaten.remove(empire);
            }
        }
        self.release_spoils();
        if !self.end_suddenly(log) {
            self.after_defeats(log);
        }
    }

    /// Defeats whoever is to be defeated, each state at most once in a game turn. Whether anybody was.
    fn judge(&mut self, log: &mut Recorder<Event>) -> bool {
        let before = self.fallen;
        // All conditions are seen before any of them has consequences.
        let mut judged = [None; STATES];
        for state in State::all().filter(|state| !before.contains(*state)) {
            let empire = state.is_empire();
            judged[state.index()] =
                if empire { self.conqueror_of(state) } else { self.conqueror_of_minor(state) };
        }
        let fallen = State::all().filter_map(|state| Some((state, judged[state.index()]?)));
        let (empires, minors): (Vec<_>, Vec<_>) = fallen.partition(|(state, _)| state.is_empire());
        // Who is with whom is settled before anybody turns on anybody (A-9.2-eviction).
        let mut turned = Vec::new();
        for (minor, conqueror) in minors {
            self.fallen.insert(minor);
            log.record(|| Event::Defeated { state: minor, by: conqueror });
            self.turn_to(minor, Standing::Ally(conqueror), log);
            turned.push((States::from(minor), conqueror));
        }
        for (empire, conqueror) in empires {
            turned.push((self.defeat(empire, conqueror, true, log), conqueror));
        }
        self.part_former_friends(&turned, log);
        self.fallen != before
    }

    /// Ends the game if Britain, France or Russia was defeated this game turn or Napoléon has been eliminated. Whoever was
    /// defeated this game turn does not count (10.3). Whether it is over.
    pub(crate) fn end_suddenly(&mut self, log: &mut Recorder<Event>) -> bool {
        let reason = match self.napoleon_fallen {
            true => EndReason::Napoleon,
            false if GREAT.into_iter().any(|empire| self.fallen.contains(empire)) => EndReason::Defeat,
            false => return false,
        };
        let mut fallen = self.fallen;
        if self.napoleon_fallen {
            fallen.insert(State::France);
        }
        let left_out = fallen.iter().filter_map(|empire| self.player_of(empire)).collect();
        self.finish(reason, left_out, log);
        true
    }

    /// The seat whose empire it is.
    pub(crate) fn player_of(&self, empire: State) -> Option<Seat> {
        Seat::first(self.players()).find(|seat| self.empire(*seat) == empire)
    }

    fn on_map(&self, state: State) -> usize {
        BlockId::of(state).iter().filter(|block| self.place(*block).is_some()).count()
    }

    /// Whether a player is an enemy of a state: neither its leader nor, if that is a player's own empire, an ally.
    fn is_enemy_of(&self, state: State, seat: Seat) -> bool {
        match self.standing(state) {
            Standing::Player(own) => !self.are_allied(own, seat),
            Standing::Ally(own) => own != seat,
            Standing::With(_) | Standing::Neutral | Standing::Alone => true,
        }
    }

    /// Whether nobody but strangers stand in a place of a state's.
    pub(crate) fn is_held_against(&self, owner: State, there: States) -> bool {
        let friend = |state: State| {
            let leader = self.led_by(state);
            self.at_peace(owner, state) || leader.is_some_and(|seat| !self.is_enemy_of(owner, seat))
        };
        !there.is_empty() && !there.iter().any(friend)
    }

    /// Which of the players whose blocks these are a place counts for: the highest card (A-7.8-card).
    pub(crate) fn occupier(&self, there: States) -> Option<Seat> {
        let leaders: Seats = there.iter().filter_map(|state| self.led_by(state)).collect();
        // Cards that lie face-down decide nothing, nor does what depends on them tell of them.
        match self.cards_are_open() {
            true => self.order().find(|seat| leaders.contains(*seat)),
            false => leaders.iter().next(),
        }
    }

    /// Which player holds a place of a state's against it.
    fn holder_against(&self, owner: State, place: Place) -> Option<Seat> {
        let there = self.states_at(place);
        if self.is_held_against(owner, there) { self.occupier(there) } else { None }
    }

    /// Who has defeated a minor, if anybody has (A-9.1-minor).
    fn conqueror_of_minor(&self, minor: State) -> Option<Seat> {
        let land = Place::homeland(minor);
        let city = land.iter().find(|place| place.is_city());
        let heart = city.or_else(|| if land.len() == 1 { land.first() } else { None })?;
        self.holder_against(minor, heart)
    }

    /// Who has defeated an empire this game turn, if anybody has (A-9.2-cause, A-9.21-shared).
    fn conqueror_of(&self, empire: State) -> Option<Seat> {
        let mut causes = self.takers_of(empire);
        let few = self.on_map(empire) <= FEW && !self.beaten.contains(empire);
        // Napoléon's end is a defeat, whoever brought it about (A-7.71-napoleon).
        let leaderless = empire == State::France && self.napoleon_fallen;
        if few || leaderless {
            causes = causes.union(self.slayers[empire]);
        }
        self.order().find(|seat| causes.contains(*seat) && self.is_enemy_of(empire, *seat))
    }

    /// Who holds the cities of an empire, if enemies hold all of them (A-9.2-cities).
    fn takers_of(&self, empire: State) -> Seats {
        let mut takers = Seats::NONE;
        for city in (Place::homeland(empire) & Place::cities()).iter() {
            match self.holder_against(empire, city) {
                Some(taker) => takers.insert(taker),
                None => return Seats::NONE,
            }
        }
        takers
    }

    /// An empire is defeated by a player, or surrenders to him: then its blocks are not weakened (9.2, 9.21, 6.21). The states
    /// that have changed sides by it, whose blocks have not parted from others yet.
    pub(crate) fn defeat(
        &mut self,
        empire: State,
        conqueror: Seat,
        weakened: bool,
        log: &mut Recorder<Event>,
    ) -> States {
        log.record(|| Event::Defeated { state: empire, by: conqueror });
        self.fallen.insert(empire);
        self.beaten.insert(empire);
        if weakened {
            for block in BlockId::of(empire).iter() {
                self.blocks.strengths[block] = block.least();
            }
        }
        match self.player_of(empire) {
            Some(loser) => {
                self.bind(loser, conqueror, log);
                States::NONE
            }
            None => self.subdue(empire, conqueror, log),
        }
    }

    /// A defeated empire that nobody plays goes over to the conqueror, and the minors that went with it are free (A-9.2-ally).
    fn subdue(&mut self, empire: State, conqueror: Seat, log: &mut Recorder<Event>) -> States {
        let went_along = |minor: &State| self.standings[*minor] == Standing::With(empire);
        let freed: States = State::all().filter(went_along).collect();
        self.turn_to(empire, Standing::Ally(conqueror), log);
        for minor in freed.iter() {
            self.turn_to(minor, Standing::Neutral, log);
        }
        freed.union(empire.into())
    }

    /// A defeated player pays and follows the victor until the next Winter (9.21).
    fn bind(&mut self, loser: Seat, victor: Seat, log: &mut Recorder<Event>) {
        let gold = self.treasuries[loser] / 2;
        self.treasuries[loser] -= gold;
        self.treasuries[victor] += gold;
        log.reveal();
        let hidden = self.rules.hidden_treasuries;
        let (from, to) = (self.party(loser), self.party(victor));
        log.record(|| Event::Paid { from, to, gold, hidden });
        self.befriend(loser, victor);
        let until = self.year + u16::from(self.is_winter());
        // Whoever has defeated him before in this time has bound him, too.
        let others = self.pacts.bound[loser].filter(|bond| bond.until >= until);
        let to = others.map_or(Seats::NONE, |bond| bond.to).with(victor);
        self.pacts.bound[loser] = Some(Bond { to, until });
        for city in (Place::homeland(self.empire(loser)) & Place::cities()).iter() {
            if self.garrisons(victor, city) {
                self.spoils.insert(city);
            }
        }
    }

    /// Whether a player has blocks in a place.
    fn garrisons(&self, seat: Seat, place: Place) -> bool {
        self.states_at(place).iter().any(|state| self.led_by(state) == Some(seat))
    }

    /// Cities that a player had to leave to another are his again when the other is gone (A-3.4-player-ally).
    pub(crate) fn release_spoils(&mut self) {
        let spoils = self.spoils;
        let held = spoils.iter().filter(|city| self.foreign_holder(*city).is_some());
        self.spoils = held.fold(PlaceSet::EMPTY, PlaceSet::with);
    }

    /// Battles that followed from defeats are fought: the next game turn, or Winter.
    pub(crate) fn after_defeats(&mut self, log: &mut Recorder<Event>) {
        self.forget_ways();
        if self.game_turn == 4 {
            self.begin_winter(log);
            return;
        }
        self.game_turn += 1;
        self.begin_game_turn();
        self.phase = Phase::Cards;
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
        self.fallen = States::NONE;
        debug_assert!(self.engagements.is_empty() && self.attackers.is_empty() && self.reserves.is_empty());
    }

    /// From where blocks came matters for the game turn alone, but for fleets in naval bases (A-1.3-same-exit).
    pub(crate) fn forget_ways(&mut self) {
        self.invaders = BlockSet::EMPTY;
        for block in BlockId::all() {
            let harboured = block.is_fleet() && self.place(block).is_some_and(|place| !place.is_sea());
            if !harboured {
                self.blocks.origins[block] = Origin::NONE;
            }
        }
    }

    /// Blocks of the pools stand up (A-3.5-sequence).
    pub(crate) fn stand_up(&mut self) {
        for spot in &mut self.blocks.spots {
            if *spot == Spot::DOWN {
                *spot = Spot::READY;
            }
        }
    }
}
