//! Battles: which is fought next, its sides, its beginning and its end. Rulebook 7.1, 7.7.
//!
//! A battle goes through the stages of [`Stage`]: leaders' events (`events`), rounds with fire and retreats (`rounds`, `fire`,
//! `retreat`), and what the victors do (`aftermath`).

mod aftermath;
mod events;
mod fire;
mod retreat;
mod rounds;

use std::ops::Deref;

use arrayvec::ArrayVec;
use engine::{Denied, Recorder, Seat, Seats, rule};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::blocks::{BlockId, BlockSet};
use crate::control::{Player, States};
use crate::event::Event;
use crate::places::{Place, PlaceSet};
use crate::state::{Alliance, Engagement, Fight, Origin, Phase, Spot, Stage, Standing};
use crate::states::State;

/// A battle under way, and the game around it.
pub(crate) struct Melee<'a> {
    pub(crate) game: &'a Alliance,
    pub(crate) fight: &'a Fight,
}

impl Deref for Melee<'_> {
    type Target = Alliance;

    fn deref(&self) -> &Alliance {
        self.game
    }
}

impl Alliance {
    /// A battle of this game.
    pub(crate) fn melee<'a>(&'a self, fight: &'a Fight) -> Melee<'a> {
        Melee { game: self, fight }
    }
}

/// A side of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Side {
    Attacking,
    Defending,
}

impl Side {
    pub(crate) const BOTH: [Side; 2] = [Side::Attacking, Side::Defending];

    pub(crate) fn other(self) -> Side {
        match self {
            Side::Attacking => Side::Defending,
            Side::Defending => Side::Attacking,
        }
    }

    /// Where what belongs to a side is kept: the attackers first.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self == Side::Defending)
    }
}

impl Alliance {
    /// Whose choice of a battle it is: that of the next player who has blocks in one (A-7.1-forfeit). Where nobody leads any of
    /// those who fight, the first player sees it through.
    pub(crate) fn chooser(&self) -> Option<Seat> {
        if !self.urgent.is_empty() {
            return self.order().next();
        }
        let Phase::Battles(next) = self.phase else { return None };
        let players = usize::from(self.players());
        let mut turns = self.order().chain(self.order()).skip(next.into()).take(players);
        let fights = |seat: &Seat| {
            self.engagements.iter().any(|engagement| self.player(*seat).is_party(engagement.place))
        };
        turns.find(fights).or_else(|| self.order().next().filter(|_| !self.engagements.is_empty()))
    }

    /// Begins the battle that was chosen; the next choice is that of the player after this one.
    pub(crate) fn choose_battle(
        &mut self,
        seat: Seat,
        place: Place,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        self.player(seat).may_choose(place)?;
        if matches!(self.phase, Phase::Battles(_)) && self.urgent.is_empty() {
            let at = self.order().position(|other| other == seat).unwrap_or(0) as u8;
            self.phase = Phase::Battles((at + 1) % self.players());
        }
        self.begin_fight(place, log);
        Ok(())
    }

    /// Reveals who is there and begins round 1 (A-7.1-oneby).
    pub(crate) fn begin_fight(&mut self, place: Place, log: &mut Recorder<Event>) {
        self.urgent.remove(place);
        // Whoever is on the march has engaged the enemy here, and goes no further (A-4.0-once, A-3.2-stop).
        if self.turn.march.is_some_and(|march| self.place(march.block) == Some(place)) {
            self.turn.march = None;
        }
        log.reveal();
        let of = |side: Side| {
            let states: States = self
                .blocks_at(place)
                .iter()
                .filter(|block| self.side_of(*block) == side)
                .map(BlockId::state)
                .collect();
            states.iter().collect()
        };
        log.record(|| Event::Battle { place, attack: of(Side::Attacking), defence: of(Side::Defending) });
        for side in Side::BOTH {
            let blocks = self.ranks(place, side);
            log.record(|| Event::Ranks {
                place,
                attacking: side == Side::Attacking,
                blocks: self.roll_call(blocks),
            });
        }
        let ways = [self.came_from(place, true), self.came_from(place, false)];
        self.fight = Some(Fight {
            place,
            round: 1,
            stage: Stage::Events(self.eventful(place)),
            acted: BlockSet::EMPTY,
            ways,
            cracked: [None; 2],
            left: ArrayVec::new(),
            extended: 0,
            events: ArrayVec::new(),
            steward: self.steward(place),
            pursuits: ArrayVec::new(),
        });
        self.go_on_fighting(log);
    }

    /// Blocks with their strength, for the log.
    fn roll_call(&self, blocks: BlockSet) -> Vec<(BlockId, u8)> {
        blocks.iter().map(|block| (block, self.strength(block))).collect()
    }

    /// Who decides in a battle for blocks that no player leads: if they attack, whoever has made them change sides
    /// (A-6.13-control); if they defend, the player after the one who attacks (A-4.32-none). Nobody decides for both sides.
    fn steward(&self, place: Place) -> Seat {
        let engagement = self.engagements.iter().find(|engagement| engagement.place == place);
        let by = engagement.expect("a battle was opened there").by;
        let led = |side: Side| -> Seats {
            self.ranks(place, side).iter().filter_map(|block| self.led_by(block.state())).collect()
        };
        let [attackers, defenders] = Side::BOTH.map(led);
        let (foes, first) = if attackers.is_empty() { (defenders, 0) } else { (attackers, 1) };
        let mut turns = self.order().chain(self.order()).skip_while(|seat| *seat != by).skip(first);
        turns.find(|seat| !foes.contains(*seat)).unwrap_or(by)
    }

    pub(crate) fn set_stage(&mut self, stage: Stage) {
        self.fight_mut().stage = stage;
    }

    /// The battle under way.
    ///
    /// # Panics
    /// If there is none: only asked while one is fought.
    pub(crate) fn fight(&self) -> &Fight {
        self.fight.as_ref().expect("a battle is fought")
    }

    pub(crate) fn fight_mut(&mut self) -> &mut Fight {
        self.fight.as_mut().expect("a battle is fought")
    }

    /// The blocks of a side, those that are still on their way left out.
    pub(crate) fn ranks(&self, place: Place, side: Side) -> BlockSet {
        self.of_side(self.blocks_at(place) - self.reserves, side)
    }

    fn of_side(&self, blocks: BlockSet, side: Side) -> BlockSet {
        match side {
            Side::Attacking => blocks & self.attackers,
            Side::Defending => blocks - self.attackers,
        }
    }

    pub(crate) fn side_of(&self, block: BlockId) -> Side {
        if self.attackers.contains(block) { Side::Attacking } else { Side::Defending }
    }

    /// Places from which a side has come: borders by which it may leave, and the enemy may not.
    fn ways(&self, side: Side) -> PlaceSet {
        self.fight().ways[side.index()]
    }

    pub(crate) fn act_in_fight(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut Recorder<Event>,
    ) -> Result<(), Denied> {
        match self.fight().stage {
            Stage::Events(seats) => self.use_event(seat, seats, action, log)?,
            Stage::Victim(by) => self.suffer(by, action, log)?,
            Stage::Fire => self.take_turn(action, log)?,
            Stage::Hits { side, hits } => self.take_hit(side, hits, action, log)?,
            Stage::Extend(asked) => self.answer_extension(asked, action, log)?,
            Stage::Aftermath(_) => self.act_after(seat, action, log)?,
        }
        self.go_on_fighting(log);
        self.go_on(log);
        Ok(())
    }

    /// One side is gone: the other has won, with those of its reserves that were still on their way (A-7.2-end).
    fn conclude(&mut self, log: &mut Recorder<Event>) {
        let place = self.fight().place;
        let here = self.blocks_at(place);
        let victors: Seats = here.iter().filter_map(|block| self.led_by(block.state())).collect();
        log.record(|| Event::Won { place, victors, states: self.states_at(place).iter().collect() });
        self.fight_mut().left.clear();
        self.engagements.retain(|engagement| engagement.place != place);
        self.set_stage(Stage::Aftermath(victors));
    }

    /// Everybody stands up again, and what is pending goes on (A-7.1-oneby).
    fn end_fight(&mut self) {
        let place = self.fight().place;
        self.stand_down(place);
        self.fight = None;
        // Victors who have fallen out with each other meanwhile fight next.
        if let Some(first) = self.order().next() {
            self.divide_all(place, first);
        }
    }

    /// There is no battle in a place any more: from where its blocks came, and on which side they stood, is forgotten. Fleets in
    /// naval bases know the sea they came from (A-1.3-same-exit).
    pub(crate) fn stand_down(&mut self, place: Place) {
        let here = self.blocks_at(place);
        self.attackers.subtract(&here);
        self.reserves.subtract(&here);
        self.invaders.subtract(&here);
        for block in here.iter().filter(|block| !block.is_fleet() || place.is_sea()) {
            self.blocks.origins[block] = Origin::NONE;
        }
    }

    /// Former friends of states that have changed sides, each by the doing of a player, fight at once where they share a
    /// place. Those who have changed attack, all of them together, those who have not (A-6.13-battles). In a battle they go
    /// on, and part afterwards.
    pub(crate) fn part_former_friends(&mut self, turned: &[(States, Seat)], log: &mut Recorder<Event>) {
        let all = turned.iter().fold(States::NONE, |all, (states, _)| all.union(*states));
        if all.is_empty() {
            return;
        }
        let changed =
            all.iter().fold(BlockSet::EMPTY, |blocks, state| blocks | self.blocks_going_with(state));
        let pending: PlaceSet = self.engagements.iter().map(|engagement| engagement.place).collect();
        // Those who have changed fight each other only where nobody else is left to fight.
        for spared in [changed, BlockSet::EMPTY] {
            for (states, cause) in turned {
                for state in states.iter() {
                    self.part_friends_of(state, *cause, spared, pending, log);
                }
            }
        }
        self.make_peace();
    }

    /// The blocks of a state and of those that go with it.
    fn blocks_going_with(&self, state: State) -> BlockSet {
        let with = |other: &State| *other == state || self.standings[*other] == Standing::With(state);
        self.blocks_in(State::all().filter(with).collect())
    }

    /// A state turns on those it stands beside, but not on those that are `spared`, nor where a battle was `pending` before.
    fn part_friends_of(
        &mut self,
        state: State,
        cause: Seat,
        spared: BlockSet,
        pending: PlaceSet,
        log: &mut Recorder<Event>,
    ) {
        let turned = self.blocks_going_with(state);
        let places: PlaceSet = turned.iter().filter_map(|block| self.place(block)).collect();
        let fought = self.fight.as_ref().map(|fight| fight.place);
        for place in places.iter().filter(|place| !pending.contains(*place) && fought != Some(*place)) {
            let opened = self.is_embattled(place);
            if opened && spared.is_empty() {
                continue;
            }
            let here = self.blocks_at(place);
            let (turned, others) = (here & turned, here - turned - spared);
            let apart = |one: BlockId, other: BlockId| !self.at_peace(one.state(), other.state());
            if turned.iter().any(|one| others.iter().any(|other| apart(one, other))) {
                if !opened {
                    self.engagements.push(Engagement { place, by: cause, main: None });
                    self.urgent.insert(place);
                }
                self.attackers.unite(&turned);
                log.record(|| Event::Parted { state, place });
            }
        }
    }

    /// Takes a block off the map, face-up into its pool (A-7.7-pool).
    pub(crate) fn eliminate(&mut self, block: BlockId, by: Option<Seat>, log: &mut Recorder<Event>) {
        let at = self.place(block);
        let fights = self.fight.as_ref().is_some_and(|fight| at == Some(fight.place));
        let steps = if fights && !self.reserves.contains(block) { self.strength(block) } else { 0 };
        // Alone nobody waits for the next year (A-12.2-nowinter).
        self.blocks.spots[block] = if self.rules.solitaire { Spot::READY } else { Spot::DOWN };
        self.blocks.strengths[block] = block.least();
        self.forget_battle(block);
        let cracked = self.fight.iter_mut().flat_map(|fight| &mut fight.cracked);
        cracked.filter(|cracked| **cracked == Some(block)).for_each(|cracked| *cracked = None);
        if let Some(by) = by
            && block.state().is_empire()
        {
            self.slayers[block.state()].insert(by);
        }
        if block.is_napoleon() {
            self.napoleon_fallen = true;
        }
        log.record(|| Event::Eliminated { block, at, steps });
    }

    /// A block is out of the battle it was in, wherever it is now.
    pub(crate) fn forget_battle(&mut self, block: BlockId) {
        self.blocks.origins[block] = Origin::NONE;
        self.attackers.remove(block);
        self.reserves.remove(block);
        self.invaders.remove(block);
    }
}

impl Player<'_> {
    /// Whether blocks that a player leads are in a place.
    fn is_party(&self, place: Place) -> bool {
        self.blocks_at(place).iter().any(|block| self.leads(self.seat, block))
    }

    fn may_choose(&self, place: Place) -> Result<(), Denied> {
        if !self.is_embattled(place) {
            return Err(Denied::new(rule!("A-7.1-oneby"), "no battle is to be fought there"));
        }
        if !self.urgent.is_empty() {
            return match self.urgent.contains(place) {
                true => Ok(()),
                false => Err(Denied::new(rule!("A-6.13-battles"), "other battles must be fought first")),
            };
        }
        let any = self.engagements.iter().any(|engagement| self.is_party(engagement.place));
        if any && !self.is_party(place) {
            return Err(Denied::new(rule!("A-7.1-forfeit"), "choose a battle in which you lead blocks"));
        }
        Ok(())
    }

    pub(crate) fn list_battles(&self, out: &mut Vec<Action>) {
        let places = self.engagements.iter().map(|engagement| engagement.place);
        out.extend(places.filter(|place| self.may_choose(*place).is_ok()).map(Action::Fight));
    }
}

impl Melee<'_> {
    /// Who decides for a block in the battle under way.
    pub(crate) fn decides(&self, block: BlockId) -> Seat {
        self.led_by(block.state()).unwrap_or(self.fight.steward)
    }

    /// Who decides in the battle under way.
    ///
    /// # Panics
    /// If nobody does: the state is not sound, see [`Alliance::audit`].
    pub(crate) fn fighter(&self) -> Seat {
        self.next_to_decide().expect("somebody decides while a battle is fought")
    }

    /// Who decides in a battle, if anybody: where several could, the highest card (A-7.8-card).
    fn next_to_decide(&self) -> Option<Seat> {
        let highest = |seats: Seats| self.order().find(|seat| seats.contains(*seat));
        let of = |blocks: BlockSet| -> Seats { blocks.iter().map(|block| self.decides(block)).collect() };
        match self.fight.stage {
            Stage::Events(seats) => highest(seats),
            Stage::Victim(by) => highest(of(self.victims(by))),
            Stage::Fire => highest(of(self.acting())),
            Stage::Hits { side, .. } => highest(of(self.targets(side))),
            Stage::Extend(asked) => {
                self.extender(asked).map(|empire| self.led_by(empire).unwrap_or(self.fight.steward))
            }
            Stage::Aftermath(seats) => {
                highest(seats).or_else(|| self.must_lose().and_then(|blocks| highest(of(blocks))))
            }
        }
    }

    /// Whether somebody decides in a battle.
    pub(crate) fn is_led(&self) -> bool {
        self.next_to_decide().is_some()
    }

    pub(crate) fn list_fight(&self, out: &mut Vec<Action>) {
        match self.fight.stage {
            Stage::Events(_) => self.list_events(out),
            Stage::Victim(by) => out.extend(self.victims(by).iter().map(Action::Suffer)),
            Stage::Fire => self.list_deeds(out),
            Stage::Hits { side, .. } => out.extend(self.targets(side).iter().map(Action::Hit)),
            Stage::Extend(asked) => {
                out.extend(self.extender(asked).map(Action::Extend));
                out.push(Action::Done);
            }
            Stage::Aftermath(_) => self.list_aftermath(out),
        }
    }
}
